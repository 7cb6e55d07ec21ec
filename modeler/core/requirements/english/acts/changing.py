"""Acts whose verb says by itself neither create, update nor delete: "pack a parcel", "follow a user"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.rules import places
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.slots.givens import give
from modeler.core.requirements.english.slots.parts.new_items import is_begotten
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.words.lexicon import MOMENTS, UNITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_person
from modeler.core.requirements.english.words.verbs import EDITING, LINKING, VERBS
from modeler.core.requirements.morphology import article
from modeler.core.requirements.slots import Act, AttributeChange, Choice, Edit, Question

_PARTICLES: Final = words_in("up off out over back away down in on")
"""Words that belong to a verb, before its object or after it: hand out a parcel, put a hat back."""
_WITH_IN: Final = frozenset((one, "in") for one in ("fill", "hand", "log", "bring", "take", "plug")) | {("put", "on")}
_TARGETS: Final = words_in("to in on from into onto off")


def unclear(draft: Draft, verb: str, at: int, end: int) -> int | None:
    """Ask what an act does: "follow a user", "add a product to a cart". An act that changes its one object, or a part
    of it, is an update of it; the question stays.
    """
    if (made := _begotten(draft, verb, at, end)) is not None:
        return made
    is_bound = draft.low(end) in {"to", "for", "from"}
    is_phrasal = draft.low(end) in _PARTICLES - {"in", "on"} or (verb, draft.low(end)) in _WITH_IN
    start = end + (is_bound or is_phrasal)
    group = group_at(draft.tokens, start)
    if group is None:
        return None
    if len(group.words) > 1 and group.words[-1] == "back":
        group = replace(group, words=group.words[:-1], end=group.end - 1)
    is_split = draft.low(group.end) in _PARTICLES - {"in", "on"} and _is_tail(draft, group.end + 1)
    is_split = is_split or (draft.low(group.end) == "on" and draft.low(group.end + 1) == "to")
    after = group.end + is_split
    other, owner = _target(draft, after)
    of_new, more = _belongs_to(draft, group)
    words = " ".join(draft.low(one) for one in range(min(at, group.start), max(at + 1, after)))
    places_ = (*places(at, start), *group.read, *places(group.end, after), *more)
    choices = (*_recorded(draft, group, verb), *_choices(draft, group, owner, of_new))
    question = Question(f'"{words}": what is written?', choices)
    draft.ask("operation", question, places_)
    if (whole := _whole(draft, group, verb)) is not None:
        return _part(draft, group, whole)
    if (measured := _measured(draft, group)) is not None:
        return measured
    if (act := _done(draft, group, verb, owner, after)) is not None and not (is_bound and verb not in _CHANGING):
        written(draft, replace(group, count=None) if verb in _CHANGING else group, act)
        draft.fill("operation", act)
    is_link = verb in {"add", "enroll", "enrol"} and owner is not None
    if is_link or (verb in LINKING and not (verb == "review" and group.determiner in {"the", "my", "their"})):
        draft.fill("operation", Act.CREATE)
    _brought(draft, group, verb, is_moved=other)
    if verb == "add" and owner is not None and _is_part_of(group, owner) and draft.low(after) in {"to", "in", "into"}:
        written(draft, group, Act.CREATE)
        give(draft, owner, places(after, owner.end))
        return owner.end
    return after


def _begotten(draft: Draft, verb: str, at: int, end: int) -> int | None:
    """Fill the new item that an act surely makes."""
    made = group_at(draft.tokens, end)
    if made is None or not is_begotten(draft, verb, made):
        return None
    written(draft, replace(made, count=None), Act.CREATE)
    draft.fill("operation", Act.CREATE, places(at, end))
    return made.end


def _target(draft: Draft, after: int) -> tuple[bool, NounGroup | None]:
    """Return whether it follows where something goes, and the thing; a time is none: "book a car from a start time"."""
    owner = group_at(draft.tokens, after + 1) if draft.low(after) in _TARGETS else None
    if owner is not None and owner.words[-1] in MOMENTS:
        return False, None
    return draft.low(after) in _TARGETS, owner


def _brought(draft: Draft, group: NounGroup, verb: str, *, is_moved: bool) -> None:
    """Fill the new item that an act brings about: its object, or one that tells of the act and is given its object."""
    if verb == "put" and draft.low(group.end) == "(" and not (group.determiner or group.is_plural or is_moved):
        draft.fill("operation", Act.SAVE)
        written(draft, group, Act.SAVE)
    if verb in _RECORDED and _is_of_one(draft, group):
        draft.fill("operation", Act.CREATE)
        if _is_recorded(draft, group, verb):
            give(draft, group, places(group.start, group.end))


def _is_recorded(draft: Draft, group: NounGroup, verb: str) -> bool:
    """Return whether a new item of another entity tells of the act: "book a class", not "book an appointment"."""
    return verb in _RECORDED and _is_of_one(draft, group) and group.words[-1] not in _EVENTS


def _is_of_one(draft: Draft, group: NounGroup) -> bool:
    """Return whether an act is done to one item that is there, which a new one tells of: "borrow a tool"."""
    is_item = group.is_one and not (group.is_trait or group.rank or group.count or group.owner)
    return is_item and group.determiner not in {"every", "each"} and draft.value("operation") in {None, Act.CREATE}


_RECORDED: Final = words_in("book borrow rent hire like scan tag share join rate review bookmark follow cite")
"""Verbs that a new item tells of, whatever its name, and that leave their object as it is."""
_EVENTS: Final = words_in("appointment meeting consultation session visit lesson call ride trip tour slot time")
"""Things that come into being when they are booked."""


def _is_part_of(group: NounGroup, owner: NounGroup) -> bool:
    """Return whether one thing is added to another: "add a note to an order", not "add a user to a group"."""
    is_thing = not (is_agent(group) or group.is_trait or group.is_plural or group.count or group.rank or group.owner)
    is_whole = not (owner.is_trait or owner.is_plural or owner.states or owner.count or owner.owner)
    return is_thing and is_whole and group.determiner in {"a", ""} and owner.determiner in {"a", "the", "one", ""}


def _done(draft: Draft, group: NounGroup, verb: str, owner: NounGroup | None, after: int) -> Act | None:
    """Return what an act does to its object; None where only a person knows."""
    if verb in _CHANGING and not group.is_trait:
        return Act.UPDATE
    if _is_new(group) and verb not in _APPOINTING:
        return Act.CREATE
    is_update = _is_changed(draft, group, verb) or _is_transferred(draft, group, verb, owner, after)
    return Act.UPDATE if is_update else None


def _is_transferred(draft: Draft, group: NounGroup, verb: str, owner: NounGroup | None, at: int) -> bool:
    """Return whether one item moves to another place: "transfer an animal to a quarantine tank", not an amount."""
    is_target = owner is not None and owner.is_one and not owner.is_trait and draft.low(at) in {"to", "into", "onto"}
    is_item = group.is_one and not (group.is_trait or group.count or group.rank) and group.words[-1] not in _AMOUNTS
    return verb == "transfer" and is_target and is_item and not is_agent(owner or group)


_AMOUNTS: Final = words_in("amount money sum fund balance payment credit")


def _is_tail(draft: Draft, at: int) -> bool:
    """Return whether nothing comes after a particle that it could govern: "put a hat back into its box"."""
    return draft.low(at) in {"", ",", ".", "!", "if", "unless", "when", "and"} | _TARGETS or draft.low(at) in _PARTICLES


def _recorded(draft: Draft, group: NounGroup, verb: str) -> tuple[Choice, ...]:
    """Offer a new item of an entity that is a question of its own: the booking of "book a class"."""
    label = f"create an item that refers to the {draft.entity(group.words)}"
    return (Choice(label, {"operation": "create"}),) if _is_recorded(draft, group, verb) else ()


def _choices(draft: Draft, group: NounGroup, owner: NounGroup | None, of_new: dict[str, Any]) -> tuple[Choice, ...]:
    """Offer what an act can write: a new item, one that joins two, or a change of an item that is there."""
    name = draft.entity(group.words)
    choices = [Choice(f"create {article(name)}", {"operation": "create", "entities": [name], "given": None, **of_new})]
    if owner is not None and owner.determiner and not owner.is_plural:
        of = draft.entity(owner.words)
        link = f"{of}{name}"
        given = [{"attribute": draft.reference(of).attribute, "of": of}]
        joined = {"operation": "create", "entities": [link], "given": given}
        choices.append(Choice(f"create {article(link)} that joins the two", joined))
        choices.append(Choice(f"update the {of}", {"operation": "update", "entities": [of], "given": given}))
    given = [{"attribute": draft.reference(name).attribute, "of": name}]
    choices.append(Choice(f"update the {name}", {"operation": "update", "entities": [name], "given": given}))
    choices.append(Choice(f"delete the {name}", {"operation": "delete", "entities": [name], "given": given}))
    return tuple(choices)


def _whole(draft: Draft, group: NounGroup, verb: str) -> NounGroup | None:
    """Return what an act changes a part of: the parcel in "extend the storage time of my parcel"."""
    is_part = group.determiner in {"the", ""} and not group.is_plural and group.owner is None and not group.states
    owner = group_at(draft.tokens, group.end + 1) if draft.low(group.end) == "of" else None
    is_known = draft.known_entity(group.words) is not None
    return (
        owner
        if owner is not None and is_part and owner.is_one and not is_known and verb not in BEGETTING - {"replace"}
        else None
    )


def _measured(draft: Draft, group: NounGroup) -> int | None:
    """Read "record weight and temperature of an animal": whose values they are; an item or a change is a question."""
    last: NounGroup | None = group
    while last is not None and last.is_trait and not last.determiner and draft.low(last.end) in {"and", ","}:
        last = group_at(draft.tokens, last.end + 1)
    owner = group_at(draft.tokens, last.end + 1) if last is not None and draft.low(last.end) == "of" else None
    if last is group or last is None or not last.is_trait or owner is None or not owner.is_one or owner.is_trait:
        return None
    draft.read(places(group.start, owner.start), "operation")
    give(draft, owner, places(owner.start, owner.end))
    return owner.end


def _part(draft: Draft, group: NounGroup, whole: NounGroup) -> int:
    """Fill what an update of a part is given; a property is what changes, of anything else that stays a question."""
    draft.fill("operation", Act.UPDATE)
    if group.is_trait:
        written(draft, whole, Act.UPDATE)
        draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(group.words)), places(group.start, group.end))
        draft.read(places(group.end, whole.end), "changes")
        return whole.end
    give(draft, whole, places(group.end, whole.end))
    return whole.end


def _is_new(group: NounGroup) -> bool:
    """Return whether what an act is done to comes into being by it: "enter a new client"."""
    is_new = any(state.word == "new" for state in group.states)
    return is_new and group.determiner == "a" and group.is_one and not (group.is_trait or group.count)


_APPOINTING: Final = words_in("assign appoint choose select elect name nominate designate announce allocate assume")
"""Verbs after which somebody or something that is there already takes a new part."""


def _is_changed(draft: Draft, group: NounGroup, verb: str) -> bool:
    """Return whether an act changes the one item that is its object, which the caller names: "pack a parcel"."""
    is_common = group.determiner == "the" and draft.role is None and draft.known_entity(group.words) is None
    is_one = (
        group.is_one and not is_common and not (group.rank or group.count) and group.determiner not in {"every", "each"}
    )
    is_timed = group.owner is not None and group.owner.words[-1] in {*MOMENTS, *UNITS}
    is_moved = verb in _MOVING and draft.low(group.end) in {"on", "in"}
    is_part = group.determiner == "the" and draft.low(group.end) in {"of", "on", "in"} and not is_moved
    if verb in _GIVING and len(group.words) > 1 and is_person(group.words[0]):
        return False  # "grant a contractor access": who gets it comes first
    if verb not in VERBS and not _is_framed(draft, group.end):
        return False
    return is_one and not (group.is_trait or is_timed or is_part) and verb not in BEGETTING | EDITING | {"mark"}


def _is_framed(draft: Draft, end: int) -> bool:
    """Return whether words around an unknown verb say that it changes its object: who does it, where it goes, on what
    it depends. "Wear a helmet!" has none of them.
    """
    is_appeal = draft.tokens[-1].low == "!"
    is_told = draft.is_wish or draft.role is not None
    later = {draft.low(one) for one in range(end, len(draft.tokens))} & _FRAMING
    return not is_appeal and (is_told or bool(later))


_GIVING: Final = words_in("grant offer give lend deny allow award")
_FRAMING: Final = _TARGETS | _PARTICLES | words_in("if unless once when while before after as and , of by")
_MOVING: Final = words_in("put place take move bring hang load lay set seat park")
_CHANGING: Final = words_in("swap exchange rotate")
"""Verbs that change what is there, also several at once."""
BEGETTING: Final = LINKING | words_in(
    "add attach follow like invite join buy purchase offer draw pre-order remake loan match scrobble trigger book rent "
    "borrow hire reserve tag message email call text page compare calculate suggest recommend estimate notify remind "
    "alert inform contact ping charge push enroll enrol transfer replace apply ask compose announce assess copy save "
    "tell warn greet thank duplicate clone donate pledge share scan track keep report open give "
    "trace inspect examine weigh measure audit monitor observe locate identify predict forecast make let help cause"
)
"""Verbs after which there is something new, and whose object stays as it is: follow a user, buy a ticket."""


def _belongs_to(draft: Draft, group: NounGroup) -> tuple[dict[str, Any], range]:
    """What a new item is given where its parent follows ("tickets for a concert"), and the places of those words."""
    parent = group_at(draft.tokens, group.end + 1) if draft.low(group.end) in {"for", "of"} else None
    if parent is None or not parent.determiner or parent.is_plural:
        return {}, range(0)
    of = draft.entity(parent.words)
    return {"given": [{"attribute": draft.reference(of).attribute, "of": of}]}, places(group.end, parent.end)
