"""What the caller gives: an entity that the items belong to, an attribute, or the two ends of a relation."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.codec import plain_value
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.imperatives import EDITS
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots import lookups, owners
from modeler.core.requirements.english.slots.assignments import bring, is_agent
from modeler.core.requirements.english.slots.givens import give, is_purpose, is_thing
from modeler.core.requirements.english.slots.group_parts import joined
from modeler.core.requirements.english.words.lexicon import (
    COMPARATIVES,
    ING_NOUNS,
    ITEMS_TOO,
    MOMENTS,
    NAMED_OF,
    NEGATIONS,
    PERIODS,
    POSSESSIVES,
    PRONOUNS,
    TRAITS,
    UNITS,
    WHOLE,
)
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import singular
from modeler.core.requirements.slots import Act, Choice, Question


def _belongs(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "of a customer", "in a city", "per tenant"."""
    group = caught[0]
    if _is_of_verb(draft, at):
        return False
    is_item = group.words[-1] in {"document", "record", "entry", "profile"} and group.is_one and len(group.words) == 1
    if not draft.has("entities") or group.words[-1] in MOMENTS or (group.words[-1] in WHOLE and not is_item):
        return False
    if group.words[-1] in _MANNERS and draft.low(at) in {"in", "within", "at"}:
        return False
    if group.determiner in {"each", "every"}:
        return _for_each(draft, group, at)
    is_site = draft.low(at) in _SITES and group.determiner == "the"
    is_own = draft.low(at) == "including" and group.determiner in {"its", "their"}
    if is_own or (is_site and not (group.is_trait or draft.known_entity(group.words))):
        return False
    if draft.low(at) == "of" and group.words == ("email",) and group.determiner in {"a", "an"}:
        return draft.known_entity(group.words) is not None and give(draft, group, places(at, end))
    is_moved = draft.low(end) == "to" and draft.low(end + 1) not in EDITS
    is_stated = any(one.word != "current" for one in group.states)
    if is_stated or is_moved or (draft.low(at) in {"near", "about"} and group.is_trait):
        return False
    return give(draft, group, places(at, end))


