"""Names of states: status of "open", published of "unpublished", expiresAt of "expired"."""

from __future__ import annotations

import re
from typing import Final

from modeler.core.requirements.english.words.lexicon import IDIOMS, STATES, words_in
from modeler.core.requirements.english.words.verbs import TRANSITIONS, base_form, is_participle
from modeler.core.requirements.morphology import attribute_name, words_of
from modeler.core.requirements.slots import NOW, Comparator, Condition

STATUS: Final = "status"
_OF_STATUS: Final = words_in(
    "open closed pending live cancelled canceled completed complete finished shipped delivered approved rejected "
    "confirmed waiting draft scheduled lost stolen running failed suspended ongoing done new accepted declined "
    "withdrawn resolved submitted processed fulfilled dispatched returned refunded reserved booked held sent "
    "released escalated terminated ended settled outstanding planned started paused stopped"
)
"""An item has one of these states at a time."""
FLAGS: Final = words_in(
    "archived blocked banned paid read published featured pinned hidden locked muted verified deleted disabled "
    "enabled flagged active available vacant occupied empty full online offline public private visible sold used "
    "signed answered seen reviewed insured vegan vegetarian urgent mandatory optional premium anonymous handmade "
    "temporary permanent damaged defective faulty broken valid eligible free cleaned checked tested refundable "
    "redeemed claimed returned picked collected completed approved confirmed invoiced billed licensed certified "
    "vaccinated sterilized neutered opened delivered shipped resolved processed printed synced exported"
)
"""What an item is or is not, beside its status."""
_OF_TIMES: Final = {
    "expired": ("expiresAt", Comparator.LESS, Comparator.GREATER),
    "lapsed": ("expiresAt", Comparator.LESS, Comparator.GREATER),
    "overdue": ("dueAt", Comparator.LESS, Comparator.AT_LEAST),
    "upcoming": ("startsAt", Comparator.GREATER, Comparator.AT_MOST),
}  # fmt: skip
"""States that a time and the clock say: it, how it compares with now, and how if it is denied."""
_DENIED: Final = ("un-", "un", "non-")
_OPPOSITES: Final = {
    "inactive": "active", "unavailable": "available", "invalid": "valid", "incomplete": "complete",
    "deactivated": "active", "disabled": "enabled",
}  # fmt: skip
_SAME: Final = {"activated": "active", "reopened": "open"}
_WITHOUT_STATE: Final = words_in("restored refilled reinstated resumed postponed promoted demoted extended validated")
"""Participles of acts that leave no state of their own."""
AVAILABLE: Final = words_in("available free vacant unavailable bookable")
"""States that hold for a time: with a time beside them, other items say so."""


def plain_state(said: str, entity: str) -> str:
    """Return a state without the words that say of what: "not shipped" of "the order is not shipped" and of an order,
    "status submitted" of "its status is submitted".
    """
    status = re.fullmatch(r"(?:its|the|their) (?:status|state) is (?:still )?(?:in )?(.+)", said)
    if status:
        return f"status {status[1]}"
    noun = " ".join(words_of(entity))
    found = re.fullmatch(rf"(?:it|they|(?:the|this|that) {noun})(?: is| are|'s) (?:still )?(.+)", said)
    return found[1] if found else said


def named_state(said: str) -> Condition | None:
    """Return the attribute that a state means, and what it holds; None if no list has the state, so that only a person
    can say it.
    """
    if said.startswith("status "):
        word = said.removeprefix("status ").removeprefix("not ")
        is_not = said.startswith("status not ")
        return Condition(STATUS, Comparator.UNEQUAL if is_not else Comparator.EQUAL, _value(word))
    word = said.removeprefix("not ").strip()
    word = _SAME.get(word, word)
    if word in _WITHOUT_STATE:
        return None
    is_not = said.startswith("not ")
    if word in _OF_TIMES:
        name, plain, denied = _OF_TIMES[word]
        return Condition(name, denied if is_not else plain, NOW)
    if word in _OPPOSITES:
        return Condition(_OPPOSITES[word], value="true" if is_not else "false")
    for front in _DENIED:
        if word.startswith(front) and _is_flag(word[len(front) :], denied=True):
            return Condition(word[len(front) :], value="true" if is_not else "false")
    if _is_status(word) and not (is_not and word in FLAGS):
        return Condition(STATUS, Comparator.UNEQUAL if is_not else Comparator.EQUAL, _value(word))
    if _is_flag(word, denied=is_not):
        return Condition(attribute_name(word.split()), value="false" if is_not else "true")
    return None


def _is_status(word: str) -> bool:
    is_act = is_participle(word) and base_form(word) in TRANSITIONS
    is_phrase = word.split()[0] in {"waiting", "awaiting", "pending"} or word in IDIOMS
    return word in _OF_STATUS or (is_act and word not in FLAGS) or is_phrase


def _is_flag(word: str, *, denied: bool) -> bool:
    is_known = word in FLAGS or (word in STATES and word not in _UNSURE)
    return is_known or (denied and is_participle(word) and bool(base_form(word)))


_UNSURE: Final = words_in(
    "assigned due new old recent early late past future high low missing remaining present absent left taken won "
    "gone held given grown known shown drawn written chosen driven existing popular trending cheap expensive rare "
    "available next last first critical same other different current incoming outgoing main big small large long "
    "short"
)
"""States that say nothing alone, or that several attributes can say."""


def _value(word: str) -> str:
    return word.replace(" ", "_").upper()
