"""The subject of a read: which entity, how many, in which state, and which of its attributes."""

from __future__ import annotations

from modeler.core.requirements.english.amounts import ask_order, time_order
from modeler.core.requirements.english.conditions import state_condition
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.groups import Group, group_at
from modeler.core.requirements.english.lexicon import PLACES, QUANTIFIERS, TIMELY, TRAITS, WHOLE
from modeler.core.requirements.english.relations import give
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.morphology import singular
from modeler.core.requirements.slots import Act, Aggregate, Choice, Limit, Order, Question, Returned


def subject(draft: Draft, at: int, *, is_counted: bool = False) -> int | None:
    """Read the noun group that a request is about; return where it ended, None if there is none."""
    group = group_at(draft.tokens, at)
    if group is None or draft.low(group.end - 1) in {"me", "us"}:
        return None
    if group.words[-1] in {"list", "overview", "collection"} and draft.low(group.end) == "of":
        draft.read(range(at, group.end + 1), "operation")
        return subject(draft, group.end + 1, is_counted=is_counted)
    if group.words == ("page",) and draft.low(group.end) == "of":
        return _page(draft, group)
    if not is_counted and draft.low(group.end) == "per" and not group.determiner and not group.is_plural:
        return _measure(draft, group)
    if not is_counted:
        several = _several(draft, group)
        if several is not None:
            return several
        traits = _traits_of(draft, group)
        if traits is not None:
            return traits
    return about(draft, group, is_counted=is_counted)


def _page(draft: Draft, group: Group) -> int | None:
    """Read "a page of 20 notifications"."""
    paged = group_at(draft.tokens, group.end + 1)
    if paged is None or paged.count is None or paged.rank:
        return None
    reached = about(draft, paged)
    draft.fill("limit", Limit(paged.count, is_page=True), places(group.start, reached))
    return reached


def _measure(draft: Draft, group: Group) -> int | None:
    """Ask what "revenue per garage" is computed from."""
    if draft.known_entity(group.words) is not None:
        return about(draft, group)
    draft.fill("operation", Act.LIST)
    said = " ".join(group.words)
    draft.ask("entities", Question(f"{said}: computed from the items of which entity?"), places(group.noun, group.end))
    draft.read(group.read)
    return group.end


def _several(draft: Draft, group: Group) -> int | None:
    """Read "hotels, flights and cars of a trip": several entities together."""
    groups = [group]
    while draft.low(groups[-1].end) in {",", "and"}:
        start = groups[-1].end + 1
        following = group_at(draft.tokens, start + (draft.low(start) == "and"))
        if following is None:
            return None
        groups.append(following)
    is_list = len(groups) > 1 and all(one.is_plural and not one.is_trait and one.count is None for one in groups)
    if not is_list or draft.low(groups[-1].end) not in {"of", "for", "in", ""}:
        return None
    for one in groups:
        about(draft, one)
    return groups[-1].end


def about(draft: Draft, group: Group, *, is_counted: bool = False) -> int:
    """Fill the slots that one noun group speaks of."""
    words = group.words
    if group.owner is not None and words[-1] in WHOLE and draft.known_entity(words) is None:
        reached = about(draft, group.owner, is_counted=is_counted)
        draft.read(range(reached, group.end), "entities")
        return group.end
    name = draft.entity(words)
    known = draft.known_entity(words)
    if known is None and group.owner is not None and group.is_trait:
        return _owned_trait(draft, group)
    if known is None and _is_property(group) and group.owner is None and not draft.has("entities"):
        return _unowned(draft, group)
    draft.fill("entities", name, places(group.noun, group.end))
    draft.read(group.read)
    _owner(draft, group)
    for state in group.states:
        if state.word in {"recent", "new"} and group.is_plural and not is_counted:
            time_order(draft, descending=True, at=places(state.start, state.end))
        else:
            state_condition(draft, state.word, places(state.start, state.end))
    _ranked(draft, group)
    if draft.value("operation") is None:
        is_every = group.determiner in QUANTIFIERS | {"every", "each"}
        is_single = not (group.is_plural or group.rank or is_every) and group.count is None
        draft.fill("operation", Act.GET if is_single and not is_counted else Act.LIST)
    return group.end


def _is_property(group: Group) -> bool:
    """Return whether a group names a property, and not a thing as often."""
    return group.is_trait and group.words[-1] not in PLACES


def _unowned(draft: Draft, group: Group) -> int:
    """Ask about a property of nothing: "the total"."""
    said, name = " ".join(group.words), draft.entity(group.words)
    choices = (Choice(f"an entity {name}", {"entities": [name]}),)
    draft.ask("entities", Question(f"{said}: of which entity?", choices), places(group.noun, group.end))
    draft.read(group.read)
    return group.end


def _owner(draft: Draft, group: Group) -> None:
    """Give what a possessive names: "a customer's orders", and "my orders" where a role is known."""
    if group.owner is not None:
        give(draft, group.owner, places(group.owner.start, group.owner.end))
    elif group.determiner in {"my", "our"} or (draft.role is not None and group.determiner in {"their", "his", "her"}):
        place = next(one for one in range(group.start, group.end) if draft.low(one) == group.determiner)
        if draft.role is not None:
            role = draft.role
            draft.fill("given", draft.reference(draft.entity(role.words)), (place, *places(role.start, role.end)))
        else:
            draft.ask("given", Question(f'"{group.determiner}": whose items are these?'), places(place, place + 1))


