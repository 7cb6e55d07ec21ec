"""A building block: a small design that works on its own, and the roles that parts of another design can play in it.

Everything that a page shows of a block is computed from its design: the drawing, the units, the dollars. facts:
building-blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.documents.reading import from_document
from modeler.core.items.index_shares import condition_names
from modeler.core.keys.templates import parse

TYPE_ATTRIBUTE: Final = "Type"
"""The attribute that holds the name of the entity. It is not a role: an entity that has none does not get one."""


class KeyTreatment(StrEnum):
    """What a block does with the table's key of an entity that plays a role and has a key already."""

    SET = "set"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class BlockRole:
    """An entity of the block that an entity of a design can play. `prefix` is the literal by which keys name it."""

    entity: str
    label: str
    keys: KeyTreatment
    prefix: str


@dataclass(frozen=True, slots=True)
class Pitfall:
    """What goes wrong with the block, and the rule that reports it."""

    rule: str
    text: str


@dataclass(frozen=True, eq=False)
class Block:
    """One block. There is one instance of each.

    `code` is its name in docs/facts/building-blocks.md (P15), `section` the heading that it is under there, and
    `choices` are anchors of docs/facts/choices.md.
    """

    code: str
    name: str
    section: str
    serves: str
    pitfalls: tuple[Pitfall, ...]
    choices: tuple[str, ...]
    roles: tuple[BlockRole, ...]
    document: Mapping[str, Any]

    @cached_property
    def design(self) -> Design:
        """The example: a whole design."""
        return from_document(self.document)

    @property
    def table(self) -> Table:
        """The table of the example."""
        return self.design.tables[0]

    @property
    def slug(self) -> str:
        """The block in addresses, and its anchor in the docs: p15."""
        return self.code.lower()

    def role(self, entity: str) -> BlockRole:
        """The role of an entity of the block."""
        return next(one for one in self.roles if one.entity == entity)

    @cached_property
    def attribute_roles(self) -> Mapping[str, tuple[Attribute, ...]]:
        """By entity, the attributes that its keys, conditions and access patterns use: what a person assigns."""
        return {entity.name: tuple(self._used(entity)) for entity in self.table.entities}

    def _used(self, entity: Entity) -> list[Attribute]:
        names = set(entity.identity)
        for overload in entity.overloads:
            names |= _in_templates(overload.keys.values()) | condition_names(overload.when)
        for pattern in self.design.patterns:
            for call in (pattern, *pattern.steps):
                if entity.name in (call.entities or pattern.entities):
                    names |= _in_call(call)
        return [one for one in entity.attributes if one.name in names and one.name != TYPE_ATTRIBUTE]


def read_block(raw: Mapping[str, Any], section: str) -> Block:
    """Return a block from its file."""
    return Block(
        code=raw["code"],
        name=raw["name"],
        section=section,
        serves=raw["serves"],
        pitfalls=tuple(Pitfall(one["rule"], one["text"]) for one in raw["pitfalls"]),
        choices=tuple(raw["choices"]),
        roles=tuple(
            BlockRole(one["entity"], one["label"], KeyTreatment(one["keys"]), one.get("prefix", one["entity"].upper()))
            for one in raw["roles"]
        ),
        document=raw["design"],
    )


def _in_templates(templates: Any) -> set[str]:
    return {name for source in templates for name in parse(source).attributes}


def _in_call(call: AccessPattern) -> set[str]:
    conditions = [template for one in call.key for template in one.templates]
    written = {*call.set, *call.add, *call.remove, *call.projection}
    return _in_templates(conditions) | condition_names(call.filter) | condition_names(call.if_) | written
