"""Constructions that say at length what a plain one says: "volunteers who are in a team" are volunteers in a team."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.phrasing.nominal import nominal
from modeler.core.requirements.english.phrasing.plain_acts import plain_acts
from modeler.core.requirements.english.words.lexicon import (
    ARTICLES,
    BE,
    DO,
    HAVE,
    MODALS,
    POSSESSIVES,
    STATES,
    UNITS,
    words_in,
)
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import CREATING, READING, VERBS
from modeler.core.requirements.morphology import is_plural, singular

_WHO: Final = words_in("who that which")
_IN: Final = words_in("in on at from of with for under within")
_ONE: Final = (ARTICLES - words_in("these those")) | POSSESSIVES
_PEOPLE: Final = words_in("somebody someone anybody anyone people those")
_EACH_TIME: Final = (("every", "time"), ("each", "time"), ("any", "time"), ("the", "moment"), ("as", "soon", "as"))
_IF: Final = words_in("if when unless where")
_MISSING: Final = words_in("not no n't new missing absent unknown yet doesn't don't isn't aren't didn't hasn't haven't")
_IT: Final = words_in("it him her them one")
_WEEK: Final = words_in(
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays "
    "sundays weekend weekends weekday weekdays morning mornings evening evenings afternoon afternoons night nights "
    "noon lunch lunchtime christmas holidays holiday season summer winter easter midday midnight"
)
_PEAKS: Final = words_in("peak peaks peaking")
_PEAK_LEADS: Final = words_in("on during in at around")
_PHRASE_MAX: Final = 4

type Tokens = list[WordToken]


def plainly(tokens: Sequence[WordToken]) -> tuple[WordToken, ...]:
    """Return tokens in the plainer construction; what is left out only leads to other words."""
    made = list(tokens)
    for rule in (
        nominal,
        plain_acts,
        _computed,
        _up_to,
        _shown_by,
        _each_time,
        _fronted_which,
        _upserted,
        _by_somebody,
        _made_so,
        _at_peak,
        _lagging,
        _all_needed,
    ):
        rule(made)
    at = 0
    while at < len(made):
        _who_are_in(made, at)
        _one_of(made, at)
        _is_in(made, at)
        at += 1
    return tuple(made)


def _are(made: Tokens, at: int, words: Sequence[str]) -> bool:
    return [one.low for one in made[at : at + len(words)]] == list(words)


def _computed(made: Tokens) -> None:
    """Read "sum the invoiced amount" and "calculate the average score" as the total and the average."""
    at = 1 + (len(made) > 2 and made[1].low == "up")
    if len(made) < at + 2 or made[at].low not in ARTICLES:
        return
    if made[0].low in {"sum", "total"}:
        made[: at + 1] = [replace(made[0], low="total", end=made[at].end)]
    elif made[0].low in {"calculate", "compute"} and made[at + 1].low in _COMPUTED:
        made[:at] = [replace(made[0], low="show")]


_COMPUTED: Final = words_in("total sum average mean number count minimum maximum")


def _shown_by(made: Tokens) -> None:
    """Read "the map screen in the app asks for the shops in a city" as show the shops."""
    view = next((at for at in range(min(_VIEW_MAX, len(made))) if made[at].low in _VIEWS), -1)
    if view < 0 or not all(one.is_word for one in made[: view + 1]):
        return
    for at in range(view + 1, min(view + _VIEW_MAX, len(made) - 1)):
        if not made[at].is_word and made[at].low != ":":
            return
        end = at + 1 + (made[at + 1].low == "for")
        if made[at].low in _SHOWS and end < len(made) and made[end].low in ARTICLES | {"all"}:
            made[:end] = [replace(made[0], low="show", kind="word", end=made[end - 1].end)]
            return


_VIEW_MAX: Final = 6
_VIEWS: Final = words_in("screen page app view dashboard widget website site kiosk display")
_SHOWS: Final = words_in("asks needs wants requests loads gets shows lists displays fetches polls reads")


def _up_to(made: Tokens) -> None:
    """Read "fetch up to 100 songs" as fetch 100 songs."""
    is_led = len(made) > 4 and made[0].low in READING and _are(made, 1, ("up", "to"))
    if is_led and made[3].kind == "number" and is_plural(made[4].low):
        made[1:4] = [replace(made[3], start=made[1].start)]


def _each_time(made: Tokens) -> None:
    """Read "every time a file is read, ..." as when it is."""
    found = next((one for one in _EACH_TIME if _are(made, 0, one)), ())
    if found:
        made[: len(found)] = [replace(made[0], low="when", kind="word", end=made[len(found) - 1].end)]


def _fronted_which(made: Tokens) -> None:
    """Read "in which shows does a guest appear" without the preposition that belongs to the verb."""
    group = group_at(made, 2) if len(made) > 4 and made[1].low in {"which", "what"} else None
    is_asked = group is not None and group.end < len(made) and made[group.end].low in DO | HAVE | BE
    if is_asked and made[0].low in _IN:
        made[:2] = [replace(made[1], start=made[0].start)]


def _upserted(made: Tokens) -> None:
    """Read "save a guest, and create the guest if we do not have him yet" as to create or replace one."""
    for at in range(3, len(made) - 3):
        is_joined = made[at - 1].low in {"and", "or"} or made[at - 1].kind == "mark"
        if made[at].low not in CREATING | {"add", "make"} or not is_joined or made[0].low not in VERBS:
            continue
        group = group_at(made, at + 1)
        end = at + 2 if made[at + 1].low in _IT else group.end if group is not None and group.is_one else 0
        is_same = end == at + 2 or (group is not None and _has_noun(made, group.words[-1], at))
        rest = [one.low for one in made[end + 1 :]] if end and end < len(made) else []
        is_absent = any(one in _MISSING or one.endswith("n't") for one in rest) and len(rest) <= _LONGEST
        if not (0 < end < len(made) and is_same and made[end].low in _IF and is_absent):
            continue
        cut = at
        while made[cut - 1].low in {"and", "or", ","}:
            cut -= 1
        made[0] = replace(made[0], low="upsert")
        made[cut:] = []
        return


_LONGEST: Final = 8


def _has_noun(made: Tokens, noun: str, end: int) -> bool:
    return any(singular(one.low) == singular(noun) for one in made[:end])


def _by_somebody(made: Tokens) -> None:
    """Read "which orders did somebody with a given email make" as those with it."""
    for at in range(2, len(made) - 4):
        if made[at].low not in DO or made[at + 1].low not in _PEOPLE or made[at + 2].low not in {"with", "of", "from"}:
            continue
        end = len(made) - 1
        while end > at and made[end].kind == "mark":
            end -= 1
        if end > at + 4 and made[end].is_word:
            made[at : end + 1] = made[at + 2 : end]
        return


def _made_so(made: Tokens) -> None:
    """Read "make every item on it available again" as to mark it so."""
    for at in range(len(made) - 3):
        if made[at].low != "make" or made[at + 1].low not in _ONE | {"all", "every", "each"}:
            continue
        group = group_at(made, at + 1)
        end = next((one for one in range(at + 3, len(made)) if made[one].kind == "mark"), len(made))
        end -= made[end - 1].low == "again"
        is_new = made[at + 1].low in {"a", "an"} and group is not None and group.end != end - 1
        if group is None or is_new or made[end - 1].low not in STATES or group.end > end:
            continue
        state = made[end - 1]
        made[at] = replace(made[at], low="mark")
        made.insert(end - 1, replace(state, low="as", end=state.start))
        return


def _at_peak(made: Tokens) -> None:
    """Read "200 at peak on Sunday mornings" as one peak: when it comes bounds no items."""
    for at in range(1, len(made) - 1):
        end = at + 1 + (made[at + 1].low in _PEAK_LEADS)
        start = end
        while end < len(made) and end - start < _PHRASE_MAX and made[end].low in _WEEK | {"the", "and"}:
            end += 1
        if made[at].low in _PEAKS and end > start > at + 1 and made[end - 1].low in _WEEK:
            made[at:end] = [replace(made[at], end=made[end - 1].end)]
            return


def _lagging(made: Tokens) -> None:
    """Read "they may lag an hour behind" as "they may be an hour old"."""
    last = len(made) - 1
    while last > 0 and made[last].kind == "mark":
        last -= 1
    if last < 4 or made[last].low not in _OLD:
        return
    first = next((at for at in range(last, 0, -1) if made[at].kind == "mark" or made[at].low in {"and", "but"}), 0)
    unit = made[last - 2 if made[last - 1].low == "to" else last - 1]
    start = next((at for at in range(first + 1, last) if made[at].low in _UP_TO or made[at].kind == "number"), 0)
    start = start or next((at for at in range(first + 1, last) if made[at].low in {"a", "an"}), 0)
    lows = {one.low for one in made[first + 1 : start]}
    is_said = (
        bool(lows & MODALS)
        and bool(lows & _LAGGING)
        and lows <= MODALS | _DATA | _LAGGING | {"be", "by", "the", "a", "bit", "well"}
    )
    if not first or not start or unit.low not in UNITS or not is_said:
        return
    lead = [replace(made[first + 1], low=low, kind="word", end=made[first + 1].end) for low in _MAY_BE]
    made[first + 1 : last + 1] = [*lead, *made[start:last], replace(made[last], low="old")]


_OLD: Final = words_in("behind old stale late outdated")
_UP_TO: Final = words_in("up at")
_DATA: Final = words_in("they it this that these data list figures result results numbers reads screen page view")
_LAGGING: Final = words_in("lag trail")
_MAY_BE: Final = ("they", "may", "be")


def _all_needed(made: Tokens) -> None:
    """Read "... Title and date are enough." as only title and date."""
    end = len(made) - 1
    while end > 0 and made[end].kind == "mark":
        end -= 1
    found = next((one for one in _ENOUGH if _are(made, end - len(one) + 1, one)), ())
    start = next((at for at in range(end, 0, -1) if made[at].low in _STOPS), 0)
    if not found or not start or end - len(found) <= start or end - start > _LIST_MAX:
        return
    lead = replace(made[start + 1], low="only", kind="word", end=made[start + 1].start)
    listed = made[start + 1 : end - len(found) + 1]
    mark = replace(made[start], low=",", kind="mark")
    made[start:] = [mark, lead, *listed[:-1], replace(listed[-1], end=made[end].end)]


_ENOUGH: Final = tuple(
    tuple(one.split())
    for one in (
        "are enough", "is enough", "suffice", "suffices", "are sufficient", "is sufficient", "will do", "will suffice",
        "are all we need", "is all we need", "are all i need", "is all i need", "would do", "would be enough",
        "are all that is needed", "is all that is needed",
    )
)  # fmt: skip
_STOPS: Final = frozenset({".", ";", "?", "!", ":", "-", "–", "—"})
_LIST_MAX: Final = 14


def _is_in(made: Tokens, at: int) -> None:
    """Read "teams that a volunteer is in" as teams of a volunteer."""
    group = group_at(made, at + 1) if at and at + 3 < len(made) and made[at].low in {"that", "which"} else None
    end = group.end if group is not None and group.is_one else len(made)
    is_whole = end + 1 < len(made) and made[end].low in BE and made[end + 1].low in {"in", "on", "at", "with"}
    is_last = is_whole and (end + 2 == len(made) or made[end + 2].kind == "mark" or made[end + 2].low == "and")
    if is_last and is_plural(made[at - 1].low):
        made[end : end + 2] = []
        made[at] = replace(made[at], low="of")


def _who_are_in(made: Tokens, at: int) -> None:
    """Read "who are in a team" as in a team."""
    if made[at].low not in _WHO or not at or at + 4 > len(made) or made[at + 1].low not in BE:
        return
    place = at + 2 + (made[at + 2].low in {"currently", "already", "now"})
    is_one = place + 1 < len(made) and made[place].low in _IN and made[place + 1].low in _ONE
    if is_one and is_plural(made[at - 1].low):
        made[at : place + 1] = [replace(made[place], start=made[at].start)]


def _one_of(made: Tokens, at: int) -> None:
    """Read "for one of my shows" as for a show."""
    is_led = at and made[at - 1].low in {"for", "in", "on", "of", "at", "from", "by"}
    if not is_led or at + 3 >= len(made) or made[at].low != "one" or made[at + 1].low != "of":
        return
    if made[at + 2].low in POSSESSIVES and is_plural(made[at + 3].low):
        made[at : at + 3] = [replace(made[at], low="a", end=made[at + 2].end)]
        made[at + 1] = replace(made[at + 1], low=singular(made[at + 1].low))
