"""Generates `from_item`, including attributes recoverable only from keys."""

from __future__ import annotations

import re
from dataclasses import dataclass

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.access_code.key_reading import GroupSyntax, groups_of, key_readings
from exporter.targets.support.literals import python_literal
from modeler.core.design.items import Attribute
from modeler.core.values.attribute_values import AttributeType

PYTHON = GroupSyntax(
    lambda name, shape: f"(?P<{name}>{shape})",
    lambda name: f"(?P={name})",
    lambda text: re.escape(text).replace(r"\#", "#").replace(r"\-", "-"),
)


@dataclass(frozen=True, slots=True)
class ItemReading:
    """The lines of `from_item`, and the key-only attributes that cannot be recovered from a key."""

    method: tuple[str, ...]
    untold: frozenset[str]


def reading(plan: EntityPlan) -> ItemReading:
    """How an entity is read from an item."""
    hidden = frozenset(plan.only_in_keys)
    groups = groups_of(plan)
    sources, told = _sources(plan, hidden)
    lines = [
        "    @classmethod",
        "    def from_item(cls, item: Mapping[str, Any]) -> Self:",
        '        """Return an object from a whole item. Raises KeyError if a required attribute is missing."""',
    ]
    if sources:
        lines += ["        told = {", *(f"            {source}," for source in sources), "        }"]
    lines.append("        return cls(")
    for attribute in plan.attributes:
        name = attribute.name
        if name not in hidden:
            lines.append(f"            {plan.field(name)}={_stored(attribute)},")
        elif name in told:
            lines.append(f"            {plan.field(name)}={_key_value_code(attribute, groups[name])},")
    lines.append("        )")
    return ItemReading(tuple(lines), hidden - told)


def _sources(plan: EntityPlan, hidden: frozenset[str]) -> tuple[list[str], frozenset[str]]:
    """Yield what each key contains, the least trusted first."""
    found: list[str] = []
    told: frozenset[str] = frozenset()
    for one in key_readings(plan, PYTHON, hidden) if hidden else ():
        found.append(f"**keys.told({raw_literal(one.pattern)}, item.get({python_literal(one.key)}))")
        told |= one.attributes & hidden
    return found, told


def raw_literal(pattern: str) -> str:
    """Return a regular expression as a raw text if that can hold it."""
    is_plain = pattern.isprintable() and '"' not in pattern and not pattern.endswith("\\")
    return f'r"{pattern}"' if is_plain else python_literal(pattern)


def _stored(attribute: Attribute) -> str:
    name = python_literal(attribute.name)
    if attribute.type == AttributeType.NULL:
        return f"{name} in item"
    is_optional = attribute.optional < 1
    if attribute.type == AttributeType.B:
        read = f"keys.data(item[{name}])"
        return f"{read} if {name} in item else None" if is_optional else read
    return f"item.get({name})" if is_optional else f"item[{name}]"


def _key_value_code(attribute: Attribute, group: str) -> str:
    read = f'told["{group}"]'
    if attribute.type == AttributeType.N:
        read = f"keys.number({read})"
    elif attribute.type == AttributeType.BOOL:
        read = f'{read} == "true"'
    elif attribute.values and attribute.type == AttributeType.S:
        read = f"cast(Any, {read})"
    return f'{read} if "{group}" in told else None' if attribute.optional < 1 else read
