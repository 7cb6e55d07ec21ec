"""Values after "by": what identifies the items, and what is only a question."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.slots.bounds import time_range
from modeler.core.requirements.english.slots.givens import IDS, give, identified
from modeler.core.requirements.english.slots.parts.found_by import TEXTS, drop_identity, search
from modeler.core.requirements.english.words.lexicon import (
    ID_KINDS,
    MEASURES,
    MOMENTS,
    NEGATIONS,
    SCALES,
    TRAITS,
    UNITS,
    words_in,
)
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.verbs import VERBS, is_participle
from modeler.core.requirements.slots import Act, Choice, Comparator, Given, Question, Range, RequestedOrder


def _by(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "by email", "by its barcode", "by an author", "by reference and last name"."""
    first, *_ = groups = [one for one in caught if one is not None]
    if not draft.value("entities"):
        return False
    if any(map(_is_span, groups)):
        return _by_spans(draft, at, end, groups)
    if _is_bounded(draft, groups[-1]) or (is_participle(draft.low(at - 1)) and draft.low(at - 2) in NEGATIONS):
        return False
    if any(draft.low(one.start) in VERBS and draft.low(one.end) in {"that", "if", "whether"} for one in groups[1:]):
        return False
    if any(one.words in _UNIT_WORDS and not one.is_exact and draft.known_entity(one.words) is None for one in groups):
        return False
    if first.states or first.count is not None or first.rank or (draft.ranking and not draft.has("order")):
        return False
    if len(groups) == 1 and len(first.words) > 1 and first.words[-1] == "id" and first.words[-2] not in ID_KINDS:
        draft.fill("given", _by_id(draft, first), places(at, end))
        return True
    if len(groups) > 1 and draft.value("operation") is Act.LIST and not any(_is_sure(draft, one) for one in groups):
        return _by_all(draft, groups, places(at, end))
    if len(groups) == 1 and _is_scale(draft, first):
        return _by_scale(draft, first, at, end)
    for group in groups:
        if not _names_one(draft, group):
            return _by_rest(draft, groups, group, places(at, end))
        is_text = group.words[-1] in TEXTS and draft.reading == "search"
        if group.words[-1] in {"text", "keyword", "keywords"} or is_text:
            return search(draft, group, places(at, end))
    for group in groups:
        is_own = group.determiner in {"its", "their"} or (group.determiner == "the" and group.is_trait)
        is_own = is_own or (len(groups) > 1 and any(one.is_exact for one in groups) and not group.is_exact)
        if (is_own and group.words not in IDS) or group.words[-1] in {"tag"}:
            draft.fill("given", Given(draft.attribute(group.words)), places(at, end))
        elif group.words[-1] in _SPANS and not group.is_exact:
            time_range(draft, Comparator.BETWEEN, (), places(at, end))
        elif group.words[-1] in MOMENTS and len(group.words) == 1 and len(groups) > 1 and not group.is_exact:
            time_range(draft, Comparator.EQUAL, _period(group), places(at, end))
        else:
            give(draft, group, places(at, end))
    return drop_identity(draft, [draft.attribute(one.words) for one in groups])


def _is_bounded(draft: Draft, last: NounGroup) -> bool:
    """Return whether a bound follows: "by customerId and createdAt between"."""
    return draft.low(last.end) in _COMPARED and (last.is_exact or last.is_trait)


def _is_span(group: NounGroup) -> bool:
    return group.words[-1] in _SPANS and len(group.words) > 1 and not group.is_exact


def _by_spans(draft: Draft, at: int, end: int, groups: list[NounGroup]) -> bool:
    """ "by category and price range": the range is bounded, the rest is given."""
    rest = tuple(one for one in groups if not _is_span(one))
    if rest and not _by(draft, at, end, rest):
        return False
    for one in filter(_is_span, groups):
        if one.words[0] in {*MOMENTS, *UNITS}:
            time_range(draft, Comparator.BETWEEN, (), places(at, end))
        else:
            draft.fill("range", Range(draft.attribute(one.words[:-1]), Comparator.BETWEEN, ()), places(at, end))
    return True


def _by_id(draft: Draft, group: NounGroup) -> Given:
    """Return what "by customer id" gives: an entity, or an attribute where a proper name tells that the id is of
    another system ("a user by Discord ID").
    """
    about, name = draft.about, draft.tokens[group.end - 2]
    is_proper = name.text[:1].isupper() and not name.text.isupper() and draft.known_entity(group.words[:-1]) is None
    if is_proper and about is not None and draft.tokens[about.end - 1].text.islower():
        return Given(draft.attribute(group.words))
    return draft.reference(draft.entity(group.words[:-1]))


