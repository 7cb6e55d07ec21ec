"""The literals and references of synthesized keys: short labels, padded numbers, ISO times, ids last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from modeler.core.algebra.extent import byte_bounds
from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.design.items import Attribute, Entity
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import Reference, parse, print_template
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.values.attribute_values import AttributeType

_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-\s]+")
_ID: Final = re.compile(r"(?<=[a-z0-9])_?(id|Id|ID)$")
_ENDS: Final = ("NUMBER", "NO", "CODE", "KEY")
"""What the name of an identity can end with instead of `Id`."""
LONG: Final = 8
"""A label with more letters is shortened, if an experienced modeler would recognize the short form."""
SHORT_FORMS: Final = {
    "ACCOUNT": "ACCT", "APPOINTMENT": "APPT", "CATEGORY": "CAT", "CONFIGURATION": "CONF", "CUSTOMER": "CUST",
    "DEPARTMENT": "DEPT", "DOCUMENT": "DOC", "EMPLOYEE": "EMP", "INVENTORY": "INV", "MEMBERSHIP": "MEMBER",
    "MESSAGE": "MSG", "NOTIFICATION": "NOTIF", "ORGANISATION": "ORG", "ORGANIZATION": "ORG", "PAYMENT": "PAY",
    "PRODUCT": "PROD", "RESERVATION": "RES", "SHIPMENT": "SHIP", "SUBSCRIPTION": "SUB", "TRANSACTION": "TXN",
}  # fmt: skip
_PAD: Final = 12
"""Digits that a number is padded to if its range does not say how many it needs."""
_EPOCH: Final = frozenset({"epoch_seconds", "epoch_millis"})
LOWERED: Final = frozenset({"email"})
"""Formats whose values mean the same in upper and lower case."""
_BARE: Final = frozenset({"ID", "UUID", "GUID", "UID", "PK"})
"""Names of identities that say nothing of what they identify."""
_SPEAKING: Final = ("date", "iso", "month", "year", "shard")


class PartLabels:
    """The labels of a design's entities and attributes. The same for the same entities, whatever their order.

    `together` are the names of entities that one read returns with others: their keys begin alike.
    """

    def __init__(self, entities: Iterable[Entity], tenant: str = "", together: Iterable[str] = ()) -> None:
        self.entities = tuple(sorted(entities, key=lambda entity: entity.name))
        self.tenant = tenant
        self.together = frozenset(together)
        self.labels = _labels([entity.name for entity in self.entities])
        self.owners = _owners(self.entities)

    def label(self, attribute: str, entity: Entity) -> str:
        """The label before a value of an entity: its attribute without `Id`, as short as the entity's of that name; the
        entity's, if the attribute is what identifies it, such as the barcode of a specimen, or is only called `id`.
        """
        if self._is_bare_identity(attribute, entity):
            return self.own(entity)
        word = _upper(_ID.sub("", attribute)) or _upper(attribute)
        owner = self.owners.get(attribute, "")
        if _upper(owner) and word in {f"{_upper(owner)}_{end}" for end in _ENDS}:
            word = _upper(owner)
        elif owner and not _ID.search(attribute) and self._is_reference(attribute, owner):
            return self.labels[owner]
        return SHORT_FORMS.get(word, word)

    def _is_reference(self, attribute: str, owner: str) -> bool:
        """Return whether an attribute means the entity that it identifies wherever it is: all others that have it are
        identified by it too.
        """
        others = (one for one in self.entities if one.name != owner and one.attribute(attribute) is not None)
        return all(attribute in one.identity for one in others)

    def _is_bare_identity(self, name: str, entity: Entity) -> bool:
        """Return whether an attribute identifies the entity, and several entities can have one of that name: `id`."""
        return name in entity.identity and _upper(name) in _BARE and entity.name not in self.together

    def own(self, entity: Entity) -> str:
        """The label of an entity's items beside others."""
        return self.labels[entity.name]

    def partition(self, shape: KeyShape, entity: Entity) -> str:
        """The template of a partition key. Without attributes it is the constant that its items have in common."""
        if shape.fixed is not None:
            return shape.fixed[0]
        bare = shape.partition or (shape.constants and not shape.labeled)
        pieces: list[str] = [] if bare else [self.own(entity)]
        for place, name in enumerate(self._tenant_first(shape.partition)):
            if place == 0 or name in self.owners or _ID.search(name) or not _speaks(entity.attribute(name)):
                pieces.append(self.label(name, entity))
            pieces.append(reference(name, entity))
        if shape.labeled and shape.partition:
            pieces.append(self.own(entity))
        pieces += shape.constants
        if shape.bucket:
            pieces.append(print_template((Reference(shape.bucket, (FormatCall(shape.grain),)),)))
        if shape.shards:
            pieces.append(print_template((Reference(shape.shard_by, (FormatCall("shard", shape.shards),)),)))
        return "#".join(pieces)

    def sort(self, shape: KeyShape, entity: Entity) -> str:
        """The template of a sort key: the entity's label, where several entities can share a collection, and the
        attributes.
        """
        if shape.fixed is not None:
            return shape.fixed[1]
        if shape.native:
            return print_template((Reference(shape.native),))
        listed = [reference(name, entity) for name in shape.sort]
        if not listed:
            whole = shape.partition[0] if len(shape.partition) == 1 else ""
            owns = bool(whole) and (self.owners.get(whole) == entity.name or self._is_bare_identity(whole, entity))
            owns = owns or (shape.is_base and shape.labeled)
            return "METADATA" if owns and shape.is_base else self.own(entity)
        beside = shape.is_local or (shape.is_base and shape.partition and not shape.labeled)
        # A key cannot be empty, and nothing else is in it.
        beside = beside or not byte_bounds(parse("#".join(listed)), entity.attributes_by_name).least
        return "#".join([*([self.own(entity)] if beside else []), *listed])

    def _tenant_first(self, names: Sequence[str]) -> list[str]:
        return sorted(names, key=lambda name: name != self.tenant)


