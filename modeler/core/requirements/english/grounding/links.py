"""How entities of a design belong together: references, the entity between two others, and the entity of a verb."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.requirements.english.words.verbs import base_form, is_participle
from modeler.core.requirements.morphology import id_name
from modeler.core.requirements.vocabulary import KnownEntity, Vocabulary

_SUFFIXES: Final = frozenset(
    [
        *("e", "y", "ing", "ment", "ation", "ition", "tion", "ion", "sion", "al", "ature", "ure", "ance", "ence", "ee"),
        *("ship", "age", "ication", "ission", "ption"),
    ]
)
"""Endings with which a verb names what it brings about: sign and signature."""
_STEM_LEAST: Final = 3


def owner(known: Vocabulary, attribute: str) -> KnownEntity | None:
    """Return the entity that an attribute identifies: Car of plate; not the events of a car, which begin with it."""
    named = next((one for one in known.entities if id_name(one.name) == attribute), None)
    alone = named or next((one for one in known.entities if one.identity == (attribute,)), None)
    return alone or next((one for one in known.entities if one.identity[-1] == attribute), None)


def refers(known: Vocabulary, child: KnownEntity, parent: KnownEntity) -> bool:
    """Return whether an entity has the attributes that identify another one."""
    has_all = all(child.attribute(one) is not None for one in parent.identity)
    return child.name != parent.name and has_all and owner(known, parent.identity[-1]) is parent


def between(known: Vocabulary, one: KnownEntity, other: KnownEntity) -> list[KnownEntity]:
    """Return the entities that refer to both of two."""
    return [
        link
        for link in known.own
        if link not in (one, other) and refers(known, link, one) and refers(known, link, other)
    ]


def of_verb(known: Vocabulary, word: str) -> KnownEntity | None:
    """Return the only entity that is named after a verb in any form: Watch of watching, Signature of signed."""
    bases = list(_bases(word))
    for is_same in (True, False):
        found = [one for one in known.own if any(_is_of(one.words[-1], base, is_same=is_same) for base in bases)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _is_of(noun: str, verb: str, *, is_same: bool) -> bool:
    if is_same:
        return noun == verb
    stems = {verb, verb.rstrip("ey"), verb.removesuffix("be"), verb.removesuffix("l"), verb.removesuffix("it")}
    stems.add(f"{verb}{verb[-1:]}")
    return any(len(one) >= _STEM_LEAST and noun.startswith(one) and noun[len(one) :] in _SUFFIXES for one in stems)


def _bases(word: str) -> Iterator[str]:
    """Yield the verbs that a form can be of."""
    verb = base_form(word)
    if verb:
        yield verb
        return
    for ending in ("ing", "ed"):
        if word.endswith(ending) and (ending == "ing" or is_participle(word)):
            stem = word.removesuffix(ending)
            yield from (stem, f"{stem}e")
            if stem[-1:] == stem[-2:-1]:
                yield stem[:-1]
