"""Labels of the places of a design that comments refer to: a part, one of its fields, or a finding there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from modeler.core.design.parts import ROOT, Part, PartKind
from modeler.core.documents.part_words import keys_owner, kind_in_words, relation_name
from modeler.core.errors import Invalid

FIELD: Final = re.compile(r"[A-Za-z0-9_.@:-]{0,300}")
LABEL_MAX: Final = 300
FINDING: Final = "finding"
STEP: Final = "plan.step"
"""The `rule` of a place that is a step of a branch's migration plan; its path is the fingerprint of the step."""


@dataclass(frozen=True, slots=True)
class CommentedSpot:
    """A place that comments refer to: a part by its id (the design itself is ROOT), one of its fields, and, for a
    finding, its rule and its path. A step of a plan is a place of the design itself.
    """

    part: str = ROOT
    field: str = ""
    rule: str = ""
    path: str = ""

    @property
    def is_step(self) -> bool:
        """Is it a step of a branch's migration plan?"""
        return self.rule == STEP

    def refuse_odd(self) -> None:
        """Raises Invalid if this is not a place."""
        if not FIELD.fullmatch(self.field):
            raise Invalid("a field name contains letters, digits and . _ @ : -", path="field")
        if (
            len(self.part) > 64
            or len(self.rule) > 80
            or len(self.path) > 400
            or not (self.rule + self.path).isprintable()
        ):
            raise Invalid("this is not a place in a design", path="part")
        if self.is_step and (self.part, self.field) != (ROOT, ""):
            raise Invalid("a step of a plan is a place of the design itself", path="part")


def spot_kind(spot: CommentedSpot, parts: Mapping[str, Part]) -> str:
    """The kind of the place, as a person reads it."""
    if spot.is_step:
        return "step of the plan"
    if spot.rule:
        return FINDING
    part = parts.get(spot.part)
    if part is None:
        return "part"
    return "key" if part.kind is PartKind.OVERLOAD else kind_in_words(part)


def is_there(spot: CommentedSpot, parts: Mapping[str, Part]) -> bool:
    """Is a place still part of the design?"""
    part = parts.get(spot.part)
    return part is not None and not part.is_removed


def spot_label(spot: CommentedSpot, parts: Mapping[str, Part]) -> str:
    """The label of a place, or its last label if its part was removed; '' if unknown, and for a step of a plan."""
    part = parts.get(spot.part)
    if part is None or spot.is_step:
        return ""
    if spot.rule:
        return f"{spot.rule}, {spot.path}"[:LABEL_MAX]
    return _field(spot, part, _named(part, parts), parts)[:LABEL_MAX]


def _field(spot: CommentedSpot, part: Part, name: str, parts: Mapping[str, Part]) -> str:
    if not spot.field or spot.field == "name":
        return name
    if spot.field == "when" and part.kind is PartKind.OVERLOAD:
        return f"{name}, when"
    field = spot.field.rpartition(".")[2]
    if field.startswith("@"):
        field = parts[field[1:]].name if field[1:] in parts else "a value"
    return f"{name}, {field.replace('_', ' ')}"


def _named(part: Part, parts: Mapping[str, Part]) -> str:
    above = parts.get(part.parent)
    match part.kind:
        case PartKind.DESIGN:
            return "the design"
        case PartKind.OVERLOAD:
            return keys_owner(part, parts)
        case PartKind.ATTRIBUTE:
            return f"{above.name}, {part.name}" if above else part.name
        case PartKind.ITEM:
            return _item(part, above)
        case PartKind.RELATION:
            return relation_name(part, parts)
        case PartKind.PATTERN:
            return " ".join(filter(None, (str(part.fields.get("code") or ""), part.name))) or "an access pattern"
    return part.name or kind_in_words(part)


def _item(part: Part, above: Part | None) -> str:
    """A sample item by its entity's identity, else by its first value."""
    identity = [str(one) for one in (above.fields.get("identity") or ())] if above else []
    values = [part.fields.get(f"values.{one}") for one in identity]
    told = next((str(value) for value in values if value is not None), "")
    told = told or next((str(v) for k, v in sorted(part.fields.items()) if k.startswith("values.")), "")
    kind = above.name if above is not None and above.kind is PartKind.ENTITY else "unassigned"
    return f"{kind} item {told[:60]}".rstrip()
