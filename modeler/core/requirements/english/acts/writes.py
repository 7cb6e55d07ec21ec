"""Writes: what a verb does to which entity, and what it changes."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.acts.changing import unclear
from modeler.core.requirements.english.acts.events import kept_of_thing
from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.phrasing import said_changes
from modeler.core.requirements.english.rules import apply_rules, places
from modeler.core.requirements.english.slots import edits
from modeler.core.requirements.english.slots.assignments import is_agent
from modeler.core.requirements.english.slots.edits import set_state
from modeler.core.requirements.english.slots.givens import give
from modeler.core.requirements.english.slots.write_object import written
from modeler.core.requirements.english.words.lexicon import ITEMS_TOO, JUDGED, PLACES, POSSESSIVES
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.verbs import (
    AMBIGUOUS,
    EDITING,
    LOWERING,
    RAISING,
    TRANSITIONS,
    VERBS,
    act_of,
    participle,
)
from modeler.core.requirements.slots import Act, AttributeChange, Choice, Edit, Question


def write(draft: Draft, verb: str, at: int, end: int) -> int | None:
    """Read a write that begins with a verb at tokens `at` to `end`; return where its object ended."""
    draft.verb = verb
    found = apply_rules(draft, at, edits.RULES) or apply_rules(draft, at, said_changes.RULES)
    if found is not None:
        return found
    if verb in RAISING | LOWERING | {"mark"} or (
        verb in AMBIGUOUS and verb != "save" and not _is_plain_add(draft, verb, end)
    ):
        if verb == "write" and (stored := _stored(draft, at, end)) is not None:
            return stored
        return unclear(draft, verb, at, end)
    if (sent := _dative(draft, verb, at, end) or kept_of_thing(draft, at, end)) is not None:
        return sent
    group = group_at(draft.tokens, end)
    act = act_of(verb) or (Act.CREATE if verb == "add" else None)
    if group is None and verb not in VERBS:
        return unclear(draft, verb, at, end)  # "hand out a parcel"
    if group is None or (group.count is not None and act is not Act.CREATE):
        return None
    if verb == "save" and draft.low(group.end) in {"to", "into", "as"}:
        return unclear(draft, verb, at, end)
    if act is None or _is_attribute(draft, group, verb):
        return unclear(draft, verb, at, end)
    if verb == "remove" and draft.low(group.end) == "from" and is_agent(group):
        return unclear(draft, verb, at, end)
    if verb in EDITING and _is_part(draft, group):
        return _part(draft, group, group.owner or draft.role, verb, at, end)
    if verb in _CORRECTING and (whole := _whole_of(draft, group)) is not None:
        reached = _part(draft, group, whole, verb, at, end)
        draft.read(places(group.end, whole.end))
        return max(reached, whole.end)
    written(draft, group, act)
    draft.fill("operation", act, places(at, end))
    if verb in TRANSITIONS or " " in verb:
        set_state(draft, participle(verb), places(at, end))
    elif act is Act.UPDATE and verb == "rename":
        draft.fill("changes", AttributeChange(Edit.SET, draft.attribute(("name",))), places(at, end))
    return group.end


_SENDING: Final = frozenset({"send", "issue", "post", "submit", "upload"})


def _dative(draft: Draft, verb: str, at: int, end: int) -> int | None:
    """Read "send a reader a reminder", "send every member of a club an invitation": who gets it comes first."""
    receiver = group_at(draft.tokens, end) if verb in _SENDING else None
    if receiver is None or receiver.is_trait:
        return None
    owner = group_at(draft.tokens, receiver.end + 1) if draft.low(receiver.end) in {"of", "in", "at"} else None
    last = receiver.end if owner is None else owner.end
    sent = group_at(draft.tokens, last) if draft.low(last) in {"a", "an", "the", "their", "his"} else None
    if sent is None or (owner is not None and not owner.is_one):
        return None
    written(draft, sent, Act.CREATE)
    draft.fill("operation", Act.CREATE, places(at, end))
    told = owner if owner is not None else receiver
    if receiver.is_one and receiver.determiner not in {"each", "every"}:
        told = receiver
    if told.is_one and told.determiner not in {"each", "every"}:
        give(draft, told, places(told.start, told.end))
    draft.read(places(end, sent.end))
    return sent.end


def _is_attribute(draft: Draft, group: NounGroup, verb: str) -> bool:
    """Return whether what is written can be an attribute: a status, a driver's location, "call outcome and duration",
    "the registered office of a company".
    """
    is_edit = verb in EDITING
    is_trait = (
        group.is_trait
        and (group.words[-1] not in PLACES or (is_edit and len(group.words) > 1))
        and not (group.determiner == "a" and group.words[-1] in _items(verb))
        and draft.known_entity(group.words) is None
        and group.owner is None
    )
    is_listed = act_of(verb) is Act.CREATE and draft.low(group.end) == "and" and _is_trait_at(draft, group.end + 1)
    owner = group_at(draft.tokens, group.end + 1) if draft.low(group.end) in {"on", "of", "in", "for"} else None
    if is_edit and owner is not None and owner.determiner in POSSESSIVES and draft.known_entity(group.words) is None:
        return True
    is_part = is_edit and bool(group.states) and draft.low(group.end) == "of" and group.determiner == "the"
    return is_trait or is_listed or is_part


def _items(verb: str) -> frozenset[str]:
    """Return the properties that with "a" are items of their own after a verb."""
    made = JUDGED if verb in EDITING or act_of(verb) is Act.CREATE else frozenset()
    return made if verb in EDITING else made | ITEMS_TOO


def _is_trait_at(draft: Draft, at: int) -> bool:
    """Return whether a property is at a token: "call outcome and duration" are attributes."""
    group = group_at(draft.tokens, at)
    return group is not None and group.is_trait and not group.determiner


def _stored(draft: Draft, at: int, end: int) -> int | None:
    """Ask whether "write events in batches" creates items only, or replaces those that exist."""
    group = group_at(draft.tokens, end)
    if group is None or group.is_trait or draft.low(group.end) in {"to", "on", "into", "off"}:
        return None
    written(draft, group, Act.CREATE)
    choices = (Choice("create items", {"operation": "create"}), Choice("create or replace", {"operation": "save"}))
    said = f'"write {" ".join(group.words)}"'
    draft.ask("operation", Question(f"{said}: create new items only, or also replace them?", choices), places(at, end))
    if not draft.has("rate") and group.count is None:
        draft.fill("operation", Act.CREATE)
    return group.end


def _is_part(draft: Draft, group: NounGroup) -> bool:
    """Return whether an edited noun can be an item or an attribute of its owner: "a passenger's seat", "my bio"."""
    is_owned = group.owner is not None or group.determiner in {"my", "our"}
    return is_owned and not group.is_plural and draft.known_entity(group.words) is None


_CORRECTING: Final = frozenset({"correct", "adjust", "amend", "revise"})
"""Verbs that change a part of something more often than an item."""


def _whole_of(draft: Draft, group: NounGroup) -> NounGroup | None:
    """Return what an edited noun is of: the find in "correct the stratum of a find"."""
    owner = group_at(draft.tokens, group.end + 1) if draft.low(group.end) == "of" else None
    is_part = group.determiner in {"the", ""} and not group.is_plural and draft.known_entity(group.words) is None
    return owner if owner is not None and owner.is_one and is_part else None


def _part(draft: Draft, group: NounGroup, owner: NounGroup | None, verb: str, at: int, end: int) -> int:
    """Ask whether an item or an attribute of its owner is edited."""
    name, attribute = draft.entity(group.words), draft.attribute(group.words)
    choices = [Choice(f"an item {name}", {"entities": [name]})]
    if owner is not None:
        of = draft.entity(owner.words)
        draft.fill("given", draft.reference(of), places(group.start, group.noun))
        changed = [{"edit": "set", "attribute": attribute}]
        choices.append(Choice(f"the attribute {attribute} of {of}", {"entities": [of], "changes": changed}))
    draft.fill("operation", Act.UPDATE, places(at, end))
    said = f'"{verb} {" ".join(group.words)}"'
    draft.ask("entities", Question(f"{said}: an item of its own, or an attribute?", tuple(choices)), group.read)
    return group.end


def _is_plain_add(draft: Draft, verb: str, end: int) -> bool:
    """Return whether something is added to nothing: "add a product" creates one."""
    group = group_at(draft.tokens, end)
    return verb == "add" and group is not None and draft.low(group.end) not in {"to", "in", "on", "from", "into"}
