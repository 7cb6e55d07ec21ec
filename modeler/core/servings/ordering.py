"""Whether an index returns the items in the requested order. facts/ordering#key-order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.tables import Index
from modeler.core.keys.templates import KeyTemplate, Reference
from modeler.core.servings.binding import sorts
from modeler.core.values.attribute_values import AttributeType

_MILLISECOND: Final = 1
_SECOND: Final = 1000
_BORN: Final = {"ulid": _MILLISECOND, "uuid7": _MILLISECOND, "ksuid": _SECOND}
"""Ids that begin with their creation time, by their precision in milliseconds. facts/ordering#key-order."""
_TIMES: Final = {"iso": _MILLISECOND, "epoch_millis": _MILLISECOND, "epoch_seconds": _SECOND, "date": 86_400_000}
_CREATION: Final = re.compile(r"(created|creation)([_-]?(at|on|date|time))?", re.IGNORECASE)
"""Names that mark a time as the item's own creation time, which does not change."""


@dataclass(frozen=True, slots=True)
class KeyOrder:
    """Whether the requested order is that of the index, why, and whether to read the index in reverse.

    `known`: there is an order, so that `descending` says how to read it, even if the pattern reads it differently.
    `likely`: it is the requested order if that is the creation time of items, which is not declared.
    """

    satisfied: bool
    reason: str
    descending: bool = False
    known: bool = False
    likely: bool = False


def order_of(
    index: Index,
    templates: tuple[KeyTemplate | None, ...],
    entity: Entity,
    known: frozenset[str],
    order: tuple[str, ...],
    directions: tuple[bool, ...],
) -> KeyOrder:
    """Compare the requested order with that of an entity's entries whose `known` attributes have one value each.

    `templates` are those of the sort key. Within an item collection the sort key defines the order, left to right: each
    part that is not known must be the next attribute of the order, in a form that sorts as its values do, or the item's
    own id that begins with its creation time, if the order is by that time.
    """
    wanted = [(name, down) for name, down in zip(order, directions, strict=True) if name not in known]
    if not wanted:
        return KeyOrder(True, "the attribute to order by is given")
    if not templates:
        return KeyOrder(False, f"{index.name} has no sort key, so a collection holds one item")
    backwards: set[bool] = set()
    for element, part in _unknown(index, templates, known):
        if not wanted:
            break
        name, down = wanted[0]
        found = _by_part(index, element, part, entity, name)
        if isinstance(found, str):
            return KeyOrder(False, found)
        if found is None:
            sorted_by = f"{element} of {index.name} sorts by {part.attribute}, which begins with the creation time"
            reason = f"{sorted_by}: the order of {name} only if that is this time"
            return KeyOrder(False, reason, down, known=True, likely=True)
        backwards.add(down == found)
        # An id also decides the order of items created at the same time.
        wanted = [one for one in wanted[1:] if one != (part.attribute, down)]
    if wanted:
        return KeyOrder(False, f"{index.name} does not sort by {wanted[0][0]}")
    if len(backwards) > 1:
        return KeyOrder(False, f"{index.name} is read in one direction, but {', '.join(order)} need both")
    names = " and ".join(name for name in order if name not in known)
    return KeyOrder(True, f"{index.name} sorts by {names}", backwards == {True}, known=True)


def _by_part(index: Index, element: str, part: Reference, entity: Entity, name: str) -> bool | str | None:
    """Whether a part of a sort key sorts as an attribute does: True, or False if reversed; a sentence: no; None: if
    that attribute is the item's creation time, which is not declared.
    """
    if part.attribute == name:
        rises = sorts(part, entity.attribute(name), _type(index, element))
        if rises is None:
            return f"{element} of {index.name} holds {name} as {{{_reference_text(part)}}}, which sorts differently"
        return rises
    born = _born(part, entity, name)
    if born is None:
        return f"{element} of {index.name} sorts by {part.attribute} first, which is not given"
    return True if born else None


def _born(part: Reference, entity: Entity, name: str) -> bool | None:
    """Whether the item's own id has the order of the creation time `name`. False: the time is not declared to be this
    one, or the id is less precise. None: it is not such an id, or not such a time: one comes with the request, and the
    other does not.
    """
    held, wanted = entity.attribute(part.attribute), entity.attribute(name)
    if held is None or wanted is None or not part.is_plain or part.attribute not in entity.identity:
        return None
    if (
        held.format not in _BORN
        or wanted.format not in _TIMES
        or (wanted.source == "payload") != (held.source == "payload")
    ):
        return None
    declared = _CREATION.fullmatch(name) is not None and wanted.source != "payload"
    return declared and _BORN[held.format] <= _TIMES[wanted.format]


def _unknown(
    index: Index, templates: tuple[KeyTemplate | None, ...], known: frozenset[str]
) -> list[tuple[str, Reference]]:
    """The references of the sort key whose value is unknown, with the key attribute of each."""
    return [
        (element.name, part)
        for element, template in zip(index.sort_key, templates, strict=True)
        if template is not None
        for part in template.references
        if part.attribute not in known
    ]


def _type(index: Index, name: str) -> AttributeType:
    return next(element.type for element in index.sort_key if element.name == name)


def _reference_text(part: Reference) -> str:
    return ":".join([part.attribute, "|".join(map(str, part.formats))]) if part.formats else part.attribute