def _by_rest(draft: Draft, groups: list[NounGroup], unsure: NounGroup, at: range) -> bool:
    """Give the properties of a list, and ask about the only noun that is none: "by breed, age and size"."""
    others = [one for one in groups if one is not unsure]
    if not all(_is_sure(draft, one) and _names_one(draft, one) and not _is_scale(draft, one) for one in others):
        return False
    for one in others:
        if one.is_trait and not identified(one):
            draft.fill("given", Given(draft.attribute(one.words)), at)
        else:
            give(draft, one, at)
    return _by_what(draft, unsure, at)


def _is_sure(draft: Draft, group: NounGroup) -> bool:
    """Return whether a noun of a list after "by" is a property, an entity of the design, a person, or one thing."""
    is_named = group.is_trait or group.words in IDS or draft.known_entity(group.words) is not None
    return (
        is_named
        or identified(group) != ()
        or group.determiner in {"a", "an", "the", "this", "one", "given"}
        or is_agent(group)
    )


def _names_one(draft: Draft, group: NounGroup) -> bool:
    """Return whether "by X" gives one X: it has an article, is a property, is known, or one item is looked up."""
    if group.is_plural or group.count is not None or group.rank or group.states:
        return group.is_trait
    is_single = group.determiner in {"a", "an", "the", "this", "one", "given"}
    is_named = group.is_trait or group.words in IDS or group.words[-1] in {"tag", "prefix", "id"}
    is_named = is_named or identified(group) != ()
    if not (is_single or is_named) and draft.known_entity(group.words) is None and not is_agent(group):
        return False
    is_known = draft.known_entity(group.words) is not None
    is_looked_up = draft.value("operation") is Act.GET or draft.reading in _LOOKUPS
    is_order = group.words[-1] in MEASURES - TRAITS or group.words[-1].endswith(("ity", "ance", "ness", "ency"))
    return is_single or is_named or is_known or (is_looked_up and not is_order)


def _is_scale(draft: Draft, group: NounGroup) -> bool:
    """Return whether "by priority" can be an order as well: a measure without an article, of several items."""
    is_listed = draft.value("operation") is Act.LIST and not group.determiner and not group.is_exact
    if draft.low(group.start - 2) == ",":
        is_within = bool(draft.value("given")) and group.is_trait and draft.low(group.end) == ""
        if is_within or group.words[-1] in _ORDERING or group.words[-1] in SCALES:
            return is_listed
    is_search = draft.reading in _LOOKUPS | {"search", "filter", "query"}
    return is_listed and not is_search and group.words[-1] in SCALES


def _by_scale(draft: Draft, group: NounGroup, at: int, end: int) -> bool:
    """Order "tasks of a project, by priority"; without the comma ask whether a value is given."""
    if draft.low(at - 1) != ",":
        return _by_what(draft, group, places(at, end))
    draft.fill("order", RequestedOrder(draft.attribute(group.words)), places(at, end))
    return True


