"""Ranges by a number or a prefix: "with a price below 15", "name begins with"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.classes import Duration
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.words.lexicon import TRAITS, UNITS, words_in
from modeler.core.requirements.english.words.measures import BELOW, COMPARED, LENGTHS
from modeler.core.requirements.english.words.speech import is_property
from modeler.core.requirements.morphology import singular
from modeler.core.requirements.slots import Choice, Comparator, Question, Range

_MORE: Final = frozenset(
    [
        "over",
        "above",
        "more",
        "greater",
        "higher",
        "exceeding",
        "exceeds",
        "larger",
        "bigger",
        "newer",
        "after",
        "later",
        "heavier",
        "longer",
    ]
)


def _compare(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with a price below 15", "price under 100", "whose moisture is under 30"."""
    group, number = caught[0], caught[1]
    said = [draft.low(one) for one in range(group.end, end)]
    comparison = _comparison(said)
    is_size = any(one in {"larger", "smaller", "bigger"} for one in said)
    if comparison is None or (is_size and not (group.is_trait or is_property(group.words[-1]))):
        return False
    draft.fill("range", Range(draft.attribute(group.whole), comparison, (str(number),)), places(at, end))
    return True


def _between(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with a price between 5 and 20"."""
    group, low, _, high, _ = caught
    if group.words[-1] in _PEAKS or draft.low(end) in {"am", "pm", "o'clock"}:
        return False  # "with a peak between 8 and 9 am"
    bounded = Range(draft.attribute(group.words), Comparator.BETWEEN, (str(low), str(high)))
    draft.fill("range", bounded, places(at, end))
    return True


def named_between(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "and createdAt between start and end": two values that the caller gives bound what is named."""
    group = caught[0]
    if not (group.is_exact or group.is_trait) or group.states:
        return False
    draft.fill("range", Range(draft.attribute(group.words), Comparator.BETWEEN), places(at, end))
    return True


def _comparison(said: list[str]) -> Comparator | None:
    words = set(said)
    if {"at", "least"} <= words or ">=" in words:
        return Comparator.AT_LEAST
    if {"at", "most"} <= words or "<=" in words or ("no" in words and "more" in words):
        return Comparator.AT_MOST
    if words & _MORE or ">" in words:
        return Comparator.GREATER
    if words & {"below", "under", "less", "lower", "fewer", "smaller", "<"}:
        return Comparator.LESS
    return None


def _counted(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with at least 3 bedrooms", "with fewer than 3 stars"."""
    number, group = caught
    if group.determiner or group.count is not None or group.rank or group.states:
        return False
    said = [draft.low(one) for one in range(at, group.start)]
    comparison = _comparison(said)
    after = [draft.low(one) for one in range(group.end, end)]
    said += after
    if "or" in said:
        comparison = Comparator.AT_LEAST if "more" in said else Comparator.AT_MOST
    if comparison is None or not {singular(group.words[-1]), group.words[-1]} & (TRAITS | _PARTS):
        return False
    draft.fill("range", Range(draft.attribute(group.words), comparison, (str(number),)), places(at, end))
    return True


_PEAKS: Final = words_in("peak peaks rush spike spikes burst bursts load traffic")
_PARTS: Final = words_in(
    "seat bed room bathroom floor door page wheel cycle lane gear megapixel watt place parking-space"
)
"""Parts whose number is a property of a thing: a table with at least 6 seats."""


def _than(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "heavier than 500 kg", "longer than 45 minutes", "longer than 12 meters". A length needs a unit."""
    number, unit = caught if len(caught) > 1 else (caught[0], "")
    if isinstance(number, Duration):
        place = at - (draft.low(at - 1) in {"is", "are", "was", "were"})
        if place < at and not draft.used[place - 1] and draft.low(place - 1) not in {"that", "which", "who"}:
            return False
        if not (
            draft.used[at - 1]
            or draft.low(at - 1) in {"is", "are", "was", "were", "lasting", "lasted", "lasts", "took"}
        ):
            return False
        names = ["duration"] if draft.low(at) in {"longer", "shorter"} else []
        value = number.text
    else:
        known = COMPARED[draft.low(at)]
        names = [known] if known else ["length"] if unit in LENGTHS else ["duration", "length"] if not unit else []
        value = str(number)
    comparison = Comparator.LESS if draft.low(at) in BELOW else Comparator.GREATER
    if not names or (not isinstance(number, Duration) and draft.low(end) in UNITS):
        return False
    if len(names) == 1:
        draft.fill("range", Range(draft.attribute((names[0],)), comparison, (value,)), places(at, end))
        return True
    bounds = [{"attribute": one, "comparison": str(comparison), "values": [value]} for one in names]
    choices = tuple(Choice(one, {"range": [bound]}) for one, bound in zip(names, bounds, strict=True))
    draft.ask(
        "range", Question(f'"{draft.low(at)} than {value}": which attribute is compared?', choices), places(at, end)
    )
    return True


def _prefix(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    group = caught[0]
    words = group.words[:-1] if group.words[-1] == "prefix" else group.words
    if not words:
        return False
    draft.fill("range", Range(draft.attribute(words), Comparator.BEGINS_WITH), places(at, end))
    return True


def _by_prefix(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    return caught[0].words[-1] == "prefix" and _prefix(draft, at, end, caught)


def _own_prefix(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "titles beginning with a prefix": the subject itself is the text, with the question which attribute it is."""
    draft.ask("range", Question("Which attribute begins with the prefix?"), places(at, end))
    return True


def _around(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "within 2 km of a location", "near an address"."""
    choices = (Choice("an attribute location", {"range": [{"attribute": "location", "comparison": "="}]}),)
    draft.ask("range", Question("Which attribute holds the place?", choices), places(at, end))
    return True


_COMPARATIVES: Final = "|".join(sorted(COMPARED))
_CMP: Final = "exceeds|below|under|over|above|exceeding|<|>|<=|>="
_IS: Final = "is|are|was|were|of?"
_LESS: Final = "less|more|greater|higher|lower|fewer|smaller|larger"


def _money(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "deposits exceeding EUR 100,000": an amount, with the question which attribute holds it."""
    if not draft.value("entities") or draft.has("range"):
        return False
    said = [draft.low(one) for one in range(at, end)]
    is_least, is_not = "least" in said or ("more" in said and "or" in said), "no" in said or "not" in said
    is_less = bool({"below", "under", "less"} & set(said))
    if is_least or "most" in said:
        comparison = Comparator.AT_LEAST if is_least else Comparator.AT_MOST
    elif is_not:
        comparison = Comparator.AT_LEAST if is_less else Comparator.AT_MOST
    else:
        comparison = Comparator.LESS if is_less else Comparator.GREATER
    draft.fill("range", Range(draft.attribute(("amount",)), comparison, (str(caught[0]),)), places(at, end))
    draft.ask("range", Question("Which attribute holds this amount of money?"))
    return True


_CURRENCIES: Final = "eur|usd|gbp|chf|euros|dollars|$|€|£"
_EXCEEDING: Final = "exceeding|above|over|below|under"
_HAVING: Final = "with|having|have|has"
_WITH: Final = "with|whose|having|where|have|has"
RULES: Final = (
    Phrase(f"worth|of? {_EXCEEDING} {_CURRENCIES} NUMBER", _money),
    Phrase(f"worth|of? {_EXCEEDING} NUMBER {_CURRENCIES}", _money),
    Phrase(f"worth|of|for? no? more|less than {_CURRENCIES} NUMBER", _money),
    Phrase(f"worth|of|for? no? more|less than NUMBER {_CURRENCIES}", _money),
    Phrase(f"worth|of|for? at least|most {_CURRENCIES} NUMBER", _money),
    Phrase(f"worth|of|for? at least|most NUMBER {_CURRENCIES}", _money),
    Phrase("within|in NUMBER km|m|miles|kilometers|meters of|from|around GROUP", _around),
    Phrase("near|around|close to? GROUP", _around),
    Phrase(
        f"with|whose|having|where? a|the? TRAIT {_IS} between NUMBER MEASURE? and NUMBER MEASURE?",
        _between,
    ),
    Phrase(f"that|which|who? {_WITH} a|an|the? BARE {_IS} between NUMBER MEASURE? and NUMBER MEASURE?", _between),
    Phrase(f"with|whose|having|where? TRAIT {_IS} {_CMP} NUMBER MEASURE?", _compare),
    Phrase(f"with|whose|having|where? TRAIT {_IS} no? {_LESS} than NUMBER MEASURE?", _compare),
    Phrase(f"with|whose|having|where? TRAIT {_IS} at least|most NUMBER MEASURE?", _compare),
    Phrase(f"that|which|who? {_WITH} a|an|the? BARE {_IS} {_CMP} NUMBER MEASURE?", _compare),
    Phrase(f"that|which|who? {_WITH} a|an|the? BARE {_IS} {_LESS} than NUMBER MEASURE?", _compare),
    Phrase(f"that|which|who? {_WITH} a|an|the? BARE {_IS} at least|most NUMBER MEASURE?", _compare),
    Phrase(f"that|which|who? {_HAVING} at least|most NUMBER GROUP", _counted),
    Phrase(f"that|which|who? {_HAVING} NUMBER or more|fewer|less GROUP", _counted),
    Phrase(f"that|which|who? {_HAVING} NUMBER GROUP or more|fewer|less", _counted),
    Phrase(f"that|which|who? {_HAVING} {_LESS} than NUMBER GROUP", _counted),
    Phrase(f"that|which|who? {_HAVING} {_CMP} NUMBER GROUP", _counted),
    Phrase("longer|shorter than DURATION", _than),
    Phrase(f"{_COMPARATIVES} than NUMBER MEASURE?", _than),
    Phrase("by BARE", _by_prefix),
    Phrase(
        "beginning|starting|starts|begins|begin|start with a|the|this? given|certain? prefix|letter|text", _own_prefix
    ),
    Phrase("whose TRAIT begins|starts with a|the? prefix|letter|text?", _prefix),
)
