"""Slots of a row whose reading has too little evidence: they become questions, and their words stay visible.

The evidence was measured on lists and on lines with random words in them (docs/decisions/0035).
"""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.codec import plain_value
from modeler.core.requirements.english.clauses import WHAT_DOES_IT_DO
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import (
    BE,
    CONJUNCTIONS,
    NEGATIONS,
    QUESTION_WORDS,
    RELATIVES,
    words_in,
)
from modeler.core.requirements.english.words.verbs import act_of, base_form, is_participle
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import (
    Act,
    Aggregate,
    AttributeChange,
    Choice,
    Comparator,
    Condition,
    Given,
    Question,
    Range,
    RequestedOrder,
    Returned,
)
from modeler.core.requirements.vocabulary import KnownEntity
from modeler.core.values.attribute_values import AttributeType

_REFUSING: Final = words_in("fail fails refuse refused refuses reject rejected rejects block blocked deny denied")
_CONDITIONS: Final = ("condition", "range")
_WHOLE: Final = Returned(Aggregate.ATTRIBUTES)


def weigh(draft: Draft) -> None:
    """Ask about slots that the words around them can change."""
    _one_item(draft)
    _ask_reversed(draft)
    _without_same(draft)
    _ask_named_elsewhere(draft)
    _ask_qualified(draft)
    _ask_numbers(draft)
    _ask_again(draft)
    _ask_computed(draft)
    _ask_passive(draft)
    _ask_implied(draft)


def _one_item(draft: Draft) -> None:
    """Get the one item whose whole identity is given, where no word says that it is listed."""
    names: tuple[str, ...] = draft.value("entities") or ()
    held = draft.known.entity(names[0]) if len(names) == 1 else None
    is_implied = draft.value("operation") is Act.LIST and not draft.is_told("operation")
    if held is None or not held.is_own or not is_implied or draft.has("order"):
        return
    if draft.low(0) in QUESTION_WORDS | {"whom"} or draft.question("returned") is not None:
        return  # "whom has an employee blocked?" asks for all of them
    if (draft.value("returned") or _WHOLE).what is not Aggregate.ATTRIBUTES:
        return
    given = draft.value("given") or ()
    known = {name for one in given if one.of == held.name or not one.of for name in (one.attribute,)}
    if any(one.of == held.name for one in given):
        known |= set(held.identity)
    if len(held.identity) > 1:
        known |= {one.attribute for one in given}
    if set(held.identity) <= known:
        draft.settle("operation", Act.GET)


def _without_same(draft: Draft) -> None:
    """Require nothing that a write sets: "drivers must be markable as on leave (onLeave = true)"."""
    set_to = {(one.attribute, one.value.lower()) for one in draft.value("changes") or () if one.value}
    told: tuple[Condition, ...] = draft.value("condition") or ()
    kept = tuple(
        one
        for one in told
        if one.comparison is not Comparator.EQUAL or (one.attribute, one.value.lower()) not in set_to
    )
    if kept != told:
        draft.drop("condition")
        if kept:
            draft.fill("condition", kept)


def _ask_reversed(draft: Draft) -> None:
    """Ask about a condition after words that can turn it around: "but not if it is reserved"."""
    for slot in _CONDITIONS:
        told = draft.value(slot) or ()
        if told and not any(map(_is_negated, told)) and any(_is_turned(draft, at) for at in _starts(draft, slot)):
            question = draft.question(slot)
            draft.forget(slot)
            choice = Choice("it holds", {slot: plain_value(told)})
            draft.ask(slot, question or Question("Does this hold, or its opposite?", (choice,)))


def _is_negated(one: Condition | Range) -> bool:
    return isinstance(one, Condition) and (one.comparison is Comparator.UNEQUAL or one.value.startswith("not "))


def _starts(draft: Draft, slot: str) -> list[int]:
    """Return the tokens at which a run of words of a slot begins."""
    places = draft.places(slot)
    return [at for at in places if at - 1 not in places]


def _is_turned(draft: Draft, at: int) -> bool:
    """Return whether the words right before a token were not understood and negate or refuse."""
    place = at - 1
    while place >= 0 and not draft.used[place] and draft.tokens[place].kind != "mark":
        if draft.low(place) in NEGATIONS | _REFUSING:
            return True
        place -= 1
    return False


