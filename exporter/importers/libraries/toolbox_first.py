"""Entities of DynamoDB-Toolbox before version 1: ``attributes: {id: {partitionKey: true, prefix: 'USER#'}}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from exporter.importers.described.tables import Unresolved
from exporter.importers.libraries.toolbox_drafts import EntityDraft, ToolboxTable, common_fields, returned_text
from exporter.importers.scripts.functions import Computed, FieldValue, FunctionValue
from exporter.importers.scripts.values import ConstructedValue, ScriptConstants
from exporter.importers.support.document_building import Json

_TYPES: Final[Mapping[str, str]] = {
    "string": "S", "number": "N", "bigint": "N", "boolean": "BOOL", "list": "L", "map": "M", "binary": "B", "set": "SS",
}  # fmt: skip
_SETS: Final[Mapping[str, str]] = {"number": "NS", "bigint": "NS", "binary": "BS"}
_CARRIED: Final = frozenset(
    {"type", "partitionKey", "sortKey", "prefix", "suffix", "default", "map", "setType", "required", "hidden", "save",
     "delimiter", "alias", "coerce", "dependsOn"}
)  # fmt: skip


def read_first(
    draft: EntityDraft, options: Mapping[str, Any], fields: Mapping[str, Any], table: ToolboxTable,
    values: ScriptConstants,
) -> None:  # fmt: skip
    """Read the attributes of an entity; a table in another file learns its key from them."""
    composites: dict[str, list[tuple[int, str, Mapping[str, Any]]]] = {}
    for label, raw in fields.items():
        name = str(label)[:255]
        draft.say_unknown_name(label)
        if isinstance(raw, Computed) and name.startswith("..."):
            said = f"{raw} is not in this file; what it adds is left out"
            draft.report.dropped(f"{draft.path}.attributes.{name}", said, draft.line)
        elif isinstance(raw, list) and len(raw) > 1 and isinstance(raw[0], str):
            own = _normal(raw[2] if len(raw) > 2 else {})
            place = raw[1] if isinstance(raw[1], int) else 0
            composites.setdefault(raw[0], []).append((place, name, own))
            extra: Json = {"key_only": True} if own.get("save") is False else {}
            draft.add(name, {**_typed(draft, name, own), **extra}, True)
        else:
            _field(draft, name, _normal(raw), table, values)
    for target, parts in composites.items():
        _composite(draft, target, sorted(parts, key=lambda one: one[0]), fields.get(target), table)
    draft.finish()
    common_fields(draft, options, table, is_first=True)


def _normal(raw: Any) -> Mapping[str, Any]:
    if isinstance(raw, dict):
        return raw
    return {"type": raw} if isinstance(raw, str) and not isinstance(raw, Unresolved) else {}


def _typed(draft: EntityDraft, name: str, one: Mapping[str, Any]) -> Json:
    word = one.get("type", "string")
    path = f"{draft.path}.attributes.{name}"
    if word == "set":
        return {"type": _SETS.get(str(one.get("setType")), "SS")}
    if word not in _TYPES:
        draft.report.converted(f"{path}.type", f"unknown type {str(word)[:60]!r}; read as text", draft.line)
    for member in [member for member in one if member not in _CARRIED]:
        draft.report.dropped(f"{path}.{member}", "library behavior, not part of a design; left out", draft.line)
    return {"type": _TYPES.get(str(word), "S")}


def _keys(draft: EntityDraft, one: Mapping[str, Any], label: str, table: ToolboxTable) -> list[str]:
    """Return the key attributes that a field is. A table in another file takes the names of its entities' fields."""
    found = []
    for word in ("partitionKey", "sortKey"):
        role = one.get(word)
        roles = role if isinstance(role, list) else [role]
        if True in roles and draft.sides.setdefault(word, label) != label:
            said = f"{draft.sides[word][:80]} is already the {word} of this entity; read as a plain attribute"
            draft.report.converted(f"{draft.path}.attributes.{label}.{word}", said, draft.line)
            roles = [one for one in roles if one is not True]
        if table.is_open and True in roles:
            if word == "partitionKey":
                table.partition = table.partition or label
            else:
                table.sort = table.sort or label
        found += [side for each in roles if each and (side := table.side(each, word))]
    return found


