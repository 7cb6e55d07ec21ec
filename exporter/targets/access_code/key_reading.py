"""What keys reveal: the attributes of an entity that can be read back from the texts that its templates make."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.support.template_regex import literal_pattern, value_pattern
from modeler.core.design.items import Attribute
from modeler.core.keys import templates
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.values.attribute_values import AttributeType


@dataclass(frozen=True, slots=True)
class GroupSyntax:
    """How a language writes regular expressions: a named group, the same text again, and literal text."""

    group: Callable[[str, str], str]
    again: Callable[[str], str]
    literal: Callable[[str], str]


ECMA = GroupSyntax(lambda name, shape: f"(?<{name}>{shape})", lambda name: rf"\k<{name}>", literal_pattern)
"""JavaScript with the flag u, and Java."""


@dataclass(frozen=True, slots=True)
class KeyReading:
    """One key attribute that reveals attributes, by a regular expression with a group for each. `reversed` has the
    widths of numbers that a key has as their difference to the largest.
    """

    key: str
    pattern: str
    attributes: frozenset[str]
    reversed: Mapping[str, int] = field(default_factory=dict)


def groups_of(plan: EntityPlan) -> dict[str, str]:
    """Return the names of groups in regular expressions, by attribute."""
    return {name: f"a{place}" for place, name in enumerate((one.name for one in plan.attributes), 1)}


def key_readings(
    plan: EntityPlan, syntax: GroupSyntax, names: Collection[str] = (), *, with_reversed: bool = False
) -> Iterator[KeyReading]:
    """Yield what reveals attributes that an item can lack (or those of the given `names`), the least trusted first:
    indexes, then the table's own key by its later overloads. `with_reversed`: by reversed numbers, too.
    """
    hidden = frozenset(names or plan.lacked)
    groups = groups_of(plan)
    found = [
        KeyReading(
            name,
            *telling_pattern(
                text, plan.entity.attributes_by_name, groups.__getitem__, syntax, with_reversed=with_reversed
            ),
        )
        for name, text in _templates(plan)
    ]
    yield from (one for one in reversed(found) if one.attributes & hidden)


def _templates(plan: EntityPlan) -> Iterator[tuple[str, KeyTemplate]]:
    for one in plan.keys:
        for overload in one.overloads:
            for key in one.index.keys:
                if key.type == AttributeType.S and key.name in overload.keys:
                    yield key.name, templates.parse(overload.keys[key.name])


def telling_pattern(
    template: KeyTemplate,
    attributes: Mapping[str, Attribute],
    group: Callable[[str], str],
    syntax: GroupSyntax,
    *,
    with_reversed: bool = False,
) -> tuple[str, frozenset[str], dict[str, int]]:
    """Return a regular expression with a `group` for each attribute that a key of this template reveals, their names,
    and the widths of those that are reversed.

    ('', nothing, nothing) if it reveals nothing: no readable reference, or a template that cannot be read.
    """
    told: dict[str, int] = {}
    pattern = ""
    for part in template.parts:
        if isinstance(part, LiteralText):
            pattern += syntax.literal(part.text)
            continue
        attribute = attributes.get(part.attribute)
        width = _reversed_width(part, attribute) if with_reversed else 0
        if attribute is None or not (width or _is_told(part, attribute)):
            pattern += ".*"
        elif attribute.name in told:
            pattern += syntax.again(group(attribute.name)) if told[attribute.name] == width else ".*"
        else:
            told[attribute.name] = width
            shape = value_pattern(attribute)[1:-1] if attribute.type == AttributeType.S else "[0-9]+" if width else ""
            pattern += syntax.group(group(attribute.name), shape or ".+")
    if not told:
        return "", frozenset(), {}
    return pattern, frozenset(told), {name: width for name, width in told.items() if width}


def _reversed_width(reference: Reference, attribute: Attribute | None) -> int:
    """Return the width of a number that a key has as its difference to the largest; 0 if it is another reference."""
    is_reversed = [call.name for call in reference.formats] == ["reverse"]
    is_number = attribute is not None and attribute.type == AttributeType.N
    return int(reference.formats[0].argument or 0) if is_reversed and is_number else 0


def _is_told(reference: Reference, attribute: Attribute) -> bool:
    """Can the value be read from the key: as written, or a number with leading zeros?"""
    if attribute.type == AttributeType.S:
        return reference.is_plain
    if attribute.type == AttributeType.N:
        return all(call.name == "pad" for call in reference.formats)
    return attribute.type == AttributeType.BOOL and reference.is_plain
