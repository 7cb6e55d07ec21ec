"""What a write sets, said in clauses of their own: "its status becomes sold and soldAt is filled in"."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.values import status_of
from modeler.core.requirements.english.naming.changes import change, is_changed, value_at
from modeler.core.requirements.english.naming.names import is_clause_end, listed_at, name_at
from modeler.core.requirements.english.remaining.settings import set_further
from modeler.core.requirements.english.words.lexicon import BE, words_in
from modeler.core.requirements.english.words.noun_groups import group_at
from modeler.core.requirements.english.words.tokens import number_of
from modeler.core.requirements.english.words.verbs import (
    CREATING,
    EDITING,
    LOWERING,
    RAISING,
    READING,
    REMOVING,
    base_form,
    participle,
)
from modeler.core.requirements.slots import Act, AttributeChange, Comparator, Condition, Edit
from modeler.core.requirements.vocabulary import KnownEntity
from modeler.core.values.attribute_values import AttributeType

_SETTING: Final = words_in(
    "set sets setting change changes changing flip flips switch switches put turn turns move moves"
)
_GOING: Final = words_in("goes go changes moves switches turns becomes become jumps")
_WRITING: Final = words_in(
    "set record save store note stamp update write fill log remember keep enter register change edit replace correct "
    "setting recording saving storing stamping updating filling noting writing"
)
_DONE: Final = words_in("set filled stamped recorded stored noted updated written saved entered registered captured")
_EMPTIED: Final = words_in("cleared emptied removed unset blanked")
_CLEARING: Final = words_in("clear empty unset blank remove clearing emptying removing")
_UP: Final = words_in("bump increase raise increment add bumps raises increments increases bumping raising")
_DOWN: Final = words_in("lower decrease decrement reduce subtract lowers reduces decrements lowering")
_TO: Final = words_in("to = : as")


def read_stated(draft: Draft, held: KnownEntity) -> None:
    """Fill the changes of a write from the clauses that its first reading left."""
    act = draft.value("operation")
    is_open = draft.question("operation") is not None and not (act is not None and act.is_read)
    if act not in {Act.UPDATE, Act.SAVE} and not is_open:
        return
    had = draft.value("changes") or ()
    at = 1
    while at < len(draft.tokens):
        end = 0 if draft.used[at] and draft.low(at) not in _SETTING | _WRITING else _stated(draft, held, at)
        at = max(end, at + 1)
    if act is Act.UPDATE and draft.low(0) == "upsert":
        draft.settle("operation", Act.SAVE)
    told = draft.value("changes") or ()
    named = tuple(one for one in told if one.attribute)
    is_led = bool({":", ".", "(", ">"} & {one.low for one in draft.tokens})
    if named and is_led and draft.question("changes") is not None:
        draft.settle("changes", named)
    if told != had and named != told and {":", ".", "("} & {one.low for one in draft.tokens}:
        draft.settle("changes", named)  # "check in a rental: set ..." says what that is
    _of_condition(draft, held)
    if is_open and (draft.value("changes") or ()) != had:
        draft.settle("operation", Act.UPDATE)
        if not draft.value("given"):
            draft.fill("given", draft.reference(held.name))


def _of_condition(draft: Draft, held: KnownEntity) -> None:
    """Read "grant the permit only if its status is open" as a change of the status: items that have one exist."""
    status = status_of(held)
    told = draft.value("condition") or ()
    verb = draft.verb.split()[0] if draft.verb else ""
    if status is None or not verb or verb in _PLAIN or not any(one.attribute == status.name for one in told):
        return
    group = group_at(draft.tokens, 1)
    is_item = group is not None and group.is_one and draft.known_entity(group.words) is held and verb == draft.low(0)
    if (
        is_item
        and not is_changed(draft, status.name)
        and not any(not one.attribute for one in draft.value("changes") or ())
    ):
        draft.fill("changes", AttributeChange(Edit.SET, status.name, participle(verb)), range(1))


_PLAIN: Final = (
    EDITING | CREATING | REMOVING | READING | RAISING | LOWERING | words_in("mark hand give take move put assign")
)


def _stated(draft: Draft, held: KnownEntity, at: int) -> int:
    """Read the clause at a token; return where it ends, 0 if it states nothing."""
    return (
        _switched(draft, held, at)
        or _set_to(draft, held, at)
        or _goes_to(draft, held, at)
        or _is_done(draft, held, at)
        or _stepped(draft, held, at)
        or _listed(draft, held, at)
        or _beside(draft, held, at)
        or _more(draft, held, at)
        or set_further(draft, held, at)
    )


def _switched(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "turn autoRenew off", "switch on the reminders": a flag of the entity."""
    if draft.low(at) not in _SWITCHING:
        return 0
    is_first = draft.low(at + 1) in _POSITIONS
    name, end = name_at(draft, held, at + 1 + is_first)
    flag = held.attribute(name) if name else None
    position = draft.low(at + 1) if is_first else draft.low(end)
    if flag is None or flag.type is not AttributeType.BOOL or position not in _POSITIONS:
        return 0
    end += not is_first
    draft.fill("changes", AttributeChange(Edit.SET, name, _POSITIONS[position]), range(at, end))
    return end


_SWITCHING: Final = words_in("turn turns turning switch switches switching toggle flip flips set sets")
_POSITIONS: Final = {"on": "true", "off": "false"}


