"""Calls that no key of the candidates serves: why, and the nearest that can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.decisions.indexes import IndexNeed, index_kind
from modeler.core.design.tables import IndexKind
from modeler.core.limits import GIB
from modeler.core.phrases import and_list
from modeler.core.servings.wanted import Equal, WantedRange
from modeler.core.synthesis.calls import PlacedCall, changed_attributes
from modeler.core.synthesis.pages import PAGES_MAX
from modeler.core.synthesis.words import is_orderable

SHOWN_GB: Final = 0.01
"""A smaller collection is not shown in GB."""


@dataclass(frozen=True)
class Unmet:
    """A call that no key of the candidates serves, why, and the nearest that could be done."""

    call: PlacedCall
    reason: str
    nearest: str = ""


def without_key(call: PlacedCall) -> Unmet:
    """A write that does not give the identity of what it changes."""
    entity = call.entities[0]
    missing = ", ".join(name for name in entity.identity if name not in call.given)
    reason = f"{call.label} changes an item of {entity.name} without {missing}, which identifies it"
    return Unmet(call, reason, f"give {missing}, or read the item first and change it by its key")


def unserved(
    call: PlacedCall, together: Sequence[PlacedCall] = (), *, item_bytes: float = 0.0, live: bool = False
) -> Unmet:
    """A call that nothing serves. `together` are those whose keys are chosen together with its own; `item_bytes` is the
    size of an item that it reads; `live`: the table exists.
    """
    if not call.entities:
        return Unmet(call, f"{call.label} names no entity", "name the entities that it reads or writes")
    names = " and ".join(one.name for one in call.entities)
    if call.wanted.problem:
        return Unmet(call, f"{call.label}: {call.wanted.problem}", "correct the filter")
    if call.asked.consistent:
        return _inconsistent(call, names, together, item_bytes, live=live)
    given = ", ".join(sorted(call.given))
    if not given:
        return Unmet(
            call, f"{call.label} gives no value by which {names} could be found", "give a value, or use a Scan"
        )
    if unsure := _unsure(call):
        reason = (
            f"{call.label} leaves {unsure} to a filter, and the {names} items that it examines are more than "
            f"{PAGES_MAX} pages of 1 MB, or their number is unknown"
        )
        return Unmet(
            call, reason, f"declare the share of each value of {unsure}, or give a value that selects fewer items"
        )
    if loose := _not_everywhere(call):
        reason = (
            f"{call.label} sorts {names} by {and_list(loose)}, which not every item has: an index that sorts by it "
            "leaves those items out"
        )
        exists = " AND ".join(f"attribute_exists({name})" for name in loose)
        return Unmet(
            call, reason, f"add {exists} to its filter if it need not return them, or declare that every item has it"
        )
    if lacking := _lacking(call):
        reason = f"no key finds {names} by {given} as {call.label} requests: {lacking}"
        return Unmet(call, reason, "add the relation between them, or read them with separate access patterns")
    return Unmet(call, f"no key finds {names} by {given} as {call.label} requests", "relax its range or its order")


def _lacking(call: PlacedCall) -> str:
    """Which of several entities do not have what the call gives."""
    without = [(one.name, sorted(name for name in call.given if one.attribute(name) is None)) for one in call.entities]
    lacks = [f"{entity} has no {' and no '.join(names)}" for entity, names in without if names]
    return and_list(lacks) if len(call.entities) > 1 else ""


def _not_everywhere(call: PlacedCall) -> list[str]:
    """The attributes of the order that not every requested item has."""
    return [
        name
        for name in call.wanted.order
        if name not in call.wanted.present
        and any((held := one.attribute(name)) is not None and held.optional < 1 for one in call.entities)
    ]


def _unsure(call: PlacedCall) -> str:
    """The attributes that only a filter can compare, and of whose values no shares are known."""
    if len(call.entities) != 1:
        return ""
    entity, names = call.entities[0], []
    for term in call.wanted.terms:
        attribute = entity.attribute(term.attribute) if isinstance(term, Equal) else None
        if attribute is not None and not is_orderable(attribute) and not attribute.values:
            names.append(attribute.name)
    ranges = [term.attribute for term in call.wanted.terms if isinstance(term, WantedRange)]
    return " and ".join(dict.fromkeys((*names, *ranges[1:])))


def _inconsistent(
    call: PlacedCall, names: str, together: Sequence[PlacedCall], item_bytes: float, *, live: bool
) -> Unmet:
    """A strongly consistent read, which only the table itself or an LSI serves. facts/limits#indexes."""
    nearest = "read it eventually consistent from an index"
    if not call.given:
        reason = (
            f"{call.label} is strongly consistent and gives no value: the items of {names} are in many partitions, and "
            "no read is consistent across partitions"
        )
        return Unmet(call, reason, f"give a value that is the same for all items that it returns, or {nearest}")
    mine = {one.id for one in call.entities}
    of = [one for one in together if one is not call and mine & {each.id for each in one.entities}]
    changed = sorted(call.given & changed_attributes(call.entities[0], tuple(of)))
    if changed:
        reason = (
            f"{call.label} is strongly consistent, so only the table's own key can serve it, and a write changes "
            f"{' and '.join(changed)}: a key of the table cannot change"
        )
        return Unmet(call, reason, nearest)
    others = [one for one in of if one.is_read and one.asked.consistent]
    if others:
        labels = ", ".join(dict.fromkeys(one.label for one in others))
        reason = (
            f"{call.label} is strongly consistent, so only the table's own key can serve it, and {labels} needs a "
            f"different one for {names}"
        )
        return Unmet(call, reason, _in_another_order(call, others, item_bytes, nearest, live=live))
    if (made := _without_values(call, of, nearest)) is not None:
        return made
    reason = f"{call.label} is strongly consistent, and no key of the table collects {names} as it needs"
    return Unmet(call, reason, nearest)


