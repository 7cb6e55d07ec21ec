"""What a noun group says about the items that are read: entity, number, state and attributes."""

from __future__ import annotations

from dataclasses import replace

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.group_parts import owner_of, ranked
from modeler.core.requirements.english.slots.orders import time_order
from modeler.core.requirements.english.slots.states import state_condition
from modeler.core.requirements.english.slots.unsure import ask_counts, described, is_described, unowned, what_is_left
from modeler.core.requirements.english.words.lexicon import (
    DETAILS,
    ITEMS_TOO,
    JUDGED,
    MASS,
    NAMES,
    PLACES,
    QUANTIFIERS,
    TRAITS,
    WHOLE,
)
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_dependent, is_property
from modeler.core.requirements.morphology import is_plural, singular
from modeler.core.requirements.slots import Act, Aggregate, Choice, Question, Returned


def about(draft: Draft, group: NounGroup, *, is_counted: bool = False) -> int:
    """Fill the slots that one noun group speaks of."""
    words = group.words
    if group.owner is not None and _is_whole(words) and draft.known_entity(words) is None:
        reached = about(draft, group.owner, is_counted=is_counted)
        draft.read(range(reached, group.end), "entities")
        return group.end
    known = draft.known_entity(words)
    is_whole = len(words) > 1 and words[-1] in DETAILS and not (is_plural(words[-2]) or is_dependent(words[-2]))
    if known is None and is_whole:
        reached = about(draft, replace(group, words=words[:-1], end=group.end - 1), is_counted=is_counted)
        draft.read(range(reached, group.end), "entities")
        return max(reached, group.end)
    if known is None and group.owner is not None and _is_owned_trait(group):
        return _owned_trait(draft, group) if not group.rank else _ranked_trait(draft, group)
    is_item = group.determiner == "a" and group.words[-1] in ITEMS_TOO
    is_loose = group.owner is None and group.count is None and not (is_item or draft.has("entities"))
    if known is None and _is_property(group) and is_loose:
        return unowned(draft, group)
    return about_items(draft, group, is_counted=is_counted)


def _is_whole(words: tuple[str, ...]) -> bool:
    """Return whether words mean a whole item: the details, the record of a patient, not its medical record."""
    return words[-1] in DETAILS | {"profile"} or (len(words) == 1 and words[0] in WHOLE)


def about_items(draft: Draft, group: NounGroup, *, is_counted: bool = False) -> int:
    """Fill the entity that a group names, its owner, states, order and number, and what is done."""
    is_count = group.words[-1] == "counts" and len(group.words) > 1 and draft.known_entity(group.words) is None
    if is_count and not {draft.low(one) for one in range(group.end, len(draft.tokens))} & {"per", "by", "each"}:
        return ask_counts(draft, group)
    if is_count:
        draft.fill("returned", Returned(Aggregate.COUNT), places(group.end - 1, group.end))
        group = replace(group, words=group.words[:-1])
        is_counted = True
    draft.fill("entities", draft.entity(group.words), places(group.noun, group.end))
    if is_described(draft, group):
        described(draft, group)
    draft.about = draft.about or group
    draft.read(group.read)
    owner_of(draft, group)
    for state in group.states:
        if state.word == "new" and group.is_plural and draft.low(group.end) == "per":
            draft.read(places(state.start, state.end), "returned")  # what comes in a week is counted
        elif state.word in {"recent", "new"} and group.is_plural and not is_counted:
            time_order(draft, descending=True, at=places(state.start, state.end))
        elif state.word != "recent" and not (state.word == "current" and _is_measured(group)):
            state_condition(draft, state.word, places(state.start, state.end))
    ranked(draft, group)
    if draft.low(group.end) == "count" and group.is_plural and draft.value("returned") is None:
        draft.fill("operation", Act.LIST)
        draft.fill("returned", Returned(Aggregate.COUNT), places(group.end, group.end + 1))
        return group.end + 1
    if draft.value("operation") is None:
        is_every = group.determiner in QUANTIFIERS | {"every", "each"}
        is_mass = group.words[-1] in MASS and group.determiner != "a"
        is_single = not (group.is_plural or group.rank or is_every or is_mass) and group.count is None
        draft.fill("operation", Act.GET if is_single and not is_counted else Act.LIST)
    return group.end