def _set_to(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "set its status to cancelled", "flip available to false"."""
    if draft.low(at) not in _SETTING:
        return 0
    name, end = name_at(draft, held, _after_owner(draft, held, at + 1))
    if name and draft.low(end) == "of":
        group = group_at(draft.tokens, end + 1)
        end = group.end if group is not None and draft.known_entity(group.words) is held else len(draft.tokens)
    value, stop = value_at(draft, held, name, end + 1) if name and draft.low(end) in _TO else ("", 0)
    return change(draft, name, value, at, stop) if stop else 0


def _after_owner(draft: Draft, held: KnownEntity, at: int) -> int:
    """Return where the words after "a berth's" are, if items of that entity are meant."""
    group = group_at(draft.tokens, at)
    place = at
    while place < min(at + 5, len(draft.tokens)) and draft.tokens[place].kind != "possessive":
        place += 1
    is_owned = place < len(draft.tokens) and draft.tokens[place].kind == "possessive"
    owner = group.owner if is_owned and group is not None else None
    is_it = owner is not None and draft.known_entity(owner.words) is held
    return place + 1 if is_it else at


def _goes_to(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "state goes from draft to published", "its status becomes sold"."""
    name, end = name_at(draft, held, at)
    low = draft.low(end)
    if not name or low not in _GOING:
        is_set = low in BE and draft.low(end + 1) in _DONE and draft.low(end + 2) == "to"
        value, stop = value_at(draft, held, name, end + 3) if name and is_set else ("", 0)
        return change(draft, name, value, at, stop) if stop else 0
    start = end + 1
    old = ""
    if draft.low(start) == "from" and draft.low(start + 2) == "to":
        old, start = draft.tokens[start + 1].plain, start + 2
    start += draft.low(start) == "to"
    value, stop = value_at(draft, held, name, start)
    is_now = bool(stop) and draft.low(stop - 1) in {"now", "today"}
    if not stop or not (value or is_now or low not in {"become", "becomes"}):
        return 0
    if old and not any(one.attribute == name for one in draft.value("condition") or ()):
        draft.fill("condition", Condition(name, Comparator.EQUAL, old), range(end + 1, start))
    return change(draft, name, value, at, stop)


def _is_done(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "publishedAt is filled in", "the clerk is cleared"."""
    name, end = name_at(draft, held, at)
    end += draft.low(end) in BE | {"gets", "get"} or 0
    if not name or draft.low(end - 1) not in BE | {"gets", "get", "being"}:
        return 0
    if draft.low(end) in _EMPTIED:
        if not is_changed(draft, name):
            draft.fill("changes", AttributeChange(Edit.REMOVE, name), range(at, end + 1))
        return end + 1
    if draft.low(end) not in _DONE:
        return 0
    stop = end + 1
    while not is_clause_end(draft, stop) and draft.low(stop) in _WITH_IT:
        stop += 1
    return change(draft, name, "", at, stop)


_WITH_IT: Final = words_in("in at to the same time now moment too also as well accordingly current automatically")


def _stepped(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "bump its downloadCount by one", "add 5 to the balance"."""
    low = draft.low(at)
    if low not in _UP | _DOWN:
        return 0
    sign = "-" if low in _DOWN else ""
    first = number_of(draft.tokens[at + 1]) if at + 1 < len(draft.tokens) else None
    if first is not None and draft.low(at + 2) in {"to", "from"}:
        name, end = name_at(draft, held, at + 3)
        amount: int | float | None = first
    else:
        name, end = name_at(draft, held, at + 1)
        amount = number_of(draft.tokens[end + 1]) if draft.low(end) == "by" and end + 1 < len(draft.tokens) else None
        end += 2 * (amount is not None)
    if not name or is_changed(draft, name) or not is_clause_end(draft, end):
        return 0
    draft.fill(
        "changes", AttributeChange(Edit.ADD, name, f"{sign}{amount if amount is not None else 1}"), range(at, end)
    )
    return end


def _listed(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "set returnedAt and state = 'returned'", "and record the reason"."""
    low = draft.low(at)
    if low in _CLEARING:
        names, end = listed_at(draft, held, at + 1)
        if names and is_clause_end(draft, end) and draft.low(at - 1) in {"and", ",", ":", ";", ""}:
            changes = tuple(AttributeChange(Edit.REMOVE, one) for one in names if not is_changed(draft, one))
            draft.fill("changes", changes, range(at, end))
            return end
        return 0
    if low not in _WRITING:
        return 0
    start = at + 1 + (draft.low(at + 1) in {"in", "down"})
    names, end = listed_at(draft, held, start)
    value, stop = ("", 0)
    if names and draft.low(end) in {"=", "to"}:
        value, stop = value_at(draft, held, names[-1], end + 1)
    elif names and end < len(draft.tokens) and draft.tokens[end].kind == "quoted":
        value, stop = draft.tokens[end].plain, end + 1
    if not names or not (stop or is_clause_end(draft, end)):
        return 0
    for one in names[: -1 if stop else None]:
        change(draft, one, "", at, end)
    return change(draft, names[-1], value, at, stop) if stop else end


def _more(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "... and website" after what is changed already."""
    is_next = draft.low(at) in {"and", ",", "plus"} and draft.last_of("changes") == at - 1
    name, end = name_at(draft, held, at + 1) if is_next else ("", at)
    is_last = is_clause_end(draft, end) and not any(draft.used[at + 1 : end])
    return change(draft, name, "", at + 1, end) if name and is_last else 0


def _beside(draft: Draft, held: KnownEntity, at: int) -> int:
    """ "record who did it (acknowledgedBy)": the attribute is named in parentheses."""
    name = draft.tokens[at].text
    is_alone = draft.low(at - 1) == "(" and draft.low(at + 1) == ")"
    verb = next((one for one in range(at - 2, max(at - 8, 0), -1) if draft.low(one) in _WRITING), 0)
    is_led = bool(verb) and all(not draft.used[one] or not draft.counts(one) for one in range(verb, at))
    if not is_alone or held.attribute(name) is None or not (is_led or base_form(draft.low(at - 2))):
        return 0
    return change(draft, name, "", verb or at, at + 1)