def _ranked(draft: Draft, group: Group) -> None:
    """Read a superlative and a count: "the 20 newest", "top 10", "the latest reading"."""
    at = places(*group.ranked)
    number = group.count if group.count is not None else 1 if group.rank and not group.is_plural else None
    if number is not None:
        draft.fill("limit", Limit(number), at)
    if (group.rank in TIMELY and group.rank != "last") or group.rank == "last":
        time_order(draft, descending=TIMELY[group.rank], at=at)
    elif group.rank in {"cheapest"}:
        draft.fill("order", Order(draft.attribute(("price",))), at)
    elif group.rank == "top":
        draft.ranking = True
    elif group.rank and group.rank != "first":
        ask_order(draft, group.rank, descending=group.rank not in {"lowest", "smallest", "shortest", "lightest"}, at=at)


def _traits_of(draft: Draft, group: Group) -> int | None:
    """Read "the price of a product", "name and price of all products": attributes, and the entity that has them."""
    groups = [group]
    end = group.end
    while draft.low(end) in {",", "and"}:
        start = end + 1 + (draft.low(end + 1) == "and")
        following = group_at(draft.tokens, start)
        if following is None:
            return None
        groups.append(following)
        end = following.end
    if draft.low(end) not in {"of", "for"}:
        return None
    owner = group_at(draft.tokens, end + 1)
    if owner is None or any(one.count is not None or (one.rank and len(groups) > 0) for one in groups):
        return None
    if len(groups) == 1 and group.is_plural and singular(group.words[-1]) in TRAITS - PLACES and owner.is_one:
        return _one_of(draft, group, owner)
    is_certain = all(one.is_trait or (len(groups) > 1 and not one.is_plural) for one in groups)
    if not is_certain or any(draft.known_entity(one.words) for one in groups):
        return _one_of(draft, group, owner) if len(groups) == 1 else None
    if owner.words[-1] in TRAITS and draft.known_entity(owner.words) is None and not owner.determiner:
        return None
    if owner.rank and len(groups) == 1:
        return None
    reached = about(draft, owner)
    names = tuple(draft.attribute(one.words) for one in groups)
    draft.fill("returned", Returned(Aggregate.ATTRIBUTES, names), places(group.start, groups[-1].end))
    draft.read(places(group.start, end + 1), "returned")
    draft.traits = (groups[0], owner) if len(groups) == 1 else None
    return reached


def series(draft: Draft) -> None:
    """Read "soil moisture of a field, most recent first" again: what comes in an order is a series of items, and no
    attribute of one.
    """
    if draft.traits is None or draft.value("operation") is not Act.GET:
        return
    group, owner = draft.traits
    for slot in ("operation", "entities", "given", "returned"):
        draft.drop(slot)
    name = draft.entity(group.words)
    draft.fill("operation", Act.LIST)
    draft.fill("entities", name, places(group.noun, group.end))
    draft.fill("given", draft.reference(draft.entity(owner.words)), places(owner.start, owner.end))
    choices = (Choice(f"an entity {name}", {"entities": [name]}),)
    draft.ask("entities", Question(f"{' '.join(group.words)}: items of their own?", choices))


def _one_of(draft: Draft, group: Group, owner: Group) -> int | None:
    """Read "the itinerary of a traveler": an entity of which there may be one for each, or an attribute, by
    question.
    """
    is_whole = group.words[-1] in WHOLE
    is_counter = group.is_plural and singular(group.words[-1]) in TRAITS - PLACES and not is_whole
    is_singular = is_counter or is_whole or not group.is_plural
    is_single = is_singular and group.determiner in {"the", ""} and owner.is_one and not group.rank
    if not is_single or group.states or draft.known_entity(group.words) is not None:
        return None
    if is_whole:
        reached = about(draft, owner)
        draft.read(places(group.start, owner.start), "entities")
        return reached
    name, of = draft.entity(group.words), draft.entity(owner.words)
    reference = draft.reference(of)
    given = [{"attribute": reference.attribute, "of": of}]
    attribute = draft.attribute(group.words)
    choices = (
        Choice(f"one {name} item of each {of}", {"operation": "get", "entities": [name], "given": given}),
        Choice(f"several {name} items of each {of}", {"operation": "list", "entities": [name], "given": given}),
        Choice(
            f"an attribute {attribute} of {of}",
            {
                "operation": "get",
                "entities": [of],
                "given": given,
                "returned": {"what": "attributes", "attributes": [attribute]},
            },
        ),
    )
    draft.fill("given", reference, places(owner.start, owner.end))
    if not is_counter:
        draft.fill("operation", Act.GET)
        draft.fill("entities", name, places(group.noun, group.end))
    draft.read(places(group.start, owner.start))
    draft.ask("entities", Question(f"{' '.join(group.words)}: items of their own, or an attribute of {of}?", choices))
    return owner.end


def _owned_trait(draft: Draft, group: Group) -> int:
    """Read "an account's balance"."""
    assert group.owner is not None
    about(draft, group.owner)
    names = (draft.attribute(group.words),)
    draft.fill("returned", Returned(Aggregate.ATTRIBUTES, names), places(group.noun, group.end))
    draft.read(places(group.start, group.end))
    return group.end
