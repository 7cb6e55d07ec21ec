"""Example values for parameters that a fix adds to an access pattern, from the sample items that it is about."""

from __future__ import annotations

from modeler.core.design.items import Entity, SampleItem
from modeler.core.design.patterns import AccessPattern
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string


def example_value(entity: Entity, pattern: AccessPattern, name: str) -> AttributeValue | None:
    """Return the value of an attribute in the sample item that agrees most with the pattern's parameters; None if no
    sample item has the attribute.
    """
    having = [item for item in entity.items if name in item.values]
    best = max(having, key=lambda item: _agreement(item, pattern), default=None)
    return None if best is None else best.values[name]


def placeholder_value(entity: Entity, name: str) -> AttributeValue | None:
    """Return an example for an attribute of an entity without sample items, so that the pattern can be evaluated; None
    if its values have a form of their own.
    """
    attribute = entity.attribute(name)
    if attribute is None or entity.items or attribute.format not in {"", "id", "sequence", "integer"}:
        return None
    return number(1) if attribute.type is AttributeType.N else string(f"{name}-1")


def _agreement(item: SampleItem, pattern: AccessPattern) -> int:
    values = ((item.values.get(name), given) for name, given in pattern.parameters.items())
    return sum(value is not None and str(value.data) == str(given) for value, given in values)
