"""The condition that a version is the one that was read, for items that can lack a version."""

from __future__ import annotations

from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.expressions.nodes import Comparison, Condition, Name, Or, Path, Placeholder
from modeler.core.rules.support.example_values import example_value
from modeler.core.rules.support.write_targets import exists
from modeler.core.values.attribute_values import as_decimal

EXPECTED: Final = ":expectedVersion"


def as_read(entity: Entity, version: str) -> Condition:
    """Return the condition that an item still has the version that was read, or was stored without a version."""
    path = Path((Name(version),))
    same = Comparison("=", path, Placeholder(EXPECTED))
    return Or((exists(version, negated=True), same)) if can_lack(entity, version) else same


def can_lack(entity: Entity, version: str) -> bool:
    """Return whether stored items can be without a version."""
    attribute = entity.attribute(version)
    is_optional = attribute is None or attribute.optional < 1
    return is_optional or any(version not in item.values for item in entity.items)


def version_example(entity: Entity, pattern: AccessPattern, version: str) -> int:
    """Return the version of the sample item that a pattern writes, else 1."""
    value = example_value(entity, pattern, version)
    held = as_decimal(str(value.data)) if value is not None else None
    return 1 if held is None else int(held)