def _beside(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "passes over a station", "alarms during a treatment": a thing that is given, and no time and no amount."""
    group, before = caught[0], draft.about
    is_apart = group.determiner in {"a", "an"} and group.words[-1] not in UNITS and not group.is_trait
    is_noun = before is not None and draft.used[at - 1] and draft.value("operation") in {Act.LIST, Act.GET}
    return is_apart and is_noun and _belongs(draft, at, end, caught)


def _is_of_verb(draft: Draft, at: int) -> bool:
    """Return whether a preposition belongs to a verb that was not understood: "officers covering for a colleague"."""
    is_verb = draft.low(at - 1).endswith("ing") and not draft.used[at - 1]
    return draft.low(at) in {"for", "about"} and is_verb


def _into(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "send a message to a channel", "subscribers to a newsletter"."""
    act, group = draft.value("operation"), draft.about
    if draft.low(at - 1) in PRONOUNS:
        return False
    is_noun = group is not None and group.end == at and group.is_plural and (act is None or act.is_read)
    return (act is Act.CREATE or is_noun) and _belongs(draft, at, end, caught)


def _for_each(draft: Draft, group: NounGroup, at: range | int) -> bool:
    """Ask about "the last message of each conversation": one answer for each of several."""
    start = at if isinstance(at, int) else at.start
    each = Choice("one read for each", {"given": plain_value((draft.reference(draft.entity(group.words)),))})
    said = f"for each {' '.join(group.words)}: one read for each, or one for all?"
    draft.ask("returned", Question(said, (each,)), places(start, group.end))
    return True


def _belongs_bare(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "of customer", "per tenant": a noun without a determiner, in the singular."""
    group = caught[0]
    is_amount = draft.low(at) == "of" and draft.low(at - 1) in UNITS  # "2 months of rent"
    if group.is_plural or group.words[-1] in PERIODS | MOMENTS or group.states or is_amount:
        return False
    if at and not draft.used[at - 1] and draft.tokens[at - 1].is_word:
        return False
    if group.words[-1].endswith("ing") and group.words[-1] not in ING_NOUNS:
        return False
    if draft.low(at) == "per" and (draft.value("limit") is not None or group.is_trait or draft.has("returned")):
        return _for_each(draft, group, at)
    if draft.low(at) == "per" and draft.low(end) in {"per", "each", "every"}:
        return False
    is_new = draft.known_entity(group.words) is None
    if draft.low(at) == "of" and draft.low(at - 1) in NAMED_OF and is_new:
        return False
    if draft.low(at) in {"in", "on", "at"} and is_new:
        return False
    if draft.low(at) == "for" and is_new and is_purpose(draft, group):
        return False
    is_after_state = is_participle(draft.low(at - 1)) or draft.low(at - 1) in _FOR
    if draft.low(at) in {"for", "from"} and is_new and is_after_state:
        return False
    return bool(draft.value("entities")) and give(draft, group, places(at, end))


def _related(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "that a user follows", "channels that a user takes part in", "artists a user follows"."""
    group, verb = caught[0], caught[1]
    if (
        draft.low(at - 1) in {"provided", "given", "such", "so", "assuming"}
        or not draft.value("entities")
        or not is_thing(draft, group)
        or group.is_trait
        or (is_participle(verb) and draft.low(at) not in {"that", "which", "a", "an"})
    ):
        return False
    said = [draft.low(one) for one in range(group.end, end)]
    said = [one for one in said if one not in {"has", "have", "had"}]
    draft.fill("given", draft.reference(draft.entity(group.words), " ".join(said)), places(at, end))
    return True


def _related_too(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "podcasts a listener is subscribed to"."""
    if not (at and draft.used[at - 1]) or not draft.value("entities"):
        return False
    group = caught[0]
    if not is_thing(draft, group):
        return False
    via = f"{caught[1]} {draft.low(end - 1)}"
    draft.fill("given", draft.reference(draft.entity(group.words), via), places(at, end))
    return True


def _subject_of(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "users who liked a post", "drivers that own a vehicle"."""
    verb, group = caught
    act = draft.value("operation")
    is_read = act is None or act.is_read
    if not is_read or not draft.value("entities") or group.is_trait or not is_thing(draft, group):
        return False
    if group.determiner in {"the", "its", "their", "his", "her"} and draft.known_entity(group.words) is None:
        return False
    if group.states or base_form(verb) in {"have", "need", "want"} or group.determiner in {"each", "every"}:
        return False
    via = "" if base_form(verb) in {"contain", "include", "have"} else verb
    draft.fill("given", draft.reference(draft.entity(group.words), via), places(at, end))
    return True


def _did(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "how many listeners finished an episode"."""
    is_question = draft.low(0) in {"how", "which", "what", "who"}
    return is_question and bool(at) and draft.used[at - 1] and _subject_of(draft, at, end, caught)


def _done_by(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "handled by an adjuster", "attached to a claim"."""
    word, group = caught[0], caught[1]
    is_negated = draft.low(at - 1) in NEGATIONS or draft.low(at) in NEGATIONS
    if not draft.value("entities") or group.words[-1] in MOMENTS or not is_thing(draft, group) or is_negated:
        return False
    preposition = draft.low(group.start - 1)
    via = f"{word} {preposition}"
    if group.determiner in POSSESSIVES:
        return False
    return give(draft, group, places(at, end), via)


def _before_whom(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "hearings before a judge"."""
    return is_agent(caught[0]) and _belongs(draft, at, end, caught)


def _together(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with its line items", "together with their open cases": read together."""
    group = caught[0]
    is_loose = draft.low(at) in {"including", "incl", "together", "along"} and group.determiner in {"", "the"}
    is_own = draft.low(at) in {"including", "incl"} and group.determiner in {"its", "their"}
    if not draft.value("entities") or not (group.is_plural or is_own):
        return False
    if group.determiner not in {"its", "their", "all"} and draft.low(group.start - 1) != "all" and not is_loose:
        return False
    if singular(group.words[-1]) in (TRAITS - ITEMS_TOO) | MOMENTS or group.words[-1] in UNITS:
        return False
    act = draft.value("operation")
    if act is not None and not act.is_read:
        return False
    return joined(draft, at, end, group)


def _together_too(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with its prescriptions and notes": a further noun after one that is read together."""
    follows = len(draft.value("entities") or ()) > 1 and draft.used[at - 1] and draft.last_slot == "entities"
    return bool(follows) and caught[0].is_plural and joined(draft, at, end, caught[0])


def _with_given(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with this idempotency key", "with a hashtag"."""
    group = caught[0]
    if group.rank or group.words[0] in {"best", "worst"} or _is_of_verb(draft, at):
        return False
    if group.owner is not None and draft.low(at) == "with" and draft.value("operation") in {Act.LIST, Act.GET}:
        return False  # "with the donor's name" shows it
    if draft.low(at) == "with" and draft.value("operation") is None and draft.has("operation"):
        return False  # what is written with it is a question
    if draft.value("operation") in {Act.CREATE, Act.SAVE} and not (group.determiner and _is_party(draft, group)):
        return False
    if draft.low(at) == "with" and draft.value("operation") in {Act.UPDATE, Act.DELETE} and not group.is_trait:
        return False
    if group.determiner in {"its", "their", "his", "her"} or group.states or not draft.value("entities"):
        return False
    if draft.value("operation") is Act.LIST and not group.determiner and len(group.words) > 1:
        return False
    if bring(draft, at, end, group):
        return True
    if group.words[-1] in MOMENTS | PERIODS or draft.low(end) in _COMPARING | _WHENS | {"of"}:
        return False
    return give(draft, group, places(at, end))


def _is_party(draft: Draft, group: NounGroup) -> bool:
    """Return whether something new can be made with a thing: a person, an item of the design, a value that is known."""
    return is_agent(group) or group.is_trait or draft.known_entity(group.words) is not None


def _between_two(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "messages between a buyer and a seller": both are given."""
    is_named = all(one.determiner == "a" and not one.is_trait and not one.states for one in caught)
    act = draft.value("operation")
    if not is_named or any(one.words[-1] in MOMENTS for one in caught) or not (act is None or act.is_read):
        return False
    return all(give(draft, one, places(at, end)) for one in caught)


def _bare_relative(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "artists a user follows": a relative clause without its pronoun, right after the noun."""
    is_read = draft.value("operation") in {None, Act.GET, Act.LIST}
    ends_in_s = caught[1].endswith("s") or is_participle(caught[1])
    return bool(is_read and at and draft.used[at - 1] and ends_in_s) and _related(draft, at, end, caught)


_FOR: Final = frozenset({"open", "ready", "eligible", "available", "free", "due"})
"""States after which "for" tells a purpose: open for registration."""
_MANNERS: Final = frozenset({"transaction", "step", "operation", "moment", "batch", "order", "go", "request", "call"})
"""Nouns after "in one" that say how something happens, and not where."""
_WHENS: Final = frozenset({"this", "last", "next", "today", "tomorrow", "yesterday", "tonight", "since", "until"})
"""Words after which a time follows: "with a hearing this week" asks for a time of the hearing."""
_SITES: Final = frozenset({"in", "on", "at", "from", "under", "inside", "across"})
"""Prepositions after which "the" names a place that everybody knows, and that nobody gives: at the front desk."""
_COMPARING: Final = frozenset({"between", "below", "above", "under", "over", "at", "exceeding", *COMPARATIVES})
_WHERE: Final = "by|to|with|on|in|from|for|at|against|into|under|about"
RULES: Final = (
    *owners.RULES,
    Phrase("between ONE and ONE", _between_two),
    Phrase("to|from or|and to|from ONE", _belongs),
    Phrase("including|incl|together|along with? all? GROUP", _together),
    Phrase("containing|having|mentioning|referencing|using|including ONE", _belongs),
    Phrase("together|along? with all? GROUP", _together),
    Phrase("and|including|incl|, .? GROUP", _together),
    Phrase("and|, BARE", _together_too),
    Phrase("that|which|who|whom ONE has|have? already? VERB part? in|on|to|for|with|from?", _related),
    Phrase(f"that|which|who has|have|is|are|was|were? been? PARTICIPLE {_WHERE} ONE", _done_by),
    Phrase(f"PARTICIPLE {_WHERE} ONE", _done_by),
    Phrase("ONE is|are|was|were|has|have been? PARTICIPLE to|in|on|by|with|for|at", _related_too),
    Phrase("that|which|who has|have? VERB ONE", _subject_of),
    Phrase("VERB ONE", _did),
    Phrase("that|which|who belong|belongs to ONE", _belongs),
    Phrase("belonging to ONE", _belongs),
    *lookups.RULES,
    Phrase("before ONE", _before_whom),
    Phrase("of|for|in|on|at|from|within|under|per|inside|across|about ONE", _belongs),
    Phrase("on behalf of ONE", _belongs),
    Phrase("over|beneath|behind|beside|during ONE", _beside),
    Phrase("to|into|onto ONE", _into),
    Phrase("of|for|in|on|at|from|per BARE", _belongs_bare),
    Phrase("with|for ONE", _with_given),
    Phrase("with TRAIT", _with_given),
    Phrase("ONE has|have? already|ever? VERB", _bare_relative),
    Phrase("does|do|did ONE have", _belongs),
)
