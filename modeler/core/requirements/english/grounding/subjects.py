"""Which of the design's entities a row is about."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import between, of_verb, owner, refers
from modeler.core.requirements.english.grounding.partial import named_in_part
from modeler.core.requirements.english.slots.bounds import time_range
from modeler.core.requirements.english.slots.orders import time_order
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.words.lexicon import BE, HAVE, RELATIVES, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.morphology import singular, words_of
from modeler.core.requirements.slots import Act, Aggregate, Choice, Limit, Question, Range, RequestedOrder, Returned
from modeler.core.requirements.vocabulary import KnownEntity
from modeler.core.values.attribute_values import AttributeType

_WHOLES: Final = words_in("history log record entry item trail")
"""Nouns after the name of an entity that mean its items."""


def by_name(draft: Draft) -> None:
    """Read "rental history", "legendary items" and "past events" as the entity that the design has, with a state."""
    names: tuple[str, ...] = draft.value("entities") or ()
    group = draft.about or group_at(draft.tokens, 0)
    words = group.words if group is not None else ()
    if len(words) < 2 or group is None or draft.known_entity(words) is not None:
        return
    if len(names) > 1 or (names and draft.known.entity(names[0]) is not None):
        return
    if not names and draft.question("entities") is None:
        return
    found = draft.known_entity(words[:-1]) if singular(words[-1]) in _WHOLES else None
    if singular(words[-1]) in _WHOLES and (found := found or draft.known.recorded(words[:-1])) is not None:
        _become(draft, found)
        return
    found = draft.known_entity(words[1:])
    if found is not None and len(words) == 2 and found.words[0] != words[0]:
        _become(draft, found)
        state_condition(draft, words[0], range(group.noun, group.noun + 1))


def _become(draft: Draft, entity: KnownEntity, *, at: range = range(0)) -> None:
    """Make a row about another entity; its own identity is given only where the new one refers to it."""
    before = draft.value("entities") or ()
    old = draft.known.entity(before[0]) if before else None
    draft.settle("entities", (entity.name,), at)
    if old is not None:
        _time_anew(draft, old, entity)
    is_parent = old is not None and refers(draft.known, entity, old)
    given = draft.value("given") or ()
    kept = tuple(one for one in given if is_parent or one.of not in before)
    if kept != given:
        draft.drop("given")
        if kept:
            draft.fill("given", kept)


def _time_anew(draft: Draft, old: KnownEntity, new: KnownEntity) -> None:
    """Order and bound by a time of the new items what was by the only time of the others."""
    times = {one.name for one in old.times if new.attribute(one.name) is None}
    orders: tuple[RequestedOrder, ...] = draft.value("order") or ()
    bounds: tuple[Range, ...] = draft.value("range") or ()
    if len(orders) == 1 and orders[0].attribute in times:
        at = range(max(draft.first_of("order"), 0), draft.last_of("order") + 1)
        draft.drop("order")
        time_order(draft, descending=orders[0].descending, at=at)
    if len(bounds) == 1 and bounds[0].attribute in times:
        at = range(max(draft.first_of("range"), 0), draft.last_of("range") + 1)
        draft.drop("range")
        time_range(draft, bounds[0].comparison, bounds[0].values, at)


def by_verb(draft: Draft) -> None:
    """Read "people watching a lot" as watches of a lot, where the design has such an entity."""
    names: tuple[str, ...] = draft.value("entities") or ()
    group = draft.about
    if len(names) != 1 or group is None:
        return
    at = group.end
    while draft.low(at) in RELATIVES | BE | HAVE | {"already", "ever", "currently"}:
        at += 1
    link = of_verb(draft.known, draft.low(at)) if at < len(draft.tokens) else None
    if link is None or link.name == names[0]:
        return
    here = draft.known.entity(names[0])
    start = at + 1 + (draft.low(at + 1) in {"on", "for", "in", "at", "to"})
    other = group_at(draft.tokens, start)
    target = draft.known_entity(other.words) if other is not None else None
    if here is not None and not refers(draft.known, link, here):
        return
    if other is not None and target is not None and other.is_one and refers(draft.known, link, target):
        _become(draft, link, at=range(group.end, at + 1))
        reference = draft.reference(target.name)
        if reference.attribute not in {one.attribute for one in draft.value("given") or ()}:
            draft.fill("given", reference, range(start, other.end))
        _list(draft)


def _list(draft: Draft) -> None:
    if draft.value("operation") is Act.GET or draft.value("operation") is None:
        draft.settle("operation", Act.LIST)


def by_relation(draft: Draft) -> None:
    """Read "members of a guild", "lots that a bidder watches" through the entity that links the two."""
    names: tuple[str, ...] = draft.value("entities") or ()
    act = draft.value("operation")
    given = draft.value("given") or ()
    if act is None or not act.is_read or not names:
        return
    if len(names) > 1:
        _together(draft, names)
        return
    here = draft.known.entity(names[0])
    for one in given:
        other = draft.known.entity(one.of)
        if here is None or other is None or other is here or refers(draft.known, here, other):
            continue
        if here.attribute(one.attribute) is not None or owner(draft.known, one.attribute) is not other:
            continue
        if refers(draft.known, other, here):
            continue  # found by what it belongs to: the customer of an order
        own = [each.attribute for each in given if not each.of and here.attribute(each.attribute) is not None]
        links = [each for each in between(draft.known, here, other) if all(map(each.attribute, own))]
        said = of_verb(draft.known, one.via.split()[0]) if one.via else None
        link = said if said in links else links[0] if len(links) == 1 and not said else None
        if link is not None:
            _become(draft, link)
        elif links:
            ask_link(draft, here, other, links)
        if links:
            return


def ask_link(draft: Draft, here: KnownEntity, other: KnownEntity, links: list[KnownEntity]) -> None:
    """Ask through which of several entities two belong together: the guests of a hotel by their stays or complaints."""
    choices = tuple(Choice(f"the entity {one.name}", {"entities": [one.name]}) for one in (*links, here))
    draft.unfill("entities")
    draft.ask("entities", Question(f"{here.name} of a {other.name}: found through which entity?", choices))


def _together(draft: Draft, names: tuple[str, ...]) -> None:
    """ "A match with all its players" reads the match and what links players to it."""
    first = draft.known.entity(names[0])
    made = []
    for name in names:
        other = draft.known.entity(name)
        if first is None or other is None or other is first or refers(draft.known, other, first):
            made.append(name)
            continue
        links = between(draft.known, first, other) if not refers(draft.known, first, other) else []
        made.append(links[0].name if len(links) == 1 else name)
    if tuple(made) != names:
        draft.settle("entities", tuple(dict.fromkeys(made)))


def by_attribute(draft: Draft) -> None:
    """Read "top players of a season by points" as scores of a season, where only these have points."""
    names: tuple[str, ...] = draft.value("entities") or ()
    here = draft.known.entity(names[0]) if len(names) == 1 else None
    if here is None:
        return
    said = [one for one in _mentioned(draft) if one and here.called(words_of(one)) is None]
    if not said or any(named_in_part(here, one) for one in said):
        return
    related = [one for one in draft.known.own if refers(draft.known, one, here)]
    found = [one for one in related if all(one.attribute(name) is not None for name in said)]
    plain = [one.attribute for one in draft.value("given") or () if not one.of and here.attribute(one.attribute)]
    found = [one for one in found if all(one.attribute(name) is not None for name in plain)]
    given = [one.attribute for one in draft.value("given") or () if one.of not in {"", here.name}]
    if len(found) > 1:
        found = [one for one in found if given and all(one.attribute(name) is not None for name in given)]
    if len(found) != 1:
        return
    _become(draft, found[0])
    if draft.value("operation") is not Act.GET:
        return
    if draft.value("returned") is None:
        draft.settle("operation", Act.LIST)
    elif draft.traits is not None and _is_last(draft):
        time_order(draft, descending=True, at=range(0))
        draft.fill("limit", Limit(1))


def by_amount(draft: Draft) -> None:
    """Read "the sum of the liters of a meter" as the sum of an attribute of what belongs to a meter."""
    names: tuple[str, ...] = draft.value("entities") or ()
    made = draft.value("returned")
    if not names and made is not None and made.what in _SUMS.values() and len(made.attributes) == 1:
        if name := _of_amount(draft, made.attributes[0]):
            draft.settle("returned", replace(made, attributes=(name,)))
        return
    kind = next((_SUMS[one.low] for one in draft.tokens if one.low in _SUMS), None)
    is_asked = draft.question("returned") is not None and draft.value("returned") is None
    if kind is None or not is_asked or len(names) != 1 or draft.known.entity(names[0]) is not None:
        return
    if (name := _of_amount(draft, names[0])) != "":
        draft.settle("returned", Returned(kind, (name,)))


def _of_amount(draft: Draft, said: str) -> str:
    """Make a row about the only entity that has an amount and refers to what is given; return the attribute. Its name
    can have more words than the line, or the line a participle: volumeMl of "volume", amount of "invoiced amount".
    """
    parents = [draft.known.entity(one.of) for one in draft.value("given") or () if one.of]
    able = [
        (held, one)
        for held in draft.known.own
        for one in held.entity.attributes
        if all(each is not None and refers(draft.known, held, each) for each in parents)
    ]
    words = words_of(said)
    rest = words[1:] if len(words) > 1 and is_participle(words[0]) else words
    found = [(held.name, one.name) for held, one in able if words_of(one.name) == words]
    found = found or [
        (held.name, one.name)
        for held, one in able
        if one.type is AttributeType.N and set(rest) <= set(words_of(one.name)) and one.name not in held.identity
    ]
    if len(found) != 1:
        return ""
    draft.settle("entities", (found[0][0],))
    draft.settle("operation", Act.LIST)
    return found[0][1]


_SUMS: Final = {
    "sum": Aggregate.SUM, "total": Aggregate.SUM, "average": Aggregate.AVERAGE, "mean": Aggregate.AVERAGE,
    "minimum": Aggregate.MINIMUM, "maximum": Aggregate.MAXIMUM,
}  # fmt: skip


def _is_last(draft: Draft) -> bool:
    """Return whether a line wants "the last known location": one of a series, and its last."""
    assert draft.traits is not None
    group = draft.traits[0]
    return any(draft.low(one) in _LAST for one in range(max(group.start - 2, 0), group.end))


_LAST: Final = words_in("last latest newest current recent")


def _mentioned(draft: Draft) -> list[str]:
    """Return the attributes that words of a row name, without what only identifies something."""
    said = [one.attribute for one in draft.value("order") or () if not one.by]
    said += [one.attribute for one in draft.value("range") or ()]
    said += [one.attribute for one in draft.value("changes") or ()]
    returned = draft.value("returned")
    if returned is not None and returned.what is not Aggregate.COUNT:
        said += returned.attributes
    return said
