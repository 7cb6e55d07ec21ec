"""Counts, sums and averages: what a read computes, for which groups and periods."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, apply_rules, places
from modeler.core.requirements.english.slots.objects import about
from modeler.core.requirements.english.slots.orders import is_aggregate
from modeler.core.requirements.english.slots.parts import computed
from modeler.core.requirements.english.slots.parts.computed import group_name
from modeler.core.requirements.english.slots.subjects import subject
from modeler.core.requirements.english.words.lexicon import DO, QUALITIES, TRAITS, UNIT_NAMES, UNITS, words_in
from modeler.core.requirements.english.words.measures import UNITS_OF_MEASURE
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.morphology import singular
from modeler.core.requirements.slots import ANY_TIME, Act, Aggregate, Choice, Question, Returned

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
    if sums(draft, end):
        draft.forget("returned")
        draft.ask("returned", Question("What is added up here, and for what?"), range(at, end))
        return end
    _group_first(draft)
    if draft.about is not None and draft.about.start >= end:
        return draft.about.end
    if returned is not None and returned.what is Aggregate.COUNT:
        return subject(draft, end, is_counted=True) or end
    if draft.low(end) in {"of", "for", "over", "across"} and not draft.value("entities"):
        owner = group_at(draft.tokens, end + 1)
        if owner is not None and owner.is_plural and not owner.is_trait:
            draft.read(range(end, end + 1), "returned")
            return about(draft, owner, is_counted=True)
    if not draft.value("entities"):
        draft.ask("entities", Question("From the items of which entity is this computed?"))
    return end


def sums(draft: Draft, at: int) -> bool:
    """Return whether "how many" asks for a sum: of tonnes, of hours, or of what each of several did."""
    group = group_at(draft.tokens, at) if draft.low(at - 1) == "many" else None
    if group is None:
        return False
    is_measured = len(group.words) == 1 and group.words[0] in UNITS_OF_MEASURE | {*UNITS, "tonnes", "tons"}
    return is_measured or (draft.low(group.end) in DO and draft.low(group.end + 1) in {"each", "every"})


def for_each(draft: Draft) -> int | None:
    """Read a group before the aggregate: "for each employee the number of hours"; return where it ended."""
    if draft.low(0) not in {"for", "per"} or (draft.low(0) == "for" and draft.low(1) not in {"each", "every"}):
        return None
    group = group_at(draft.tokens, 1)
    if group is None or group.states or group.owner is not None or group.words[-1] in UNITS:
        return None
    draft.each = group
    return group.end


def _group_first(draft: Draft) -> None:
    """Group the aggregate by what "for each" named."""
    group, returned = draft.each, draft.value("returned")
    if group is None or returned is None:
        return
    name = draft.attribute(group.words) if group.is_trait else draft.reference(draft.entity(group.words)).attribute
    made = Returned(returned.what, returned.attributes, (name,), returned.period)
    draft.fill("returned", made, places(0, group.end))


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
    if draft.low(at) == "total" and draft.low(at + 1) != "of" and _is_of_one(draft, group):
        return _total(draft, group, words, places(at, end))
    if len(words) > 1 and words[-1] in TRAITS and group.is_plural and words[-2] not in QUALITIES:
        draft.fill("entities", draft.entity(words[:-1]), places(at, end))
        draft.fill("returned", Returned(what, (draft.attribute(words[-1:]),)), places(at, end))
        return True
    if group.is_plural and words[-1] not in TRAITS and not group.is_exact:
        if draft.low(at + 1) == "of" and words[-1] not in UNITS:
            draft.fill("entities", draft.entity(words), places(group.noun, end))
        draft.ask("returned", Question(f"{draft.low(at)}: of which attribute?"), places(at, end))
        return True
    if (
        len(words) > 1
        and words[-1] in TRAITS
        and words[-2] not in _SIMPLE
        and not (group.is_exact or draft.low(group.end) == "of")
    ):
        return _compound(draft, what, words, places(at, end))
    draft.fill("returned", Returned(what, (draft.attribute(words),)), places(at, end))
    return True


def _is_of_one(draft: Draft, group: NounGroup) -> bool:
    owner = group_at(draft.tokens, group.end + 1) if draft.low(group.end) == "of" else None
    return group.is_trait and not group.is_plural and owner is not None and owner.is_one


def _total(draft: Draft, group: NounGroup, words: tuple[str, ...], at: range) -> bool:
    """Ask about "the total price of a cart": an attribute of it, or a sum."""
    whole, own = draft.attribute(("total", *words)), draft.attribute(words)
    choices = (
        Choice(f"an attribute {whole}", {"returned": {"what": "attributes", "attributes": [whole]}}),
        Choice(f"the sum of {own}", {"returned": {"what": "sum", "attributes": [own]}}),
    )
    draft.ask("returned", Question(f"total {' '.join(words)}: an attribute, or a sum?", choices), at)
    return True


def _compound(draft: Draft, what: Aggregate, words: tuple[str, ...], at: range) -> bool:
    """Ask about "average build duration": the duration of builds, or an attribute buildDuration."""
    held = draft.known_entity(words[:-1])
    if held is not None:
        draft.fill("entities", held.name, at)
        draft.fill("returned", Returned(what, (draft.attribute(words[-1:]),)), at)
        return True
    entity, own, whole = draft.entity(words[:-1]), draft.attribute(words[-1:]), draft.attribute(words)
    choices = (
        Choice(f"{own} of {entity} items", {"entities": [entity], "returned": {"what": what, "attributes": [own]}}),
        Choice(f"an attribute {whole}", {"returned": {"what": what, "attributes": [whole]}}),
    )
    draft.ask("returned", Question(f"{' '.join(words)}: of which items, and which attribute?", choices), at)
    return True


_SIMPLE: Final = QUALITIES | TRAITS
_CREATED: Final = {"attribute": ANY_TIME, "comparison": "="}


def _written_so_often(draft: Draft, at: int, end: int, seconds: float) -> bool:
    """ "write 5,000 events per second": the number right after the verb is a rate."""
    count = number_of(draft.tokens[1]) if at > 1 else None
    if count is None or draft.has("rate"):
        return False
    draft.fill("rate", count / seconds, places(at, end))
    return True


def _per_unit(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "per day": the period of an aggregate; without one, the question whether it means a count."""
    period = UNIT_NAMES[caught[0]]
    returned = draft.value("returned")
    if is_aggregate(draft) and not returned.period:
        draft.fill("returned", Returned(returned.what, returned.attributes, returned.group, period), places(at, end))
        return True
    act = draft.value("operation")
    if draft.verb or (act is not None and not act.is_read):
        return _written_so_often(draft, at, end, caught[0])
    about = draft.about
    if about is not None and about.end == at and [one.word for one in about.states] == ["new"] and about.is_plural:
        draft.fill("returned", Returned(Aggregate.COUNT, period=period), places(at, end))
        return True  # "new subscribers per week"
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
    group: NounGroup = caught[0]
    returned = draft.value("returned")
    if not is_aggregate(draft) or group.states or group.words[-1] in {*UNITS, "prefix", "range"}:
        return False
    names, period = [group_name(draft, group)], returned.period
    while draft.low(end) == "and" and not draft.used[end]:  # "by tower and hour"
        unit, further = draft.low(end + 1), group_at(draft.tokens, end + 1)
        if unit in UNITS and not period:
            period, end = UNIT_NAMES[UNITS[unit]], end + 2
        elif further is not None and not (further.determiner or further.states or further.is_plural):
            names.append(group_name(draft, further))
            end = further.end
        else:
            return False
    draft.fill(
        "returned",
        Returned(returned.what, returned.attributes, (*returned.group, *names), period),
        places(at, end),
    )
    return True


