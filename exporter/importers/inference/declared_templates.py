"""`ModelSchema`, an extension that some tools write: key templates `${a}#${b}` by entity. Also `MapFunction`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from exporter.importers.support.attribute_types import attribute_type
from exporter.importers.support.base import Report
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import LiteralText, Reference, print_template
from modeler.core.values.attribute_values import AttributeType

_HOLE: Final = re.compile(r"\$\{([^{}]+)\}")
_HASH: Final = re.compile(r"\(?\s*hashCode\(\s*([^()]+?)\s*\)\s*%\s*(\d{1,4})\s*\)?")
_PLACEHOLDER: Final = "~new~"


@dataclass(frozen=True, slots=True)
class DeclaredModel:
    """One entity that the file declares: attribute types by name, and its key templates."""

    name: str
    path: str
    types: Mapping[str, AttributeType]
    templates: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class DeclaredSchema:
    """The contents of `ModelSchema` and `MapFunction` for one table; all empty in a file without them."""

    models: Mapping[str, DeclaredModel] = field(default_factory=dict)
    queries: Mapping[str, Any] = field(default_factory=dict)
    key_templates: Mapping[str, str] = field(default_factory=dict)
    path: str = ""


def model_schema(raw: Mapping[str, Any], root: Mapping[str, Any], path: str, report: Report) -> DeclaredSchema:
    """Return the schema next to a table, else the one at the root of the file."""
    place = f"{path}.ModelSchema" if "ModelSchema" in raw else "ModelSchema"
    found = raw.get("ModelSchema", root.get("ModelSchema"))
    key_templates = _map_functions(raw, path, report)
    if not isinstance(found, Mapping):
        if found is not None:
            report.dropped(place, "ModelSchema is not an object; left out")
        return DeclaredSchema(key_templates=key_templates)
    _compare_indexes(found.get("indexes"), raw, place, report)
    for member in [member for member in found if member not in ("indexes", "models", "queries")]:
        report.dropped(f"{place}.{member}", "unknown; left out")
    models = found.get("models")
    queries = found.get("queries")
    return DeclaredSchema(
        models={
            str(name): _model(str(name), content, f"{place}.models.{name}", report)
            for name, content in (models.items() if isinstance(models, Mapping) else ())
            if isinstance(content, Mapping) and _is_used(str(name), raw, f"{place}.models.{name}", report)
        },
        queries=queries if isinstance(queries, Mapping) else {},
        key_templates=key_templates,
        path=place,
    )


def _is_used(name: str, raw: Mapping[str, Any], path: str, report: Report) -> bool:
    if name != _PLACEHOLDER:
        return True
    report.dropped(path, f"{name!r} is the tool's placeholder for a new entity; left out")
    return False


def _model(name: str, content: Mapping[str, Any], path: str, report: Report) -> DeclaredModel:
    types = {}
    templates = {}
    for attribute, facts in content.items():
        place = f"{path}.{attribute}"
        if not isinstance(facts, Mapping):
            report.dropped(place, "nothing here is known; left out")
            continue
        types[str(attribute)] = attribute_type(facts.get("type"), f"{place}.type", report)
        if facts.get("value"):
            templates[str(attribute)] = template_text(str(facts["value"]), f"{place}.value", report)
        for member in [member for member in facts if member not in ("type", "value", "required")]:
            report.dropped(f"{place}.{member}", "unknown; left out")
    return DeclaredModel(name, path, types, templates)


def template_text(text: str, path: str, report: Report) -> str:
    """Convert a template of `${a}` holes to our form. ``(hashCode(x) % 10)`` becomes ``{x:shard(10)}``,
    with a report line.
    """
    parts: list[LiteralText | Reference] = []
    position = 0
    for found in sorted([*_HOLE.finditer(text), *_HASH.finditer(text)], key=lambda match: match.start()):
        if found.start() < position:
            continue
        if found.start() > position:
            parts.append(LiteralText(text[position : found.start()]))
        if found.re is _HASH:
            parts.append(Reference(found[1], (FormatCall("shard", max(int(found[2]), 1)),)))
            sentence = f"{found[0]} became {print_template((parts[-1],))}: CRC32, the same in every language"
            report.converted(path, sentence)
        else:
            parts.append(Reference(found[1]))
        position = found.end()
    if position < len(text):
        parts.append(LiteralText(text[position:]))
    return print_template(tuple(parts))


def is_unrendered(text: str) -> bool:
    """Is a stored key a template that the tool never filled in?"""
    return bool(_HOLE.search(text) or _HASH.search(text))


def _compare_indexes(raw: Any, table: Mapping[str, Any], path: str, report: Report) -> None:
    listed = [
        index.get("IndexName")
        for member in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes")
        for index in (table.get(member) or [])
        if isinstance(index, Mapping)
    ]
    for name in raw if isinstance(raw, Mapping) else ():
        if name not in listed and name != "primary":
            report.dropped(f"{path}.indexes.{name}", "the table has no such index; it was planned, or removed later")


def _map_functions(raw: Mapping[str, Any], path: str, report: Report) -> dict[str, str]:
    """Return the templates of `KeyAttributes.*.MapFunction`, by key attribute."""
    templates = {}
    holders: list[tuple[str, Any]] = [(path, raw)]
    for member in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
        holders += [(f"{path}.{member}[{number}]", index) for number, index in enumerate(raw.get(member) or [])]
    for place, holder in holders:
        keys = holder.get("KeyAttributes") if isinstance(holder, Mapping) else None
        for side, key in keys.items() if isinstance(keys, Mapping) else ():
            if not isinstance(key, Mapping) or not key.get("MapFunction"):
                continue
            text = str(key["MapFunction"])
            where = f"{place}.KeyAttributes.{side}.MapFunction"
            if _HOLE.search(text):
                templates[str(key.get("AttributeName"))] = template_text(text, where, report)
                report.guessed(where, f"{text!r} is used as the key template of every entity that has its attributes")
            else:
                report.dropped(where, f"a function that cannot be read as a key template: {text[:200]!r}")
    return templates
