"""Where a line names what the design has: an entity, an attribute or a part of its name, a time by its verb."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from modeler.core.requirements.english.draft import Draft
from modeler.core.requirements.english.grounding.links import refers
from modeler.core.requirements.english.words.irregular import PASTS
from modeler.core.requirements.english.words.lexicon import (
    ARTICLES,
    CONJUNCTIONS,
    DO,
    HAVE,
    MODALS,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    QUANTIFIERS,
    words_in,
)
from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import is_plural, singular, words_of
from modeler.core.requirements.vocabulary import KnownEntity, Vocabulary

_WORDS_MAX: Final = 4
_BEFORE_MAX: Final = 4
_DETERMINERS: Final = ARTICLES | POSSESSIVES | QUANTIFIERS | {"same"}
_ENDS_BEFORE: Final = CONJUNCTIONS | MODALS | PRONOUNS
_ENDING: Final = {form: verb for verb in ("expire", "lapse", "end", "run", "go") for form in (verb, f"{verb}s")} | {
    "goes": "go", "ran": "run", "went": "go", "ended": "end", "expired": "expire", "lapsed": "lapse",
}  # fmt: skip
_ENDS: Final = words_in("expire expiry until valid end lapse due")
_OFF: Final = words_in("out off")


@dataclass(frozen=True, slots=True)
class Mention:
    """Tokens that name one of `entities`, or an attribute of these entities. `before` is the preposition that leads to
    it.
    """

    start: int
    end: int
    entities: tuple[KnownEntity, ...]
    attributes: tuple[tuple[str, str], ...]
    before: str = ""
    determiner: str = ""
    is_plural: bool = False
    is_owner: bool = False
    is_verb: bool = False

    def of(self, held: KnownEntity) -> str:
        """Return the attribute of an entity that these words name; '' if it has none."""
        found = [name for entity, name in self.attributes if entity == held.name]
        return found[0] if len(found) == 1 else ""

    def parent(self, held: KnownEntity, known: Vocabulary) -> KnownEntity | None:
        """Return the entity that these words name and that another one refers to."""
        found = [one for one in self.entities if refers(known, held, one)]
        return found[0] if len(found) == 1 else None


def mentions(draft: Draft) -> tuple[Mention, ...]:
    """Return what a line names, from left to right; the longest name counts."""
    if draft.mentions is None:
        draft.mentions = tuple(_mentions(draft))
    return draft.mentions


def _mentions(draft: Draft) -> Iterator[Mention]:
    at = 0
    while at < len(draft.tokens):
        found = _longest(draft, at)
        if found is None:
            at += 1
        else:
            yield found
            at = found.end


def _longest(draft: Draft, at: int) -> Mention | None:
    for end in range(min(at + _WORDS_MAX, len(draft.tokens)), at, -1):
        said = draft.tokens[at:end]
        if not all(one.is_word for one in said):
            continue
        words = tuple(singular(part) for one in said for part in one.low.split("-"))
        entities = _entities(draft, words)
        attributes = _attributes(draft, words)
        if entities or attributes:
            return _placed(draft, at, end, entities, attributes)
    return _by_verb(draft, at)


def _entities(draft: Draft, words: tuple[str, ...]) -> tuple[KnownEntity, ...]:
    """Return the entities that words name: by all words of a name, else by its last ones."""
    exact = draft.known_entity(words) or draft.known.recorded(words)
    if exact is not None:
        return (exact,)
    return tuple(one for one in draft.known.own if one.words[-len(words) :] == words)


def _attributes(draft: Draft, words: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the attributes that words name, in each entity that has one."""
    found = ((held.name, held.spoken(words)) for held in draft.known.own)
    return tuple((entity, one.name) for entity, one in found if one is not None)


def _by_verb(draft: Draft, at: int) -> Mention | None:
    """Return a time by its verb: expiresOn of "expires", takenAt of "take", validUntil of "run out"."""
    low = draft.low(at)
    ending = _ENDING.get(low, "")
    verb = base_form(low) or ending or (low if is_participle(low) else "")
    if not verb or draft.low(at + 1) == "of" or draft.low(at - 1) in {"a", "an", "the"}:
        return None
    is_off = draft.low(at + 1) in _OFF
    is_ending = bool(ending) and (ending not in {"run", "go"} or is_off)
    found = []
    for held in draft.known.own:
        for one in held.times:
            words = words_of(one.name)
            is_same = (base_form(words[0]) or words[0]) == verb or words[0] == low
            if (len(words) > 1 and is_same) or (is_ending and _ENDS & set(words)):
                found.append((held.name, one.name))
    return Mention(at, at + 1 + is_off, (), tuple(found), is_verb=True) if found else None


def _placed(
    draft: Draft, at: int, end: int, entities: tuple[KnownEntity, ...], attributes: tuple[tuple[str, str], ...]
) -> Mention:
    """Return a mention with its determiner and its preposition."""
    determiner = ""
    place = at - 1
    while place >= 0 and at - place <= _BEFORE_MAX:
        low = draft.low(place)
        token = draft.tokens[place]
        if low in _DETERMINERS:
            determiner = low
        elif determiner or not token.is_word or low in PREPOSITIONS | _ENDS_BEFORE or base_form(low):
            break
        place -= 1
    if determiner == "" and draft.low(at - 1) not in PREPOSITIONS:
        place = at - 1
    before = draft.low(place) if place >= 0 and draft.low(place) in PREPOSITIONS else ""
    if draft.low(place) == "of" and draft.low(place - 1) in {"all", "each", "one", "some", "any"}:
        determiner, before = draft.low(place - 1), draft.low(place - 2) if draft.low(place - 2) in PREPOSITIONS else ""
    is_many = is_plural(draft.low(end - 1))
    is_owner = end < len(draft.tokens) and draft.tokens[end].kind == "possessive"
    return Mention(at, end, entities, attributes, before, determiner, is_many, is_owner)


def covers(draft: Draft, held: KnownEntity, one: Mention) -> bool:
    """Return whether an entity has what a mention names: itself, what it refers to, or an attribute."""
    if any(each is held or refers(draft.known, held, each) for each in one.entities):
        return True
    return any(entity == held.name for entity, _ in one.attributes)


def is_subject(draft: Draft, one: Mention) -> bool:
    """Return whether a mention is who does something: "what did a nurse take", "everything a center took"."""
    place = one.start - 1 - bool(one.determiner)
    while one.determiner and draft.low(place) in ARTICLES:
        place -= 1  # "a given guest"
    if one.before or one.is_plural:
        return False
    is_relative = place >= 0 and bool(one.determiner) and one.determiner in {"a", "an", "the", "one"}
    is_relative = is_relative and (draft.low(place) == "everything" or is_plural(draft.low(place)))
    follows = draft.low(one.end)
    is_verb = bool(base_form(follows)) or follows in MODALS | HAVE | {"got"} | PASTS.keys() or is_participle(follows)
    is_asked = draft.low(place) in DO | HAVE | {"is", "can"} and (bool(one.determiner) or place == 0)
    return is_asked or (is_relative and is_verb)


def main_end(draft: Draft, *, is_read: bool) -> int:
    """Return where the words end that say of which items a row is: before a condition, or what should happen then."""
    lows = enumerate(draft.tokens)
    if is_read:
        return next((at for at, one in lows if at > 1 and one.low in {"should", "must"}), len(draft.tokens))
    return next((at for at, one in lows if one.kind == "mark" or one.low in CONJUNCTIONS - {"and"}), len(draft.tokens))
