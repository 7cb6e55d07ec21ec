"""What the caller gives: an entity that the items belong to, an attribute, or the two ends of a relation."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.conditions import state_condition
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.groups import Group
from modeler.core.requirements.english.lexicon import MOMENTS, PEOPLE, PERIODS, PLACES, WHOLE
from modeler.core.requirements.english.rules import Rule, places
from modeler.core.requirements.english.verbs import base_form, is_participle
from modeler.core.requirements.slots import Act, Choice, Given, Question

_IDS: Final = frozenset({("id",), ("key",), ("identifier",), ("primary", "key"), ("ids",)})


def give(draft: Draft, group: Group, at: range, via: str = "") -> bool:
    """Give the identity of what a group names, or the attribute that it names."""
    entity = (draft.value("entities") or ("",))[0]
    if group.words in _IDS and entity:
        draft.fill("given", draft.reference(entity), at)
        return True
    is_place = group.words[-1] in PLACES and group.determiner in {"a", "an", "the", "one", "this", "another"}
    if group.is_trait and draft.known_entity(group.words) is None and not is_place:
        draft.fill("given", Given(draft.attribute(group.words)), at)
        return True
    if group.owner is not None:
        draft.fill("given", draft.reference(draft.entity(group.owner.words)), ())
    draft.fill("given", draft.reference(draft.entity(group.words), via), at)
    return True


def _belongs(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "of a customer", "in a city", "per tenant"."""
    group = caught[0]
    if not draft.has("entities") or group.words[-1] in MOMENTS or group.words[-1] in WHOLE:
        return False
    if group.determiner in {"each", "every"}:
        return _for_each(draft, group, at)
    if group.states or draft.low(end) == "to" or (draft.low(at) in {"near", "about"} and group.is_trait):
        return False
    return give(draft, group, places(at, end))


