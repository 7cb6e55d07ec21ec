"""Parents of entities, from names, identities and key templates: an order's customer is an existing customer.

Designs do not declare this. A child has an attribute for each attribute of its parent's identity: of the same name
(`customerId`), with the parent's name as a prefix (`customerId` of a Customer whose identity is `id`), or at the same
place after the same text in the partition key (`CUST#{buyer}` and `CUST#{id}`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from modeler.core.design.items import BASE, Entity
from modeler.core.design.tables import Table
from modeler.core.keys.templates import LiteralText, Reference, parse

GENERIC: Final = frozenset({"id", "key", "name", "code", "uuid", "slug", "type", "label", "title", "path", "seq", "at"})
"""Names that two entities can share with different meanings."""

_PEOPLE: Final = frozenset({"user", "person", "member", "account", "employee", "player", "customer", "profile"})
_ROLES: Final = frozenset(
    {"author", "actor", "assignee", "owner", "creator", "sender", "recipient", "manager", "reviewer", "approver"}
)


@dataclass(frozen=True, slots=True)
class ParentLink:
    """A child's attributes that are taken from one item of `parent` (an entity's id): names of the child to names of
    the parent. `is_single`: one parent has at most one such child.
    """

    parent: str
    names: Mapping[str, str]
    is_single: bool = False


def normalized(name: str) -> str:
    """A name without case and separators: the common form of `customer_id`, `customerId` and `CustomerID`."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def in_order(homes: Sequence[tuple[Table, Entity]]) -> Iterator[tuple[Entity, tuple[ParentLink, ...]]]:
    """Every entity with its links, parents first; a cycle is broken at the first entity of the design."""
    links = {entity.id: tuple(_links(entity, table, homes)) for table, entity in homes}
    waiting = [entity for _, entity in homes]
    done: set[str] = set()
    while waiting:
        ready = next((one for one in waiting if all(link.parent in done for link in links[one.id])), waiting[0])
        waiting.remove(ready)
        yield ready, tuple(link for link in links[ready.id] if link.parent in done)
        done.add(ready.id)


def _links(child: Entity, table: Table, homes: Sequence[tuple[Table, Entity]]) -> Iterator[ParentLink]:
    found = []
    for number, (home, parent) in enumerate(homes):
        names = _identity_names(child, table, parent, home)
        if parent.id != child.id and names and not _is_below(parent, child, names, number, homes):
            found.append(
                (ParentLink(parent.id, _taken(child, parent, names), _is_single(child, names)), parent, number)
            )
    taken: set[str] = set()
    # Of a task's project and its tenant, the project also has the tenant: the parent with the most attributes comes
    # first.
    for link, parent, _ in sorted(found, key=lambda one: (not _names_itself(one[1]), -len(one[0].names), one[2])):
        if not link.names.keys() <= taken:
            names = {own: theirs for own, theirs in link.names.items() if own not in taken}
            taken |= names.keys()
            yield ParentLink(parent.id, names, link.is_single)
    yield from _role_links(child, homes, taken)


def _identity_names(child: Entity, table: Table, parent: Entity, home: Table) -> dict[str, str]:
    """The child's attribute for each attribute of the parent's identity; {} unless all are there."""
    found: dict[str, str] = {}
    aligned = _aligned(child, table, parent, home)
    for theirs in parent.identity:
        own = next(_matching(child, parent, theirs), aligned.get(theirs))
        if own is None:
            return {}
        found[own] = theirs
    return found if len(found) == len(parent.identity) else {}


def _matching(child: Entity, parent: Entity, theirs: str) -> Iterator[str]:
    wanted = {normalized(parent.name) + normalized(theirs)}
    if normalized(theirs) not in GENERIC:
        wanted.add(normalized(theirs))
    return (one.name for one in child.attributes if normalized(one.name) in wanted)


