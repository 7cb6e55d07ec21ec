"""Entities that write one value into their partition key in two forms. facts/modeling#partition-keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import BASE, Entity
from modeler.core.design.tables import Table
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse, print_template
from modeler.core.phrases import and_list
from modeler.core.rules.support.context import RuleContext, entity_path
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeValue

_FORMS: Final = frozenset({"pad", "lower", "upper"})
"""Formats that give the same value another text."""
_SHOWN: Final = 40


@rule(
    "keys.two_forms",
    WARNING,
    Scope.TABLE,
    title="One value has two forms in partition keys",
    why="The two texts are two item collections: a query of one finds nothing of the other, and nothing fails",
    fix="Write the value in one form everywhere: the same padding, the same letter case, the same template",
    sources="facts/modeling#partition-keys, facts/ordering#sort-key-formats",
)
def two_forms(context: RuleContext, table: Table) -> Iterator[Spot]:
    if not table.partition_key:
        return
    name = table.partition_key[0].name
    keyed = [
        (entity, template)
        for entity in table.entities
        for text in dict.fromkeys(one.keys.get(name, "") for one in entity.overloads_of(BASE))
        if not (template := parse(text)).problem and template.references
    ]
    alike: dict[tuple[object, ...], list[tuple[Entity, KeyTemplate]]] = {}
    for entity, template in keyed:
        alike.setdefault(_plain(template), []).append((entity, template))
    for several in alike.values():
        # One finding for all entities that differ from the first: they share their cause.
        (first, one), *others = several
        told = [(entity, text) for entity, other in others if (text := _told(first, one, entity, other))]
        if told:
            facts = {"entities": [entity.id for entity, _ in told]}
            more = f" (also in {and_list([entity.name for entity, _ in told[1:]])})" if told[1:] else ""
            yield Spot(told[0][1] + more, entity_path(table, first), first.id, f"keys.{name}", facts)


def _plain(template: KeyTemplate) -> tuple[object, ...]:
    """The template without the formats that change how a value is written."""
    return tuple(
        part.text
        if isinstance(part, LiteralText)
        else (part.attribute, tuple(call for call in part.formats if call.name not in _FORMS))
        for part in template.parts
    )


def _told(first: Entity, one: KeyTemplate, second: Entity, other: KeyTemplate) -> str:
    """What is wrong with two templates that are to make the same keys; '' if nothing shows it."""
    if first is second:
        return ""
    if one.parts != other.parts:
        mine, others = print_template(one.parts), print_template(other.parts)
        return f"{first.name} writes {mine} and {second.name} {others}: one value gives two keys"
    for part in one.parts:
        if isinstance(part, Reference) and not part.formats:
            pair = _differing(_samples(first, part.attribute), _samples(second, part.attribute))
            if pair:
                mine, others = pair
                places = f"{mine} in {first.name} and {others} in {second.name}"
                return f"{part.attribute} is {places}: if that is one value, it has two keys"
    return ""


def _samples(entity: Entity, name: str) -> list[str]:
    values = [item.values[name] for item in entity.items if name in item.values]
    return sorted({_text(one) for one in values if one.type in {"S", "N"}})


def _text(value: AttributeValue) -> str:
    return str(value.data)


def _differing(mine: list[str], others: list[str]) -> tuple[str, str] | None:
    """Two texts that are one value: they differ in leading zeros or in letter case only."""
    by_value = {_value(text): text for text in mine}
    for text in others:
        same = by_value.get(_value(text), text)
        if same != text and text not in mine and same not in others:
            return same[:_SHOWN], text[:_SHOWN]
    return None


def _value(text: str) -> str:
    return text.lstrip("0") or "0" if text.isdecimal() else text.casefold()


RULES = (two_forms,)
