"""Filters of reads and conditions of writes: states, values of attributes, uniqueness."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.states import known_state, state_condition
from modeler.core.requirements.english.words.lexicon import (
    ARTICLES,
    MOMENTS,
    OFTEN,
    POSSESSIVES,
    QUANTIFIERS,
    WEEKDAYS,
)
from modeler.core.requirements.english.words.noun_ends import starts
from modeler.core.requirements.english.words.verbs import is_participle
from modeler.core.requirements.slots import Act, Comparator, Condition, Question


def _equals(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with status RESERVED", "whose status is PREPARING"."""
    group, value = caught
    name = draft.attribute(group.words)
    if value.kind == "number" and draft.low(end) in {"per", "/", "at", "items", "results"}:
        return False  # "in a country, 100 per page"
    draft.fill("condition", Condition(name, value=value.plain), places(at, end))
    return True


def _named_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "with status unpaid": the design's value if it has one."""
    group, said = caught
    known = known_state(draft, said, negated=False)
    draft.fill("condition", known or Condition(draft.attribute(group.words), value=said), places(at, end))
    return True


def _is_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "that are still available", "that have not been paid"."""
    said = caught[-1]
    if draft.low(end) in _OBJECTS or _goes_on(draft, end):
        return False
    if (any(map(is_participle, said.split())) or said == "due") and time_follows(draft, end):
        return False
    tail = (draft.low(one) for one in range(at, end))
    if any(low in {"not", "never", "haven't", "hasn't", "isn't", "aren't", "wasn't", "weren't"} for low in tail):
        said = said if said.startswith("not ") else f"not {said}"
    state_condition(draft, said.replace(" yet", ""), places(at, end))
    return True


def _goes_on(draft: Draft, at: int) -> bool:
    """Return whether a word that no list has follows a state, which then says only a part: "that have gone silent",
    "that were paid twice".
    """
    return at < len(draft.tokens) and not draft.used[at] and starts(draft.tokens[at]) and draft.low(at) not in _AFTER


def _not_done(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "invoices not paid"."""
    if not (at and draft.used[at - 1]) or draft.low(end) in _OBJECTS:
        return False
    if draft.low(at) == "never" and draft.low(end) in OF_PARTICIPLES:
        return False
    state_condition(draft, f"not {caught[0]}", places(at, end))
    return True


