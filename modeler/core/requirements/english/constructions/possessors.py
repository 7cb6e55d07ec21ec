"""The attribute that words name, and its item, with a design or without: "the photo's like count", "its status"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.naming.names import name_at
from modeler.core.requirements.english.phrasing.same import is_code
from modeler.core.requirements.english.words.lexicon import BE, CLOSED, HAVE, MODALS, PREPOSITIONS, TRAITS, words_in
from modeler.core.requirements.english.words.noun_groups import NounGroup, group_at
from modeler.core.requirements.english.words.speech import is_property as is_property_word
from modeler.core.requirements.english.words.tokens import WordToken
from modeler.core.requirements.english.words.verbs import VERBS, base_form, is_participle
from modeler.core.requirements.morphology import attribute_name, singular, words_of
from modeler.core.requirements.vocabulary import KnownEntity

_ITS: Final = words_in("its their his her")
_ONE: Final = words_in("a an the this that one each every given")
_STATE: Final = words_in("status state stage phase")
_NOT_NAMED: Final = words_in("now time today also then later once twice it them")
_BECOMING: Final = words_in(
    "becomes goes turns changes moves gets rises falls drops grows increases decreases switches"
)
_AMOUNTS: Final = words_in("total count counter balance flag limit points stock date")
_WORDS_MAX: Final = 3


@dataclass(frozen=True, slots=True)
class NamedTarget:
    """An attribute of an entity, and where the words that name it end. `is_told`: the words name the entity, too."""

    entity: str
    attribute: str
    end: int
    is_told: bool = True


def target_at(draft: Draft, at: int, about: str) -> NamedTarget | None:
    """Return the attribute that words at a token name; `about` is the entity of "its" and of bare names."""
    return _of_owner(draft, at) or _of_item(draft, at) or _own(draft, at, about)


def item_before(draft: Draft, at: int) -> str:
    """Return the entity of the one item that the words before a token are about; '' if several can be meant."""
    found: list[NounGroup] = []
    place = 0
    while place < at:
        group = group_at(draft.tokens[:at], place, before_verb=True)
        if group is None:
            place += 1
            continue
        if _is_item(draft, group):
            found.append(group)
        place = max(group.end, place + 1)
    if len(found) > 1 and found[0].start == 0 and _is_active(draft, found[0].end):
        found = found[1:]  # who acts
    if len(found) > 1:
        found = [one for one in found if draft.low(one.start - 1) not in PREPOSITIONS]
    names = {name for one in found if (name := entity_of(draft, one))}
    return names.pop() if len(names) == 1 else ""


def entity_of(draft: Draft, group: NounGroup) -> str:
    """Return the entity that nouns name: of a design, one that it has."""
    held = draft.known_entity(group.words)
    if draft.known.own:
        return held.name if held is not None and held.is_own else ""
    return draft.entity(group.words)


def _is_item(draft: Draft, group: NounGroup) -> bool:
    is_one = group.determiner in _ONE and not (group.is_plural or group.rank or group.is_trait)
    return is_one and group.count is None and draft.tokens[group.end - 1].is_word and not _is_time(group)


def _is_time(group: NounGroup) -> bool:
    return group.words[-1] in _TIMES


_TIMES: Final = words_in("time day week month year hour minute moment night transaction job reason second way case")


def _is_active(draft: Draft, at: int) -> bool:
    """Return whether a verb in the active voice is at a token."""
    low = draft.low(at)
    return low in MODALS | HAVE or (bool(base_form(low)) and low not in BE)


def _of_owner(draft: Draft, at: int) -> NamedTarget | None:
    """ "the photo's like count"."""
    for mark in range(at + 1, min(at + 5, len(draft.tokens))):
        if draft.tokens[mark].kind != "possessive":
            continue
        owner = group_at(draft.tokens[:mark], at)
        if owner is None or owner.end != mark or owner.is_plural or owner.states:
            return None
        return _named(draft, entity_of(draft, owner), mark + 1)
    return None


def _of_item(draft: Draft, at: int) -> NamedTarget | None:
    """ "the raised total of the campaign"."""
    start = at + (draft.low(at) in {"the", "a"})
    end = next((one for one in range(start + 1, start + _WORDS_MAX + 1) if draft.low(one) in {"of", "on"}), 0)
    owner = group_at(draft.tokens, end + 1, before_verb=True) if end else None
    is_name = end == start + 1 and is_code(draft.tokens[start])
    is_said = is_name or all(_is_part(draft, one) for one in range(start, end))
    if owner is None or not _is_item(draft, owner) or not is_said:
        return None
    found = _named(draft, entity_of(draft, owner), start)
    return NamedTarget(found.entity, found.attribute, owner.end) if found is not None and found.end == end else None


def _own(draft: Draft, at: int, about: str) -> NamedTarget | None:
    """ "its status", "approvedBy": of the item that the line is about."""
    start = at + (draft.low(at) in _ITS)
    held = draft.known.entity(about)
    if draft.known.own and held is None:
        held = _only_with(draft)
    if not draft.known.own and not about:
        return None
    is_said = start > at or is_code(_token(draft, start)) or draft.low(start) in _STATE
    entity = held.name if held is not None and held.is_own else about
    found = _named(draft, entity, start)
    if found is None or (not is_said and not (held is not None and held.is_own)):
        return None
    return NamedTarget(found.entity, found.attribute, found.end, is_told=False)


def _only_with(draft: Draft) -> KnownEntity | None:
    """Return the only entity of a design that has all attributes that a line names as code has them."""
    codes = {one.text for one in draft.tokens if is_code(one)}
    able = [one for one in draft.known.own if codes and all(one.attribute(each) is not None for each in codes)]
    return able[0] if len(able) == 1 else None


def _named(draft: Draft, entity: str, at: int) -> NamedTarget | None:
    held = draft.known.entity(entity)
    if not entity or at >= len(draft.tokens):
        return None
    if held is not None and held.is_own:
        name, end = name_at(draft, held, at)
        return NamedTarget(entity, name, end) if name and name not in held.identity else None
    if is_code(draft.tokens[at]):
        return NamedTarget(entity, draft.tokens[at].text, at + 1)
    end = at
    while end < len(draft.tokens) and end - at < _WORDS_MAX and _is_part(draft, end):
        end += 1
    words = tuple(draft.low(one) for one in range(at, end))
    is_property = bool(words) and (words[-1] in TRAITS | _AMOUNTS or is_property_word(words[-1]))
    if not is_property or singular(words[-1]) in words_of(entity):
        return None
    return NamedTarget(entity, attribute_name(words), end)


def _is_part(draft: Draft, at: int) -> bool:
    """Return whether a word can belong to the name of an attribute."""
    low = draft.low(at)
    is_verb = low in _BECOMING or (is_participle(low) and low not in {"raised", "paid", "used", "sold"})
    is_word = bool(low) and draft.tokens[at].is_word and not is_code(draft.tokens[at])
    if low == "like" and draft.low(at + 1) in {"count", "counter", "counts"}:
        return True
    return is_word and low not in CLOSED | _NOT_NAMED and not is_verb and not (low in VERBS and low.endswith("s"))


def _token(draft: Draft, at: int) -> WordToken:
    return draft.tokens[min(max(at, 0), len(draft.tokens) - 1)]
