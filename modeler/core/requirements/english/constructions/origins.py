"""The time at which items of a design came to be, where a line bounds or sorts by a time that no word names.

"the incidents of the past 90 days", "transfers that are pending for more than 10 minutes", "newest first".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.remaining.time_verbs import CREATED
from modeler.core.requirements.english.words.lexicon import BE, HAVE, MODALS, words_in
from modeler.core.requirements.english.words.speech import is_act
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import words_of
from modeler.core.requirements.slots import Act, Comparator, Condition, Range, RequestedOrder
from modeler.core.requirements.vocabulary import KnownEntity

_BORN: Final = CREATED | words_in("offered found occurred acquired joined started")
_OPENED: Final = "opened"
_CLOSED: Final = words_in("status state resolved closed acknowledged completed")
"""What an item has that is opened and closed, and not opened to be used."""
_INITIAL: Final = words_in("pending open new queued draft requested submitted unanswered")
"""States that items have since they came to be."""
_BACK: Final = (Comparator.LESS, Comparator.AT_LEAST, Comparator.GREATER, Comparator.BETWEEN, Comparator.EQUAL)
_PERIODS: Final = words_in("this last yesterday today past")
_PLAIN: Final = words_in(
    "newest latest oldest earliest first last most recent recently on top at the from to in order by time date with "
    "one ones old new early late chronological reverse sorted ordered sort sequence of"
)
"""Words of an order that name no time."""
_SILENT: Final = BE | HAVE | MODALS


def name_origin(draft: Draft, held: KnownEntity) -> None:
    """Name the time of a range and of an order of a read that have none."""
    act = draft.value("operation")
    name = origin(held)
    if act is None or not act.is_read:
        return
    ranges: tuple[Range, ...] = draft.value("range") or ()
    open_ones = [one for one in ranges if not one.attribute]
    if name and len(open_ones) == 1 and _is_of_items(draft, open_ones[0]):
        draft.settle("range", tuple(one if one.attribute else replace(one, attribute=name) for one in ranges))
        ranges = draft.value("range")
    orders: tuple[RequestedOrder, ...] = draft.value("order") or ()
    if act is not Act.LIST or len(orders) != 1 or orders[0].attribute or orders[0].by:
        return
    times = {one.name for one in held.times}
    bounded = {one.attribute for one in ranges} & times
    by = bounded.pop() if len(bounded) == 1 else name if not ranges and _is_plain(draft) else ""
    if by:
        draft.settle("order", (replace(orders[0], attribute=by),))


def origin(held: KnownEntity) -> str:
    """Return the only time of an entity that says when an item came to be; '' if it has none, or several."""
    parts = {word for one in held.entity.attributes for word in words_of(one.name)}
    born = _BORN | ({_OPENED} if parts & _CLOSED else set())
    found = [one.name for one in held.times if words_of(one.name)[0] in born and one.name not in held.identity]
    return found[0] if len(found) == 1 else ""


def _is_of_items(draft: Draft, one: Range) -> bool:
    """Return whether a period lies back, and no verb or state beside it can have a time of its own."""
    is_back = not one.values or all(each.endswith(" ago") or each.split()[0] in _PERIODS for each in one.values)
    told: tuple[Condition, ...] = draft.value("condition") or ()
    is_initial = all(_is_initial(each) for each in told) and draft.question("condition") is None
    return one.comparison in _BACK and is_back and is_initial and _is_plain(draft)


def _is_initial(one: Condition) -> bool:
    """Return whether items are in a state since they came to be: "pending", "not answered"."""
    if one.comparison is Comparator.MISSING or one.comparison is Comparator.UNEQUAL or one.value == "false":
        return True
    said = one.value.lower()
    return said in _INITIAL or said.startswith("awaiting_")


def _is_plain(draft: Draft) -> bool:
    """Return whether every verb of a line that was not understood belongs to its beginning."""
    start = draft.last_of("entities")
    bounding = draft.places("range")
    left = [draft.low(at) for at in range(max(start, 0), len(draft.tokens)) if not draft.used[at] or at in bounding]
    is_done = any((base_form(one) or is_participle(one) or is_act(one)) and one not in _SILENT for one in left)
    ordering = draft.places("order")
    is_named = any(draft.tokens[at].is_word and draft.low(at) not in _PLAIN for at in ordering)
    is_ranked = "most" in {draft.low(at) for at in range(len(draft.tokens)) if draft.low(at + 1) != "recent"}
    return not (is_done or is_named or is_ranked)
