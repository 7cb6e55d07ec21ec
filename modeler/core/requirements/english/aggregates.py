"""Counts, sums and averages: what a read computes, for which groups and periods."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.groups import Group, group_at
from modeler.core.requirements.english.lexicon import TRAITS, UNIT_NAMES, UNITS
from modeler.core.requirements.english.objects import about, subject
from modeler.core.requirements.english.rules import Rule, apply_rules, places
from modeler.core.requirements.morphology import singular
from modeler.core.requirements.slots import Act, Aggregate, Choice, Question, Returned

_KINDS: Final = {
    "average": Aggregate.AVERAGE, "mean": Aggregate.AVERAGE, "sum": Aggregate.SUM, "total": Aggregate.SUM,
    "maximum": Aggregate.MAXIMUM, "minimum": Aggregate.MINIMUM, "max": Aggregate.MAXIMUM, "min": Aggregate.MINIMUM,
    "peak": Aggregate.MAXIMUM,
}  # fmt: skip


def aggregate(draft: Draft, at: int) -> int | None:
    """Read an aggregate that begins the request ("count of", "how many", "average temperature"); return where it
    ended.
    """

    start = at + 1 if draft.low(at) in {"the", "a"} else at
    end = apply_rules(draft, start, _OPENINGS)
    if end is None:
        return None
    draft.read(range(at, start))
    returned = draft.value("returned")
    draft.fill("operation", Act.LIST)
    if returned is not None and returned.what is Aggregate.COUNT:
        return subject(draft, end, is_counted=True) or end
    if draft.low(end) in {"of", "for"} and not draft.value("entities"):
        owner = group_at(draft.tokens, end + 1)
        if owner is not None and owner.is_plural and not owner.is_trait:
            draft.read(range(end, end + 1), "returned")
            return about(draft, owner, is_counted=True)
    if not draft.value("entities"):
        draft.ask("entities", Question("From the items of which entity is this computed?"))
    return end


def _count(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    draft.fill("returned", Returned(Aggregate.COUNT), places(at, end))
    return True


def _computed(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "average temperature", "sum of order totals": the attribute, and the entity where a compound names it."""
    group = caught[-1]
    what = _KINDS[draft.low(at)]
    words = group.words if group.is_exact else (*group.words[:-1], singular(group.words[-1]))
    if group.states or group.count is not None:
        return False
    if len(words) > 1 and words[-1] in TRAITS and group.is_plural:
        draft.fill("entities", draft.entity(words[:-1]), places(at, end))
        draft.fill("returned", Returned(what, (draft.attribute(words[-1:]),)), places(at, end))
        return True
    if group.is_plural and words[-1] not in TRAITS and not group.is_exact:
        if draft.low(at + 1) == "of":
            draft.fill("entities", draft.entity(words), places(group.noun, end))
        draft.ask("returned", Question(f"{draft.low(at)}: of which attribute?"), places(at, end))
        return True
    draft.fill("returned", Returned(what, (draft.attribute(words),)), places(at, end))
    return True


def is_computed(draft: Draft) -> bool:
    """Return whether the row computes something."""
    returned = draft.value("returned")
    return returned is not None and returned.what not in {Aggregate.ALL, Aggregate.ATTRIBUTES, Aggregate.EXISTS}


_CREATED: Final = {"attribute": "createdAt", "comparison": "="}


def _per_unit(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "per day": the period of an aggregate; without one it is asked whether a count is meant."""
    period = UNIT_NAMES[caught[0]]
    returned = draft.value("returned")
    if is_computed(draft) and not returned.period:
        draft.fill("returned", Returned(returned.what, returned.attributes, returned.group, period), places(at, end))
        return True
    if draft.value("entities") and not draft.has("returned"):
        name = draft.value("entities")[0]
        choices = (
            Choice(f"the number of {name} items of each {period}", {"returned": {"what": "count", "period": period}}),
            Choice(f"the {name} items of one {period}", {"range": [{**_CREATED, "values": [f"a {period}"]}]}),
        )
        if draft.value("operation") is Act.GET:
            draft.fill("operation", Act.LIST)
        draft.ask("returned", Question(f"per {period}: a count, or the items themselves?", choices), places(at, end))
        return True
    return False


def _per_group(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "per site": the group of an aggregate."""
    group: Group = caught[0]
    returned = draft.value("returned")
    if not is_computed(draft) or group.states or group.words[-1] in UNITS:
        return False
    name = draft.attribute(group.words) if group.is_trait else draft.reference(draft.entity(group.words)).attribute
    made = Returned(returned.what, returned.attributes, (*returned.group, name), returned.period)
    draft.fill("returned", made, places(at, end))
    return True


def _grouped(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "grouped by status": of an aggregate its group; without one it is asked what each group shows."""
    if _per_group(draft, at, end, caught):
        return True
    said = " ".join(caught[0].words)
    draft.ask("returned", Question(f"for each {said}: the items, or a count?"), places(at, end))
    return True


_OPENINGS: Final = (
    Rule("total? number|count of", _count),
    Rule("number|count of", _count),
    Rule("how many", _count),
    Rule("average|mean|total|sum|maximum|minimum|max|min|peak of? the? BARE", _computed),
    Rule("sum|average|total of the BARE", _computed),
)
RULES: Final = (
    Rule("per|by|each|a|every UNIT", _per_unit),
    Rule("grouped by GROUP", _grouped),
    Rule("per|by|in|on|for each|every? BARE", _per_group),
)
"""Rules for what follows an aggregate. They come before those of relations."""


def grouped(draft: Draft, at: int) -> int | None:
    """Apply the rules for groups and periods; only "per" and "each" group."""

    if draft.low(at) in {"per", "grouped"} or draft.low(at + 1) in {"each", "every"}:
        return apply_rules(draft, at, RULES)
    return None