def _speaks(attribute: Attribute | None) -> bool:
    """Return whether a value says what it is: any other one could be a value of another attribute in its place."""
    return attribute is not None and (bool(attribute.values) or attribute.format.startswith(_SPEAKING))


def reference(name: str, entity: Entity) -> str:
    """An attribute in a text key: a number is padded, a time is ISO, an email address is in lower case."""
    attribute = entity.attribute(name)
    return print_template((Reference(name, _formats(attribute)),))


def _formats(attribute: Attribute | None) -> tuple[FormatCall, ...]:
    if attribute is None:
        return ()
    if attribute.format in _EPOCH:
        return (FormatCall("iso"),)
    if meaning_of(attribute) is Meaning.NUMBER and attribute.format != "sequence":
        largest = attribute.range[1] if attribute.range else None
        width = len(str(int(largest))) if largest is not None and largest >= 1 else _PAD
        return (FormatCall("pad", min(width, 38)),)
    return (FormatCall("lower"),) if attribute.format in LOWERED else ()


def is_orderable(attribute: Attribute | None) -> bool:
    """Return whether a text key can hold the attribute so that it sorts as its values do."""
    if attribute is None or attribute.type not in (AttributeType.S, AttributeType.N):
        return False
    is_number = meaning_of(attribute) is Meaning.NUMBER
    if is_number and attribute.format in {"money", "decimal"}:
        return False
    return not (is_number and attribute.range is not None and attribute.range[0] < 0)


def is_keyable(attribute: Attribute | None) -> bool:
    """Return whether a text key can hold the attribute: a text that is always there, or a whole number."""
    return is_orderable(attribute) and attribute is not None and attribute.optional >= 1


def referred_to(entities: Sequence[Entity]) -> frozenset[str]:
    """The ids of the entities whose whole identity another entity has, and so refers to them by it."""
    return frozenset(
        one.id
        for one in entities
        if one.identity
        and any(
            other is not one and other.constraint_of != one.name and all(map(other.attribute, one.identity))
            for other in entities
        )
    )


def looks_like_id(name: str) -> bool:
    """Return whether the name of an attribute ends like that of an id."""
    return bool(_ID.search(name))


def is_named_after(name: str, entity: Entity) -> bool:
    """Return whether an attribute is the id of this entity by its name."""
    return _upper(_ID.sub("", name)) == _upper(entity.name)


def _upper(name: str) -> str:
    return "_".join(piece for piece in _CAMEL.split(name) if piece).upper()


def _labels(names: Sequence[str]) -> dict[str, str]:
    """A short label for each entity: of two with the same short label, both keep their whole names."""
    short = {name: _short(name) for name in names}
    taken = list(short.values())
    return {name: label if taken.count(label) == 1 else _upper(name) for name, label in short.items()}


def _short(name: str) -> str:
    whole = _upper(name)
    words = whole.split("_")
    last = words[-1]
    if last in _ENDS and len(words) > 2:
        return "_".join(words[-2:])
    if whole in SHORT_FORMS:
        return SHORT_FORMS[whole]
    if len(whole) <= LONG:
        return whole
    return SHORT_FORMS.get(last, last if len(last) <= LONG else whole)


def _owners(entities: Sequence[Entity]) -> dict[str, str]:
    """The entity that an attribute identifies alone: of several, the one with its name."""
    found: dict[str, str] = {}
    for entity in entities:
        if len(entity.identity) != 1 or entity.constraint_of:
            continue
        name = entity.identity[0]
        if is_named_after(name, entity) or name not in found:
            found[name] = entity.name
    return found