def _into(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "send a message to a channel"."""
    return draft.value("operation") is Act.CREATE and _belongs(draft, at, end, caught)


def _for_each(draft: Draft, group: Group, at: range | int) -> bool:
    """Ask about "the last message of each conversation": one answer for each of several."""
    start = at if isinstance(at, int) else at.start
    draft.ask(
        "returned",
        Question(f"for each {' '.join(group.words)}: one read for each, or one for all?"),
        places(start, group.end),
    )
    return True


def _belongs_bare(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "of customer", "per tenant": a noun without a determiner, in the singular."""
    group = caught[0]
    if group.is_plural or group.words[-1] in PERIODS | MOMENTS or group.states:
        return False
    if draft.low(at) == "per" and draft.value("limit") is not None:
        return _for_each(draft, group, at)
    if draft.low(at) in {"in", "on", "at"} and draft.known_entity(group.words) is None:
        return False
    return bool(draft.value("entities")) and give(draft, group, places(at, end))


def _by(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "by email", "by its barcode", "by an author", "by reference and last name"."""
    groups = [one for one in caught if one is not None]
    if not draft.value("entities"):
        return False
    first = groups[0]
    if first.states or first.count is not None or first.rank or (draft.ranking and not draft.has("order")):
        return False
    if len(groups) == 1 and len(first.words) > 1 and first.words[-1] == "id":
        draft.fill("given", draft.reference(draft.entity(first.words[:-1])), places(at, end))
        return True
    for group in groups:
        is_single = group.determiner in {"a", "an", "the", "this", "one", "given"} and not group.is_plural
        is_named = group.is_trait or group.words in _IDS or group.words[-1] in {"tag", "prefix"}
        if not (is_single or is_named or draft.known_entity(group.words) is not None):
            return _by_what(draft, group, places(at, end))
        if group.words[-1] in {"text", "keyword", "keywords"} or (draft.verb == "search" and group.words[-1] in _TEXTS):
            return _search(draft, group, places(at, end))
    for group in groups:
        if (group.determiner in {"its", "their", "the"} and group.words not in _IDS) or group.words[-1] in {"tag"}:
            draft.fill("given", Given(draft.attribute(group.words)), places(at, end))
        else:
            give(draft, group, places(at, end))
    return True


_TEXTS: Final = frozenset({"name", "title", "description", "body", "subject"})


def _by_what(draft: Draft, group: Group, at: range) -> bool:
    """Ask about "by region": an attribute or an entity whose value is given, or an order."""
    entity, name = draft.entity(group.words), draft.attribute(group.words)
    given = draft.value("given") or ()
    had = [{"attribute": one.attribute, "of": one.of, "via": one.via} for one in given]
    reference = draft.reference(entity)
    choices = (
        Choice(f"the items of one {entity}", {"given": [*had, {"attribute": reference.attribute, "of": entity}]}),
        Choice(f"the items with one value of {name}", {"given": [*had, {"attribute": name}]}),
        Choice(f"in the order of {name}", {"order": [{"attribute": name}]}),
    )
    draft.ask("given", Question(f'"by {" ".join(group.words)}": what is given?', choices), at)
    return True


def _search(draft: Draft, group: Group, at: range) -> bool:
    """Ask what a search in a text means: a whole value, its beginning, or words inside it."""
    name = draft.attribute(group.words)
    choices = (
        Choice(f"{name} is known exactly", {"given": [{"attribute": name}]}),
        Choice(f"{name} begins with the text", {"range": [{"attribute": name, "comparison": "begins_with"}]}),
        Choice(f"{name} contains the words", {"condition": [{"attribute": name, "comparison": "contains"}]}),
    )
    draft.ask("condition", Question(f"How is {name} searched?", choices), at)
    return True


def _related(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "that a user follows", "channels that a user takes part in", "artists a user follows"."""
    group, verb = caught[0], caught[1]
    if (
        not draft.value("entities")
        or group.is_trait
        or (is_participle(verb) and draft.low(at) not in {"that", "which"})
    ):
        return False
    said = [draft.low(one) for one in range(group.end, end)]
    said = [one for one in said if one not in {"has", "have", "had"}]
    draft.fill("given", draft.reference(draft.entity(group.words), " ".join(said)), places(at, end))
    return True


def _done_by(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "handled by an adjuster", "attached to a claim"."""
    word, group = caught[0], caught[1]
    if not draft.value("entities") or group.words[-1] in MOMENTS:
        return False
    preposition = draft.low(group.start - 1)
    via = f"{word} {preposition}"
    if group.is_trait and draft.known_entity(group.words) is None:
        draft.fill("given", Given(draft.attribute(group.words)), places(at, end))
    else:
        draft.fill("given", draft.reference(draft.entity(group.words), via), places(at, end))
    return True


def _of_people(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "of people that a user follows": whose items they are follows from the relation."""
    people, group, verb = caught
    if people.words[-1] not in PEOPLE or people.determiner:
        return False
    draft.fill("given", draft.reference(draft.entity(group.words), verb), range(people.end, end))
    draft.read(range(at, people.start))
    return True


def _together(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with its line items", "together with their open cases": read together."""
    group = caught[0]
    if not draft.value("entities") or group.determiner not in {"its", "their", "all"} or not group.is_plural:
        return False
    act = draft.value("operation")
    if act is not None and not act.is_read:
        return False
    draft.fill("entities", draft.entity(group.words), places(at, end))
    for state in group.states:
        state_condition(draft, state.word, places(state.start, state.end))
    return True


def _with_given(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with this idempotency key", "with a hashtag"."""
    group = caught[0]
    if group.determiner in {"its", "their", "his", "her"} or group.states or not draft.value("entities"):
        return False
    return give(draft, group, places(at, end))


def _verb_is_related(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    return bool(base_form(caught[1])) and _related(draft, at, end, caught)


def _bare_relative(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "artists a user follows": a relative clause without its pronoun, right after the noun."""
    act = draft.value("operation")
    is_read = act is None or act.is_read or act is Act.LIST
    ends_in_s = caught[1].endswith("s") or is_participle(caught[1])
    return bool(is_read and at and draft.used[at - 1] and ends_in_s) and _related(draft, at, end, caught)


RULES: Final = (
    Rule("of|from|by GROUP that|whom|who ONE VERB", _of_people),
    Rule("together|along? with all? GROUP", _together),
    Rule("and|including GROUP", _together),
    Rule("that|which|who|whom ONE has|have? already? VERB part? in|on|to|for|with|from?", _related),
    Rule("that|which|who has|have|is|are|was|were? been? PARTICIPLE by|to|with|on|in|from|for|at ONE", _done_by),
    Rule("PARTICIPLE by|to|with|on|in|from|for|at ONE", _done_by),
    Rule("that|which|who belong|belongs to ONE", _belongs),
    Rule("belonging to ONE", _belongs),
    Rule("by TRAIT , TRAIT and TRAIT", _by),
    Rule("by TRAIT and TRAIT", _by),
    Rule("by GROUP", _by),
    Rule("of|for|in|on|at|from|within|under|per|inside|across|about ONE", _belongs),
    Rule("to|into|onto ONE", _into),
    Rule("of|for|in|on|at|from|per BARE", _belongs_bare),
    Rule("with|for ONE", _with_given),
    Rule("with TRAIT", _with_given),
    Rule("ONE VERB", _bare_relative),
)