def _grouped(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "grouped by status": the group of an aggregate; without one, the question what each group shows."""
    if _per_group(draft, at, end, caught):
        return True
    said = " ".join(caught[0].words)
    draft.ask("returned", Question(f"for each {said}: the items, or a count?"), places(at, end))
    return True


_OPENINGS: Final = (
    *computed.RULES,
    Phrase("total? number|count of", _count),
    Phrase("number|count of", _count),
    Phrase("how many", _count),
    Phrase("average|mean|total|sum|maximum|minimum|max|min|peak of? the|all? BARE", _computed),
    Phrase("sum|average|total of all? the|all BARE", _computed),
)


def _summed(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "the insurance value of all loans of a lender, added up"."""
    returned = draft.value("returned")
    if returned is None or returned.what is not Aggregate.ATTRIBUTES or len(returned.attributes) != 1:
        return False
    draft.fill("operation", Act.LIST)
    draft.fill("returned", Returned(Aggregate.SUM, returned.attributes), places(at, end))
    return True


RULES: Final = (
    Phrase("added|summed|totaled up?", _summed),
    Phrase("counted per|by|for each|every? BARE", computed.counted_per),
    Phrase("per|by|for each|every? UNIT of the? UNIT", computed.unit_of),
    Phrase("per|by|each|a|every UNIT", _per_unit),
    Phrase("each|every GROUP PARTICIPLE", computed.done_by_each),
    Phrase("grouped by GROUP", _grouped),
    Phrase("broken|split|divided down|up? by GROUP", _grouped),
    Phrase("per|by|in|on|for each|every? BARE", _per_group),
)
"""Rules for what follows an aggregate. They come before those of relations."""


def _of_both(draft: Draft, at: int) -> int | None:
    """Read "falls per wing and month": of each group and each period there is one number, so they are counted."""
    group, items = group_at(draft.tokens, at + 1), draft.about
    is_counted = items is not None and items.is_plural and items.end == at and not draft.has("returned")
    if group is None or not is_counted or draft.low(group.end) != "and" or draft.value("operation") is not Act.LIST:
        return None
    period = UNITS.get(draft.low(group.end + 1))
    if period is None or group.determiner or group.states or group.words[-1] in UNITS or group.is_plural:
        return None
    name, unit = group_name(draft, group), UNIT_NAMES[period]
    draft.fill("returned", Returned(Aggregate.COUNT, group=(name,), period=unit), places(at, group.end + 2))
    said = " ".join(group.words)
    items_too = Choice("the items themselves", {"returned": None})
    counted = Choice("their number", {"returned": {"what": "count", "group": [name], "period": unit}})
    draft.ask("returned", Question(f"for each {said} and {unit}: their number, or the items?", (counted, items_too)))
    return group.end + 2


def grouped(draft: Draft, at: int) -> int | None:
    """Apply the rules for groups and periods; only "per" and "each" group."""

    if draft.low(at) == "per" and (end := _of_both(draft, at)) is not None:
        return end
    is_group = draft.low(at) in _GROUPING or draft.low(at + 1) in {"each", "every"}
    if is_group or (draft.low(at) == "by" and is_aggregate(draft)):
        return apply_rules(draft, at, RULES)
    return None


_GROUPING: Final = words_in("each every per grouped broken split divided added summed totaled counted")
