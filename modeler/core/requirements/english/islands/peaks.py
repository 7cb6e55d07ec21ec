"""Further rates of a line: of two, the higher one is the peak; "four times that on Mondays" is one too."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grammar import match
from modeler.core.requirements.english.words.lexicon import UNITS, words_in
from modeler.core.requirements.english.words.tokens import number_of

_RATES: Final = (
    "about|around|some|avg|average|~? NUMBER rps|tps|qps",
    "about|around|some|avg|average|~? NUMBER WORD? /|per UNIT",
    "about|around|some|avg|average|~? NUMBER WORD? a second|minute|hour|day",
)
_TIMES: Final = (
    "NUMBER times that|this|as",
    "NUMBER x that|as",
    "twice that|as",
    "double|triple that?",
)
_FACTORS: Final = {"twice": 2.0, "double": 2.0, "triple": 3.0}
_CAPS: Final = frozenset({"max", "maximum", "most", "limit", "than", "only", "under", "over", "least"})


def further_rates(draft: Draft) -> None:
    """Fill the peak of a line that tells two rates, or how many times its rate."""
    rate = draft.value("rate")
    if draft.has("peak") or draft.low(0) in _CAPS:
        return
    if rate is not None and _busier(draft, rate):
        return
    for at in range(len(draft.tokens)):
        if draft.used[at] or draft.low(at - 1) in _CAPS:
            continue
        found = _factor(draft, at) if rate is not None else None
        if found is not None:
            end, factor = found
            _fill(draft, rate * factor, at, end)
            return
        if (told := _rate(draft, at)) is None or (rate is not None and told[1] == rate):
            continue
        if rate is not None and told[1] < rate:
            _fill(draft, rate, at, told[0])
            draft.settle("rate", told[1])
            return
        if rate is not None:
            _fill(draft, told[1], at, told[0])
            return
        draft.fill("rate", told[1], range(at, _when(draft, told[0])))
        rate = told[1]


def busiest(draft: Draft) -> None:
    """Read the only rate of a line as its peak if words say that it is seldom reached: "at up to 800/s", "5,000/s when
    a story breaks".
    """
    rate = draft.value("rate")
    places = sorted(draft.places("rate"))
    if rate is None or draft.has("peak") or not places or draft.question("rate") is not None:
        return
    after = places[-1] + 1
    is_cap = (draft.low(places[0] - 2), draft.low(places[0] - 1)) == ("up", "to")
    is_event = draft.low(after) in {"when", "whenever"} and draft.low(after + 1) in {"a", "an", "the", "everybody"}
    if is_event:
        draft.drop("rate")
        draft.fill("peak", rate, (*places, *range(after, _when(draft, after))))
    elif is_cap:
        draft.drop("rate")
        draft.fill("peak", rate, (*range(places[0] - 2, places[0]), *places))


def _busier(draft: Draft, rate: float) -> bool:
    """Fill the peak of "8000 per second and 20000 when everybody deploys": the number has the unit of the rate."""
    numbers = {at: number_of(one) for at, one in enumerate(draft.tokens)}
    told = next((at for at in sorted(draft.places("rate")) if (numbers[at] or 0) > 0), None)
    first = numbers[told] if told is not None else None
    if told is None or first is None or not any(abs(first / rate - one) < 0.01 * one for one in UNITS.values()):
        return False
    for at in range(told + 1, len(draft.tokens)):
        number = numbers[at]
        is_limit = draft.value("limit") is not None and draft.value("limit").count == number
        if number is None or number <= first or (draft.used[at] and not is_limit):
            continue
        if draft.low(at + 1) not in _WHEN or draft.low(at - 1) not in _BEFORE or draft.low(at + 2) in _PAGES:
            continue
        if is_limit:
            draft.forget("limit")
        _fill(draft, rate * number / first, at, at + 1)
        return True
    return False


_WHEN: Final = words_in("when in on at during around while if before after")
_BEFORE: Final = words_in(", ; and to even but : (")
_PAGES: Final = words_in("page pages screen list total all most least")


def _fill(draft: Draft, peak: float, at: int, end: int) -> None:
    """Fill the peak; when it is bounds no items: "twice as many on Friday night"."""
    if draft.is_told("range") and draft.last_of("range") >= end:
        draft.forget("range")
    draft.fill("peak", peak, range(at, _when(draft, end)))


def _rate(draft: Draft, at: int) -> tuple[int, float] | None:
    """Return where a rate at a token ends, and how many in a second."""
    for pattern in _RATES:
        found = match(draft.tokens, at, pattern)
        if found is None or any(draft.used[at : found[0]]):
            continue
        number = next((one for one in found[1] if isinstance(one, int | float)), None)
        if number is None:
            continue
        last = draft.low(found[0] - 1)
        return found[0], number / UNITS.get(last, 1.0)
    return None


def _factor(draft: Draft, at: int) -> tuple[int, float] | None:
    for pattern in _TIMES:
        found = match(draft.tokens, at, pattern)
        if found is None:
            continue
        number = number_of(draft.tokens[at])
        factor = _FACTORS.get(draft.low(at), number)
        return (found[0], float(factor)) if factor is not None and factor > 1 else None
    return None


def _when(draft: Draft, at: int) -> int:
    """Return where the words end that say when a rate is reached: "in normal hours", "during events"."""
    end = at
    while end < min(at + 6, len(draft.tokens)) and not draft.used[end] and draft.tokens[end].is_word:
        if draft.low(end) in {"may", "can", "must", "should", "and"} or number_of(draft.tokens[end]) is not None:
            break
        end += 1
    return end
