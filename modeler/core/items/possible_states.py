"""States in which an item can be although no share and no sample shows them: with the values that conditions name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice, product
from typing import Final

from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import And, Literal, Node, Not, Or, Path, children, walk
from modeler.core.expressions.parse import parse_condition
from modeler.core.items.item_states import WORLDS_MAX, EntityFacts, placeholder
from modeler.core.items.value_bounds import enum_value
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, as_decimal, number, string

ABSENT: Final = None


def possible_items(facts: EntityFacts, names: frozenset[str], conditions: Iterable[str]) -> Iterator[Item]:
    """Items of an entity in these attributes, for each way in which the conditions can turn out; at most WORLDS_MAX.

    Declared values of an enum are all that there are. Another attribute can have any value that a condition compares it
    with, and others.
    """
    compared: dict[str, list[AttributeValue]] = {}
    for when in conditions:
        for name, value in named_values(when):
            compared.setdefault(name, []).extend(_around(value))
    axes = [_options(facts, name, compared.get(name, [])) for name in sorted(names)]
    for chosen in islice(product(*axes), WORLDS_MAX):
        yield {name: value for name, value in zip(sorted(names), chosen, strict=True) if value is not ABSENT}


def _options(facts: EntityFacts, name: str, compared: list[AttributeValue]) -> list[AttributeValue | None]:
    attribute = facts.attributes.get(name)
    presence = facts.presence(name)
    absent: list[AttributeValue | None] = [ABSENT] if presence is None or presence < 1 else []
    if attribute is None:
        return [*absent, *facts.values.get(name, ())] or [ABSENT]
    if attribute.values:
        return [*absent, *(enum_value(attribute, text) for text in attribute.values)]
    usual = (placeholder(attribute), *facts.values.get(name, ()))
    fitting = (value for value in compared if value.type is attribute.type)
    return [*absent, *dict.fromkeys((*usual, *fitting))]


def _around(value: AttributeValue) -> tuple[AttributeValue, ...]:
    """A value, and others on either side of it."""
    if value.type is AttributeType.N and (parsed := as_decimal(value.data)) is not None:
        return (number(parsed - 1), value, number(parsed + 1))
    if value.type is AttributeType.S:
        return (value, string(f"{value.data}~"))
    if value.type is AttributeType.BOOL:
        return (value, AttributeValue(AttributeType.BOOL, not value.data))
    return (value,)


@lru_cache(maxsize=4096)
def named_values(when: str) -> tuple[tuple[str, AttributeValue], ...]:
    """Attributes that a condition compares with a literal, each with that literal; none if it is not a condition."""
    try:
        return tuple(_compared(parse_condition(when))) if when.strip() else ()
    except ExpressionInvalid:
        return ()


def _compared(node: Node) -> Iterator[tuple[str, AttributeValue]]:
    if isinstance(node, And | Or | Not):
        for inner in children(node):
            yield from _compared(inner)
        return
    inside = list(walk(node))
    for path in inside:
        if isinstance(path, Path):
            yield from ((name_of(path), one.value) for one in inside if isinstance(one, Literal))
