"""Orders by a superlative: "smallest first", "most points first", "in the order they were aired"."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.slots.orders import ask_order, compared_by, order_json, time_order
from modeler.core.requirements.english.words.lexicon import MEASURES, TRAITS, words_in
from modeler.core.requirements.english.words.superlatives import WAYS
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Choice, Question, RequestedOrder

_MONEY: Final = words_in(
    "payment pledge donation bid invoice fee fine refund transaction tip budget loan debt expense sale order bill "
    "claim deposit withdrawal transfer charge grant bonus salary purchase contribution subscription"
)
"""Items whose size is an amount."""
_ADJECTIVES: Final = {
    "expensive": "price", "costly": "price", "valuable": "value", "urgent": "urgency", "severe": "severity",
    "important": "importance", "popular": "popularity", "difficult": "difficulty", "relevant": "relevance",
}  # fmt: skip


def _by_dimension(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "smallest first": the dimension that the word compares, with the question which attribute holds it."""
    said = next((WAYS[low] for low in map(draft.low, range(at, end)) if low in WAYS), None)
    bounded = [one for one in draft.value("range") or () if one.attribute in MEASURES]
    if said is None or not said.nouns or bounded or draft.has("order"):
        return False
    compared = compared_by(draft, next(low for low in map(draft.low, range(at, end)) if low in WAYS))
    if compared is not None:
        draft.fill("order", compared, places(at, end))
        return True
    name = said.nouns[0]
    items = (draft.value("entities") or ("",))[0]
    if name == "size" and words_of(items)[-1] in _MONEY:
        name = "amount"
    _ordered(draft, draft.low(at), name, said.falls, places(at, end))
    return True


def _by_adjective(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "most expensive first"."""
    name = _ADJECTIVES.get(caught[0])
    if name is None or draft.has("order"):
        return False
    _ordered(draft, f"{draft.low(at)} {caught[0]}", name, draft.low(at) == "most", places(at, end))
    return True


def _ordered(draft: Draft, said: str, name: str, descending: bool, at: range) -> None:
    draft.fill("order", RequestedOrder(draft.attribute((name,)), descending), at)
    choices = (Choice(f"an attribute {name}", {"order": [order_json(name, descending)]}),)
    draft.ask("order", Question(f'"{said} first": which attribute orders the items?', choices))


def _by_amount(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "most points first"."""
    group = caught[0]
    if draft.has("order") or not (group.is_trait or group.is_plural) or group.states:
        return False
    descending = draft.low(at) == "most"
    name = draft.attribute(group.words)
    draft.fill("order", RequestedOrder(name, descending), places(at, end))
    if group.words[-1] not in TRAITS | MEASURES:
        counted = draft.entity(group.words)
        order = {"attribute": counted, "descending": descending, "by": "count"}
        choices = (
            Choice(f"an attribute {name}", {"order": [order_json(name, descending)]}),
            Choice(f"the number of {counted} items", {"order": [order]}),
        )
        draft.ask("order", Question(f"{' '.join(group.words)}: an attribute, or a count?", choices))
    return True


def _in_turn(draft: Draft, at: int, end: int, _: tuple[Any, ...]) -> bool:
    """ "in the order in which they're sung": a place in a sequence; "were aired": a time."""
    if draft.has("order"):
        return False
    if {"were", "was"} & {draft.low(one) for one in range(at, end)}:
        time_order(draft, descending=False, at=places(at, end))
        return True
    draft.fill("order", RequestedOrder(draft.attribute(("position",))), places(at, end))
    draft.ask("order", Question("Which attribute holds the place in the sequence?"))
    return True


def _best_of_people(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "best keeper first": by what a person is the best only its author knows."""
    if not is_agent(caught[0]) or draft.has("order"):
        return False
    ask_order(draft, draft.low(at), descending=draft.low(at) == "best", at=places(at, end))
    return True


_THEY: Final = "they|it|they're"
RULES: Final = (
    Phrase("with? the? SUPER ones? first", _by_dimension),
    Phrase("with? the? SUPER ones? on|at the? top|beginning", _by_dimension),
    Phrase("best|worst BARE first", _best_of_people),
    Phrase("most|least WORD ones? first", _by_adjective),
    Phrase("most|least WORD ones? on|at the? top", _by_adjective),
    Phrase("most|fewest|least BARE first", _by_amount),
    Phrase("most|fewest|least BARE on|at the? top", _by_amount),
    Phrase(f"in the order in? which|that? {_THEY} are|were|was|is? being? PARTICIPLE", _in_turn),
)
