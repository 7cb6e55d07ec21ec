"""Writes that change something of an item: set, add, mark as."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import Phrase, places
from modeler.core.requirements.english.slots import assignments
from modeler.core.requirements.english.slots.givens import give
from modeler.core.requirements.english.slots.parts.changed_parts import of_new
from modeler.core.requirements.english.slots.parts.new_items import is_new_item
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.words.lexicon import CLOSED, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.speech import is_property
from modeler.core.requirements.english.words.verbs import EDITING, LOWERING, RAISING
from modeler.core.requirements.morphology import attribute_name, singular
from modeler.core.requirements.slots import Act, AttributeChange, Choice, Edit, Question


def set_state(draft: Draft, word: str, at: range) -> None:
    """Set a state: the design's value of an enum or a flag, else a question about the attribute."""
    held = draft.known.entity((draft.value("entities") or ("",))[0])
    if held is not None:
        found = list(held.states(word)) or list(held.states(word.replace("cancelled", "canceled")))
        if len(found) == 1:
            draft.fill("changes", AttributeChange(Edit.SET, found[0][0].name, found[0][1]), at)
            return
        if (flag := held.flag(word)) is not None:
            draft.fill("changes", AttributeChange(Edit.SET, flag.name, "true"), at)
            return
    draft.fill("changes", AttributeChange(Edit.SET, "", word), at)
    value = word.replace(" ", "_").upper()
    flag_name = attribute_name(word.split())
    choices = (
        Choice(f"status becomes '{value}'", {"changes": [{"edit": "set", "attribute": "status", "value": value}]}),
        Choice(f"{flag_name} becomes true", {"changes": [{"edit": "set", "attribute": flag_name, "value": "true"}]}),
        Choice("the item is deleted", {"operation": "delete", "changes": None}),
    )
    draft.ask("changes", Question(f'Which attribute says "{word}"?', choices))


