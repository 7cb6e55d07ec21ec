"""Generates `from_item`, including attributes recoverable only from keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.python.templates import telling_pattern
from exporter.targets.support.literals import python_literal
from modeler.core.design.items import Attribute
from modeler.core.keys import templates
from modeler.core.values.attribute_values import AttributeType


@dataclass(frozen=True, slots=True)
class Reading:
    """The lines of `from_item`, and the key-only attributes that cannot be recovered from a key."""

    method: tuple[str, ...]
    untold: frozenset[str]


def reading(plan: EntityPlan) -> Reading:
    """How an entity is read from an item."""
    hidden = frozenset(plan.only_in_keys)
    groups = {name: f"a{place}" for place, name in enumerate((one.name for one in plan.attributes), 1)}
    sources, told = _sources(plan, groups, hidden)
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
            lines.append(f"            {plan.field(name)}={_told(attribute, groups[name])},")
    lines.append("        )")
    return Reading(tuple(lines), hidden - told)


def _sources(plan: EntityPlan, groups: dict[str, str], hidden: frozenset[str]) -> tuple[list[str], frozenset[str]]:
    """Yield what each key contains, the least trusted first: indexes, then the table's own key by its
    later overloads.
    """
    found: list[str] = []
    told: frozenset[str] = frozenset()
    for name, pattern, attributes in reversed(list(_patterns(plan, groups))):
        if attributes & hidden:
            found.append(f"**keys.told({_raw(pattern)}, item.get({python_literal(name)}))")
            told |= attributes & hidden
    return found, told


def _raw(pattern: str) -> str:
    """Return a regular expression as a raw text if that can hold it."""
    is_plain = pattern.isprintable() and '"' not in pattern and not pattern.endswith("\\")
    return f'r"{pattern}"' if is_plain else python_literal(pattern)


def _patterns(plan: EntityPlan, groups: dict[str, str]) -> Iterator[tuple[str, str, frozenset[str]]]:
    known = plan.entity.attributes_by_name
    for one in plan.keys:
        for overload in one.overloads:
            for key in one.index.keys:
                if key.type == AttributeType.S and key.name in overload.keys:
                    template = templates.parse(overload.keys[key.name])
                    pattern, attributes = telling_pattern(template, known, groups.__getitem__)
                    if pattern:
                        yield key.name, pattern, attributes


def _stored(attribute: Attribute) -> str:
    name = python_literal(attribute.name)
    if attribute.type == AttributeType.NULL:
        return f"{name} in item"
    is_optional = attribute.optional < 1
    if attribute.type == AttributeType.B:
        read = f"keys.data(item[{name}])"
        return f"{read} if {name} in item else None" if is_optional else read
    return f"item.get({name})" if is_optional else f"item[{name}]"


def _told(attribute: Attribute, group: str) -> str:
    read = f'told["{group}"]'
    if attribute.type == AttributeType.N:
        read = f"keys.number({read})"
    elif attribute.type == AttributeType.BOOL:
        read = f'{read} == "true"'
    return f'{read} if "{group}" in told else None' if attribute.optional < 1 else read
