"""The changes of a fix as text, shown before it is applied."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from designer.page.scene import Scene
from modeler.core.design.parts import PartKind
from modeler.core.edits.shown_fields import shown_value

WORD_MAX: Final = 240


@dataclass(frozen=True, slots=True)
class ChangeWords:
    """One edit of a fix: the changed field, and the value before and after ('' if there is none)."""

    what: str
    before: str = ""
    after: str = ""


def fix_words(scene: Scene, edits: Iterable[Mapping[str, Any]]) -> list[ChangeWords]:
    """Each edit of a fix as text, with the current value in the design."""
    return [_edit_words(scene, edit) for edit in edits]


def _edit_words(scene: Scene, edit: Mapping[str, Any]) -> ChangeWords:
    if "put" in edit:
        return _put(scene, edit["put"], edit["field"], edit["value"])
    if "add" in edit:
        fields = edit["fields"]
        named = fields.get("name") or fields.get("code") or ""
        one = _ONE_OF.get(edit["add"], "part")
        return ChangeWords(
            f"New {one} {named}".rstrip() + f" in {called(scene, edit['to'])}", after=_value_text(fields)
        )
    return ChangeWords(f"Remove {called(scene, edit['remove'])}")


_ONE_OF: Final[Mapping[str, str]] = {
    "tables": "table",
    "indexes": "index",
    "entities": "entity",
    "attributes": "attribute",
    "overloads": "keys",
    "items": "sample item",
    "access_patterns": "access pattern",
    "steps": "step",
}


def _put(scene: Scene, part_id: str, field: str, value: Any) -> ChangeWords:
    part = scene.parts.get(part_id)
    # The step of a pattern is not a separate part: its pattern contains it.
    before = shown_value(scene.parts, part, field) if part is not None else None
    return ChangeWords(f"{_field(field)} of {called(scene, part_id)}", _value_text(before), _value_text(value))


def _field(field: str) -> str:
    mapping, dot, member = field.partition(".")
    if not dot:
        return field.replace("_", " ")
    return member if mapping in ("keys", "key") else f"{mapping.rstrip('s')} {member.replace('_', ' ')}"


def called(scene: Scene, part_id: str) -> str:
    """The usual name of a part: `Order`, `GSI1`, `A7`; `the keys of Order in GSI1` for an overload."""
    part = scene.parts.get(part_id)
    if part is None:
        return "the step" if part_id else "the design"
    if part.kind is PartKind.DESIGN:
        return "the design"
    if part.kind is PartKind.PATTERN:
        return str(part.fields.get("code") or part.name or "an unnamed pattern")
    if part.kind is PartKind.OVERLOAD:
        index = scene.parts.get(str(part.fields.get("index") or ""))
        return f"the keys of {called(scene, part.parent)} in {index.name if index else 'the table'}"
    if part.kind is PartKind.ATTRIBUTE:
        return f"{called(scene, part.parent)}.{part.name}"
    return part.name or f"an unnamed {part.kind}"


def _value_text(value: Any) -> str:
    if value is None or value == "":
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= WORD_MAX else f"{text[: WORD_MAX - 1]}…"
