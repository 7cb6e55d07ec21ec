"""Reads of several entities that no collection of the table has together: a Query of each entity."""

from __future__ import annotations

from dataclasses import replace

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.derived.changing_together import Derived


def separated(design: Design, call: PlacedCall) -> Derived | None:
    """The design with a Query of each entity in place of a read of all of them; None if the read needs more than what
    every entity has: an order or a limit of all items, a filter, or one request.
    """
    asked, intent = call.asked, call.asked.facts.intent
    of = design.entities_of(asked)
    whole = asked.limit is None and not asked.filter.strip() and not intent.order_by and not intent.range
    if call.place or len(of) < 2 or not call.is_read or not whole or intent.one_request or intent.returns:
        return None
    if not call.given or any(entity.attribute(name) is None for entity in of for name in call.given):
        return None
    steps = tuple(_step(asked, entity, number) for number, entity in enumerate(of, 1))
    top = replace(call.top, operation=Operation.STEPS, steps=steps, index=None, key=(), projection=(), fan_out=1)
    top = replace(top, items_returned=None, extra={key: one for key, one in top.extra.items() if key != "intent"})
    names = ", ".join(entity.name for entity in of)
    note = (
        f"{call.label} reads {names} in {len(of)} requests: no key of the table collects them, because of the other "
        "patterns that read or write them"
    )
    patterns = tuple(top if one.id == call.top.id else one for one in design.patterns)
    return Derived(replace(design, patterns=patterns), note)


def _step(asked: AccessPattern, entity: Entity, number: int) -> AccessPattern:
    """The Query of one entity. By its identity it finds one item."""
    is_one = bool(entity.identity) and set(entity.identity) <= set(asked.facts.intent.given)
    return replace(
        asked,
        id=part_id(asked.id, "step", f"entity {number}"),
        code="",
        name="",
        description="",
        operation=Operation.GET if is_one else Operation.QUERY,
        entities=(entity.name,),
        items_returned=1 if is_one else None,
        per_second=None,
        extra={key: one for key, one in asked.extra.items() if key in {"intent", "fresh"}},
    )
