"""Versions of items: which attributes are one, and the condition that a version is the one that was read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Comparison, Condition, Literal, Name, Or, Path, Placeholder, Set
from modeler.core.rules.support.example_values import example_value
from modeler.core.rules.support.memo import of_part, of_pattern_on_table
from modeler.core.rules.support.write_targets import actions_of, changes_of, exists, names_in_terms
from modeler.core.values.attribute_values import AttributeType, as_decimal

EXPECTED: Final = ":expectedVersion"
_VERSION: Final = re.compile(r"(?:.*[_-]|.*(?=V|R))?(?:v|ver|version|rev|revision|etag)", re.IGNORECASE)
_OF_SOMETHING_ELSE: Final = re.compile(r"(?i)schema|app|api|model|format|client|os|firmware|software|protocol")


def is_version(name: str) -> bool:
    """Return whether its name is that of a version."""
    return _VERSION.fullmatch(name) is not None


def is_of_something_else(name: str) -> bool:
    """Return whether a version tells how the item is written, or with what, and not how often."""
    return _OF_SOMETHING_ELSE.search(name) is not None


def given_versions(pattern: AccessPattern) -> Iterator[str]:
    """Versions that an update sets to a value of its caller, instead of counting them up from the current value."""
    yield from (name for name, raw in pattern.set.items() if is_version(name) and str(raw).startswith(":"))
    for action in actions_of(pattern):
        if isinstance(action, Set) and isinstance(action.value, Placeholder):
            name = name_of(action.path, pattern.names)
            if is_version(name):
                yield name


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


def is_next(table: Table, pattern: AccessPattern, name: str) -> bool:
    """Return whether a condition and what is set are an example of what was read and what follows it: 3, and then 4."""
    new = changes_of(table, pattern).get(name)
    read = [
        one.value
        for term, used in names_in_terms(pattern)
        if isinstance(term, Comparison) and term.operator == "=" and used == {name}
        for one in (term.left, term.right)
        if isinstance(one, Literal)
    ]
    if new is None or len(read) != 1 or {new.type, read[0].type} != {AttributeType.N}:
        return False
    return Decimal(str(new.data)) == Decimal(str(read[0].data)) + 1


@of_part
def compared(pattern: AccessPattern) -> frozenset[str]:
    """The attributes that a write's condition compares for equality."""
    found: set[str] = set()
    for term, names in names_in_terms(pattern):
        if isinstance(term, Comparison) and term.operator == "=":
            found |= names
        elif not isinstance(term, Comparison):
            found |= {name for name in names if is_version(name)}
    return frozenset(found)


@of_pattern_on_table
def guards(table: Table, pattern: AccessPattern) -> frozenset[str]:
    """The attributes by which a write detects another one before it: checked, and changed."""
    changed = changes_of(table, pattern).keys() if pattern.operation is Operation.UPDATE else None
    asked = compared(pattern)
    return asked if changed is None else asked & changed - kept(pattern)


def kept(pattern: AccessPattern) -> frozenset[str]:
    """The attributes that an update sets to the very value that its condition requires of them."""
    asked = {
        (next(iter(names)), one.text.lstrip(":"))
        for term, names in names_in_terms(pattern)
        if isinstance(term, Comparison) and term.operator == "=" and len(names) == 1
        for one in (term.left, term.right)
        if isinstance(one, Placeholder)
    }
    given = {(name, raw[1:]) for name, raw in pattern.set.items() if isinstance(raw, str) and raw.startswith(":")}
    given |= {
        (name_of(one.path, pattern.names), one.value.text.lstrip(":"))
        for one in actions_of(pattern)
        if isinstance(one, Set) and isinstance(one.value, Placeholder)
    }
    return frozenset(name for name, _ in asked & given)