def _say_default(draft: EntityDraft, label: str, default: object) -> None:
    if default is not None:
        said = "a value by default is not part of a design; left out"
        draft.report.dropped(f"{draft.path}.attributes.{label}.default", said, draft.line)


def _field(
    draft: EntityDraft, label: str, one: Mapping[str, Any], table: ToolboxTable, values: ScriptConstants
) -> None:
    keys = _keys(draft, one, label, table) or ([label] if label in table.key_names else [])
    typed = _typed(draft, label, one)
    default = one.get("default")
    text = returned_text(default, values) if default is not None else None
    if not keys:
        stored = one.get("map")
        name = stored[:255] if isinstance(stored, str) and stored else label
        if name != label:
            draft.names[label] = name
            draft.report.converted(
                f"{draft.path}.attributes.{label}.map", f"stored as {name}, so the design uses that name", draft.line
            )
        alias = one.get("alias")
        if isinstance(alias, str) and alias and alias != name:
            draft.names[alias[:255]] = name
            said = f"stored as {name}, so the design uses that name; code says {alias[:80]}"
            draft.report.converted(f"{draft.path}.attributes.{label}.alias", said, draft.line)
        _say_default(draft, label, default)
        draft.add(name, typed, bool(one.get("required")) or default is not None)
        return
    prefix, suffix = (_plain(one.get(word)) for word in ("prefix", "suffix"))
    if isinstance(text, str):
        for key in keys:
            draft.put_text(key, f"{prefix}{text}{suffix}", f"attributes.{label}.default")
        return
    if isinstance(default, FunctionValue | ConstructedValue | Unresolved) and not _is_generated(default, values):
        for key in keys:
            draft.put_text(key, None, f"attributes.{label}.default")
    # What a caller gives is a part of the key only; under the key's own name it is the key.
    name = label if label not in keys else f"{label}_value" if prefix or suffix else label
    draft.add(name, {**typed, **({"key_only": True} if name not in keys else {})}, True)
    if name != label:
        said = f"the text between prefix and suffix has no name of its own; named {name}"
        draft.report.guessed(f"{draft.path}.attributes.{label}", said, draft.line)
    for key in keys:
        if name != key and key not in draft.texts:
            draft.put_text(key, f"{prefix}{FieldValue.of(name)}{suffix}", f"attributes.{label}")


def _is_generated(default: Any, values: ScriptConstants) -> bool:
    """Is it an identifier or a time, which is a new value and no text of other fields?"""
    made = values.returned(default, ()) if isinstance(default, FunctionValue) else default
    return isinstance(made, ConstructedValue)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) and not isinstance(value, Unresolved) else ""


def _composite(
    draft: EntityDraft, target: str, parts: list[tuple[int, str, Mapping[str, Any]]], own: Any, table: ToolboxTable
) -> None:
    """Read a key that is made of fields: ``['sk', 0]``."""
    held = _normal(own)
    delimiter = held.get("delimiter", "#")
    pieces = [f"{_plain(one.get('prefix'))}{FieldValue.of(name)}{_plain(one.get('suffix'))}" for _, name, one in parts]
    text = (delimiter if isinstance(delimiter, str) else "#").join(pieces)
    for key in _keys(draft, held, target, table) or [target]:
        if key in table.key_names:
            draft.attributes.pop(target, None)
            draft.put_text(key, f"{_plain(held.get('prefix'))}{text}{_plain(held.get('suffix'))}", target)
        else:
            said = f"computed from {', '.join(name for _, name, _ in parts)}; kept as a plain attribute"
            draft.report.dropped(f"{draft.path}.attributes.{target}", said, draft.line)
