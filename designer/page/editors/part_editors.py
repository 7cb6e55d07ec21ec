"""The editors of one part with their values, as the templates under ``designer/parts/editors/`` show them.

A field has its stored value (`base`), with which an edit is compared and which is not shown, and its value in the terms
of the document (`value`), from which the page's script starts, so that members without a control are kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from designer.page.editors.field_text import in_words
from designer.page.editors.fields import ON_DEMAND, PROVISIONED, EditorField, FieldGroup
from designer.page.editors.registry import ELSEWHERE, GROUPS, fields_of
from modeler.core.design.parts import Json, Part, PartKind, Parts
from modeler.core.edits.shown_fields import ShownPart
from modeler.core.keys.attribute_formats import FORMATS

GROUPED_FROM: Final = 10_000
BESIDE_MAX: Final = 18
"""Characters of a choice that fit beside its label where the inspector is narrow."""
_EMPTY: Final[Mapping[str, Json]] = {}


@dataclass(frozen=True, slots=True)
class EditorNode:
    """A control with its value as text, or the controls that it consists of. `blank` is the row for additions, `rest`
    the members of an object without a control, as JSON. `name` is '' for a row.
    """

    field: EditorField
    text: str = ""
    is_on: bool = False
    nodes: tuple[EditorNode, ...] = ()
    blank: EditorNode | None = None
    rest: str = ""
    texts: tuple[str, ...] = ()
    shards: int = 0

    @property
    def template(self) -> str:
        """The template of its control."""
        return f"designer/parts/editors/{self.field.control}.html"

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """The choices with the selected one marked; any other value is an additional choice."""
        known = [
            (str(value), label, str(value) == self.text)
            for value, label in self.field.choices
            if value not in self.field.refused or str(value) == self.text
        ]
        return (
            known
            if any(chosen for *_, chosen in known)
            else [*known, (self.text, self.text or ("Not specified"), True)]
        )


@dataclass(frozen=True, slots=True)
class Editor:
    """One field of one part. `note` describes the consequences, `words` is its value for readers without edit
    permission.
    """

    part: str
    field: EditorField
    id: str
    base: str
    value: str
    node: EditorNode
    note: str = ""
    words: str = ""
    stores: str = ""

    @property
    def is_wide(self) -> bool:
        """Does its control need the whole width? A choice does if its words do not fit beside the label."""
        if self.field.control == "choice":
            return max(len(label) for _, label in self.field.choices) > BESIDE_MAX
        return self.is_many or self.field.control in ("text", "long", "json", "format")

    @property
    def is_many(self) -> bool:
        """Does its control have several inputs, which a label cannot name together?"""
        return self.field.control in ("object", "rows", "map", "lists", "key_schema", "names")


@dataclass(frozen=True, slots=True)
class Section:
    """A group of fields. When closed, it shows the number of its fields with a value; empty fields of the other
    capacity mode are listed under a separate title.
    """

    key: str
    title: str
    editors: tuple[Editor, ...]
    given: int
    is_open: bool
    aside: tuple[Editor, ...] = ()
    aside_title: str = ""


def sections(parts: Parts, part: Part, notes: Mapping[str, str] = _EMPTY, stores: str = "") -> list[Section]:
    """The editors of a part, by group. `notes` are sentences by field name; `stores` is JSON of names as they are
    stored, for fields that hold names of attributes.
    """
    groups = [*GROUPS.get(part.kind, ()), *_besides(part)]
    shown = ShownPart(parts, part)
    mode = _mode(parts, part)
    return [_section(shown, part, group, mode, notes, stores) for group in groups]


def _besides(part: Part) -> Iterator[FieldGroup]:
    """Settings that are not in the schema: an import can contain them, and they are kept."""
    known = {field.name for group in GROUPS.get(part.kind, ()) for field in group.fields}
    known |= {name for kind, name in ELSEWHERE if kind is part.kind}
    unknown = sorted(name for name in part.fields if name.startswith("settings.") and name not in known)
    if unknown:
        fields = tuple(EditorField(name, name.removeprefix("settings."), "json", _KEPT) for name in unknown)
        yield FieldGroup("besides", "Preserved from an import", fields)


_KEPT: Final = "No rule or calculation uses this. It was imported and is preserved for exports."


def _section(
    shown: ShownPart, part: Part, group: FieldGroup, mode: str, notes: Mapping[str, str], stores: str
) -> Section:
    editors = tuple(_editor(shown, part, field, notes.get(field.name, ""), stores) for field in group.fields)
    given = sum(one.base != "null" for one in editors)
    aside = tuple(one for one in editors if one.field.mode not in ("", mode) and one.base == "null")
    beside = tuple(one for one in editors if one not in aside)
    title = "Only in provisioned mode" if mode == ON_DEMAND else "Only in on-demand mode"
    return Section(group.key, group.title, beside, given, group.is_open, aside, title)


def _mode(parts: Parts, part: Part) -> str:
    """The capacity mode of a table, or of the table that an index belongs to."""
    table = parts.get(part.parent) if part.kind is PartKind.INDEX else part
    return PROVISIONED if table and table.fields.get("settings.billing") == PROVISIONED else ON_DEMAND


def editor_of(parts: Parts, part: Part, name: str) -> Editor:
    """The editor of one field, by its name."""
    return _editor(ShownPart(parts, part), part, next(one for one in fields_of(part.kind) if one.name == name), "", "")


def _editor(shown: ShownPart, part: Part, field: EditorField, note: str, stores: str) -> Editor:
    value = shown.value(field.name)
    return Editor(
        part.id,
        field,
        field_id(part.id, field.name),
        _json(part.fields.get(field.name)),
        _json(value),
        node(field, _control_value(field, value)),
        note,
        in_words(field, _control_value(field, value)),
        stores if part.kind is PartKind.ENTITY and field.control in ("names", "lists") else "",
    )


def field_id(part: str, field: str) -> str:
    """The id of the element of one field's editor."""
    return f"field-{part}-{field.replace('.', '-')}"


