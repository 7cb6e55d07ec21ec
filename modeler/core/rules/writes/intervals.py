"""Bookings that overlap: a key rejects an equal start, not a start within another booking.

facts/choices#write-guard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import Operation
from modeler.core.expressions.nodes import Function
from modeler.core.rules.operations.ttl import is_called
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import base_keys
from modeler.core.rules.support.write_targets import names_in_terms, written_by

_START: Final = re.compile(r"(?i)(starts?|begins?|from|check_?in|arrival|pick_?up|valid_?from)(_?(at|on|date|time))?$")
_END: Final = re.compile(
    r"(?i)(ends?|until|till|to|check_?out|departure|returns?|drop_?off|valid_?to)(_?(at|on|date|time))?$"
)
_EXCLUSIVE: Final = frozenset({"booking", "reservation", "appointment"})


@rule(
    "write.overlap_accepted",
    WARNING,
    Scope.NEIGHBOURS,
    title="Overlapping bookings are accepted",
    why="The condition rejects only a booking with the same key: one that starts within another one has its own key",
    fix="Put an item for each slot of time in one transaction, or require a version of the item that is booked",
    sources="facts/choices#write-guard, facts/expressions#conditions",
    operations={Operation.PUT},
)
def overlap_accepted(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    terms = [term for term, _ in names_in_terms(pattern)]
    creates = all(isinstance(term, Function) and term.name == "attribute_not_exists" for term in terms)
    if call.in_transaction or not terms or not creates:
        return
    declared = (pattern.facts.invariant or call.top.facts.invariant).strip()
    for entity in written_by(context, call):
        ends = _interval(entity)
        if ends is None or not (declared or is_called(entity, _EXCLUSIVE)) or not _is_of_one(entity, ends):
            continue
        start, end = (one.name for one in ends)
        message = (
            f"{call.label} accepts a {entity.name} whose {start} is before the {end} of another: "
            f"its condition compares keys only"
        )
        severity = None if declared else ADVICE
        field = "condition" if pattern.condition.strip() else "if"
        yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"entity": entity.id}, severity)
        return


def _interval(entity: Entity) -> tuple[Attribute, Attribute] | None:
    """The attributes from when and until when, if each item has both."""
    times = [one for one in entity.attributes if meaning_of(one) is Meaning.TIME and one.optional >= 1]
    starts, ends = ([one for one in times if form.search(one.name)] for form in (_START, _END))
    return (starts[0], ends[0]) if len(starts) == 1 and len(ends) == 1 and starts != ends else None


def _is_of_one(entity: Entity, ends: tuple[Attribute, Attribute]) -> bool:
    """Return whether the item's key is something booked, then the start, so that the key seems to keep it free."""
    names = {name for template in base_keys(entity).values() for name in template.attributes}
    start, end = (one.name for one in ends)
    return start in names and end not in names and len(names) > 1


RULES = (overlap_accepted,)
