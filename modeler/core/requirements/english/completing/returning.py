"""Which attributes a read returns: "just their name and phone", "we only need the title"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.requirements.english.cover.mentions import mentions
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import refers
from modeler.core.requirements.english.naming.names import follows, is_clause_end, listed_at
from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.slots import Aggregate, Returned
from modeler.core.requirements.vocabulary import KnownEntity

_ONLY: Final = words_in("just only merely")
_LEADS: Final = (
    ("nothing", "but"), ("no", "more", "than"), ("all", "we", "need", "is"), ("all", "i", "need", "is"),
    ("we", "need"), ("i", "need"), ("we", "want"), ("i", "want"), ("show",), ("return",), ("returning",),
    ("showing",), ("give",), ("with",), ("the", "screen", "shows"), ("the", "list", "shows"), ("the", "page", "shows"),
    ("they", "need"), ("it", "needs"), ("the", "list", "needs"), ("the", "screen", "needs"), ("the", "page", "needs"),
)  # fmt: skip
_ENOUGH: Final = tuple(
    tuple(one.split())
    for one in (
        "are enough", "is enough", "suffice", "suffices", "are sufficient", "is sufficient", "will do", "will suffice",
        "are all we need", "is all we need", "are all i need", "is all i need", "would do", "would be enough",
        "are all that is needed", "is all that is needed", "are all it needs", "is all it needs", "only", "do",
    )
)  # fmt: skip


def read_returned(draft: Draft, held: KnownEntity) -> None:
    """Fill what a read returns from a list of attributes that words call all that is needed."""
    act = draft.value("operation")
    told: Returned | None = draft.value("returned")
    if act is None or not act.is_read or (told is not None and told.what is not Aggregate.ATTRIBUTES):
        return
    for one in (held, *_linked(draft, held)):
        if _read_list(draft, one):
            if one is not held:
                draft.settle("entities", (one.name,))
            return


def _linked(draft: Draft, held: KnownEntity) -> Iterator[KnownEntity]:
    """Yield what the first words name, where the row is about what links it to something given: "volunteers in a team,
    just their name".
    """
    first = next((one for one in mentions(draft) if one.is_plural and len(one.entities) == 1), None)
    owners = [draft.known.entity(one.of) for one in draft.value("given") or () if one.of]
    is_link = any(one is not None and refers(draft.known, held, one) for one in owners)
    if first is not None and is_link and refers(draft.known, held, first.entities[0]):
        yield first.entities[0]


def _read_list(draft: Draft, held: KnownEntity) -> bool:
    for at in range(1, len(draft.tokens)):
        start = _led(draft, at)
        names, end = listed_at(draft, held, start) if start else _enough(draft, held, at)
        told: Returned | None = draft.value("returned")
        free = draft.places("returned")
        if not names or any(draft.used[one] and draft.counts(one) and one not in free for one in range(at, end)):
            continue
        if told is not None and not set(told.attributes) < set(names):
            continue
        if start and not is_clause_end(draft, end):
            continue
        draft.drop("returned")
        draft.fill("returned", Returned(Aggregate.ATTRIBUTES, names), range(at, end))
        return True
    return False


def _led(draft: Draft, at: int) -> int:
    """Return where a list can begin after words that call it all that is needed; 0 without such words."""
    if draft.low(at) in _ONLY:
        after = at + 1
        return next((after + len(one) for one in _LEADS if follows(draft, after, one)), after)
    for one in _LEADS:
        if follows(draft, at, one):
            end = at + len(one)
            is_only = draft.low(end) in _ONLY or "but" in one or "all" in one or one == ("no", "more", "than")
            middle = one[-1:] in (("need",), ("needs",), ("want",), ("shows",))
            if is_only or (middle and draft.low(end - 2) in _ONLY):
                return end + (draft.low(end) in _ONLY)
    for who in ("we", "i", "they", "it", "you"):
        if draft.low(at) == who and draft.low(at + 1) in _ONLY and draft.low(at + 2) in _NEEDS:
            return at + 3
    return 0


_NEEDS: Final = words_in("need needs want wants show shows return returns require requires see")


def _enough(draft: Draft, held: KnownEntity, at: int) -> tuple[tuple[str, ...], int]:
    """Return "title and publication date are enough", if it begins at a token."""
    before = draft.tokens[at - 1]
    if before.kind != "mark" and before.low not in {"but", "the"}:
        return (), at
    names, end = listed_at(draft, held, at)
    found = next((one for one in _ENOUGH if follows(draft, end, one)), ()) if names else ()
    return (names, end + len(found)) if found and is_clause_end(draft, end + len(found)) else ((), at)