def _but_not(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "passes purchased but never used"."""
    act = draft.value("operation")
    is_phrasal = draft.low(end) in {"in", "out", "up", "off", "back"}
    if (act is not None and not act.is_read) or draft.low(end) in _OBJECTS or is_phrasal:
        return False
    state_condition(draft, f"not {caught[0]}", places(at, end))
    return True


def _except(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "all jobs except cancelled ones"."""
    if caught[0].startswith("not ") or draft.low(at) == "without":
        return False
    state_condition(draft, f"not {caught[0]}", places(at, end))
    return True


def _needs(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "bikes that need maintenance"."""
    if caught[0].is_plural or caught[0].is_trait:
        return False
    state_condition(draft, " ".join(draft.low(one) for one in range(at + 1, end)), places(at, end))
    return True


def _bare_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "volunteers available on saturday": a state right after the noun."""
    group = draft.about
    act = draft.value("operation")
    is_several = group is not None and (group.is_plural or bool(group.rank))
    is_after = group is not None and at == group.end and is_several and (act is None or act.is_read)
    if not is_after or caught[0] not in _LOOSE:
        return False
    state_condition(draft, caught[0], places(at, end))
    return True


def _still_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "slots still available": a state after the noun."""
    group, act = draft.about, draft.value("operation")
    is_after = group is not None and at == group.end and group.is_plural and (act is None or act.is_read)
    if not is_after or caught[0] not in _LOOSE:
        return False
    state_condition(draft, caught[0], places(at, end))
    return True


def time_follows(draft: Draft, at: int) -> bool:
    """Return whether a time follows, which a participle then belongs to: "that were created since yesterday"."""
    low, after = draft.low(at), draft.low(at + 1)
    if low in {"today", "yesterday", "tomorrow", "since", "before", "after", "between", "more", "less", "this"}:
        return True
    if low == "for":
        return after in {"the", "more", "over"} or after.isdigit()
    return low in {"in", "within", "during"} and (after in {"the", "last", "next", "past", "this"} or after.isdigit())


def _aged(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "only if it is less than 15 minutes old"."""
    is_older = any(draft.low(one) in {"more", "older"} for one in range(at, end))
    comparison = Comparator.LESS if is_older else Comparator.GREATER
    draft.fill("condition", Condition("", comparison, f"{caught[0].text} ago"), places(at, end))
    draft.ask("condition", Question("Which time is compared?"))
    return True


def _before(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "no later than two hours before it starts": so much time is left when the write is made."""
    act = draft.value("operation")
    if act is None or act.is_read or act is Act.CREATE:
        return False
    last = end
    while last < len(draft.tokens) and draft.tokens[last].kind != "mark":
        last += 1
    draft.fill("condition", Condition("", Comparator.AT_LEAST, f"in {caught[0].text}"), places(at, last))
    draft.ask("condition", Question("Which time is compared?"))
    return last - end <= _BEFORE_MAX


_BEFORE_MAX: Final = 5


def _attribute_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "only if the deposit is paid": which attribute says so is named, what it holds is its state."""
    group, said = caught
    if group.words[-1] not in {"status", "state"} and not group.is_trait:
        return False
    if draft.verb == "" or draft.value("entities") is None:
        return False
    draft.fill("condition", Condition(draft.attribute(group.words), value=said), places(at, end))
    return True


def _unique(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "unless the email is taken", "with a unique email"."""
    draft.fill("condition", Condition(draft.attribute(caught[0].words), Comparator.UNIQUE), places(at, end))
    return True


def _compared(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "only if stock is greater than 0"."""
    group, number = caught[0], caught[-1]
    words = {draft.low(one) for one in range(group.end, end)}
    if {"at", "least"} <= words or ">=" in words:
        comparison = Comparator.AT_LEAST
    elif {"at", "most"} <= words or "<=" in words:
        comparison = Comparator.AT_MOST
    elif words & {"greater", "more", "above", "over", ">", "higher"}:
        comparison = Comparator.GREATER
    elif words & {"less", "below", "under", "<", "lower", "fewer"}:
        comparison = Comparator.LESS
    else:
        comparison = Comparator.EQUAL
    draft.fill("condition", Condition(draft.attribute(group.words), comparison, str(number)), places(at, end))
    return True


def _unless(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "unless it is full": not full."""
    state_condition(draft, f"not {caught[-1]}", places(at, end))
    return True


def _if_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    state_condition(draft, caught[-1], places(at, end))
    return True


def _absent(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "if it does not exist yet": what creating means."""
    if draft.verb and str(draft.value("operation")) == "create":
        draft.read(places(at, end), "operation")
        return True
    return False


def _ones(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "pre-orders for a release, paid ones only"."""
    act = draft.value("operation")
    if act is not None and not act.is_read:
        return False
    state_condition(draft, caught[0], places(at, end))
    return True


def _not_by(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "hints that a user hasn't dismissed yet": not done by that user."""
    group, verb = caught
    if group.is_trait or not is_participle(verb) or not draft.value("entities"):
        return False
    draft.fill("given", draft.reference(draft.entity(group.words)), places(at, end))
    state_condition(draft, f"not {verb}", places(at, end))
    return True


def _past(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    state_condition(draft, draft.low(end - 1), places(at, end))
    return True


_AFTER: Final = OFTEN.keys() | MOMENTS | WEEKDAYS | {"right", "back", "home"}
_OBJECTS: Final = ARTICLES | POSSESSIVES | QUANTIFIERS
"""Words after a participle with which its object begins: "who have not picked a shift"."""
_LOOSE: Final = frozenset(
    [
        "pending",
        "outstanding",
        "available",
        "unavailable",
        "free",
        "offline",
        "online",
        "vacant",
        "idle",
        "overdue",
        "unpaid",
        "unread",
        "active",
        "open",
    ]
)
OF_PARTICIPLES: Final = frozenset({"by", "to", "with", "on", "in", "from", "for", "at", "into", "under", "about"})
_BE: Final = "is|are|was|were"
_BEEN: Final = "is|are|was|were|has|have"
RULES: Final = (
    Phrase("but? not|no later than DURATION before", _before),
    Phrase("but? only? up to DURATION before", _before),
    Phrase("but? only? until DURATION before", _before),
    Phrase("but? only? at least DURATION before", _before),
    Phrase(f"with|whose|where|having the? TRAIT {_BE}? VALUE", _equals),
    Phrase("with|whose|where|having the? TRAIT = VALUE", _equals),
    Phrase("with a unique TRAIT", _unique),
    Phrase(f"with|whose|where|having the? TRAIT {_BE}? STATE", _named_state),
    Phrase("unless the|its|their|this TRAIT is already? taken|used|registered", _unique),
    Phrase("if the|its|their|this TRAIT is not yet? taken|used|registered", _unique),
    Phrase("only if the|its|their|this TRAIT is not|still? yet? taken|used|registered|free|unused|available", _unique),
    Phrase("if|unless|when it does not yet|already? exist yet|already?", _absent),
    Phrase("only? if|when the|its? BARE is|are still? at least|most NUMBER", _compared),
    Phrase("only? if|when the|its? BARE is|are still? greater|more|less|higher|lower|fewer than NUMBER", _compared),
    Phrase("only? if|when the|its? BARE is|are? above|over|below|under|>|<|>=|<=|= NUMBER", _compared),
    Phrase("only? if|when it is more|less than DURATION old", _aged),
    Phrase("only? if|when it is older|newer|younger than DURATION", _aged),
    Phrase(f"only? if|when it|they {_BEEN} been? STATE", _if_state),
    Phrase(f"only? if|when it|they {_BEEN} not been? STATE", _unless),
    Phrase(f"unless it|they {_BEEN} been? STATE", _unless),
    Phrase("only? if|when the|its|their? TRAIT is still? VALUE", _equals),
    Phrase("only? if|when the TRAIT is STATE", _attribute_state),
    Phrase(f"that|which|who {_BEEN} not|never? yet? still? been? STATE", _is_state),
    Phrase("that|which|who haven't|hasn't|isn't|aren't|wasn't|weren't yet? been? STATE", _is_state),
    Phrase("not|never yet? PARTICIPLE", _not_done),
    Phrase("but|and not|never yet? PARTICIPLE", _but_not),
    Phrase("but never|not yet? PARTICIPLE", _but_not),
    Phrase("except|excluding|without for? any|the? STATE ones?", _except),
    Phrase("that|which|who need|needs|require|requires BARE", _needs),
    Phrase("still|currently WORD", _still_state),
    Phrase("WORD", _bare_state),
    Phrase("only STATE ones", _ones),
    Phrase("STATE ones only", _ones),
    Phrase("that|which ONE hasn't|haven't|didn't VERB yet?", _not_by),
    Phrase("that|which ONE has|have|did not VERB yet?", _not_by),
    Phrase("that|which|who failed|expired|declined|crashed", _past),
)  # fmt: skip
