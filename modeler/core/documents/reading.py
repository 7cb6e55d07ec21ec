"""The design document: versioned JSON in and out. The published JSON Schema is data/keysheet-1.schema.json.

`load` and `dump` are inverse: ``load(dump(design)) == design`` (law: tests/modeler/core/documents/test_documents.py).
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from functools import lru_cache
from itertools import islice
from types import SimpleNamespace
from typing import Final

import jsonschema

from modeler.core.design.model import Design, Mute
from modeler.core.design.parts import PART_ID, ROOT, Json, PartKind
from modeler.core.design.relations import Relation
from modeler.core.documents.file_bounds import check_bounds
from modeler.core.documents.json_shapes import JsonShape
from modeler.core.documents.parts_json import (
    access_pattern,
    part_document,
    pattern_document,
    read_values,
)
from modeler.core.documents.tables_json import identified, read_table, table_document
from modeler.core.errors import DocumentInvalid
from modeler.core.fields.schema import VERSION, schema
from modeler.core.limits import DOCUMENT_ITEMS_MAX, NUMBER_DIGITS_MAX

DIGITS_MAX: Final = 400
"""A whole number with more digits is not parsed: the time grows with the square of the digits."""

_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


@lru_cache(maxsize=1)
def _shape() -> JsonShape:
    return JsonShape(schema())


def load(raw: bytes | str) -> Design:
    """A design from JSON. Raises DocumentInvalid with a sentence, the place and the fix."""
    return from_document(parse(raw))


def parse(raw: bytes | str) -> Json:
    """JSON text as values, checked for size and depth first. Raises DocumentInvalid."""
    data = raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw
    check_bounds(data)
    try:
        text = data.decode("utf-8-sig")
        document = json.loads(text, parse_float=_finite, parse_constant=_finite, parse_int=_bounded_integer)
        if _SURROGATE.search(text):
            json.dumps(document, ensure_ascii=False).encode()
        return document
    except UnicodeEncodeError as error:
        half = "half of a surrogate pair is not a character; remove it"
        raise DocumentInvalid(f"{error.object[error.start]!a}: {half}", code="document.not_json") from error
    except UnicodeDecodeError as error:
        raise DocumentInvalid(f"byte {error.start}: the file is not UTF-8 text; save it as UTF-8") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise DocumentInvalid(f"{place}: not valid JSON: {error.msg}", path=place, code="document.not_json") from error
    except (RecursionError, ValueError) as error:
        raise DocumentInvalid(f"not valid JSON: {error}", code="document.not_json") from error


def _finite(text: str) -> float:
    # Python reads NaN, Infinity and 1e999 as numbers; JSON has none of them, and no size or rate can be one.
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is not a valid JSON number")
    return value


def _bounded_integer(digits: str) -> int:
    if len(digits) > DIGITS_MAX:
        raise ValueError(f"a number of {len(digits)} digits; DynamoDB keeps {NUMBER_DIGITS_MAX}")
    return int(digits)


def check(document: Json) -> None:
    """Check that a parsed document has the shape of the schema. Raises DocumentInvalid naming the first place."""
    if not isinstance(document, dict) or "keysheet" not in document:
        raise DocumentInvalid('not a Keysheet design: add "keysheet": 1 at the top level', code="document.not_design")
    if document["keysheet"] != VERSION:
        raise DocumentInvalid(
            f"unknown version {document['keysheet']!r}; this Keysheet reads version {VERSION}",
            path="keysheet",
            code="document.version",
        )
    count = sum(
        len(holder.get(name) or ())
        for table in _dicts(document.get("tables"))
        for holder, name in [(table, "unassigned"), *((entity, "items") for entity in _dicts(table.get("entities")))]
        if isinstance(holder.get(name), list)
    )
    if count > DOCUMENT_ITEMS_MAX:
        raise DocumentInvalid(
            f"the design has {count} sample items; the limit is {DOCUMENT_ITEMS_MAX}: remove some",
            code="document.too_many_items",
        )
    error = _shape().error(document)
    if error is not None:
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in error.absolute_path).lstrip(
            "."
        )
        raise DocumentInvalid(f"{place or 'top level'}: {_why(error)}", path=place, code="document.shape")


def faults(document: Json, most: int = 50) -> list[tuple[tuple[str | int, ...], str]]:
    """Every place at which a parsed document violates the schema, with a sentence: at most `most` of them, for an
    editor that shows them all.
    """
    found = sorted(islice(_shape().errors(document), most), key=lambda error: list(map(str, error.path)))
    best = [jsonschema.exceptions.best_match([error]) or error for error in found]
    return [(tuple(error.absolute_path), _why(error)) for error in best]


def _dicts(value: Json) -> list[dict[str, Json]]:
    return [member for member in value if isinstance(member, dict)] if isinstance(value, list) else []


def _why(error: jsonschema.ValidationError) -> str:
    if error.validator in ("maxItems", "maxProperties") and isinstance(error.instance, list | dict):
        return f"{len(error.instance):,} entries; the limit is {error.validator_value:,}: remove some"
    return _shorten(error.message)


def _shorten(message: str) -> str:
    return message if len(message) <= 240 else f"{message[:120]} ... {message[-110:]}"


def from_document(document: Json, *, checked: bool = False) -> Design:
    """A design from parsed JSON. Raises DocumentInvalid if the shape is wrong (unless `checked` already)."""
    if not checked:
        check(document)
    values = read_values(PartKind.DESIGN, {**document, "region": document.get("region") or None})
    mutes = tuple(
        Mute(raw["rule"], raw.get("path", ""), raw["reason"], raw.get("part", ""), raw.get("field", ""))
        for raw in values.pop("mutes")
    )
    design = Design(
        **values,
        mutes=mutes,
        tables=tuple(read_table(raw) for raw in identified(document.get("tables", ()), ROOT, "table")),
        relations=tuple(
            Relation(**read_values(PartKind.RELATION, raw))
            for raw in identified(document.get("relations", ()), ROOT, "relation")
        ),
        patterns=tuple(access_pattern(raw) for raw in identified(document.get("access_patterns", ()), ROOT, "pattern")),
    )
    if not checked:
        _check_ids(design)
    return design


def _check_ids(design: Design) -> None:
    counted = Counter(pattern.id for pattern in design.patterns)
    counted.update(relation.id for relation in design.relations)
    for table in design.tables:
        counted.update([table.id, *(index.id for index in table.indexes), *(item.id for item in table.unassigned)])
        for entity in table.entities:
            counted.update([entity.id, *(item.id for item in entity.items)])
            counted.update(attribute.id for attribute in entity.attributes)
            counted.update(overload.id for overload in entity.overloads)
    twice = next((identity for identity, count in counted.items() if count > 1 or identity == ROOT), None)
    odd = next((identity for identity in counted if not PART_ID.fullmatch(identity)), None)
    if odd is not None:
        raise DocumentInvalid(
            f"the id {_shorten(repr(odd))} must have 1 to 64 letters, digits and . : _ -; change it, or omit ids",
            code="document.id",
        )
    if twice is not None:
        raise DocumentInvalid(
            f"two parts have the id {twice!r}; give each a different id, or omit ids", code="document.duplicate_id"
        )


def dump(design: Design) -> str:
    """Canonical JSON: fixed order of fields, stable ids, so that it diffs well in git."""
    return json.dumps(to_document(design), indent=2, ensure_ascii=False) + "\n"


def to_document(design: Design) -> dict[str, Json]:
    """The JSON of a design as plain values."""
    held = SimpleNamespace(**{**vars(design), "mutes": [mute_document(mute) for mute in design.mutes]})
    children = {
        "tables": [table_document(table) for table in design.tables],
        "relations": [part_document(PartKind.RELATION, relation) for relation in design.relations],
        "access_patterns": [pattern_document(pattern) for pattern in design.patterns],
    }
    return {"keysheet": VERSION, **part_document(PartKind.DESIGN, held, children)}


def mute_document(mute: Mute) -> dict[str, Json]:
    """A mute as JSON."""
    place = {name: text for name, text in (("part", mute.part), ("field", mute.field)) if text}
    return {"rule": mute.rule, "path": mute.path, "reason": mute.reason, **place}