def _is_measured(group: NounGroup) -> bool:
    """Return whether a group means values: current stock levels are those of now, and nothing filters them."""
    return any(singular(one) in TRAITS for one in group.words)


def _is_property(group: NounGroup) -> bool:
    """Return whether a group names a property, and not a thing as often."""
    is_vague = len(group.words) == 1 and group.words[0] in DETAILS | {"content", "contents", "stuff"}
    is_vague |= group.is_plural and singular(group.words[-1]) in NAMES
    is_vague |= len(group.words) > 1 and is_property(group.words[-1]) and not group.determiner
    return is_vague or (group.is_trait and group.words[-1] not in PLACES)


def traits_of(draft: Draft, group: NounGroup) -> int | None:
    """Read "the price of a product", "name and price of all products": attributes, and the entity that has them."""
    if (left := what_is_left(draft, group)) is not None:
        return left
    if group.owner is not None and group.owner.is_plural and _is_owned_trait(group):
        return None
    groups = _listed_groups(draft, group) if group.determiner not in {"every", "each"} else []
    if not groups or draft.low(groups[-1].end) not in {"of", "for"}:
        return None
    is_extreme = group.words[0] in {"best", "worst"} and not group.is_plural and len(group.words) > 1
    if group.is_trait and (is_extreme or (group.states and group.words == ("count",))):
        return unowned(draft, group)
    owner = group_at(draft.tokens, groups[-1].end + 1)
    is_value = draft.low(groups[-1].end) == "for" and owner is not None and owner.is_trait and not owner.is_exact
    if owner is None or (is_value and not group.is_trait) or any(one.count is not None or one.rank for one in groups):
        return None
    is_stated = any(one.word not in {"current"} for one in group.states)
    if is_stated and group.is_plural and owner.is_plural and _is_trait(group):
        return unowned(draft, group)
    if draft.low(owner.end) == "and" and draft.low(owner.end + 1) in {"a", "an"}:
        return None
    is_alone = len(groups) == 1
    if is_alone and group.is_plural and group.words[-1] in TRAITS and owner.is_one:
        return _one_of(draft, group, owner)
    if is_alone and group.is_plural and _is_trait(group) and owner.is_one:
        return about_items(draft, group)
    is_certain = all(
        one.is_trait
        or (not is_alone and not one.is_plural)
        or (owner.is_plural and (_is_trait(one) or one.words[-1] == "value"))
        for one in groups
    )
    if not is_certain or any(draft.known_entity(one.words) for one in groups):
        return _one_of(draft, group, owner) if is_alone else _some_of(draft, groups, owner)
    if owner.is_plural and not owner.determiner and draft.low(groups[-1].end) == "for":
        return None
    if is_alone and group.is_plural and draft.low(group.end) == "for":
        return unowned(draft, group)
    is_property = owner.words[-1] in TRAITS and draft.known_entity(owner.words) is None and not owner.determiner
    return None if is_property or (owner.rank and is_alone) else _attributes(draft, groups, owner)


def _listed_groups(draft: Draft, group: NounGroup) -> list[NounGroup]:
    """Return the groups of a list: name, price and date; [] unless each part is a group."""
    groups = [group]
    while draft.low(groups[-1].end) in {",", "and"}:
        start = groups[-1].end + 1
        following = group_at(draft.tokens, start + (draft.low(start) == "and"))
        if following is None:
            return []
        groups.append(following)
    return groups


