"""What only introduces a request: "As a customer, I want to", "The system must allow users to", "support listing"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.imperatives import verb_at
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.subjects import period_before
from modeler.core.requirements.english.words.lexicon import (
    ARTICLES,
    ING_NOUNS,
    MODALS,
    OFTEN,
    POSSESSIVES,
    QUANTIFIERS,
    words_in,
)
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.verbs import CREATING, EDITING, READING, REMOVING, VERBS, base_form
from modeler.core.requirements.morphology import is_plural

APPLICATIONS: Final = (
    "system",
    "application",
    "app",
    "platform",
    "backend",
    "api",
    "site",
    "website",
    "software",
    "portal",
)
"""Words for what is built, which has no items of its own."""
_STORIES: Final = (
    "as GROUP ,? i|we want|need|wish|have to|that? be? able? to?",
    "as GROUP ,? i|we would like|love to|that? be? able? to?",
    "as GROUP ,? i'd|we'd like|love to? be? able? to?",
    "as GROUP ,? i|we can|could|should|must|may be? able? to?",
    "as GROUP ( WORD WORD? ) ,? i|we want|need|wish to|that? be? able? to?",
    "as GROUP of|in|at|for GROUP ,? i|we want|need|wish|have to|that? be? able? to?",
    "as GROUP of|in|at|for GROUP ,? i|we would like|love to|that? be? able? to?",
    "as GROUP of|in|at|for GROUP ,? i|we can|could|should|must|may be? able? to?",
    "as ONE ,",
)
_WISHES: Final = (
    "i|we want|need|wish|have to be? able? to?",
    "i|we would like|love to be? able? to?",
    "i'd|we'd like|love to be? able? to?",
    "i|we want|need|wish",
    "i|we would like",
    "can|could|may i|we",
    "i|we can|could|should|must|may be? able? to?",
    "it must|should|shall be possible to",
    f"the? {'|'.join(APPLICATIONS)}|service|solution|product|tool|we|"
    "they can|must|should|shall|will|may|needs be? able? to?",
    "i|we need a way to",
    "people can|must|should|may be? able? to?",
    "please",
    "let users?",
    "need|have to be? able? to?",
    "must|should|shall be able to",
    "a|the? ability|option|possibility|capability|way|feature|functionality to",
    "how do|can|could|would|should i|we|you|one",
    "how to",
    "allow|enable users|customers|people to",
)
_FURTHER: Final = (
    "be able to",
    "allow|enable|permit|help GROUP to be? able? to?",
    "provide|offer|have|include|contain|expose a|an|the? "
    "way|function|ability|option|means|feature|facility|mechanism|capability|possibility|functionality "
    "for|of? ONE? to",
    "want|need the? system|app|application|platform|tool|site|backend to",
    "the? system|app|application|platform|tool|site|backend to",
)
"""What can follow the opening and introduces the request still: "allow growers to"."""
_PLACES: Final = (
    "rest|graphql|http|admin? api|endpoint|query|route|page|screen|view|tab|dashboard|widget|panel|section|report|"
    "method|function|resolver|handler|lambda"
)
"""What a request can be for: "an endpoint that returns orders", "page listing orders", "API to get orders"."""
_SERVED: Final = (
    f"a|an|the? {_PLACES} endpoint|page|call|view|method? to|that|which|for?",
    f"a|an|the? {_PLACES} with",
)
_ADVERBS: Final = words_in("only also just then always simply")
_GERUNDS: Final = (READING | CREATING | EDITING | REMOVING | {"add"}) - words_in(
    "load access track scan place open check"
)


def opening(draft: Draft, at: int) -> int:
    """Read what only introduces a request ("As a customer, I want to"); return where the request begins."""
    end = _introduced(draft, _served(draft, at))
    draft.is_wish = end > at and draft.low(end - 1) in {"to", *MODALS}
    draft.is_nominal = end > at and not draft.is_wish and draft.low(end - 1) in {"want", "need", "like", "wish"}
    reached = end
    while (further := _further(draft, reached)) > reached:
        reached = further
        draft.is_wish, draft.is_nominal = end > at, False
    return _gerund(draft, reached, is_opened=reached > at)


def _served(draft: Draft, at: int) -> int:
    """Read what a request is for, with the verb in the imperative: "an endpoint that returns orders"."""
    for pattern in _SERVED:
        found = match(draft.tokens, at, pattern)
        if found is None:
            continue
        end, last = found[0], draft.low(found[0] - 1)
        low = draft.low(end)
        base = base_form(low)
        group = group_at(draft.tokens, end + (last != "with"))
        is_object = group is not None and (group.is_plural or draft.low(end + 1) in ARTICLES | QUANTIFIERS)
        is_shown = base in _SHOWING and is_object and (low.endswith(_FORMS[last]) if last in _FORMS else low != base)
        if (
            last == "with"
            and is_object
            and group is not None
            and (group.count is None or group.rank)
            and not group.is_trait
        ):
            draft.read(places(at, end))
            return end
        if is_shown or (last == "to" and low == base and base in VERBS):
            draft.tokens = (*draft.tokens[:end], replace(draft.tokens[end], low=base), *draft.tokens[end + 1 :])
            draft.read(places(at, end))
            return end
    return at


_SHOWING: Final = READING - words_in("know check access track open download")
_FORMS: Final = {"that": "s", "which": "s", "for": "ing"}


def _further(draft: Draft, at: int) -> int:
    """Return where a further part of the opening ends; the same place if there is none."""
    low = draft.low(at)
    is_adverb = low in _ADVERBS or (low.endswith("ly") and len(low) > 4 and base_form(low) == "" and low not in OFTEN)
    if is_adverb and (draft.low(at + 1) in VERBS or draft.low(at + 1) == "be"):
        return at + 1
    for pattern in _FURTHER:
        found = match(draft.tokens, at, pattern)
        if found is not None:
            draft.read(places(at, found[0]))
            return found[0]
    return at


def _gerund(draft: Draft, at: int, *, is_opened: bool) -> int:
    """Read "support searching drivers" and "Listing all orders" as the verb in the imperative."""
    start = at + (is_opened and draft.low(at) in {"support", "allow", "enable", "offer", "provide"})
    low = draft.low(start)
    base = base_form(low) if low.endswith("ing") else ""
    after = draft.low(start + 1)
    is_plain = low not in ING_NOUNS and is_plural(after) and group_at(draft.tokens, start + 1) is not None
    is_object = is_plain or after in ARTICLES | POSSESSIVES | QUANTIFIERS
    if base not in _GERUNDS or not is_object:
        return at
    tokens = list(draft.tokens)
    tokens[start] = replace(tokens[start], low=base)
    draft.tokens = tuple(tokens)
    draft.read(places(at, start))
    return start


def _let(draft: Draft, at: int) -> int:
    """Read "let support agents see deliveries": who does it; return where the act begins."""
    group = group_at(draft.tokens, at + 1, before_verb=True) if draft.low(at) == "let" else None
    if group is None or draft.low(group.end) not in VERBS:
        return at
    draft.role = group
    draft.read(places(at, group.end))
    return group.end


def _introduced(draft: Draft, at: int) -> int:
    if (begun := _let(draft, at)) > at:
        return begun
    for pattern in _STORIES:
        found = match(draft.tokens, at, pattern)
        if found is not None:
            draft.role = found[1][0]
            draft.read(places(at, found[0]))
            return found[0]
    for pattern in _WISHES:
        found = match(draft.tokens, at, pattern)
        if found is not None:
            draft.read(places(at, found[0]))
            return found[0]
    found = match(
        draft.tokens, at, "GROUP can|could|should|shall|will|must|may|need|needs|want|wants to? be? able? to?"
    )
    if found is not None and _is_request(draft, found[0]):
        draft.role = found[1][0]
        draft.read(places(at, found[0]))
        return found[0]
    found = match(draft.tokens, at, "GROUP has|have to be? able? to?")
    if found is not None and _is_request(draft, found[0]):
        draft.role = found[1][0]
        draft.read(places(at, found[0]))
        return found[0]
    if draft.low(at) in {"need", "want", "require"} and draft.low(at + 1) in {"all", "a", "the"}:
        draft.read(places(at, at + 1))
        return at + 1
    found = match(draft.tokens, at, "GROUP wants|needs|want|need")
    if found is not None and draft.low(found[0]) in {"a", "an", "all", "the"}:
        draft.role = found[1][0]
        draft.read(places(at, found[0]))
        return found[0]
    return at


def _is_request(draft: Draft, at: int) -> bool:
    """Return whether a verb in the active voice follows a modal."""
    is_adverb = draft.low(at).endswith("ly") or draft.low(at) in _ADVERBS
    return draft.low(at + is_adverb) in VERBS and draft.low(at - 1) != "be"


def _lists_traits(draft: Draft, title: NounGroup | None, first: NounGroup | None, mark: int) -> bool:
    """Return whether a colon divides items from their attributes: "Recordings: title, composer, length"."""
    if title is None or first is None or title.end != mark or not title.is_plural:
        return False
    return not first.is_plural and not first.determiner and draft.low(first.end) == ","


def _is_title_mark(draft: Draft, at: int) -> bool:
    """Return whether a colon, or a dash with spaces, divides a title from what it is the title of."""
    before, mark = draft.tokens[at - 1], draft.tokens[at]
    is_dash = mark.low in {"-", "–", "—"} and at > 0 and before.end < mark.start
    return mark.low == ":" or (is_dash and mark.end < draft.tokens[at + 1].start)


def _is_several(draft: Draft, at: int) -> bool:
    """Return whether the nouns at a token are what is read, and no title: "Orders - all states"."""
    group = group_at(draft.tokens, at)
    return group is not None and (group.is_plural or bool(group.determiner))


def after_title(draft: Draft, at: int) -> int:
    """Return where a request begins after a title: "ear tag lookup: an animal by ear tag"."""
    after_verb = at + 1 + (draft.low(at + 1) in {"in", "out", "up", "off", "down"})
    if verb_at(draft, at)[0] and draft.low(after_verb) in {"a", "an", "the"}:
        return at
    marks = [one for one in range(at, min(at + 6, len(draft.tokens) - 2)) if _is_title_mark(draft, one)]
    if not marks:
        return at
    after = marks[0] + 1
    group = group_at(draft.tokens, after)
    if _lists_traits(draft, group_at(draft.tokens, at + period_before(draft, at)), group, marks[0]):
        return at
    if draft.low(marks[0]) != ":":
        is_read = group is not None and group.is_plural and bool(group.determiner)
        return after if is_read and not _is_several(draft, at) else at
    is_counted = group is not None and group.count is not None and group.is_plural
    if is_counted and group is not None and (group.rank == "top" or group.determiner == "the"):
        return after
    is_plain = group is not None and not group.rank and group.count is None
    # "transport of an organ: current location" tells after the colon what is returned of what is before it.
    is_whole = any(draft.low(one) in {"of", "for", "by"} for one in range(at, marks[0]))
    if is_whole and group is not None and group.is_plural and draft.low(group.end) == "per":
        return after  # "growth of a list: new subscribers per week"
    is_request = (is_plain or (group is not None and group.is_plural and group.count is None)) and not is_whole
    return after if is_request or draft.low(after) in VERBS else at


def occasion(draft: Draft) -> int:
    """Return where the request begins after the occasion for it: "when a passenger does not board, take off ..."."""
    if draft.low(0) not in _OCCASIONS:
        return 0
    comma = next((one for one, token in enumerate(draft.tokens) if token.low == ","), 0)
    is_act = comma > 2 and (verb_at(draft, comma + 1)[0] or draft.low(comma + 1) in {"i", "we"})
    return comma + 1 if is_act else 0


_OCCASIONS: Final = frozenset({"when", "whenever", "if", "once", "after", "before"})
