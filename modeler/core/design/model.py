"""The design: one immutable value, from which everything else is computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from modeler.core.design.design_settings import DesignSettings, read_design_settings
from modeler.core.design.items import Entity, SampleItem
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.relations import Relation
from modeler.core.design.tables import Table


@dataclass(frozen=True, slots=True)
class Mute:
    """A finding that somebody chose to hide: its rule, its place, and the reason. Without a reason it is not applied.

    The place is a part by its id, which is stable across renames, and a `field` of it ('': all findings of the rule);
    or the `path`, the place as text, if no `part` is given. For a pattern with steps, the path identifies the step.
    """

    rule: str
    path: str
    reason: str
    part: str = ""
    field: str = ""


@dataclass(frozen=True)
class Design:
    """Tables with entities, indexes and sample items; relations; access patterns; settings."""

    name: str
    region: str = "us-east-1"
    description: str = ""
    tables: tuple[Table, ...] = ()
    patterns: tuple[AccessPattern, ...] = ()
    relations: tuple[Relation, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    mutes: tuple[Mute, ...] = ()

    @cached_property
    def options(self) -> DesignSettings:
        """The settings that are understood, typed."""
        return read_design_settings(self.settings)

    def table(self, name: str) -> Table | None:
        """A table by name; '' names the only table, if there is just one."""
        if not name and len(self.tables) == 1:
            return self.tables[0]
        return self._tables_by_name.get(name)

    @cached_property
    def _tables_by_name(self) -> Mapping[str, Table]:
        return {table.name: table for table in reversed(self.tables)}

    def pattern(self, label: str) -> AccessPattern | None:
        """An access pattern by its code, else by its name or id."""
        by_code = (pattern for pattern in self.patterns if pattern.code == label)
        others = (pattern for pattern in self.patterns if label in (pattern.name, pattern.id))
        return next(by_code, None) or next(others, None)

    def entities(self) -> Iterator[tuple[Table, Entity]]:
        """Every entity with its table."""
        return ((table, entity) for table in self.tables for entity in table.entities)

    def entities_of(self, pattern: AccessPattern) -> tuple[Entity, ...]:
        """The entities that a pattern declares, as far as its table has them."""
        table = self.table(pattern.table)
        if table is None:
            return ()
        return tuple(entity for name in pattern.entities if (entity := table.entity(name)) is not None)

    def items(self) -> Iterator[tuple[Table, Entity | None, SampleItem]]:
        """Every sample item; the entity is None for items that match no entity."""
        for table in self.tables:
            for entity in table.entities:
                yield from ((table, entity, item) for item in entity.items)
            yield from ((table, None, item) for item in table.unassigned)
