"""What the importers of libraries' models share: reading members of JSON with care, and making a design of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.support.base import Imported, Report
from modeler.core.documents import reading
from modeler.core.errors import DocumentInvalid

NAME_MAX: Final = 255
_MODELS_MAX: Final = 1000
_ATTRIBUTES_MAX: Final = 2000

type Json = dict[str, Any]


def object_at(raw: Any, path: str, what: str, expected: str = "an object") -> Mapping[str, Any]:
    """The object that stands at a path. Raises DocumentInvalid naming what the file is and what belongs there."""
    if isinstance(raw, Mapping):
        return raw
    raise refusal(path, f"{what} has {expected} here, not {kind_of(raw)}")


def refusal(path: str, why: str, code: str = "document.no_model") -> DocumentInvalid:
    """A sentence that begins with the place."""
    return DocumentInvalid(f"{path}: {why}; correct that place or export the model again", path=path, code=code)


def kind_of(raw: Any) -> str:
    """What a JSON value is, in words."""
    words = {"list": "a list", "str": "a text", "NoneType": "nothing", "bool": "true or false", "dict": "an object"}
    return words.get(type(raw).__name__, "a number")


def text_at(raw: Any, path: str, what: str) -> str:
    """A name. Raises DocumentInvalid where it is no text, empty or longer than names are."""
    if isinstance(raw, str) and 0 < len(raw) <= NAME_MAX:
        return raw
    long = f"a name of at most {NAME_MAX} characters, not {len(raw)}" if isinstance(raw, str) and raw else "a name"
    raise refusal(path, f"{what} has {long} here")


def listed(raw: Any, path: str, what: str) -> list[Any]:
    """A list. Raises DocumentInvalid where it is none."""
    if isinstance(raw, list):
        return raw
    raise refusal(path, f"{what} has a list here, not {kind_of(raw)}")


def bounded(raw: Mapping[str, Any], path: str, *, of_attributes: bool = False) -> Mapping[str, Any]:
    """The same, judged for its number of members before anything is made of them."""
    most = _ATTRIBUTES_MAX if of_attributes else _MODELS_MAX
    if len(raw) > most:
        raise refusal(path, f"{len(raw):,} entries, and a design holds {most:,} there", "document.too_large")
    return raw


def key(name: str, kind: str = "S") -> list[Json]:
    """A key schema of one element."""
    return [{"name": name, "type": kind}]


def imported(document: Json, report: Report) -> Imported:
    """The design of a document that an importer put together. Raises DocumentInvalid where a design cannot hold it."""
    design = reading.from_document({"keysheet": 1, "region": "us-east-1", **document})
    return Imported(design, tuple(report.lines), tuple(report.guesses))