def _control_value(field: EditorField, value: Json) -> Json:
    """A value in the spelling that its control shows, if the schema allows several."""
    if field.name in ("settings.traffic", "curve") and not isinstance(value, Mapping):
        return {"shape": value} if isinstance(value, str) else {"hours": value} if isinstance(value, list) else value
    if field.name == "alarms" and isinstance(value, bool):
        return "all" if value else None
    if field.name == "values" and isinstance(value, list):
        return {str(one): 1 / len(value) for one in value}
    return value


def node(field: EditorField, value: Json) -> EditorNode:
    """The control of a field with its value. A value that the control cannot represent is shown as JSON."""
    if value is not None and not _fits(field, value):
        return EditorNode(replace(field, control="json"), text=_pretty(value))
    match field.control:
        case "object":
            return _object(field, value or {})
        case "rows" | "key_schema":
            rows = tuple(_object(field, one) for one in value or ())
            return EditorNode(field, nodes=rows, blank=_object(field, {}))
        case "lists":
            return EditorNode(field, nodes=tuple(map(_names(field), value or ())), blank=_names(field)(()))
        case "map":
            return EditorNode(
                field, nodes=tuple(_pair(field, *one) for one in _ordered(value or {})), blank=_pair(field)
            )
        case "pair":
            ends = value or (None, None)
            return EditorNode(field, nodes=tuple(node(one, end) for one, end in zip(field.members, ends, strict=True)))
        case "names":
            return EditorNode(field, texts=(value,) if isinstance(value, str) else tuple(value or ()))
        case "format":
            return _format(field, value or "")
        case "choice" if value is None and field.choices[0][0]:
            # The first choice is the default.
            return EditorNode(field, text=str(field.choices[0][0]))
        case "switch":
            return EditorNode(field, is_on=field.starts_on if value is None else bool(value))
    return EditorNode(field, text=_text(field, value))


def _ordered(value: Mapping[str, Json]) -> list[tuple[str, Json]]:
    """Order of a mapping: the greatest share first, else by name."""
    return sorted(value.items(), key=lambda one: (-one[1] if _is_number(one[1]) else 0, one[0]))


def _fits(field: EditorField, value: Json) -> bool:
    match field.control:
        case "object" | "map":
            return isinstance(value, Mapping)
        case "rows" | "key_schema":
            return isinstance(value, list) and all(isinstance(one, Mapping) for one in value)
        case "lists":
            return isinstance(value, list) and all(isinstance(one, list) for one in value)
        case "names":
            return isinstance(value, str) or (isinstance(value, list) and all(isinstance(one, str) for one in value))
        case "pair":
            return isinstance(value, list) and len(value) == len(field.members)
        case "numbers":
            return isinstance(value, list) and all(_is_number(one) for one in value)
        case "number" | "percent":
            return _is_number(value)
        case "switch":
            return isinstance(value, bool)
        case "json":
            return True
    return isinstance(value, str)


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _object(field: EditorField, value: Mapping[str, Json]) -> EditorNode:
    known = {one.name for one in field.members}
    rest = {name: held for name, held in value.items() if name not in known}
    nodes = tuple(node(one, _control_value(one, value.get(one.name))) for one in field.members)
    return EditorNode(field, nodes=nodes, rest=_json(rest) if rest else "")


_SHARD: Final = re.compile(r"shard\((\d{1,5})\)")
_FORMATS: Final = (
    ("", "Not specified"),
    *sorted(((one.name, one.label) for one in FORMATS.values()), key=lambda choice: choice[1].casefold()),
    ("shard", "Random shard (stored)"),
)


def _format(field: EditorField, value: str) -> EditorNode:
    found = _SHARD.fullmatch(value)
    shards = int(found[1]) if found else 0
    return EditorNode(replace(field, choices=_FORMATS), text="shard" if shards else value, shards=shards)


def _names(field: EditorField) -> Any:
    return lambda value: node(field.members[0], list(value))


def _pair(field: EditorField, name: str = "", value: Json = None) -> EditorNode:
    """A row of a mapping: its name and its value."""
    return EditorNode(field, nodes=(node(field.members[0], name), node(field.members[1], value)))


def _text(field: EditorField, value: Json) -> str:
    if value is None:
        return ""
    match field.control:
        case "json":
            return _pretty(value)
        case "percent":
            return _number(round(value * 100, 10))
        case "number":
            return _number(value)
        case "numbers":
            return ", ".join(str(int(one)) if float(one).is_integer() else repr(one) for one in value)
    return str(value)


def _number(value: float) -> str:
    if not float(value).is_integer() or abs(value) >= 1e15:
        return repr(value)
    # In its usual spelling; the control reads either.
    return f"{int(value):,}" if abs(value) >= GROUPED_FROM else str(int(value))


def _pretty(value: Json) -> str:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return str(value)
    return json.dumps(value, indent=2, ensure_ascii=False)


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
