"""Segments of a line that no other rule has read, each recognized on its own and as a whole.

A segment begins with a small word ("by", "from", "filter:") and ends with a mark or the next one. Only if all of its
words are understood does it fill a slot, so that an unknown word makes one segment unread, and not the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.rules import Phrase, apply_rules, places
from modeler.core.requirements.english.slots.givens import give, identified, is_thing
from modeler.core.requirements.english.words.lexicon import (
    BE,
    CLOSED,
    CONJUNCTIONS,
    HAVE,
    MOMENTS,
    NEGATIONS,
    PERIODS,
    POSSESSIVES,
    PREPOSITIONS,
    QUESTION_WORDS,
    RELATIVES,
    TRAITS,
    UNITS,
    words_in,
)
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_property
from modeler.core.requirements.english.words.verbs import VERBS, base_form, is_participle
from modeler.core.requirements.morphology import attribute_name, is_plural
from modeler.core.requirements.slots import Act, Given, Limit, Question

_KEYS: Final = ("filter|filters|filtered|keys|key :|by|on", "by", "given :", "using|with params|parameters|filters :?")
_JOINTS: Final = words_in(", + and & /")
_OPENERS: Final = PREPOSITIONS | RELATIVES | words_in("where when if unless while sorted ordered only must max newest")
_TIMELY: Final = (
    PERIODS | {*UNITS} | words_in("morning noon afternoon evening night weekend spring summer autumn winter")
)
_ADVERBIAL: Final = words_in("right now already yet ever before today so again")
_THIS: Final = words_in("this that given certain specific particular")
_NAME_MAX: Final = 4
_THEY: Final = words_in("they he she i we")


def fill_segments(draft: Draft, times: Sequence[Phrase]) -> None:
    """Fill slots from segments that are unread. `times` are the rules of ranges in time."""
    act = draft.value("operation")
    if not draft.has("entities"):
        return
    for at in range(len(draft.tokens)):
        if draft.used[at]:
            continue
        if act is not None and act.is_read:
            _keys(draft, at) or _this(draft, at) or _paged(draft, at) or _they(draft, at) or _in_order(draft, at)
            _time(draft, at, times)


def is_end(draft: Draft, at: int) -> bool:
    """Return whether a segment ends before a token."""
    if at >= len(draft.tokens) or draft.tokens[at].kind == "mark" or draft.low(at) in _ADVERBIAL:
        return True
    return draft.low(at) in _OPENERS or draft.used[at]


def _keys(draft: Draft, at: int) -> bool:
    """Read "filter: jobId, stage", "by merchant + month", "by last four digits, amount and day"."""
    start = next((found[0] for one in _KEYS if (found := match(draft.tokens, at, one)) is not None), 0)
    names: list[range] = []
    end = start
    while start and (end := _name_end(draft, start)) > start:
        names.append(range(start, end))
        start = end
        while draft.low(start) in _JOINTS and not draft.used[start]:
            start += 1
    if not names or not is_end(draft, names[-1].stop) or any(draft.used[at : names[-1].stop]):
        return False
    is_listed = any(draft.low(one) in {"+", "&"} for one in range(names[0].start, names[-1].stop))
    is_query = draft.low(at) != "by" or is_listed or draft.low(at - 1) in _LOOKING
    sure = [_is_property(draft, one) for one in names]
    if not (is_query or (len(names) > 1 and all(sure))):
        return False
    for one in names:
        _give(draft, one)
    draft.read(places(at, names[-1].stop), "given")
    return True


_LOOKING: Final = words_in("query lookup search find get fetch filter")


def _name_end(draft: Draft, at: int) -> int:
    """Return where the name of a parameter ends: jobId, merchant, last four digits."""
    end = at
    while end < min(at + _NAME_MAX, len(draft.tokens)) and not draft.used[end]:
        token = draft.tokens[end]
        is_counted = token.low in {"last", "first"} or token.kind == "number" or token.low in _DIGITS
        if not (token.is_word or token.kind == "number") or (token.low in CLOSED and not is_counted):
            break
        if token.low in VERBS and end > at and token.low not in TRAITS:
            break
        end += 1
    return end


_DIGITS: Final = words_in("two three four five six")


def _is_property(draft: Draft, at: range) -> bool:
    group = group_at(draft.tokens, at.start)
    words = tuple(map(draft.low, at))
    is_named = group is not None and group.end == at.stop and (group.is_trait or identified(group) != ())
    is_part = len(words) > 1 and words[0] in {"last", "first"} and is_plural(words[-1])
    return is_named or is_part or (len(words) == 1 and (words[0] in UNITS or words[0] in MOMENTS))


def _give(draft: Draft, at: range) -> None:
    group = group_at(draft.tokens, at.start)
    words = tuple(map(draft.low, at))
    if group is None or group.end != at.stop or group.count or words[0] in UNITS:
        draft.fill("given", Given(attribute_name(words)), at)
    elif not give(draft, group, at):
        draft.fill("given", Given(draft.attribute(group.words)), at)


def _this(draft: Draft, at: int) -> bool:
    """Read "from this donor": one item that the caller names, whatever the words before it say."""
    start = at + 1 if draft.low(at) in PREPOSITIONS else at
    is_known = start > at or (draft.low(at) == "this" and draft.low(at - 1) not in PREPOSITIONS)
    group = group_at(draft.tokens, start) if is_known else None
    if group is None or not is_end(draft, group.end) or draft.used[start]:
        return False
    is_this = draft.low(group.start) == "this" or any(
        draft.low(one) in _THIS - {"that"} for one in range(group.start, group.noun)
    )
    is_this = is_this or (draft.role is not None and draft.low(group.start) in POSSESSIVES and group.owner is None)
    is_moment = group.words[-1] in _TIMELY or (len(group.words) == 1 and group.words[0] in MOMENTS)
    is_part = draft.low(at) == "of" and not draft.used[at - 1]  # "an aircraft of a given wingspan"
    if (
        not is_this
        or is_part
        or is_moment
        or group.is_plural
        or not is_thing(draft, group)
        or is_property(group.words[-1])
    ):
        return _after_verb(draft, at, group)
    return give(draft, group, places(at, group.end))


def _after_verb(draft: Draft, at: int, group: NounGroup) -> bool:
    """Read "delivering to a zip code", "logged in to a queue": a verb of the items that no list has, and its place."""
    before = draft.low(at - 1)
    is_verb = not draft.used[at - 1] and (before.endswith("ing") or is_participle(before))
    is_verb = is_verb and draft.low(at) not in {"for", "about"}  # "covering for a colleague"
    is_after = draft.about is not None and draft.about.end == at - 1 and draft.about.is_plural
    is_one = draft.low(group.start) in {"a", "an"} and not (group.is_plural or group.states or group.count)
    is_moment = group.words[-1] in UNITS or group.words[-1] in MOMENTS
    if not (is_verb and is_after and is_one) or is_moment or not is_thing(draft, group) or before == "beginning":
        return False
    return give(draft, group, places(at - 1, group.end))


def _paged(draft: Draft, at: int) -> bool:
    """Read "5,000 points a page"."""
    found = match(draft.tokens, at, "NUMBER WORD a|per page|request|call|response")
    if found is None or draft.has("limit") or not isinstance(found[1][0], int):
        return False
    draft.fill("limit", Limit(found[1][0], True), places(at, found[0]))
    return True


def _they(draft: Draft, at: int) -> bool:
    """Read "payments they got", "classes she is signed up for": items of the role."""
    is_clause = draft.low(at - 1) in CONJUNCTIONS | QUESTION_WORDS - RELATIVES - {
        "what"
    }  # "whenever they like" names no items
    if draft.low(at) not in _THEY or draft.role is None or draft.value("given") or is_clause:
        return False
    start = at + 1
    while draft.low(start) in BE | HAVE:
        start += 1
    verb, end = draft.low(start), start + 1
    is_verb = base_form(verb) != "" or is_participle(verb) or verb in {"got", "had", "own", "did"}
    while draft.low(end) in PREPOSITIONS | _PARTICLES and not draft.used[end]:
        end += 1
    is_whole = end >= len(draft.tokens) or draft.tokens[end].kind == "mark" or draft.low(end) in _ENDING
    if not is_verb or any(draft.used[at:end]) or not is_whole:
        return False
    draft.fill("given", draft.reference(draft.entity(draft.role.words), verb), places(at, end))
    return True


_PARTICLES: Final = words_in("up in out on off back")
_ENDING: Final = words_in("last this next today yesterday tomorrow in so and since during")


def _in_order(draft: Draft, at: int) -> bool:
    """Read "in order", "in sequence" at the end."""
    found = match(draft.tokens, at, "in order|sequence")
    if found is None or draft.has("order") or found[0] != len(draft.tokens) or draft.value("operation") is not Act.LIST:
        return False
    draft.ask("order", Question("In which order do the items come?"), places(at, found[0]))
    return True


_NONE: Final = NEGATIONS | words_in("no without nobody none nothing")


def _names_time(draft: Draft, at: int) -> bool:
    """Return whether a time is the object of a verb, and bounds nothing: "whose season includes the current month"."""
    return draft.low(at) == "the" and not draft.used[at - 1] and base_form(draft.low(at - 1)) != ""


def _time(draft: Draft, at: int, times: Sequence[Phrase]) -> bool:
    """Read a range in time behind words that nobody understood, if it is a segment of its own."""
    group = draft.about
    if draft.has("range") or draft.used[at] or group is None or not group.is_plural:
        return False
    before = [draft.low(one) for one in range(group.end, at)]
    if _NONE & set(before) or any(one.endswith("n't") for one in before) or _names_time(draft, at):
        return False
    end = next((found[0] for one in times if (found := match(draft.tokens, at, one.pattern)) is not None), 0)
    if not end or not (end >= len(draft.tokens) or draft.tokens[end].kind == "mark"):
        return False
    return apply_rules(draft, at, times) is not None
