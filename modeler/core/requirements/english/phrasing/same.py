"""Several words that say what others say more plainly: "filtered by" is by, "created at" is createdAt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.words.lexicon import ARTICLES, BE, HAVE, TRAITS, words_in
from modeler.core.requirements.english.words.noun_groups import IDENTIFIER, group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import VERBS, is_participle
from modeler.core.requirements.morphology import is_plural

_SAME: Final[dict[tuple[str, ...], str]] = {
    ("create", "or", "update"): "upsert", ("insert", "or", "update"): "upsert", ("add", "or", "update"): "upsert",
    ("create", "or", "replace"): "upsert", ("insert", "or", "replace"): "upsert", ("create", "/", "update"): "upsert",
    ("filtered", "by"): "by", ("filter", "by"): "by", ("filterable", "by"): "by", ("searchable", "by"): "by",
    ("(", "pk", ")"): ",", ("(", "sk", ")"): ",", ("(", "hash", ")"): ",", ("(", "range", ")"): ",",
    ("(", "sk", ",", "desc", ")"): "desc", ("(", "sk", ",", "asc", ")"): "asc", ("(", "sk", "desc", ")"): "desc",
    **{("by", one, of): "by" for one in ("entering", "typing", "scanning", "providing", "giving", "specifying")
       for of in ("the", "their", "a", "an", "its", "his", "her")},
    ("sum", "up"): "sum", ("avg",): "average", ("avg", "."): "average", ("afterwards",): "later",
    ("is", "going", "to"): "will", ("are", "going", "to"): "will",
    ("most", "recently", "created"): "newest", ("most", "recently", "added"): "newest",
}  # fmt: skip
_FIRST: Final = {
    ("hard", "delete"): "delete", ("permanently", "delete"): "delete", ("physically", "delete"): "delete",
    ("batch-fetch",): "get", ("batch-get",): "get", ("bulk-fetch",): "get", ("bulk-get",): "get",
    ("batch", "get"): "get", ("batch", "fetch"): "get", ("bulk", "fetch"): "get", ("bulk", "get"): "get",
    ("batch-read",): "get", ("grab", "all"): "get", ("point", "read", "of"): "get", ("point", "read"): "get",
    ("calculate", "the"): "the", ("compute", "the"): "the", ("calculate",): "", ("compute",): "",
}  # fmt: skip
"""The same at the beginning of a line."""
_COMPUTED: Final = words_in("average mean sum total maximum minimum max min highest lowest number count")
_PLACEHOLDERS: Final = words_in("? : $ @ % {")
_JOINING: Final = words_in("by per for of given using with and")


def reworded(tokens: Sequence[WordToken]) -> tuple[WordToken, ...]:
    """Return tokens with plainer words for several that say the same."""
    made = list(tokens)
    if len(made) > 2 and made[1].low == "item" and made[0].end == made[1].start and made[0].low in _CALLS:
        made[:2] = [_as(made, 0, 2, _CALLS[made[0].low])]
    _which_of(made)
    for words, meant in _FIRST.items():
        rest = [one.low for one in made[len(words) : len(words) + 2]]
        is_computed = words[0] not in {"calculate", "compute"} or bool(_COMPUTED & set(rest[:1]))
        if _are(made, 0, words) and is_computed and len(made) > len(words):
            made[: len(words)] = [_as(made, 0, len(words), meant)] if meant else []
    if _are(made, 0, ("clean", "up")) and {one.low for one in made} & _STALE:
        made[:2] = [_as(made, 0, 2, "delete")]
    if len(made) > 4 and made[0].low == "write" and made[1].kind == "number" and made[3].low in {"/", "per", "a"}:
        made[1:3] = made[2], made[1]  # "write 5,000 events/s at peak"
    at = 0
    while at < len(made):
        for words, meant in _SAME.items():
            if _are(made, at, words):
                made[at : at + len(words)] = [_as(made, at, len(words), meant)]
        if at and made[at - 1].low in {"detail", "details"} and made[at].low in {"page", "screen", "view"}:
            made[at - 1 : at + 1] = [replace(made[at - 1], end=made[at].end)]
            continue
        if _are(made, at, ("last", "known")) and any(one.low == "of" for one in made[at + 3 : at + 5]):
            made[at : at + 2] = [_as(made, at, 2, "current")]
        _own(made, at)
        _within(made, at)
        _split(made, at)
        _set_mark(made, at)
        _stamp(made, at)
        _parameter(made, at)
        _plus(made, at)
        at += 1
    return tuple(made)


def _split(made: list[WordToken], at: int) -> None:
    """Read the name of an entity as its words: "get workOrder by id". Names that end as properties do stay whole, so
    does what items are given by or what is read of them: "a given loyaltyTier", "list openTickets of customers".
    """
    token, before = made[at], made[at - 1].low if at else ""
    if not is_code(token) or "_" in token.text or before == "given":
        return
    parts = re.findall(r"[A-Z]?[a-z0-9]+", token.text)
    last = parts[-1].lower()
    listed = _after_list(made, at + 1)
    is_of = made[listed].low == "of" if listed < len(made) else False
    if is_plural(last) and last not in {"ids", "status"}:
        is_of_several = is_of and listed + 1 < len(made) and is_plural(made[listed + 1].low)
        if before in _OF_PROPERTIES or (before == "of" and made[at - 2].low in _COMPUTED) or is_of_several:
            return
    elif (
        before not in VERBS | ARTICLES | {"", "new", "existing", "all"}
        or (before in VERBS and at > 2)
        or is_of
        or last in TRAITS | _PROPERTY_ENDS
        or last.endswith("ed")
        or parts[0] in _PROPERTY_STARTS
    ):
        return
    starts, place = [], token.start
    for part in parts:
        starts.append(place)
        place += len(part)
    made[at : at + 1] = [
        WordToken(part, part.lower(), start, start + len(part), "word")
        for part, start in zip(parts, starts, strict=True)
    ]


def _after_list(made: list[WordToken], at: int) -> int:
    """Return where a list that goes on at a token ends: "openTickets, status and lastName of ..."."""
    while at + 1 < len(made) and made[at].low in {",", "and"} and made[at + 1].is_word:
        at += 2 + (made[at + 1].low == "and")
    return at


_PROPERTY_ENDS: Final = words_in("at id ids by on from to start end date time count min max key code url flag no until")
_OF_PROPERTIES: Final = words_in("whose where with by to from set add remove returns attribute and , = is")
_PROPERTY_STARTS: Final = words_in("is has min max num start end last first created updated valid")


def _set_mark(made: list[WordToken], at: int) -> None:
    """Set off "set status = shipped" from the item before it."""
    is_set = made[at].low == "set" and made[at - 1].low != "to" and 1 < at < len(made) - 3 and made[0].low in _UPDATES
    if is_set and any(one.low in {"=", "to"} for one in made[at + 1 : at + 4]):
        made[at] = replace(made[at], low="::", kind="mark")


_UPDATES: Final = words_in("update change edit modify patch")


def _which_of(made: list[WordToken]) -> None:
    """Read "see which of my orders have not been shipped" as see my orders that have not been shipped."""
    at = next((place for place in range(len(made) - 3) if _are(made, place, ("which", "of"))), -1)
    group = group_at(made, at + 2, before_verb=True) if at > 0 else None
    if group is not None and group.is_plural and group.end < len(made) and made[group.end].low in BE | HAVE:
        made.insert(group.end, replace(made[at], low="that"))
        del made[at : at + 2]


_CALLS: Final = {"put": "save", "get": "get", "update": "update", "delete": "delete"}
_STALE: Final = words_in("older expired old stale obsolete orphaned")


def _are(tokens: Sequence[WordToken], at: int, words: tuple[str, ...]) -> bool:
    begins = at < len(tokens) and tokens[at].low == words[0]
    return begins and tuple(one.low for one in tokens[at : at + len(words)]) == words


def _as(tokens: Sequence[WordToken], at: int, length: int, low: str) -> WordToken:
    kind = "mark" if low == "," else "word"
    return replace(tokens[at], low=low, kind=kind, end=tokens[at + length - 1].end)


def _stamp(made: list[WordToken], at: int) -> None:
    """Read "by created at" as by createdAt."""
    before = made[at - 1].low if at else ""
    is_stamp = before in {"by", "their", "with"} and at + 1 < len(made) and made[at + 1].low == "at"
    if is_stamp and is_participle(made[at].low):
        name = f"{made[at].low}At"
        made[at : at + 2] = [replace(_as(made, at, 2, name.lower()), text=name)]


def _parameter(made: list[WordToken], at: int) -> None:
    """Leave out the place of a value: "where customerId = :customerId" is by customerId."""
    if at + 2 >= len(made) or made[at + 1].low not in {"=", "=="} or not made[at].is_word:
        return
    mark, end = made[at + 2], at + 3
    if mark.kind == "place":
        pass
    elif mark.low not in _PLACEHOLDERS:
        return
    elif mark.low != "?" and end < len(made) and made[end].start == mark.end:
        end += 1
    made[at:end] = [replace(made[at], end=made[end - 1].end)]
    if at and made[at - 1].low == "where":
        made[at - 1] = replace(made[at - 1], low="by")


def _own(made: list[WordToken], at: int) -> None:
    """Read "edit own message" as their own, and "best-selling 10 items" as the top 10."""
    if made[at].low == "own" and at and made[at - 1].low in VERBS:
        made.insert(at, replace(made[at], low="their", end=made[at].start))
    is_counted = at + 1 < len(made) and made[at + 1].kind == "number"
    if made[at].low in {"best-selling", "bestselling", "top-selling"} and is_counted:
        made[at] = replace(made[at], low="top")


def _within(made: list[WordToken], at: int) -> None:
    """Read "within the hour" as within 1 hour."""
    after = [one.low for one in made[at : at + 3]]
    if after[:2] == ["within", "the"] and after[2:] in (["hour"], ["day"], ["week"], ["month"]):
        made[at + 1] = replace(made[at + 1], text="1", low="1", kind="number")


def _plus(made: list[WordToken], at: int) -> None:
    """Read "by customer + status" as by customer and status."""
    if made[at].low != "+" or not 0 < at < len(made) - 1 or not (made[at - 1].is_word and made[at + 1].is_word):
        return
    before = [one.low for one in made[:at]]
    starts = [place for place, low in enumerate(before) if low in {"by", "given", "using", "per"}]
    if starts and all(one.is_word or one.low in {"+", ","} for one in made[starts[-1] : at]):
        made[at] = replace(made[at], low="and", kind="word")


def is_code(token: WordToken) -> bool:
    """Return whether a word is a name as code has it: customerId, created_at."""
    return token.is_word and IDENTIFIER.fullmatch(token.text) is not None