def _and_too(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "for employee and month", "of a player and a season": a further given value."""
    group = caught[0]
    is_next = at and draft.used[at - 1] and draft.last_slot in {"given", "range"}
    is_next = is_next and not group.states and not group.is_plural
    is_given = any(draft.low(one) in _GIVEN for one in range(max(at - 4, 0), at)) and group.is_bare
    is_unlike = (group.determiner == "") == draft.is_article(at - 1) and not is_given
    if not is_next or group.determiner not in {"", "a", "an"} or is_unlike:
        return False
    if group.words[-1] in _SPANS:
        return time_range(draft, Comparator.BETWEEN, (), places(at, end))
    if group.words[-1] in MOMENTS:
        return time_range(draft, Comparator.EQUAL, _period(group), places(at, end))
    return give(draft, group, places(at, end))


_GIVEN: Final = words_in("given specific certain particular")


def _period(group: NounGroup) -> tuple[str, ...]:
    return () if group.words[-1] in {"date", "period"} else (f"a {group.words[-1]}",)


_ORDERING: Final = frozenset({"date", "time", "deadline", "age", "size"})
"""Nouns by which a list is ordered where they come last: "tasks of an employee, by due date"."""
_SPANS: Final = frozenset({"range", "interval", "window", "timeframe"})
"""Nouns for a time between two moments: "by author and date range"."""
_COMPARED: Final = words_in("between after before since from until above below over under greater less > < >= <=")
"""Words with which a bound of the noun before them begins."""
_UNIT_WORDS: Final = frozenset((one,) for one in UNITS)
_LOOKUPS: Final = frozenset({"get", "fetch", "find", "retrieve", "lookup", "locate"})


def _by_what(draft: Draft, group: NounGroup, at: range) -> bool:
    """Ask about "by region": an attribute or an entity whose value is given, or an order."""
    entity, name = draft.entity(group.words), draft.attribute(group.words)
    had = [{"attribute": one.attribute, "of": one.of, "via": one.via} for one in draft.value("given") or ()]
    reference, is_filled = draft.reference(entity), _is_given(draft, group, at)
    without = {"given": had or None} if is_filled else {}
    choices = (
        Choice(f"the items of one {entity}", {"given": [*had, {"attribute": reference.attribute, "of": entity}]}),
        Choice(f"the items with one value of {name}", {"given": [*had, {"attribute": name}]}),
        Choice(f"in the order of {name}", {"order": [{"attribute": name}], **without}),
    )
    if is_filled:
        is_called = draft.tokens[group.start - 1].end == draft.tokens[group.start].start  # getOrdersByDepot
        draft.fill("given", reference if is_agent(group) or is_called else Given(name), at)
    draft.ask("given", Question(f'"by {" ".join(group.words)}": what is given?', choices), at)
    draft.last_slot = ""
    return True


def _is_given(draft: Draft, group: NounGroup, at: range) -> bool:
    """Return whether "by X" after several items nearly always gives one X, whatever X is: the question stays."""
    is_named = len(group.words) > 1 and group.words[-1] == "id"
    is_plain = not (group.is_plural or is_named or group.words[-1] in _NOT_GIVEN)
    is_ranked = draft.about is not None and (draft.about.rank or draft.about.words[0] in {"best", "worst"})
    is_done = is_participle(draft.low(at.start - 1))
    is_all = draft.low(at.stop) not in {"and", "or", "&"}
    return is_plain and is_all and not is_ranked and not is_done and draft.value("operation") is Act.LIST


_NOT_GIVEN: Final = frozenset(
    {"list", "id", "ids", "mistake", "accident", "default", "law", "hand", "email", "weather"}
)
"""Nouns after "by" that name no value of the items."""


def _by_all(draft: Draft, groups: list[NounGroup], at: range) -> bool:
    """Ask about "by opening and result": attributes, or entities whose items are given."""
    names = [draft.attribute(one.words) for one in groups]
    references = [draft.reference(draft.entity(one.words)) for one in groups]
    is_filled = all(_is_given(draft, one, at) for one in groups)
    without = {"given": None} if is_filled else {}
    choices = (
        Choice(f"values of {' and '.join(names)}", {"given": [{"attribute": one} for one in names]}),
        Choice(
            f"one {' and one '.join(one.of for one in references)}",
            {"given": [{"attribute": one.attribute, "of": one.of} for one in references]},
        ),
        Choice(f"in the order of {' and '.join(names)}", {"order": [{"attribute": one} for one in names], **without}),
    )
    if is_filled:
        draft.fill("given", tuple(map(Given, names)), at)
    said = " and ".join(" ".join(one.words) for one in groups)
    draft.ask("given", Question(f'"by {said}": what is given?', choices), at)
    return True


def _by_one_of(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """Ask which of "by name or category" is given: each is a read of its own."""
    if not draft.value("entities"):
        return False
    names = [draft.attribute(one.words) for one in caught]
    choices = tuple(Choice(f"{name} is given", {"given": [{"attribute": name}]}) for name in names)
    draft.ask("given", Question(f"{names[0]} or {names[1]}: which one is given here?", choices), places(at, end))
    return True


def _by_part(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "by date of birth", "and country of origin": one property of several words."""
    head, of = caught
    is_bare = not (of.is_plural or of.states or of.is_trait) and len(of.words) == 1
    is_next = draft.low(at) == "by" or (draft.used[at - 1] and draft.last_slot == "given")
    if not is_bare or not is_next or draft.known_entity(of.words) is not None or not draft.value("entities"):
        return False
    draft.fill("given", Given(draft.attribute((head, draft.low(end - 2), *of.words))), places(at, end))
    return True


def _by_and_part(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "by surname and date of birth"."""
    cut = caught[0].end
    return _by(draft, at, cut, caught[:1]) and _by_part(draft, cut, end, caught[1:])


RULES: Final = (
    Phrase("by|and PLAIN of|in BARE", _by_part),
    Phrase("by GROUP and PLAIN of|in BARE", _by_and_part),
    Phrase("by GROUP or GROUP", _by_one_of),
    Phrase("by GROUP , GROUP ,? and GROUP", _by),
    Phrase("by GROUP and GROUP", _by),
    Phrase("by ( GROUP ,|and GROUP )", _by),
    Phrase("by GROUP", _by),
    Phrase("and GROUP", _and_too),
)