def _set(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "set the status of an order to SHIPPED", "update the price of a product"."""
    group, owner = caught[0], caught[1]
    if group.count is not None or group.states or (owner.is_plural and not owner.determiner):
        return False
    is_item = group.determiner == "a" and not group.is_trait
    if len(caught) == 2 and (is_item or draft.known_entity(group.words) is not None):
        return False
    if draft.verb not in EDITING | {"record", "change"} or (draft.verb == "record" and not group.is_trait):
        return False
    if draft.verb == "record" and is_new_item(group):
        return False  # "record a grade for a student"
    written(draft, owner, Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, at + 1))
    value = caught[2].plain if len(caught) > 2 and caught[2] is not None else ""
    words = (*group.words[:-1], singular(group.words[-1]))
    draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(words), value), places(at, end))
    return True


def _set_property(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "correct the depth of a find": a property of what follows, and no item of its own."""
    group, owner = caught
    is_one = group.determiner in {"the", ""} and owner.is_one and (group.is_trait or is_property(group.words[-1]))
    return is_one and not group.is_plural and _set(draft, at, end, (group, owner))


def change_state(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "change the status of a task to done"."""
    if caught[0].words[-1] not in {"status", "state"} or not _set(draft, at, end, caught[:2]):
        return False
    had = draft.value("changes")
    draft.drop("changes")
    changed = (*had[:-1], AttributeChange(Edit.SET, had[-1].attribute, str(caught[2])))
    draft.fill("changes", changed, places(at, end))
    return True


def _set_both(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "change the delivery address and the quantity of an order"."""
    first, second, owner = caught
    if not (first.is_trait and second.is_trait) or any(one.count is not None or one.states for one in caught):
        return False
    return all(_set(draft, at, end, (group, owner)) for group in (first, second))


def _mark_as_item(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "mark a report as a duplicate of another": which attribute says so is a question."""
    group, said = caught[0], caught[1]
    if not group.is_one or group.is_trait or said.is_plural:
        return False
    written(draft, group, Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, group.end))
    draft.ask("changes", Question(f'Which attribute says "{" ".join(said.words)}"?'), places(group.end, end))
    return True


def _taken_from(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "deduct the fare from the rider's wallet": what it is taken from changes; which of its values is a question."""
    amount, whole = caught
    is_one = whole.is_one or whole.owner is not None
    if amount.is_plural or amount.count is not None or not is_one:
        return False
    owner = whole.owner if whole.is_trait and whole.owner is not None else whole
    if owner.is_trait:
        return False
    written(draft, owner, Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, end))
    names = (whole if whole.is_trait else amount).words
    changed = [{"edit": "add", "attribute": draft.attribute(names)}]
    choice = Choice(f"{draft.attribute(names)} becomes less", {"changes": changed})
    draft.ask("changes", Question("Which attribute becomes less?", (choice,)))
    return True


def _owned(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "change a user's email"."""
    group = caught[0]
    if group.owner is None or not group.is_trait or draft.verb not in EDITING:
        return False
    written(draft, group.owner, Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, at + 1))
    draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(group.words)), places(at, end))
    return True


def _to_value(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "set an order's status to SHIPPED", "update order status to shipped"."""
    if not (_owned(draft, at, end, caught) or _compound(draft, at, end, caught)):
        return False
    (*others, change), value = draft.value("changes"), caught[1]
    draft.drop("changes")
    said = value if isinstance(value, str) else value.plain
    draft.fill("changes", (*others, AttributeChange(Edit.SET, change.attribute, said)), places(end - 1, end))
    draft.read(places(at, end))
    return True


def _compound(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "update order status", where the design has orders with a status."""
    group: NounGroup = caught[0]
    held = draft.known_entity(group.words[:-1])
    if held is None and draft.known_entity(group.words) is None:
        return of_new(draft, at, group)
    if len(group.words) < 2 or held is None or draft.known_entity(group.words) is not None:
        return False
    found = held.called((singular(group.words[-1]),))
    if found is None:
        return False
    draft.fill("operation", Act.UPDATE, places(at, at + 1))
    draft.fill("entities", held.name, places(group.noun, group.end - 1))
    draft.fill("given", draft.reference(held.name), places(group.noun, group.end - 1))
    draft.read(group.read)
    draft.fill("changes", AttributeChange(Edit.SET, found.name), places(group.end - 1, end))
    return True


def _stepped(draft: Draft, group: NounGroup, step: float, end: int) -> AttributeChange:
    """Return the change by a step; a percentage has no step: "raise the rent by 3%"."""
    if draft.low(end) in {"%", "percent"}:
        draft.read(places(end, end + 1), "changes")
        return AttributeChange(Edit.SET, draft.attribute(group.words))
    sign = "-" if draft.verb in LOWERING else ""
    return AttributeChange(Edit.ADD, draft.attribute(group.words), f"{sign}{step}")


def _add(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "increment the view count of a video by 2"."""
    group, owner = caught[0], caught[1]
    step = caught[2] if len(caught) > 2 and isinstance(caught[2], int | float) else 1
    if draft.verb not in RAISING | LOWERING or group.states or is_new_item(group):
        return False
    written(draft, owner, Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, at + 1))
    draft.fill("changes", _stepped(draft, group, step, end), places(at, end))
    return True


def _add_owned(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "decrement a slot's quantity by 1"."""
    group = caught[0]
    if group.owner is None or group.states or not group.is_trait or (len(caught) == 1 and draft.low(end) == "by"):
        return False
    return _add(draft, at, end, (group, group.owner, *caught[1:]))


def _add_count(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "increment the number of wins of a player"."""
    group, owner = caught[0], caught[1]
    step = caught[2] if len(caught) > 2 else 1
    if draft.verb not in RAISING | LOWERING or group.states:
        return False
    written(draft, owner, Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, at + 1))
    draft.fill("changes", _stepped(draft, group, step, end), places(at, end))
    return True


def mark(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "mark an order as shipped"."""
    group = caught[0]
    owner = caught[1] if len(caught) > 2 else None
    written(draft, group, Act.UPDATE)
    if isinstance(owner, NounGroup):
        give(draft, owner, places(owner.start, owner.end))
    draft.fill("operation", Act.UPDATE, places(at, at + 1))
    set_state(draft, str(caught[-1]), places(at, end))
    return True


def _mark_as(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "flag a reading as suspect": a word of state that no list has, at the end of the line."""
    is_last = end == len(draft.tokens) or draft.tokens[end].kind == "mark"
    return is_last and caught[-1] not in CLOSED and mark(draft, at, end, caught)


def _add_number(draft: Draft, at: int, end: int, caught: tuple[Any, ...]) -> bool:
    """ "add 500 miles to an account"."""
    step, group, owner = caught
    is_awarded = draft.verb in {"give", "award", "grant", "credit"} and group.words[-1] in _AWARDED
    if draft.verb not in {"add", "subtract", "deduct"} and not is_awarded:
        return False
    written(draft, owner, Act.UPDATE)
    draft.fill("operation", Act.UPDATE, places(at, at + 1))
    sign = "-" if draft.verb in {"subtract", "deduct"} else ""
    draft.fill("changes", AttributeChange(Edit.ADD, draft.attribute(group.words), f"{sign}{step}"), places(at, end))
    return True


_AWARDED: Final = words_in("points coins credits miles stars xp gems tokens stamps euros dollars")
"""Amounts that somebody gets, and no items."""
_STEPS: Final = "increment|increase|raise|bump|decrement|decrease|lower|reduce"
RULES: Final = (
    Phrase("mark|flag|set GROUP of|in|for SINGLE as STATE", mark),
    Phrase("mark|flag|set|tag GROUP as STATE", mark),
    Phrase("mark|flag GROUP as WORD", _mark_as),
    Phrase(f"{_STEPS} the? number of BARE of|in|for SINGLE by NUMBER", _add_count),
    Phrase(f"{_STEPS} the? number of BARE of|in|for SINGLE", _add_count),
    Phrase(
        f"{_STEPS}|deduct GROUP of|on|in|for SINGLE by NUMBER?",
        _add,
    ),
    Phrase(f"{_STEPS} GROUP of|on|in|for SINGLE", _add),
    Phrase(f"{_STEPS} GROUP by NUMBER", _add_owned),
    Phrase(f"{_STEPS} GROUP", _add_owned),
    Phrase(f"{_STEPS} GROUP", _compound),
    Phrase("update|change|set|edit|modify|record GROUP of|for GROUP to VALUE", _set),
    Phrase("update|change|set|edit|modify|record GROUP of|for GROUP to STATE", change_state),
    Phrase("update|change|set|edit|modify|record GROUP of|for GROUP", _set),
    Phrase("correct|adjust|amend|revise GROUP of|for GROUP", _set_property),
    Phrase("update|change|set|edit|modify|correct|adjust|amend|revise GROUP and GROUP of|for GROUP", _set_both),
    Phrase("update|change|set|edit|modify GROUP to VALUE", _to_value),
    Phrase("update|change|set|edit|modify GROUP to STATE", _to_value),
    Phrase("update|change|set|edit|modify GROUP", _owned),
    Phrase("update|change|set|edit|modify GROUP", _compound),
    Phrase("add|subtract|deduct|give|award|grant|credit NUMBER BARE to|from SINGLE", _add_number),
    Phrase("deduct|subtract|debit GROUP from GROUP", _taken_from),
    Phrase("mark|flag|tag GROUP as a|an|the GROUP of? another|GROUP?", _mark_as_item),
    *assignments.RULES,
)
