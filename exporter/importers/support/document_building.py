"""Shared by importers of library models: careful reading of JSON members, and building a design document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from exporter.importers.support.base import Imported, Report
from modeler.core.documents import reading
from modeler.core.errors import DocumentInvalid
from modeler.core.expressions.nodes import Function, Name, Path
from modeler.core.expressions.printing import print_node
from modeler.core.keys.templates import parse

NAME_MAX: Final = 255
_MODELS_MAX: Final = 1000
_ATTRIBUTES_MAX: Final = 2000

type Json = dict[str, Any]


def object_at(raw: Any, path: str, what: str, expected: str = "an object") -> Mapping[str, Any]:
    """Return the object at a path. Raises DocumentInvalid naming the kind of file and what belongs there."""
    if isinstance(raw, Mapping):
        return raw
    raise refusal(path, f"{what} needs {expected} here, found {kind_of(raw)}")


def refusal(path: str, why: str, code: str = "document.no_model") -> DocumentInvalid:
    """Return an error whose sentence begins with the place."""
    return DocumentInvalid(f"{path}: {why}; fix it there or export the model again", path=path, code=code)


def kind_of(raw: Any) -> str:
    """Return a JSON value's type as text."""
    words = {"list": "a list", "str": "a text", "NoneType": "nothing", "bool": "true or false", "dict": "an object"}
    return words.get(type(raw).__name__, "a number")


def text_at(raw: Any, path: str, what: str) -> str:
    """Return a name. Raises DocumentInvalid if it is not a text, is empty, or is too long."""
    if isinstance(raw, str) and 0 < len(raw) <= NAME_MAX:
        return raw
    long = f"a name of at most {NAME_MAX} characters (found {len(raw)})" if isinstance(raw, str) and raw else "a name"
    raise refusal(path, f"{what} needs {long} here")


def listed(raw: Any, path: str, what: str) -> list[Any]:
    """Return a list. Raises DocumentInvalid if it is not one."""
    if isinstance(raw, list):
        return raw
    raise refusal(path, f"{what} needs a list here, found {kind_of(raw)}")


def bounded(raw: Mapping[str, Any], path: str, *, of_attributes: bool = False) -> Mapping[str, Any]:
    """Return the same object after checking its number of members."""
    most = _ATTRIBUTES_MAX if of_attributes else _MODELS_MAX
    if len(raw) > most:
        raise refusal(path, f"{len(raw):,} entries; a design can hold {most:,} there", "document.too_large")
    return raw


def key(name: str, kind: str = "S") -> list[Json]:
    """Return a key schema of one element."""
    return [{"name": name, "type": kind}]


def imported(document: Json, report: Report) -> Imported:
    """Return the design of a document that an importer built. Raises DocumentInvalid if a design cannot hold it."""
    design = reading.from_document({"keysheet": 1, "region": "us-east-1", **document})
    return Imported(design, tuple(report.lines), tuple(report.guesses))


OPTIONAL_SHARE: Final = 0.9
"""The share of items that is assumed to have an attribute that is not required: no schema says it."""


def with_optional(
    entity: Json, required: Collection[str], path: str, report: Report, *, writes_parts: bool = False
) -> Json:
    """Return an entity whose attributes can be absent unless they are required or the table's own key is made of them.

    An index that is made of one that can be absent is sparse, and its condition says so. A library that `writes_parts`
    writes the other key of an index, or the rest of the key: the attributes of such a template count as always there.
    """
    always = {*required, *_used(one for one in entity["overloads"] if one["index"] is None)}
    if writes_parts:
        always |= _taken_as_there(entity, always, path, report)
    entity = {**entity, "overloads": [_sparse(one, always, path, report) for one in entity["overloads"]]}
    optional = [one["name"] for one in entity["attributes"] if one["name"] not in always]
    if not optional:
        return entity
    listed = ", ".join(optional[:10]) + (f" and {len(optional) - 10} more" if len(optional) > 10 else "")
    said = f"not required: {listed}; the file does not say how many items have them, {OPTIONAL_SHARE:.0%} is assumed"
    report.guessed(path, said)
    absent = frozenset(optional)
    attributes = [{**one, "optional": OPTIONAL_SHARE} if one["name"] in absent else one for one in entity["attributes"]]
    return {**entity, "attributes": attributes}


def _used(overloads: Iterable[Json]) -> set[str]:
    return {name for one in overloads for text in one["keys"].values() for name in parse(text).attributes}


def _taken_as_there(entity: Json, always: Collection[str], path: str, report: Report) -> set[str]:
    made = [one for one in entity["overloads"] if any(text != f"{{{name}}}" for name, text in one["keys"].items())]
    found = _used(made) - set(always)
    if found:
        said = "not required, but keys of indexes are made of them; taken as always there"
        report.guessed(path, f"{', '.join(sorted(found)[:10])}: {said}")
    return found


def _sparse(overload: Json, always: Collection[str], path: str, report: Report) -> Json:
    """Return an overload with the condition that its attributes exist, where they can be absent."""
    names = [] if overload.get("when") else sorted(_used([overload]) - set(always))
    if not names:
        return overload
    terms = [Function("attribute_exists", (Path((Name(name),)),)) for name in names]
    report.note(path, f"{overload['index']}: only items with {' and '.join(names)}, which the file does not require")
    return {**overload, "when": " AND ".join(map(print_node, terms))}
