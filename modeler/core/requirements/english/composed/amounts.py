"""How many there are of a thing: "about 35", "one to four", "up to a dozen", "several", "exactly one"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.tokens import WordToken, number_of


class Phrases:
    """Phrases by their first words, the longest first."""

    def __init__(self, listed: Iterable[tuple[str, ...]]) -> None:
        """Take the phrases."""
        self.listed = tuple(listed)
        self.by_first: dict[str, list[tuple[str, ...]]] = {}
        for one in sorted(self.listed, key=len, reverse=True):
            self.by_first.setdefault(one[0], []).append(one)

    def __add__(self, other: Phrases) -> Phrases:
        """Return the phrases of both."""
        return Phrases((*self.listed, *other.listed))

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        """Yield the phrases."""
        return iter(self.listed)


def phrases(text: str) -> Phrases:
    """Return the phrases of a text, between its bars."""
    return Phrases(tuple(one.split()) for one in text.split("|"))


_ABOUT: Final = phrases(
    "about|around|roughly|approximately|approx|approx .|circa|ca|ca .|nearly|almost|some|perhaps|maybe|~|on average"
    "|usually|typically|normally|generally|mostly|a mere|a good|an average of|an estimated|just|well|in the order of"
    "|something like|as a rule|currently|today|on the order of|in general|barely|just under|just over|close to|likely"
)
_MOST: Final = phrases(
    "up to|at most|at the most|no more than|never more than|not more than|rarely more than|seldom more than"
    "|hardly ever more than|a maximum of|the maximum of|maximum|max|max .|a max of|as many as|a limit of|never above"
    "|never over|anything up to|at the very most"
)
_EXACTLY: Final = phrases("exactly|precisely|always|only|a fixed|always exactly|just")
_LEAST: Final = phrases("at least|more than|over|a minimum of|minimum|min|upwards of|well over")
_MANY: Final = phrases(
    "many|several|multiple|any number of|any amount of|one or more|one or many|zero or more|none or more|lots of"
    "|a lot of|a number of|one or several|none or several|zero or many|various|numerous|a collection of|at least one"
    "|a series of|a few|more than one|hundreds of|thousands of|dozens of|tens of thousands of|millions of|plenty of"
    "|a handful of|a bunch of|countless|a whole series of|a couple of|multiple different|hundreds of thousands of"
    "|tens of|scores of|a large number of|any number|0 or more|1 or more|0..n|1..n|0..*|1..*"
)
_ONE: Final = phrases(
    "one|exactly one|only one|just one|a single|one single|precisely one|always one|exactly 1|only 1|1|at most one"
    "|zero or one|none or one|one and only one|the same one|always exactly one|always just one|no more than one"
    "|up to one|one particular|one specific|exactly a single"
)
_NUMBERS: Final = {
    ("half", "a", "dozen"): 6, ("a", "dozen"): 12, ("two", "dozen"): 24, ("three", "dozen"): 36, ("a", "hundred"): 100,
    ("a", "thousand"): 1_000, ("a", "million"): 1_000_000, ("a", "billion"): 1_000_000_000,
    ("half", "a", "million"): 500_000, ("a", "quarter", "of", "a", "million"): 250_000, ("a", "pair", "of"): 2,
    ("a", "couple", "of", "hundred"): 200, ("a", "couple", "of", "thousand"): 2_000, ("thirteen",): 13,
    ("fourteen",): 14, ("sixteen",): 16, ("seventeen",): 17, ("nineteen",): 19, ("fifty",): 50,
}  # fmt: skip
_NUMBER_WORDS: Final = Phrases(_NUMBERS)
_SCALES: Final = {
    "hundred": 100, "thousand": 1_000, "k": 1_000, "million": 1_000_000, "mio": 1_000_000, "billion": 1_000_000_000,
    "dozen": 12,
}  # fmt: skip
_TO: Final = words_in("to - – and or")
_MORE: Final = phrases("or more|or so|+")
_COUNT_MAX: Final = 10**15


@dataclass(frozen=True, slots=True)
class CountedAmount:
    """How many: `average` and `most` where a number says it, `is_one` for exactly one, otherwise many. `end` is the
    token after it. `is_led`: a word before the number says what it is; `is_about`: that it is not exact;
    `is_rule`: that there may not be more.
    """

    end: int
    average: int | None = None
    most: int | None = None
    is_one: bool = False
    is_led: bool = False
    is_about: bool = False
    is_rule: bool = False

    @property
    def is_number(self) -> bool:
        """Return whether it says a number of several."""
        return self.average is not None or self.most is not None


def phrase_at(said: Sequence[WordToken], at: int, listed: Phrases) -> int:
    """Return the length of the phrase at a token; 0 without one."""
    if at >= len(said):
        return 0
    for one in listed.by_first.get(said[at].low, ()):
        if len(one) == 1 or tuple(token.low for token in said[at : at + len(one)]) == one:
            return len(one)
    return 0


def whole_number_at(said: Sequence[WordToken], at: int) -> tuple[int, int] | None:
    """Return the whole number at a token, and the token after it: 48 000, 2.5 million, a dozen."""
    if at < len(said) and (size := phrase_at(said, at, _NUMBER_WORDS)):
        return _NUMBERS[tuple(token.low for token in said[at : at + size])], at + size
    found = number_of(said[at]) if at < len(said) else None
    if found is None:
        return None
    count: float = found
    end = at + 1
    while end < len(said) and _is_group(said, end) and count == int(count):
        count, end = int(count) * 1_000 + int(said[end].low), end + 1
    if end < len(said) and said[end].low in _SCALES:
        count, end = count * _SCALES[said[end].low], end + 1
    count = round(count, 6)
    return (int(count), end) if count == int(count) and 0 < count <= _COUNT_MAX else None


def _is_group(said: Sequence[WordToken], at: int) -> bool:
    """Return whether three digits go on with the number before them: 48 000."""
    one, before = said[at], said[at - 1]
    return (
        one.kind == "number"
        and len(one.low) == 3
        and one.low.isdigit()
        and before.low.isdigit()
        and (len(before.low) <= 3 and one.start == before.end + 1)
    )


def amount_at(said: Sequence[WordToken], at: int) -> CountedAmount | None:
    """Return the amount at a token; None without one."""
    start = at
    at += phrase_at(said, at, _ABOUT) if not phrase_at(said, at, _MANY) else 0
    if size := phrase_at(said, at, _MANY):
        return CountedAmount(at + size, is_led=True)
    one = phrase_at(said, at, _ONE)
    if one and not _goes_on(said, at + one):
        return CountedAmount(at + one, is_one=True, is_led=True)
    most = phrase_at(said, at, _MOST)
    exact = 0 if most else phrase_at(said, at, _EXACTLY)
    least = 0 if most or exact else phrase_at(said, at, _LEAST)
    at += most or exact or least
    at += phrase_at(said, at, _ABOUT)
    is_between = at < len(said) and said[at].low in {"between", "from"}
    first = whole_number_at(said, at + is_between)
    if first is None:
        return None
    number, end = first
    is_led = end > start + 1 or at > start
    if is_between and (end >= len(said) or said[end].low not in _TO):
        return None
    if second := _second(said, end):
        return CountedAmount(second[1], most=second[0], is_led=True)
    if phrase_at(said, end, _MORE):
        is_more = said[end].low != "or" or said[end + 1].low == "more"
        end += 1 if said[end].low == "+" else 2
        return CountedAmount(end, average=None if is_more else number, is_led=True)
    if least:
        return CountedAmount(end, is_led=True)
    if most:
        is_rule = tuple(one.low for one in said[start : start + 2]) != ("up", "to")
        return CountedAmount(end, most=number, is_led=True, is_rule=is_rule)
    is_exact = bool(exact) and said[start].low in {"exactly", "precisely"}
    return CountedAmount(
        end, average=number, most=number if is_exact else None, is_led=is_led, is_about=is_led and not exact
    )


def _goes_on(said: Sequence[WordToken], at: int) -> bool:
    """Return whether "one" begins a longer number: "one to four", "one hundred", "1 or 2"."""
    after = said[at].low if at < len(said) else ""
    return (
        after in _SCALES
        or after == "and"
        or (after in _TO and whole_number_at(said, at + 1) is not None)
        or (after == "or" and said[at + 1 : at + 2] != () and said[at + 1].low in {"more", "several", "many"})
    )


def _second(said: Sequence[WordToken], at: int) -> tuple[int, int] | None:
    """Return the upper number of "40 to 260"."""
    if at >= len(said) or said[at].low not in _TO:
        return None
    after = at + 1 + phrase_at(said, at + 1, _ABOUT)
    return whole_number_at(said, after)
