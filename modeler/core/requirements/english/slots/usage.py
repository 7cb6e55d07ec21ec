"""How a requirement is used: rates, peaks, consistency, freshness, repeated calls and how long items are kept."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.classes import Duration
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots import retention
from modeler.core.requirements.english.words.lexicon import OFTEN, UNITS, WEEKDAYS
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.morphology import singular
from modeler.core.requirements.slots import (
    EVENTUAL,
    READ_YOUR_WRITE,
    REPEATED,
    STRONG,
    Choice,
    Question,
)

_DAY: Final = 86_400.0


def rate(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    number, unit = caught[0], caught[1] if len(caught) > 1 else 1.0
    is_cap = draft.low(at - 1) in _BOUNDS or draft.low(at - 2) in _CAPS
    if not draft.has("rate") and not is_cap and (device := _device(draft, at, end)) is not None:
        return _of_all(draft, float(number) / unit, device, places(at, end))
    if not draft.has("rate") and not is_cap and _is_fleet(draft):
        draft.ask("rate", Question("Is this the rate of one of them, or of all?"), places(at, end))
        return True
    if draft.has("rate") or is_cap or draft.low(end) in {"each", "per", "every"}:
        return False
    draft.fill("rate", float(number) / unit, places(at, end))
    return True


def _device(draft: Draft, at: int, end: int) -> NounGroup | None:
    """Return what each call of a rate comes from, where the line names one of several: "every machine sends ...",
    "a fix per wagon every ten minutes".
    """
    for start in range(max(1, at - 3), at):
        before = group_at(draft.tokens, start) if draft.low(start - 1) == "per" else None
        if before is not None and before.end == at and before.words[-1] not in UNITS:
            return before
    first = group_at(draft.tokens, 0)
    if draft.low(end) in {"per", "each", "every"} and draft.low(end + 1) not in UNITS:
        return group_at(draft.tokens, end + 1)
    is_each = first is not None and first.determiner in {"each", "every"} and not first.is_plural
    return first if first is not None and is_each and first.words[-1] not in _OF_DAYS else None


_OF_DAYS: Final = frozenset(
    {*UNITS, *WEEKDAYS, "night", "morning", "evening", "noon", "midnight", "weekend", "quarter"}
)


def _is_fleet(draft: Draft) -> bool:
    """Return whether a line tells how many devices there are, and not whether its rate is that of one or of all:
    "sensors send values at 2 Hz, and we run 50 machines".
    """
    told = zip(draft.tokens, draft.tokens[1:], draft.tokens[2:], strict=False)
    return any((one.low, two.low) in _OWNING and number_of(three) is not None for one, two, three in told)


_OWNING: Final = frozenset({("we", "have"), ("we", "run"), ("we", "operate"), ("we", "own"), ("there", "are")})


def _of_all(draft: Draft, rate: float, device: NounGroup, at: range) -> bool:
    """Multiply the rate of one device by their number, where the line tells it; ask for it elsewhere."""
    kind = singular(device.words[-1])
    for place in range(len(draft.tokens)):
        several = group_at(draft.tokens, place)
        if several is not None and several.count and not several.rank and singular(several.words[-1]) == kind:
            draft.fill("rate", rate * several.count, (*at, *places(place, several.end)))
            return True
        number = number_of(draft.tokens[place + 2]) if place + 2 < len(draft.tokens) else None
        is_end = place + 3 == len(draft.tokens) or draft.tokens[min(place + 3, len(draft.tokens) - 1)].kind == "mark"
        if number is not None and is_end and (draft.low(place), draft.low(place + 1)) in _OWNING:
            draft.fill("rate", rate * number, (*at, *places(place, place + 3)))
            return True
    draft.ask("rate", Question(f"{rate:g} per second for each {kind}: how many are there?"), at)
    return True


def _hertz(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "at 2 kHz"."""
    return rate(draft, at, end, (float(caught[0]) * (1_000.0 if draft.low(end - 1) == "khz" else 1.0),))


