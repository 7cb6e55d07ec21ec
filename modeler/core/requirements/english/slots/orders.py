"""The attribute that orders items, and the questions about it."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.words.lexicon import MEASURES, TRAITS
from modeler.core.requirements.english.words.noun_groups import NounGroup
from modeler.core.requirements.english.words.superlatives import WAYS
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import ANY_TIME, Aggregate, Choice, Question, RequestedOrder

TIME_ORDERS: Final = "Which time orders the items?"


def time_order(draft: Draft, *, descending: bool, at: range) -> None:
    """Order by a time: the entity's only one, else a question."""
    had = draft.value("order") or ()
    if had and not any(one.attribute for one in had):  # "by date, newest first" has one time
        draft.drop("order")
        draft.read(at)
    held = draft.known.entity((draft.value("entities") or ("",))[0])
    times = held.times if held is not None else ()
    # An identity that sorts by time is a second choice where a time is stored.
    stored = [one for one in times if held is not None and held.identity != (one.name,)] or times
    if len(stored) == 1:
        draft.fill("order", RequestedOrder(stored[0].name, descending), at)
        return
    draft.fill("order", RequestedOrder("", descending), at)
    names = [one.name for one in times] or [ANY_TIME]
    choices = tuple(Choice(name, {"order": [order_json(name, descending)]}) for name in names)
    draft.ask("order", Question(TIME_ORDERS, choices))


def order_json(name: str, descending: bool) -> dict[str, Any]:
    return {"attribute": name, **({"descending": True} if descending else {})}


def ask_order(draft: Draft, word: str, *, descending: bool, at: range) -> None:
    """Ask which attribute a superlative compares: "highest first"."""
    draft.ask("order", Question(f'"{word}": which attribute orders the items?'), at)


def compared_by(draft: Draft, word: str) -> RequestedOrder | None:
    """Return the order of a superlative that says what it compares: the only such attribute of the row's entity, or a
    price, which "cheapest" can only mean; None if it is unsure.
    """
    way = WAYS.get(word)
    if way is None or not way.nouns:
        return None
    held = draft.known.entity((draft.value("entities") or ("",))[0])
    attributes = held.entity.attributes if held is not None and held.is_own else ()
    fitting = [one.name for one in attributes if set(words_of(one.name)) & set(way.nouns)]
    if len(fitting) == 1 or (not fitting and way.nouns[0] == "price"):
        return RequestedOrder(fitting[0] if fitting else draft.attribute(("price",)), way.falls)
    return None


def measured(draft: Draft, group: NounGroup, *, descending: bool, at: range) -> None:
    """Order by a named measure; ask if the word can also be something to count or to sum."""
    words, name = group.words, draft.attribute(group.words)
    held = draft.known.entity((draft.value("entities") or ("",))[0])
    is_known = held is not None and held.attribute(name) is not None
    if is_known or (words[-1] in MEASURES or not group.is_plural):
        draft.fill("order", RequestedOrder(name, descending), at)
        if draft.ranking and not is_known:
            _ask_stored(draft, name, descending)
        return
    if words[-1] in TRAITS:
        draft.fill("order", RequestedOrder(name, descending), at)
    counted = draft.entity(words)
    choices = (
        Choice(
            f"the number of {counted} items",
            {"order": [{"attribute": counted, "descending": descending, "by": "count"}]},
        ),
        Choice(f"an attribute {name}", {"order": [order_json(name, descending)]}),
        Choice(f"the sum of {name}", {"order": [{"attribute": name, "descending": descending, "by": "sum"}]}),
    )
    draft.ask("order", Question(f"{' '.join(words)}: a count, a sum, or an attribute?", choices), at)


def _ask_stored(draft: Draft, name: str, descending: bool) -> None:
    """Ask what a ranking over all items ("top 10 players by score") compares: an index can sort only what is stored."""
    entity = (draft.value("entities") or ("item",))[0]
    computed = [{"attribute": name, "descending": descending, "by": "sum"}]
    choices = (
        Choice(f"an attribute {name} that each {entity} stores", {"order": [order_json(name, descending)]}),
        Choice(f"the sum of {name} over related items", {"order": computed}),
    )
    draft.ask("order", Question(f"{name}: stored in each {entity}, or computed?", choices))


def is_aggregate(draft: Draft) -> bool:
    """Return whether the row computes something."""
    returned = draft.value("returned")
    return returned is not None and returned.what not in {Aggregate.ALL, Aggregate.ATTRIBUTES, Aggregate.EXISTS}