def _ask_named_elsewhere(draft: Draft) -> None:
    """Ask about a change of an attribute that no word of it names, where words that were not understood name it:
    "settle a lot: give it status sold" settles no status.
    """
    told: tuple[AttributeChange, ...] = draft.value("changes") or ()
    doubted = tuple(one for one in told if one.attribute and one.value and _is_set_elsewhere(draft, one))
    if doubted:
        kept = tuple(one for one in told if one not in doubted)
        question = _left(draft, "changes", kept)
        choice = Choice(f"{doubted[0].attribute} becomes {doubted[0].value}", {"changes": plain_value(told)})
        draft.ask("changes", question or Question(f"What does {doubted[0].attribute} become?", (choice,)))


def _left(draft: Draft, slot: str, kept: tuple[Any, ...]) -> Question | None:
    """Leave only what is sure in a slot; return the question that it had."""
    question = draft.question(slot)
    if kept:
        draft.settle(slot, kept)
    else:
        draft.unfill(slot)
    return question


def _is_set_elsewhere(draft: Draft, one: AttributeChange) -> bool:
    """Return whether words that were not understood name an attribute, do not require it, and say no such value."""
    name = words_of(one.attribute)[-1]
    if any(draft.low(at) == name for at in draft.places("changes")):
        return False
    left = [at for at, used in enumerate(draft.used) if not used]
    said = {draft.low(at) for at in left}
    return name in said and one.value.lower() not in said and not said & _LEADING


def _ask_qualified(draft: Draft) -> None:
    """Ask about what can be read beside the items, if a clause about it was not understood: "appointments with the
    donor who comes". After "of a cellar that", the clause is about the items.
    """
    at = draft.last_of("given") + 1
    told = draft.value("given") or ()
    is_beside = any(draft.low(one) == "with" for one in draft.places("given"))
    if told and is_beside and draft.low(at) in {"who", "whose", "that", "which"} and not draft.used[at]:
        question = draft.question("given")
        draft.forget("given")
        choice = Choice("it is given", {"given": plain_value(told)})
        draft.ask("given", question or Question("What is given?", (choice,)))


def _ask_numbers(draft: Draft) -> None:
    """Ask about an amount or a name that is given: "items by day rate" can sort them."""
    names: tuple[str, ...] = draft.value("entities") or ()
    held = draft.known.entity(names[0]) if names else None
    told: tuple[Given, ...] = draft.value("given") or ()
    if held is None or draft.value("operation") is not Act.LIST:
        return
    said = {draft.low(at) for at in draft.places("given")}
    by = any(draft.low(at) == "by" and draft.low(at + 1) not in {"a", "an"} for at in draft.places("given"))
    is_sorting = by and draft.reading not in _FINDING
    doubted = [
        one
        for one in told
        if not one.of
        and (
            _is_amount(held, one.attribute) or (is_sorting and words_of(one.attribute)[-1] in said & {"name", "title"})
        )
    ]
    if not doubted:
        return
    kept = tuple(one for one in told if one not in doubted)
    question = _left(draft, "given", kept)
    name = doubted[0].attribute
    order = (RequestedOrder(name),)
    choices = (
        Choice(f"the items with one {name}", {"given": plain_value(told)}),
        Choice(f"in the order of {name}", {"order": plain_value(order), "given": plain_value(kept) or None}),
    )
    draft.ask("given", question or Question(f"{name}: is it given, or does it sort the items?", choices))


def _is_amount(held: KnownEntity, name: str) -> bool:
    attribute = held.attribute(name)
    is_number = attribute is not None and attribute.type is AttributeType.N
    return is_number and name not in held.identity and words_of(name)[-1] not in _NUMBERED


_FINDING: Final = words_in("find search look lookup filter query fetch retrieve get")
_NUMBERED: Final = words_in("number no nr year level floor grade code id month day week row seat size age version rank")
"""Numbers by which items are found."""


