"""Matches words with the names of entities and attributes in a design."""

from __future__ import annotations

from typing import Final

from modeler.core.design.items import BASE, Attribute, Entity
from modeler.core.design.tables import Table
from modeler.core.keys.templates import parse
from modeler.core.phrases.words import words_of

TIME_FORMATS: Final = ("date", "iso", "iso_millis", "epoch_seconds", "epoch_millis", "ulid", "ksuid", "uuid7")
LEAST_SHARED: Final = 4
"""The minimum number of letters of a word that begins another, for the two to mean the same."""


def entity_called(table: Table, words: tuple[str, ...]) -> tuple[Entity | None, tuple[str, ...]]:
    """The entity whose name the words end with, the longest name first, and the words before it."""
    named = sorted(table.entities, key=lambda one: -len(words_of(one.name)))
    for entity in named:
        name = words_of(entity.name)
        if name and words[-len(name) :] == name:
            return entity, words[: -len(name)]
    # "Members" are memberships, and "lines" line items.
    for entity in named if words and len(words[-1]) >= LEAST_SHARED else ():
        if any(word.startswith(words[-1]) for word in words_of(entity.name)):
            return entity, words[:-1]
    return None, words


def attribute_called(entity: Entity, words: tuple[str, ...]) -> Attribute | None:
    """The attribute that words refer to: by its whole name, without its "id", or by its last or first words."""
    if not words:
        return None
    named = [(words_of(one.name), one) for one in entity.attributes]
    size = len(words)
    for pick in (
        [one for name, one in named if name == words],
        [one for name, one in named if name == (*words, "id")],
        [one for name, one in named if name[-size:] == words],
        [one for name, one in named if name[:size] == words],
    ):
        if pick:
            return pick[0]
    return None


def link_between(table: Table, one: Entity, other: Entity) -> Entity | None:
    """The entity that joins two others, many to many: it contains the identities of both."""
    wanted = {*one.identity, *other.identity}
    joined = (link for link in table.entities if link not in (one, other) and wanted <= set(link.attributes_by_name))
    return next(joined, None) if one.identity and other.identity else None


def key_attributes(entity: Entity) -> tuple[str, ...]:
    """The attributes that an entity's one key in the table is made of; none if it has several."""
    base = entity.overloads_of(BASE)
    texts = base[0].keys.values() if len(base) == 1 else ()
    return tuple(dict.fromkeys(name for text in texts for name in parse(text).attributes))


def identified_by(entity: Entity) -> tuple[str, ...]:
    """What a caller must know to identify an item: its whole key if that contains the identity, else the identity."""
    key = key_attributes(entity)
    return key if key and set(entity.identity) <= set(key) else entity.identity


def owned_by(entity: Entity, owner: Entity) -> tuple[str, ...]:
    """The attributes of an entity that name one of its owners: "of a customer" is by customerId, and in a pool of
    tenants by the tenant too, as in the customer's own key.
    """
    shared = tuple(name for name in identified_by(owner) if entity.attribute(name) is not None)
    if shared and set(owner.identity) <= set(shared):
        return shared
    name = words_of(owner.name)
    named = attribute_called(entity, (*name, "id")) or attribute_called(entity, name)
    return (named.name,) if named else tuple(one for one in shared if one in owner.identity)


def time_attribute(entity: Entity) -> Attribute | None:
    """The attribute that orders an entity's items by time: when they were created, else one that a key uses, else the
    first.
    """
    timed = [one for one in entity.attributes if one.format in TIME_FORMATS]
    used = {name for overload in entity.overloads for text in overload.keys.values() for name in parse(text).attributes}
    plain = [one for one in timed if one.format not in ("ulid", "ksuid", "uuid7")] or timed
    made = [one for one in plain if (words_of(one.name) or ("",))[0].startswith(("creat", "placed", "made"))]
    first = (made + plain)[:1]
    return next((one for one in [*made, *plain] if one.name in used), first[0] if first else None)