def _aligned(child: Entity, table: Table, parent: Entity, home: Table) -> dict[str, str]:
    """Attributes of the parent's partition key by the child's at the same place, after the same text."""
    own, theirs = _partition_template(child, table), _partition_template(parent, home)
    found: dict[str, str] = {}
    for mine, other in zip(own, theirs, strict=False):
        if isinstance(mine, Reference) and isinstance(other, Reference):
            if _is_one_id(own[0], mine.attribute, child, other.attribute, parent):
                found[other.attribute] = mine.attribute
        elif mine != other:
            break
    return found if own and not isinstance(own[0], Reference) else {}


def _is_one_id(text: object, mine: str, child: Entity, theirs: str, parent: Entity) -> bool:
    """Can both attributes hold one value? `ID#{id}` of two entities names neither: each has ids of its own."""
    own, other = child.attribute(mine), parent.attribute(theirs)
    if own is not None and other is not None and own.type is not other.type:
        return False
    names_it = isinstance(text, LiteralText) and normalized(text.text) == normalized(mine)
    return not (names_it and mine == theirs and normalized(mine) in GENERIC)


def _partition_template(entity: Entity, table: Table) -> tuple[object, ...]:
    overloads = entity.overloads_of(BASE)
    if not overloads or not table.partition_key:
        return ()
    return parse(overloads[0].keys.get(table.partition_key[0].name, "")).parts


def _taken(child: Entity, parent: Entity, names: Mapping[str, str]) -> dict[str, str]:
    """Other attributes that the child takes from the parent: copies, attributes with its name, and its own parent's
    ids.
    """
    taken = dict(names)
    start = normalized(parent.name)
    for one in child.attributes:
        if one.name in taken:
            continue
        if one.copy_of.startswith(f"{parent.name}."):
            source = re.split(r"[\s,;]", one.copy_of[len(parent.name) + 1 :], maxsplit=1)[0]
            taken |= {one.name: source} if parent.attribute(source) else {}
        elif parent.attribute(one.name) is None or one.values:
            continue
        elif (
            normalized(one.name).startswith(start)
            or _is_foreign(one.name, parent)
            or child.constraint_of == parent.name
        ):
            taken[one.name] = one.name
    return taken


def _is_foreign(name: str, parent: Entity) -> bool:
    """Is it an id that the parent itself got from another entity?"""
    return normalized(name).endswith("id") and normalized(name) not in GENERIC and name not in parent.identity


def refers_elsewhere(name: str, entity: Entity) -> bool:
    """Is it the id of something else (`siteId` of a Device), and not the entity's own (`eventId` of a ScanEvent)?"""
    stem = normalized(name).removesuffix("id")
    if not normalized(name).endswith("id") or not stem or stem in normalized(entity.name):
        return False
    return entity.identity != (name,)


def _is_single(child: Entity, names: Mapping[str, str]) -> bool:
    return bool(child.identity) and set(child.identity) <= names.keys()


def _names_itself(entity: Entity) -> bool:
    """Is its identity named after it, as `orderId` is after Order and not after OrderMeta?"""
    return bool(entity.identity) and normalized(entity.identity[0]).startswith(normalized(entity.name))


def _is_below(
    parent: Entity, child: Entity, names: Mapping[str, str], number: int, homes: Sequence[tuple[Table, Entity]]
) -> bool:
    """Two entities with one identity: is `parent` the child of `child`?"""
    if set(names) != set(child.identity):
        return False
    if _names_itself(parent) != _names_itself(child):
        return _names_itself(child)
    return next(n for n, (_, one) in enumerate(homes) if one.id == child.id) < number


def _role_links(child: Entity, homes: Iterable[tuple[Table, Entity]], taken: set[str]) -> Iterator[ParentLink]:
    """`assigneeId` is not an attribute of any entity: it is the id of a user."""
    people = [entity for _, entity in homes if normalized(entity.name) in _PEOPLE and len(entity.identity) == 1]
    for one in child.attributes:
        role = normalized(one.name).removesuffix("id").removesuffix("user")
        person = next((who for who in people if who.id != child.id and _format_of(who) == one.format), None)
        if role in _ROLES and one.name not in taken and person is not None:
            yield ParentLink(person.id, {one.name: person.identity[0]})


def _format_of(entity: Entity) -> str | None:
    attribute = entity.attribute(entity.identity[0])
    return attribute.format if attribute else None