def _calls(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "(1204 calls)": how many there were, with the question in what time."""
    if draft.has("rate") or draft.low(at - 1) != "(" or draft.low(end) != ")":
        return False
    choices = tuple(
        Choice(f"in {words}", {"rate": float(f"{float(caught[0]) / seconds:.3g}")}) for words, seconds in _PERIODS
    )
    draft.ask("rate", Question(f"{caught[0]:,} calls: in what time?", choices), places(at, end))
    return True


_PERIODS: Final = (("an hour", 3_600.0), ("a day", _DAY), ("a week", 7 * _DAY), ("30 days", 30 * _DAY))


def _named_rate(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "up to 40 scans per second"."""
    return rate(draft, at, end, (caught[0], caught[-1]))


def _named_often(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "some 90 swipes a second"."""
    return rate(draft, at, end, (caught[0], UNITS[draft.low(end - 1)]))


def _peak_named(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "22,500 messages/s in rush hour", "1,100/s Sunday evening peak"."""
    unit = next(one for one in caught[1:] if isinstance(one, float))
    if draft.low(end) in {"of", "to", "up"} or "with" in map(draft.low, range(at, end)):
        return False  # "40/s with peaks of 400/s"
    return peak(draft, at, end, (caught[0], unit))


def _weekly(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "every friday", "on mondays"."""
    return rate(draft, at, end, (1.0, 7 * _DAY))


_COUNTS: Final = {"once": 1.0, "twice": 2.0, "thrice": 3.0}


def _times(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    said = (draft.low(one) for one in range(at, end))
    count = next(_COUNTS[low] for low in said if low in _COUNTS)
    return rate(draft, at, end, (count, caught[0]))


def _every(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    """ "poll every 5 minutes", not "positions every ten minutes over the past day", which are not read so often."""
    if at and end < len(draft.tokens) and draft.tokens[end].is_word and draft.low(end) != "per":
        return False
    return rate(draft, at, end, (1.0, caught[0].number * caught[0].seconds))


def _each(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "writes a measurement each minute": at the end of a clause of a write."""
    act = draft.value("operation")
    is_end = end == len(draft.tokens) or draft.tokens[end].kind == "mark"
    if act is None or act.is_read or not is_end:
        return False
    return rate(draft, at, end, (1.0, UNITS[draft.low(end - 1)]))


def _often(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "export every label nightly": at the end of the line."""
    return end == len(draft.tokens) and rate(draft, at, end, (1.0, OFTEN[draft.low(at)]))


def _nightly(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    return rate(draft, at, end, (1.0, _DAY))


def peak(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    number, unit = caught[0], caught[1] if len(caught) > 1 else 1.0
    draft.fill("peak", float(number) / unit, places(at, end))
    return True


def _second_rate(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "4,000/s on average, 30,000/s at New Year's Eve": of two rates the higher one, with when it is, is the peak."""
    rate, unit = draft.value("rate"), next(one for one in caught[1:] if isinstance(one, float))
    if rate is None or draft.has("peak") or float(caught[0]) / unit <= rate:
        return False
    last = end
    while last < min(end + _WHEN_MAX, len(draft.tokens)) and draft.tokens[last].kind != "mark":
        last += 1
    return peak(draft, at, last, (caught[0], unit))


def _on_average(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "4,000/s on average": the words belong to the rate before them."""
    is_after_rate = at > 0 and draft.has("rate") and draft.used[at - 1]
    if is_after_rate:
        draft.read(places(at, end))
    return is_after_rate


def _else(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "900 per minute on Saturdays, 100 otherwise"."""
    peak, unit, _, plain = caught
    draft.fill("peak", float(peak) / unit, places(at, end))
    draft.fill("rate", float(plain) / unit, places(at, end))
    return True


def _strong(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    draft.fill("consistency", STRONG, places(at, end))
    return True


def _eventual(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    draft.fill("consistency", EVENTUAL, places(at, end))
    return True


def fresh(draft: Draft, at: int, end: int, caught: tuple[Duration, ...]) -> bool:
    draft.fill("freshness", caught[0].number * caught[0].seconds, places(at, end))
    return True


def at_once(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    group = caught[0] if caught and isinstance(caught[0], NounGroup) else None
    told = [one for one in places(at, end) if group is None or not group.start <= one < group.end]
    draft.fill("freshness", READ_YOUR_WRITE, told)
    return True


def _repeated(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    draft.fill("delivery", REPEATED, places(at, end))
    return True


def _in_one(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "in one read": what reading together means."""
    draft.read(places(at, end), "entities")
    return len(draft.value("entities") or ()) > 1


_CAPS: Final = frozenset({"max", "maximum", "limit", "limited"})
"""Words before a rate that callers are held to: not how often they call."""
_BOUNDS: Final = frozenset(
    {"only", "just", "under", "over", "above", "below", "than", "least", "most", "between", "and", *_CAPS}
)
_DAYS: Final = "|".join(sorted(WEEKDAYS))
_AGAIN: Final = "may|can|might be repeated|retried safely? and? must|may? then? change|changes? nothing?"
_ABOUT: Final = "about|around|roughly|approximately|some|~?"
_WHEN_MAX: Final = 5
"""Words that say when a peak is: "on the day before Christmas"."""
BUSIEST: Final = "peak|peaks|rush|spike|spikes|burst|bursts"
RULES: Final = (
    Phrase("at? peak|peaks at|of|:? NUMBER rps|tps|qps", peak),
    Phrase("peaking at NUMBER /|per|a UNIT", peak),
    Phrase("peaking at NUMBER", peak),
    Phrase("at? peak|peaks at|of|:? NUMBER /|per|a UNIT", peak),
    Phrase("at? peak|peaks at|of|:? NUMBER", peak),
    Phrase("NUMBER /|per|a UNIT in|at|during|on the? WORD? peak|peaks|rush", peak),
    Phrase("NUMBER /|per|a UNIT in|at|during|on WORD , NUMBER otherwise|else|normally|usually", _else),
    Phrase(f"{_ABOUT} NUMBER WORD? /|per|a UNIT in|at|during|on? the? WORD? WORD? {BUSIEST}", _peak_named),
    Phrase(f"and|,? {_ABOUT} NUMBER WORD? /|per|a UNIT in|at|on|during|before|around", _second_rate),
    Phrase("on average|normally|usually|typically", _on_average),
    Phrase("on an|a ordinary|normal|usual|average|typical|quiet day|days", _on_average),
    Phrase("NUMBER rps|tps|qps at|during? peak|peaks", peak),
    Phrase("NUMBER /|per|a UNIT at|during? peak|peaks", peak),
    Phrase("up? to? NUMBER at|during peak|peaks", peak),
    Phrase(f"at? {_ABOUT} NUMBER rps|tps|qps", rate),
    Phrase(f"at? {_ABOUT} NUMBER hz|khz|hertz", _hertz),
    Phrase(f"at? {_ABOUT} NUMBER times|calls|requests|reads|writes? /|per|a|an|each|every UNIT", rate),
    Phrase(f"up? to? {_ABOUT} NUMBER WORD WORD? per|/ UNIT", _named_rate),
    Phrase(f"{_ABOUT} NUMBER WORD a|each|every second|minute|hour", _named_often),
    Phrase(f"{_ABOUT} once|twice|thrice a|an|per|each|every UNIT", _times),
    Phrase("NUMBER calls|executions", _calls),
    Phrase("once|twice|thrice a|an|per|each|every UNIT", _times),
    Phrase("every DURATION", _every),
    Phrase("each second|minute|hour|day|week|month", _each),
    Phrase("|".join(sorted(OFTEN)), _often),
    Phrase(f"every|each {_DAYS}", _weekly),
    Phrase("every|each night|morning|evening|midnight", _nightly),
    Phrase("must|may|should|can|needs|need|has? only|always|to? be? read? strongly consistent|consistently reads|read?",
         _strong),
    Phrase("with|needs|need|requires? strong consistency", _strong),
    Phrase("must|needs|need|has|have|should to? always? see|show|return|read the? latest|newest write|data|value|state",
         _strong),
    Phrase("with|by|using|use? a? consistent read|reads", _strong),
    Phrase("must|may|should|can? be? read? eventually consistent|consistently reads|read?", _eventual),
    Phrase("must|may|should|can never|not be stale|outdated", _strong),
    Phrase("with? eventual consistency is? enough|fine|ok|okay?", _eventual),
    Phrase("it|they|this|which? may|can|might be up? to? at? most? DURATION old|stale|behind|late|delayed", fresh),
    Phrase("may|can|might be? stale|late|delayed|old|outdated|behind by|for up? to? at? most? DURATION", fresh),
    Phrase("stale|late|delayed|old|outdated|behind by up? to? DURATION is|are? ok|okay|fine|enough?", fresh),
    Phrase("up? to? DURATION old|stale|late|behind|delay is|are? ok|okay|fine|acceptable|enough", fresh),
    Phrase("that|which? lag|lags|lagging behind? by? up? to? DURATION", fresh),
    Phrase("must|should|has|have to? be visible|seen|shown to? GROUP? immediately|instantly|directly", at_once),
    Phrase("immediately|instantly|directly|right after GERUND it|them|that?", at_once),
    Phrase("read-your-writes|read-your-write|read-after-write", at_once),
    Phrase(f"the? call|calls|request|requests {_AGAIN}", _repeated),
    Phrase(f"it|and? {_AGAIN}", _repeated),
    Phrase("safe to retry|repeat", _repeated),
    Phrase("can|may|might|could be|get sent|delivered|received|processed twice|repeatedly", _repeated),
    Phrase("can|may|might|could arrive|come|occur|be sent|delivered|received? more than once", _repeated),
    Phrase("can|may|might|could arrive|come|occur|be sent|delivered|received? twice|repeatedly", _repeated),
    Phrase("idempotent|idempotently", _repeated),
    Phrase("in one|a single? read|request|call|query", _in_one),
    *retention.RULES,
)  # fmt: skip