def _without_values(call: PlacedCall, of: Sequence[PlacedCall], nearest: str) -> Unmet | None:
    """A strongly consistent read whose key some write of the same items does not know."""
    needed = {
        *call.given,
        *call.wanted.order,
        *(one.attribute for one in call.wanted.terms if isinstance(one, WantedRange)),
    }
    blind = [one for one in of if one.is_change and not needed <= one.given]
    if not blind:
        return None
    labels = " and ".join(dict.fromkeys(one.label for one in blind))
    missing = and_list(sorted(set().union(*(needed - one.given for one in blind))))
    does = "changes" if len({one.label for one in blind}) == 1 else "change"
    reason = (
        f"{call.label} is strongly consistent, so only the table's own key can serve it, and {labels} {does} an "
        f"item without {missing}, which would be in that key"
    )
    return Unmet(call, reason, f"give {missing} to {labels}, or {nearest}")


def _in_another_order(
    call: PlacedCall, others: Sequence[PlacedCall], item_bytes: float, nearest: str, *, live: bool
) -> str:
    """What serves a strongly consistent read beside others: an LSI, if it is sure that one can.
    facts/choices#index-kind.
    """
    entity = call.entities[0]
    most = entity.per_parent.maximum if entity.per_parent is not None and not entity.growth else None
    size = most * item_bytes / GIB if most is not None and item_bytes else None
    same = any(call.given == other.given for other in others) and len(call.entities) == 1
    made = index_kind(IndexNeed(same, strong=True, live=live, collection_gb=size))
    if made.kind is IndexKind.LSI and size is not None:
        shown = f"at most {size:.2g} GB" if size >= SHOWN_GB else f"less than {SHOWN_GB} GB"
        by = " and ".join(call.wanted.order) or "what it selects by"
        return (
            f"create the table with a local secondary index that sorts {entity.name} by {by}: a collection has "
            f"{shown} of them; every collection of the table must stay under 10 GB then"
        )
    return f"find the keys in an index, then read each item strongly consistent, or {nearest}"
