"""Tables and their indexes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from modeler.core.design.items import Attribute, Entity, SampleItem
from modeler.core.design.table_settings import TableSettings, read_table_settings
from modeler.core.values.attribute_values import AttributeType


class IndexKind(StrEnum):
    """The table's own key, a global or a local secondary index."""

    TABLE = "TABLE"
    GSI = "GSI"
    LSI = "LSI"


class ProjectionType(StrEnum):
    """What an index entry contains besides keys."""

    ALL = "ALL"
    KEYS_ONLY = "KEYS_ONLY"
    INCLUDE = "INCLUDE"


@dataclass(frozen=True, slots=True)
class KeyAttribute:
    """One element of a key schema."""

    name: str
    type: AttributeType


@dataclass(frozen=True, slots=True)
class Projection:
    """What an index entry contains: `attributes` only with INCLUDE (a list with another type is a finding)."""

    type: ProjectionType = ProjectionType.ALL
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Capacity:
    """Provisioned units of a table or a GSI; None if not set. `settings` keeps auto scaling and similar settings."""

    read: int | None = None
    write: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Index:
    """A key schema and a projection. The table itself is an index of kind TABLE whose name is the table's."""

    id: str
    name: str
    kind: IndexKind
    partition_key: tuple[KeyAttribute, ...]
    sort_key: tuple[KeyAttribute, ...] = ()
    projection: Projection = Projection()
    capacity: Capacity = Capacity()
    reserve: bool = False
    description: str = ""
    provenance: str = ""

    @cached_property
    def keys(self) -> tuple[KeyAttribute, ...]:
        """Partition then sort key elements."""
        return self.partition_key + self.sort_key

    @cached_property
    def key_names(self) -> tuple[str, ...]:
        """Names of all key elements, partition first."""
        return tuple(key.name for key in self.keys)

    @cached_property
    def is_base(self) -> bool:
        """Whether this is the table's own key."""
        return self.kind is IndexKind.TABLE


@dataclass(frozen=True)
class Table:
    """A DynamoDB table with its entities. `settings` as in the JSON Schema (billing, TTL, PITR...)."""

    id: str
    name: str
    partition_key: tuple[KeyAttribute, ...]
    sort_key: tuple[KeyAttribute, ...] = ()
    indexes: tuple[Index, ...] = ()
    entities: tuple[Entity, ...] = ()
    unassigned: tuple[SampleItem, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    description: str = ""
    provenance: str = ""

    @cached_property
    def options(self) -> TableSettings:
        """The settings that are understood, typed."""
        return read_table_settings(self.settings)

    @cached_property
    def base(self) -> Index:
        """The table's own key, as an index."""
        return Index(self.id, self.name, IndexKind.TABLE, self.partition_key, self.sort_key, capacity=self.capacity)

    @cached_property
    def capacity(self) -> Capacity:
        """Provisioned units of the table itself, from its settings."""
        provisioned = self.settings.get("provisioned") or {}
        return Capacity(provisioned.get("read"), provisioned.get("write"), self.options.auto_scaling)

    @cached_property
    def all_indexes(self) -> tuple[Index, ...]:
        """The table's own key first, then its secondary indexes."""
        return (self.base, *self.indexes)

    @property
    def is_provisioned(self) -> bool:
        """PROVISIONED, not PAY_PER_REQUEST."""
        return self.options.billing == "PROVISIONED"

    def index(self, name: str | None) -> Index | None:
        """A secondary index by name; None names the table's own key."""
        if name is None:
            return self.base
        return self._indexes_by_name.get(name)

    def entity(self, name: str) -> Entity | None:
        """An entity by name; of two with one name the first."""
        return self._entities_by_name.get(name)

    @cached_property
    def attribute_lists(self) -> tuple[tuple[Attribute, ...], ...]:
        """The attributes of each entity: the same objects in the next revision of a design that changes none."""
        return tuple(entity.attributes for entity in self.entities)

    @cached_property
    def _indexes_by_name(self) -> Mapping[str, Index]:
        return {index.name: index for index in reversed(self.indexes)}

    @cached_property
    def _entities_by_name(self) -> Mapping[str, Entity]:
        return {entity.name: entity for entity in reversed(self.entities)}
