"""Verbs and phrases with which a sentence relates an entity to what it has or belongs to."""

from __future__ import annotations

from typing import Final

from modeler.core.requirements.english.words.lexicon import words_in
from modeler.core.requirements.english.words.verbs import (
    EDITING,
    LOWERING,
    RAISING,
    READING,
    REMOVING,
    TRANSITIONS,
    base_form,
)


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(one.split()) for one in text.split(","))


HAS: Final = _phrases(
    "has,have,includes,include,stores,store,holds,hold,records,record,keeps,keep,tracks,track,carries,carry,own,owns,"
    "is described by,are described by,is defined by,are defined by,knows,know,"
    "is recorded with,are recorded with,is logged with,are logged with,is stored with,"
    "are stored with,is saved with,are saved with,is kept with,are kept with,is registered with,are registered with,"
    "is noted with,are noted with"
)
CONSISTS: Final = _phrases(
    "contains,contain,consists of,consist of,is made of,are made of,is made up of,are made up of,comprises,comprise,"
    "is split into,are split into,is divided into,are divided into,is broken into,are broken into,is split up into,"
    "are split up into,is grouped into,are grouped into"
)
BELONGS: Final = _phrases(
    "belongs to,belong to,is part of,are part of,is owned by,are owned by,is assigned to,are assigned to,is linked to,"
    "are linked to,is associated with,are associated with,is for,are for,refers to,refer to,references,reference,"
    "is between,relates to,relate to,points to,is tied to,is attached to,are attached to"
)
IDENTIFIED: Final = _phrases("is identified by,are identified by")
_AT: Final = {
    "stand": "in on at", "lie": "in on", "sit": "in on", "live": "in on at", "work": "at for in", "play": "for",
    "hang": "in on", "run": "on", "happen": "at in", "take place": "at in on", "come": "from", "grow": "in on",
    "stay": "in at",
}  # fmt: skip
PLACED: Final = (
    *((*verb.split(), place) for verb, places in _AT.items() for place in places.split()),
    *((f"{verb.split()[0]}s", *verb.split()[1:], place) for verb, places in _AT.items() for place in places.split()),
    *_phrases("is in,are in,is at,are at,is on,are on,goes to,go to"),
)
"""Verbs of place: one thing after them is what the subject belongs to."""
IN: Final = _phrases("be in,belong to,be part of,be on,be in,be assigned to")
"""After "can": a song can be in many playlists."""
MEMBER: Final = _phrases("be a member of,is a member of,are members of,be members of")
CONNECTS: Final = words_in("connects connect links link joins join relates relate")
CONCERNING: Final = words_in("concerns concern covers targets involves describes documents")
"""Verbs with which something is about one other thing: a loan concerns an object."""
ADVERBS: Final = words_in("also always usually often only just typically currently normally still")
DOES: Final = words_in("do does")
PARTICLES: Final = words_in("up out off over together")
PREPOSITIONS: Final = words_in("by to for from at in on under with into onto")
STAYS: Final = words_in("in at on")
KEPT: Final = words_in("stationed located stored kept placed parked situated based housed filed held hosted")
"""Participles of where a thing is."""
GOTTEN: Final = words_in("ordered bought supplied sourced imported hired rented borrowed purchased")
"""Participles of where a thing comes from: ordered from a supplier."""
CHANGING: Final = READING | REMOVING | EDITING | RAISING | LOWERING | (TRANSITIONS - {"sign"})
"""Verbs that tell what somebody does with an item, and not whose it is."""


def base_of(participle: str) -> str:
    """Return the verb of a participle, of a list or not."""
    return base_form(participle) or participle.removesuffix("ed")