def _some_of(draft: Draft, groups: list[NounGroup], owner: NounGroup) -> int | None:
    """Ask whether "minutes and agenda of a meeting" are attributes of it or items of their own."""
    if not owner.is_one or owner.rank or any(draft.known_entity(one.words) for one in groups):
        return None
    of, names = draft.entity(owner.words), [draft.attribute(one.words) for one in groups]
    returned = {"what": "attributes", "attributes": names}
    choices = (
        Choice(f"attributes of {of}", {"operation": "get", "entities": [of], "returned": returned}),
        Choice("items of their own", {"operation": "list", "entities": [draft.entity(one.words) for one in groups]}),
    )
    draft.fill("given", draft.reference(of), places(owner.start, owner.end))
    draft.read(places(groups[0].start, owner.start))
    said = " and ".join(" ".join(one.words) for one in groups)
    draft.ask("entities", Question(f"{said}: attributes of {of}, or items of their own?", choices))
    return owner.end


def _attributes(draft: Draft, groups: list[NounGroup], owner: NounGroup) -> int:
    """Return the attributes that groups name, of an entity."""
    reached = about(draft, owner)
    names = tuple(
        draft.attribute(one.whole if one.is_trait else (*one.whole[:-1], singular(one.words[-1]))) for one in groups
    )
    draft.fill("returned", Returned(Aggregate.ATTRIBUTES, names), places(groups[0].start, groups[-1].end))
    draft.read(places(groups[0].start, groups[-1].end + 1), "returned")
    is_each = owner.determiner in {"each", "every"}
    is_bare = not (owner.is_plural or owner.determiner or owner.states) and draft.low(reached) == "for"
    if (
        (owner.is_one or is_bare)
        and not (owner.rank or is_each)
        and draft.low(reached) not in {"by", "with", "whose"}
        and not draft.has("given")
    ):
        draft.fill("given", draft.reference(draft.entity(owner.words)), places(owner.noun, owner.end))
    draft.traits = (groups[0], owner) if len(groups) == 1 else None
    return reached


def _is_trait(group: NounGroup) -> bool:
    return singular(group.words[-1]) in TRAITS - PLACES


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


def _one_of(draft: Draft, group: NounGroup, owner: NounGroup) -> int | None:
    """Read "the itinerary of a traveler": an entity with at most one item for each, or an attribute; a question
    decides.
    """
    is_whole = _is_whole(group.words)
    is_counter = group.is_plural and group.words[-1] in TRAITS and not is_whole
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


def _is_owned_trait(group: NounGroup) -> bool:
    """Return whether it is a property of its owner: an account's balance, parents' phone numbers."""
    is_each = group.owner is not None and group.owner.is_plural and not group.owner.determiner
    if group.is_plural and (group.rank or group.count is not None or singular(group.words[-1]) in JUDGED):
        return False
    return group.is_trait or (is_each and group.is_plural and _is_trait(group))


def _ranked_trait(draft: Draft, group: NounGroup) -> int:
    """Ask about "a user's most recent login": an item of its own, or an attribute of the user."""
    assert group.owner is not None
    name, of, attribute = draft.entity(group.words), draft.entity(group.owner.words), draft.attribute(group.words)
    about_items(draft, group)
    draft.drop("entities")
    returned = {"what": "attributes", "attributes": [attribute]}
    choices = (
        Choice(f"an entity {name}", {"entities": [name]}),
        Choice(f"an attribute {attribute} of {of}", {"entities": [of], "returned": returned, "order": None}),
    )
    said = " ".join(group.words)
    question = Question(f"{said}: items of their own, or an attribute of {of}?", choices)
    draft.ask("entities", question, places(group.noun, group.end))
    return group.end


def _owned_trait(draft: Draft, group: NounGroup) -> int:
    """Read "an account's balance"."""
    assert group.owner is not None
    about(draft, group.owner)
    listed = _listed_groups(draft, replace(group, owner=None))
    if not listed or not all(one.is_trait for one in listed):
        listed = [group]
    names = tuple(
        draft.attribute(one.whole if one.is_trait else (*one.whole[:-1], singular(one.words[-1]))) for one in listed
    )
    draft.fill("returned", Returned(Aggregate.ATTRIBUTES, names), places(group.noun, listed[-1].end))
    draft.read(places(group.start, listed[-1].end))
    return listed[-1].end