def _ask_again(draft: Draft) -> None:
    """Ask what a creation does to an item that is there already, where words about that were not understood."""
    left = {draft.low(at) for at, used in enumerate(draft.used) if not used}
    if draft.value("operation") is Act.CREATE and left & _AGAIN and draft.question("operation") is None:
        draft.unfill("operation")
        choices = tuple(Choice(str(one), {"operation": str(one)}) for one in (Act.CREATE, Act.SAVE))
        draft.ask("operation", Question("Does it replace an item that is there already?", choices))


_AGAIN: Final = words_in("overwrite overwrites overwritten replace replaces replaced overrides override")


def _ask_computed(draft: Draft) -> None:
    """Ask whether items are listed, where words that were not understood compute something of them."""
    left = {draft.low(at) for at, used in enumerate(draft.used) if not used}
    is_list = draft.value("operation") is Act.LIST and not draft.has("returned")
    if is_list and left & _COMPUTING and draft.question("operation") is None:
        draft.unfill("operation")
        choice = Choice("the items are listed", {"operation": str(Act.LIST)})
        draft.ask("operation", Question("Are the items listed, or is something computed?", (choice,)))


def _ask_passive(draft: Draft) -> None:
    """Ask what a line does whose items have a verb of their own that was not understood: "the harvest is removed"."""
    act = draft.value("operation")
    if act is None or not act.is_read or draft.is_told("operation") or draft.has("returned"):
        return
    for at, used in enumerate(draft.used):
        is_written = not used and is_participle(draft.low(at)) and act_of(base_form(draft.low(at))) in _MADE
        start = at
        while is_written and start > 0 and draft.tokens[start - 1].kind != "mark":
            start -= 1
        said = {draft.low(one) for one in range(start, at)} if is_written else set[str]()
        if said & BE and not said & (RELATIVES | {"whose"} | QUESTION_WORDS):
            draft.unfill("operation")
            draft.ask("operation", WHAT_DOES_IT_DO)
            return


_MADE: Final = (Act.CREATE, Act.DELETE)
_COMPUTING: Final = words_in("sum summed sums total totals totalled averaged average avg mean altogether tally")


def _ask_implied(draft: Draft) -> None:
    """Keep no operation that only follows from items which are a question, and no state of a row without one, where
    the line does not say that it is required: "put a translator on holiday" can set it.
    """
    is_implied = not draft.is_told("operation") and not draft.has("returned")
    left = {draft.low(at) for at, used in enumerate(draft.used) if not used}
    is_computed = draft.value("operation") is Act.LIST and bool(draft.known.own) and "per" in left
    is_nothing = draft.value("operation") is Act.GET or is_computed  # "kilos landed per port" lists no kilos
    if is_nothing and is_implied and not draft.value("entities"):
        draft.drop("operation")
        if draft.has("entities"):
            draft.ask("operation", WHAT_DOES_IT_DO)
    names: tuple[str, ...] = draft.value("entities") or ()
    is_nothing_done = draft.value("operation") is None and draft.question("operation") in (None, WHAT_DOES_IT_DO)
    if is_nothing_done and names and not all(draft.known.entity(one) for one in names):
        question = draft.question("entities")
        draft.unfill("entities")
        said = ", ".join(names)
        choice = Choice(f"a new entity {said}", {"entities": list(names)})
        draft.ask("entities", question or Question(f"Are items of {said} read or written?", (choice,)))
    told: tuple[Condition, ...] = draft.value("condition") or ()
    is_open = draft.value("operation") is None or draft.question("operation") is not None
    is_state = told and all(one.comparison is Comparator.EQUAL and not _is_negated(one) for one in told)
    if is_open and is_state and not _is_led(draft):
        question = draft.question("condition")
        draft.unfill("condition")
        choice = Choice("it is required", {"condition": plain_value(told)})
        draft.ask("condition", question or Question("Is this required, or does it change?", (choice,)))


def _is_led(draft: Draft) -> bool:
    """Return whether a word before a condition, or in it, says that it is one."""
    return any(draft.low(at) in _LEADING or draft.low(at - 1) in _LEADING for at in draft.places("condition"))


_LEADING: Final = (
    (CONJUNCTIONS - {"and", "or", "but"})
    | RELATIVES
    | words_in("if unless when while provided only whose where before until till after")
)
