"""Calls that no key of the candidates serves: why, and the nearest that can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from modeler.core.synthesis.calls import Call, changed_attributes


@dataclass(frozen=True)
class Unmet:
    """A call that no key of the candidates serves, why, and the nearest that could be done."""

    call: Call
    reason: str
    nearest: str = ""


def without_key(call: Call) -> Unmet:
    """A write that does not give the identity of what it changes."""
    entity = call.entities[0]
    missing = ", ".join(name for name in entity.identity if name not in call.given)
    reason = f"{call.label} changes an item of {entity.name} without {missing}, which identifies it"
    return Unmet(call, reason, f"give {missing}, or read the item first and change it by its key")


def unserved(call: Call, together: Sequence[Call] = ()) -> Unmet:
    """A call that nothing serves. `together` are those whose keys are chosen together with its own."""
    if not call.entities:
        return Unmet(call, f"{call.label} names no entity", "name the entities that it reads or writes")
    names = " and ".join(one.name for one in call.entities)
    if call.wanted.problem:
        return Unmet(call, f"{call.label}: {call.wanted.problem}", "correct the filter")
    if call.asked.consistent:
        return _inconsistent(call, names, together)
    given = ", ".join(sorted(call.given))
    if not given:
        return Unmet(
            call, f"{call.label} gives no value by which {names} could be found", "give a value, or use a Scan"
        )
    return Unmet(call, f"no key finds {names} by {given} as {call.label} requests", "relax its range or its order")


def _inconsistent(call: Call, names: str, together: Sequence[Call]) -> Unmet:
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
        return Unmet(call, reason, f"find the keys in an index, then read each item strongly consistent, or {nearest}")
    reason = f"{call.label} is strongly consistent, and no key of the table collects {names} as it needs"
    return Unmet(call, reason, nearest)
