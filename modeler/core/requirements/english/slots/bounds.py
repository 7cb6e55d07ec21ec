"""Ranges: durations, moments, comparisons with numbers, prefixes."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.classes import Duration
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.comparisons import named_between
from modeler.core.requirements.english.words.lexicon import (
    MOMENTS,
    MONTH_NAMES,
    NEGATIONS,
    PARTS_OF,
    WEEKDAYS,
    words_in,
)
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.verbs import READING, base_form
from modeler.core.requirements.morphology import singular
from modeler.core.requirements.slots import ANY_TIME, Choice, Comparator, Given, Question, Range

TIME_BOUNDED: Final = "Which time is bounded?"


def time_range(draft: Draft, comparison: Comparator, values: tuple[str, ...], at: range, said: str = "") -> bool:
    """Bound a time: the entity's only one, else a question. `said` is a participle before it: hired."""
    if draft.low(at.start - 1) == "or":
        return False
    held = draft.known.entity((draft.value("entities") or ("",))[0])
    times = held.times if held is not None else ()
    stem = base_form(said) or said
    fitting = [one for one in times if stem and one.name.lower().removeprefix("last").startswith(stem[:4])]
    if len(times) == 1 or len(fitting) == 1:
        draft.fill("range", Range((fitting or times)[0].name, comparison, values), at)
        return True
    draft.fill("range", Range("", comparison, values), at)
    named = f"{said}At" if said.endswith("ed") else f"{stem}At" if stem else ANY_TIME
    names = [one.name for one in times] or [named]
    plain = {"comparison": str(comparison), **({"values": list(values)} if values else {})}
    choices = tuple(Choice(name, {"range": [{"attribute": name, **plain}]}) for name in names)
    draft.ask("range", Question(TIME_BOUNDED, choices))
    return True


def said_before(draft: Draft, at: int) -> tuple[int, str]:
    """Return where a participle or verb before a range begins ("placed today"), and the word."""
    low = draft.low(at - 1)
    is_read = low.endswith("s") and base_form(low) in READING  # "a driver gets today's route"
    if at and not (draft.used[at - 1] or is_read) and (low.endswith(("ed", "ing")) or base_form(low) or low == "due"):
        start = at - 1
        while draft.low(start - 1) in _LINKS and not draft.used[start - 1]:
            start -= 1
        return start, low
    return at, ""


