"""Does an index bring the items in the order that is asked for? FACTS 8."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from modeler.core.items import Attribute
from modeler.core.keys import KeyTemplate, Reference
from modeler.core.servings.binding import sorts
from modeler.core.tables import Index
from modeler.core.values import AttributeType


@dataclass(frozen=True, slots=True)
class Order:
    """Whether the order asked for is that of the index, why, and whether the index is to be read backwards.

    `known`: an order there is, so that `descending` says how to read it, even where the pattern reads it otherwise.
    """

    satisfied: bool
    reason: str
    descending: bool = False
    known: bool = False


def order_of(
    index: Index,
    templates: tuple[KeyTemplate | None, ...],
    attributes: Mapping[str, Attribute],
    known: frozenset[str],
    order: tuple[str, ...],
    directions: tuple[bool, ...],
) -> Order:
    """The order of an entity's entries where the `known` attributes have one value each, against the order asked for.

    `templates` are those of the sort key. Within an item collection order goes by the sort key, left to right: each
    part that is not known must be the next attribute of the order, in a form that sorts as its values do.
    """
    wanted = [(name, down) for name, down in zip(order, directions, strict=True) if name not in known]
    if not wanted:
        return Order(True, "what it is to be ordered by is given")
    if not templates:
        return Order(False, f"{index.name} has no sort key, so a collection holds one item")
    backwards: set[bool] = set()
    for element, part in _unknown(index, templates, known):
        if not wanted:
            break
        name, down = wanted[0]
        if part.attribute != name:
            return Order(
                False, f"{element} of {index.name} sorts by {part.attribute} first, which is not given, then by others"
            )
        rises = sorts(part, attributes.get(name), _type(index, element))
        if rises is None:
            return Order(False, f"{element} of {index.name} holds {name} as {{{_shown(part)}}}, which sorts otherwise")
        backwards.add(down == rises)
        wanted.pop(0)
    if wanted:
        return Order(False, f"{index.name} does not sort by {wanted[0][0]}")
    if len(backwards) > 1:
        return Order(False, f"{index.name} is read in one direction, and {', '.join(order)} are asked in both")
    names = " and ".join(name for name in order if name not in known)
    return Order(True, f"{index.name} sorts by {names}", backwards == {True}, known=True)


def _unknown(
    index: Index, templates: tuple[KeyTemplate | None, ...], known: frozenset[str]
) -> list[tuple[str, Reference]]:
    """The references of the sort key whose value is open, with the key attribute that each stands in."""
    return [
        (element.name, part)
        for element, template in zip(index.sort_key, templates, strict=True)
        if template is not None
        for part in template.references
        if part.attribute not in known
    ]


def _type(index: Index, name: str) -> AttributeType:
    return next(element.type for element in index.sort_key if element.name == name)


def _shown(part: Reference) -> str:
    return ":".join([part.attribute, "|".join(map(str, part.formats))]) if part.formats else part.attribute
