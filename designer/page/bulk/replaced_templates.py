"""A text replaced in the key templates and conditions of a whole design: each place before and after."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from designer.page.scene import Scene
from modeler.core.design.parts import Json, Part, PartKind, Parts, children
from modeler.core.documents.parts_codec import ShownFields
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.parse import parse_condition
from modeler.core.keys.templates import parse

MAPPINGS: Final = {PartKind.OVERLOAD: "keys", PartKind.PATTERN: "key"}
TEXTS: Final = {PartKind.OVERLOAD: ("when",), PartKind.PATTERN: ("filter", "if")}
FOUND_MAX: Final = 500


@dataclass(frozen=True, slots=True)
class ReplacedText:
    """One place: its edit as JSON for the page, its texts, and what is wrong with the new one."""

    where: str
    edit: str
    before: str
    after: str
    problem: str


def replaced_templates(scene: Scene, find: str, put: str) -> tuple[list[ReplacedText], int]:
    """The places whose text contains `find`, with `put` instead, FOUND_MAX at most, and their number."""
    if not find:
        return [], 0
    all_ = list(_places(scene, find, put))
    return all_[:FOUND_MAX], len(all_)


def _places(scene: Scene, find: str, put: str) -> Iterator[ReplacedText]:
    showing = ShownFields.of(scene.parts)
    for part in _in_order(scene):
        shown = showing.fields(part)
        mapping = MAPPINGS[part.kind]
        inner = shown.get(mapping)
        texts: dict[str, Json] = {f"{mapping}.{name}": one for name, one in dict(inner or {}).items()}
        texts |= {name: shown[name] for name in TEXTS[part.kind] if shown.get(name)}
        for field, text in texts.items():
            after = _replaced(text, find, put)
            if after != text:
                edit = {"put": part.id, "field": field, "value": after, "base": part.fields.get(field), "shown": text}
                yield ReplacedText(
                    where=_where(scene.parts, part, field),
                    edit=json.dumps(edit, ensure_ascii=False),
                    before=_said(text),
                    after=_said(after),
                    problem=_problem(scene.parts, part, field, after),
                )


def _in_order(scene: Scene) -> list[Part]:
    """Overloads in the order of the key sheet, then access patterns."""
    order = {entity.id: n for n, (_, entity) in enumerate(scene.design.entities())}
    overloads = [part for part in scene.parts.values() if part.kind is PartKind.OVERLOAD and part.parent in order]
    patterns = {pattern.id: n for n, pattern in enumerate(scene.design.patterns)}
    living = [part for part in overloads if not part.is_removed]
    living.sort(key=lambda part: (order[part.parent], str(part.fields.get("index") or ""), part.position))
    return [*living, *sorted((scene.parts[one] for one in patterns), key=lambda part: patterns[part.id])]


def _replaced(text: Json, find: str, put: str) -> Json:
    """A template or a condition with its operands."""
    if isinstance(text, str):
        return text.replace(find, put)
    if isinstance(text, list):
        return [_replaced(one, find, put) for one in text]
    if isinstance(text, dict):
        return {name: _replaced(one, find, put) for name, one in text.items()}
    return text


def _said(text: Json) -> str:
    if isinstance(text, dict) and len(text) == 1:
        [(operator, operand)] = text.items()
        operands = operand if isinstance(operand, list) else [operand]
        return f"{operator} {' and '.join(map(str, operands))}"
    return text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)


def _where(parts: Parts, part: Part, field: str) -> str:
    _, _, key = field.partition(".")
    if part.kind is PartKind.PATTERN:
        return " ".join(filter(None, (str(part.fields.get("code") or part.name), key or field)))
    index = parts.get(str(part.fields.get("index") or ""))
    return " ".join(filter(None, (parts[part.parent].name, key or f"{index.name if index else 'table'} when")))


def _problem(parts: Parts, part: Part, field: str, after: Json) -> str:
    """Why the new text cannot be used: a sentence, or ''."""
    if not isinstance(after, str):
        return ""
    if "." not in field:
        try:
            if after.strip():
                parse_condition(after)
        except ExpressionInvalid as error:
            return str(error)
        return ""
    template = parse(after)
    if template.problem or part.kind is PartKind.PATTERN:
        return template.problem
    own = {one.name for one in children(parts, part.parent, PartKind.ATTRIBUTE)}
    unknown = [name for name in template.attributes if name not in own]
    return f"{parts[part.parent].name} has no attribute {', '.join(unknown)}" if unknown else ""
