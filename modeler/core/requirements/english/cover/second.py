"""The second reading of a line: what it is about is the one entity of the design that has all that the line names."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.cover.mentions import Mention, covers, is_subject, main_end, mentions
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import between
from modeler.core.requirements.english.words.lexicon import ARTICLES, DO, HAVE, QUESTION_WORDS, RELATIVES, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.verbs import base_form
from modeler.core.requirements.slots import Act, Aggregate, Returned
from modeler.core.requirements.vocabulary import KnownEntity

_VIEWS: Final = words_in(
    "calendar list overview schedule agenda screen page view report history log feed inbox queue timeline dashboard "
    "contents content summary table stock what everything all"
)


def about(draft: Draft, said: tuple[Mention, ...]) -> tuple[KnownEntity, Mention | None] | None:
    """Return the only entity that has all that a line names, and the mention that names it; None if several can be
    meant.
    """
    if not said:
        return None
    able = [one for one in draft.known.own if all(covers(draft, one, each) for each in said)]
    named = [(one, each) for each in said for one in able if one in each.entities]
    named = [(one, each) for one, each in named if not is_subject(draft, each)]
    heads = [(one, each) for one, each in named if not each.before and not each.is_owner]
    distinct = {one.name for one, _ in heads or named}
    if len(distinct) == 1:
        return (heads or named)[0]
    if named or len(able) != 1 or len(said) < 2:
        return _link(draft, said) if not named else None
    return able[0], None


def is_sure(draft: Draft) -> bool:
    """Return whether most of what a line says was read: the rest can mean anything."""
    for one in mentions(draft):
        held = draft.known.entity((draft.value("entities") or ("",))[0])
        if held is not None and one.is_plural and draft.low(one.start - 1) in _EACH and covers(draft, held, one):
            draft.read(range(one.start - 2, one.end))
    act = draft.value("operation")
    end = main_end(draft, is_read=True) if act is not None and act.is_read else len(draft.tokens)
    told = [at for at in range(end) if draft.counts(at)]
    return sum(draft.used[at] for at in told) >= _SURE * len(told)


_SURE: Final = 0.5
_EACH: Final = words_in("all any every")


def _link(draft: Draft, said: tuple[Mention, ...]) -> tuple[KnownEntity, Mention | None] | None:
    """Return what links the two entities of a question: "which channels is a user in?"."""
    found = [one.entities[0] for one in said if len(one.entities) == 1]
    if draft.low(0) not in QUESTION_WORDS or len(found) != 2 or len(said) != 2:
        return None
    links = between(draft.known, found[0], found[1])
    return (links[0], None) if len(links) == 1 else None


def read_by_cover(draft: Draft) -> bool:
    """Fill the operation, the entity, and what is given, of a line that reads; return whether it did."""
    end = main_end(draft, is_read=True)
    said = tuple(one for one in mentions(draft) if one.end <= end)
    found = about(draft, said)
    if found is None or not _is_read(draft, said, found[1]):
        return False
    held, head = found
    draft.fill("operation", Act.LIST, range(1) if draft.low(0) in QUESTION_WORDS else range(0))
    draft.fill("entities", (held.name,), range(head.start, head.end) if head is not None else range(0))
    if (draft.low(0), draft.low(1)) == ("how", "many") and head is not None and head.start == 2:
        draft.fill("returned", Returned(Aggregate.COUNT), range(2))
    return True


def _is_read(draft: Draft, said: tuple[Mention, ...], head: Mention | None) -> bool:
    """Return whether a line asks for items: it begins with a question, a view or the items themselves."""
    low = draft.low(0)
    if low == "who":
        return False
    if head is not None and len(said) == 1 and low not in QUESTION_WORDS:
        return False
    if low in (QUESTION_WORDS | {"everything", "all"}) - {"why", "how"} or (low == "how" and draft.low(1) == "many"):
        return True
    if low in DO | HAVE or (base_form(low) and head is not None and head.start == 1):
        return False
    first = said[0]
    starts = 1 if low in ARTICLES else 0
    if head is not None and head.start <= starts + 1:
        return True
    return (first.is_owner and head is not None) or low in _VIEWS


def list_plural(draft: Draft) -> bool:
    """List the items that a line begins with, where only what they are like follows: "permits which run out soon"."""
    group = group_at(draft.tokens, 0, before_verb=True)
    held = draft.known_entity(group.words) if group is not None else None
    if group is None or held is None or not group.is_plural or group.determiner:
        return False
    if draft.low(group.end) not in RELATIVES | ARTICLES | {"whose"}:
        return False
    end = main_end(draft, is_read=True)
    if end < len(draft.tokens) and draft.low(end + 1) not in _TELLING:
        return False
    draft.fill("operation", Act.LIST)
    draft.fill("entities", (held.name,), range(group.end))
    return True


_TELLING: Final = words_in("be get trigger receive show appear go cause lead")


def beside(draft: Draft) -> KnownEntity | None:
    """Read "with the permit they belong to": what is read together with the items; None if nothing is."""
    names: tuple[str, ...] = draft.value("entities") or ()
    held = draft.known.entity(names[0]) if names else None
    if held is None:
        return None
    for one in mentions(draft):
        parent = one.parent(held, draft.known)
        if parent is not None and one.before == "with" and one.determiner in {"the", "their", "its"}:
            draft.read(range(one.start - 2, one.end))
            return parent
    return None
