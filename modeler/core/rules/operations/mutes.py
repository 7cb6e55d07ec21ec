"""Mutes without effect: their place no longer exists, or they have no reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from modeler.core.design.model import Design, Mute
from modeler.core.design.mutes import place_finder
from modeler.core.design.parts import ROOT
from modeler.core.documents.reading import mute_document
from modeler.core.fixes import Fix, put
from modeler.core.rules.support.context import RuleContext
from modeler.core.rules.support.rule import ADVICE, Scope, Spot, rule


@rule(
    "settings.mute_without_place",
    ADVICE,
    Scope.DESIGN,
    title="Muted place no longer exists",
    why="It hides nothing now, and would hide findings of whatever is created there later",
    fix="Remove the mute",
    sources="docs/glossary.md#words",
    fixes=True,
)
def mute_without_place(context: RuleContext) -> Iterator[Spot]:
    is_there = place_finder(context.design) if context.design.mutes else None
    for mute in context.design.mutes:
        if is_there and not is_there(mute):
            where = mute.path or f"the part {mute.part}"
            message = f"{mute.rule} is muted at {where}, which is no longer in the design"
            yield Spot(message, _path(mute), ROOT, "mutes", fixes=_without(context.design, mute))


@rule(
    "settings.mute_without_reason",
    ADVICE,
    Scope.DESIGN,
    title="Mute without a reason",
    why="Later readers cannot judge whether it still holds, so the mute is not applied",
    fix="Give the reason for the mute, or remove it",
    sources="docs/glossary.md#words",
    fixes=True,
)
def mute_without_reason(context: RuleContext) -> Iterator[Spot]:
    for mute in context.design.mutes:
        if not mute.reason.strip():
            message = f"The mute of {mute.rule} at {mute.path or mute.part} has no reason, so it is not applied"
            yield Spot(message, _path(mute), ROOT, "mutes", fixes=_without(context.design, mute))


def _path(mute: Mute) -> str:
    return f"mutes.{mute.rule} at {mute.path or mute.part}"


def _without(design: Design, mute: Mute) -> tuple[Fix, ...]:
    kept: list[Any] = [mute_document(one) for one in design.mutes if one != mute]
    return put("Remove the mute", ROOT, "mutes", kept or None)


RULES = (mute_without_place, mute_without_reason)