def _last(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    """ "in the last 7 days", "since the last hour", not "from last month"."""
    if draft.low(end - 2) == "last" and end - 2 > at and draft.low(end - 3) != "the":
        return False
    if draft.low(end - 2) == "previous":
        return _named_period(draft, at, end, ())
    start, said = said_before(draft, at)
    begun = _negated(draft, start)
    comparison = Comparator.AT_LEAST if begun is None else Comparator.LESS
    began = start if begun is None else begun
    return time_range(draft, comparison, (f"{caught[0].text} ago",), places(began, end), said)


def _negated(draft: Draft, start: int) -> int | None:
    """Return where the negation of the verb at a token begins: "who have not ordered since March"; None if there is
    none.
    """
    place = start
    while place and not draft.used[place - 1] and draft.low(place - 1) in _AUXILIARIES:
        place -= 1
    said = {draft.low(one) for one in range(place, start)}
    return place if said & NEGATIONS else None


def _next(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    if draft.low(end - 2) == "next" and draft.low(end - 3) != "the":
        return False
    start, said = said_before(draft, at)
    return time_range(draft, Comparator.AT_MOST, (f"in {caught[0].text}",), places(start, end), said)


def _next_bare(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    """ "due next 2 hours": a number of units, not "next week"."""
    return end - at == 3 and _next(draft, at, end, caught)


def _aged(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    word = next(low for low in map(draft.low, range(at, end)) if low in {"older", "newer", "younger", "more", "less"})
    is_negated = draft.low(at - 1) in {"not", "no"}
    is_before = (word in {"older", "more"}) != is_negated
    comparison = Comparator.LESS if is_before else Comparator.GREATER
    start, said = said_before(draft, at) if word in {"more", "less"} else (at - is_negated, "")
    return time_range(draft, comparison, (f"{caught[0].text} ago",), places(start, end), said)


def _long_ago(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    """ "last seen over 6 months ago"."""
    start, said = said_before(draft, at)
    start -= draft.low(start - 1) == "last" and start < at
    return time_range(draft, Comparator.LESS, (f"{caught[0].text} ago",), places(start, end), said)


def _since(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "since yesterday", "after a date", "before 2015"."""
    word = draft.low(at)
    if word in {"until", "till"} and draft.is_single:
        return False
    comparison = {
        "since": Comparator.AT_LEAST, "from": Comparator.AT_LEAST, "after": Comparator.GREATER,
        "before": Comparator.LESS, "until": Comparator.LESS, "till": Comparator.LESS,
    }[word]  # fmt: skip
    values = _moment_values(draft, at + 1, end, caught)
    if values is None:
        return False
    start, said = said_before(draft, at)
    begun = _negated(draft, start)
    if begun is not None:
        if word not in {"since", "after"}:
            return False
        comparison, start = Comparator.LESS, begun
    return time_range(draft, comparison, values, places(start, end), said)


def _moment_values(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> tuple[str, ...] | None:
    """Return the literal of a moment, () if the caller gives it, None if it is something else."""
    group = caught[0] if caught else None
    if isinstance(group, NounGroup):
        is_moment = group.words[-1] in MOMENTS and group.determiner not in {"this", "these"}
        return () if is_moment else None
    if isinstance(group, str):
        return (group,)
    if isinstance(group, int):
        return (str(group),) if 1900 <= group <= 2100 else None
    return (draft.text[draft.tokens[at].start : draft.tokens[end - 1].end].lower().removeprefix("the "),)


def _between(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    group = caught[0]
    start, said = said_before(draft, at)
    if singular(group.words[-1]) in MOMENTS:
        return time_range(draft, Comparator.BETWEEN, (), places(start, end), said)
    if group.is_trait:
        words = (*group.words[:-1], singular(group.words[-1]))
        draft.fill("range", Range(draft.attribute(words), Comparator.BETWEEN), places(at, end))
        return True
    return False


def _named(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "today", "this month", "for tomorrow"."""
    start, said = said_before(draft, at)
    is_other = at and not (said or draft.used[at - 1]) and draft.tokens[at - 1].is_word
    if _negated(draft, start) is not None or is_other:
        return False
    text = " ".join(draft.low(one) for one in range(at, end) if draft.low(one) not in _BEFORE)
    text = text.replace("current ", "this ")
    comparison = Comparator.AT_LEAST if draft.low(at) == "from" else Comparator.EQUAL
    return time_range(draft, comparison, (text,), places(start, end), said)


def _named_period(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "last month", "next week", "on friday", "in March"."""
    if (
        draft.value("range")
        or draft.low(at - 1) in {"every", "each", "per"}
        or (draft.low(at) == "of" and not draft.used[at - 1])
    ):
        return False
    start, said = said_before(draft, at)
    text = " ".join(draft.low(one) for one in range(at, end) if draft.low(one) not in _BEFORE)
    return time_range(draft, Comparator.EQUAL, (text,), places(start, end), said)


_LINKS: Final = words_in("that which who are is were was")
_COMING: Final = ("end", "start", "arriv", "expir", "renew", "clos", "begin", "run", "laps")
DAYS: Final = "|".join(sorted(WEEKDAYS))
MONTHS: Final = "|".join(sorted(MONTH_NAMES))
_BEFORE: Final = frozenset({"for", "from", "of", "on", "in", "during", "scheduled", "the", "within", "over"})


def _given_period(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "for a month", "on a given day": a period that the caller gives."""
    is_named = "calendar" in (group := caught[0]).words or group.determiner in {"given", "certain"}
    is_counted = draft.tokens[end : end + 1] and draft.tokens[end].kind == "number"
    if draft.low(at - 1) in PARTS_OF or is_counted or (draft.low(at) == "over" and not is_named):
        return False
    is_this = group.determiner == "the" and group.words in {("day",), ("week",), ("month",), ("year",)}
    if is_this and draft.low(end) != "of":
        moment = "today" if group.words[0] == "day" else f"this {group.words[0]}"
        return time_range(draft, Comparator.EQUAL, (moment,), places(at, end))
    is_plain = len(group.words) == 1 or (
        len(group.words) == 2 and group.words[0] in _KINDS_OF_YEAR and group.determiner != "the"
    )
    if not is_plain or group.words[-1] not in _GIVEN_PERIODS or draft.low(end) == "of":
        return False
    word = group.words[-1]
    if len(group.words) > 1 and group.words[0] != "calendar":
        draft.fill("given", Given(draft.attribute(group.words)), places(at, end))
        return True
    is_length = draft.low(at) in {"for", "within"} and group.determiner == "a"
    if is_length and any(draft.low(one) in NEGATIONS for one in range(at)):
        return False
    return time_range(draft, Comparator.EQUAL, () if word in {"date", "period"} else (f"a {word}",), places(at, end))


_KINDS_OF_YEAR: Final = words_in("calendar school academic fiscal financial tax business accounting budget civil")
"""Words that say which year, quarter or month is meant, and not of what."""
_GIVEN_PERIODS: Final = words_in("day week month year date quarter hour period")


def _range_of(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "within a date range"."""
    start, said = said_before(draft, at)
    return time_range(draft, Comparator.BETWEEN, (), places(start, end), said)


def _since_then(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "who have not visited for 60 days", "for more than 10 minutes"."""
    return time_range(draft, Comparator.LESS, (f"{caught[-1].text} ago",), places(at, end))


def _not_since(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "that have not been used in the last 90 days": before them."""
    return time_range(draft, Comparator.LESS, (f"{caught[-1].text} ago",), places(at, end), str(caught[0]))


def _within(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "that expire within 14 days": in the future for what ends, else not understood."""
    start, said = said_before(draft, at)
    if draft.low(at) != "within" or not said.startswith((*_COMING, "due", "depart", "leav", "matur")):
        return False
    return time_range(draft, Comparator.AT_MOST, (f"in {caught[0].text}",), places(start, end), said)


def _idle(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "inactive for 14 days"."""
    is_state = draft.low(at - 1) in {"inactive", "idle", "open", "offline"}
    return is_state and _since_then(draft, at, end, caught)


_AUXILIARIES: Final = NEGATIONS | {"have", "has", "had", "been", "yet", "who", "that", "which", "was", "were", "did"}
_OVER: Final = "for|in|within|during|over the? last|past? DURATION"
_START: Final = "a|the? start|from|low|min|minimum|first|earliest|lower date|time|value|bound?"
_END: Final = "a|the? end|to|high|max|maximum|last|latest|upper|another date|time|value|bound?"
_TERMS: Final = "school|academic|fiscal|financial|tax|calendar? year|quarter|semester|trimester|term|season|fortnight"
RULES: Final = (
    Phrase("since|from|after|before|until|till DATE", _since),
    Phrase("since|after|before|until|till CLOCK", _since),
    Phrase("in|within|during|for|over|of the? last|past|previous DURATION", _last),
    Phrase("since|from the? last|past DURATION", _last),
    Phrase("in|within|during|for|over|of the? next|coming|following DURATION", _next),
    Phrase("in|within DURATION", _within),
    Phrase(f"that|who|which? have|has not|never been? PARTICIPLE in|out|off|up|anything? {_OVER}", _not_since),
    Phrase(f"that|who|which? haven't|hasn't been? PARTICIPLE in|out|off|up|anything? {_OVER}", _not_since),
    Phrase("haven't|hasn't been? PARTICIPLE for|in over|more|longer? than? DURATION", _not_since),
    Phrase("have|has not|never been? PARTICIPLE for|in over|more|longer? than? DURATION", _not_since),
    Phrase("for more|longer than DURATION", _since_then),
    Phrase("for DURATION", _idle),
    Phrase("older|newer|younger than DURATION", _aged),
    Phrase("more|less than DURATION old|ago", _aged),
    Phrase("over DURATION ago", _long_ago),
    Phrase("from|of|for|on|in|during|scheduled? today|yesterday|tomorrow|tonight", _named),
    Phrase("from|of|for|on|in|during|within? this|the? current|this day|week|month|year|quarter|weekend", _named),
    Phrase(f"from|of|for|on|in|during|within|over? this|the? current|this {_TERMS}", _named),
    Phrase(f"from|of|on|for|in|during? the? last|next|previous {_TERMS}", _named_period),
    Phrase("today|yesterday|tomorrow|tonight", _named),
    Phrase("since|from|after|before|until|till the? first of the month", _since),
    Phrase("since|from|after|before|until|till today|yesterday|tomorrow|now|midnight|noon", _since),
    Phrase("since|from|after|before|until|till this day|week|month|year", _since),
    Phrase(f"since|after|before|until|till last? {DAYS}|{MONTHS}", _since),
    Phrase("since|after|before|until|till last|next week|month|year|quarter|night", _since),
    Phrase(f"on|for last|next|this? {DAYS} morning|afternoon|evening|night", _named_period),
    Phrase(f"on|for|from last|next|this? {DAYS}", _named_period),
    Phrase(f"in|for|of|from|during last|next|this? {MONTHS}", _named_period),
    Phrase("from|of|on|for|in? last|next|previous week|month|year|quarter|night|weekend|season", _named_period),
    Phrase("in|for|of|from|during q1|q2|q3|q4", _named_period),
    Phrase("last|past|trailing|rolling DURATION", _last),
    Phrase("next|coming|following DURATION", _next_bare),
    Phrase("since|after|before|until|till GROUP", _since),
    Phrase("since|after|before|until|till NUMBER", _since),
    Phrase(f"and|,|with|where|whose|by? BARE between {_START} and {_END}", named_between),
    Phrase("between GROUP and another|the? other|second? GROUP?", _between),
    Phrase("between GROUP", _between),
    Phrase("of|for|in|on|during|within|over|from a|the date|time range|period|window|interval|span|frame", _range_of),
    Phrase("of|for|in|within|over|from|during date|time range|period|window|interval", _range_of),
    Phrase("between start|from and end|to date|time|timestamp?", _range_of),
    Phrase("within|during|for|over|in a|the given|certain|specific|specified date|time? range|period|window|interval",
         _range_of),
    Phrase("of|for|in|on|during|within|at|over ONE", _given_period),
)  # fmt: skip
