"""The form of each number and each time in the sort keys of an entity: its type in the key, and how it is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.answers.answer import Answer, Number, Unknown
from modeler.core.decisions.keys import Holds, KeyForm, KeyNeed, key_type
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.tables import Index, KeyAttribute, Table
from modeler.core.keys.attribute_formats import FORMATS
from modeler.core.keys.templates import Reference, print_template
from modeler.core.rules.support.context import RuleContext
from modeler.core.values.attribute_values import AttributeType

_WIDE: Final = ("pad", "reverse")
"""Formats that make text sort by the value of a number."""


def answers_of_key_format(context: RuleContext, table: Table, entity: Entity) -> Iterator[Answer]:
    """Yield the form of each number and time in the entity's sort keys, once for each attribute and index."""
    for index in table.all_indexes:
        seen: set[str] = set()
        for element, reference in _sorted_by(context, table, entity, index):
            attribute = entity.attribute(reference.attribute)
            if attribute is not None and attribute.name not in seen and _holds(attribute) is not None:
                seen.add(attribute.name)
                yield _answer(index, element, reference, attribute)


def _sorted_by(
    context: RuleContext, table: Table, entity: Entity, index: Index
) -> Iterator[tuple[KeyAttribute, Reference]]:
    """Each reference in a sort key, with its key attribute."""
    for key in context.keys(table, entity, index):
        templates = key.templates[len(index.partition_key) :]
        for element, template in zip(index.sort_key, templates, strict=False):
            for reference in template.references if template is not None else ():
                yield element, reference


def _holds(attribute: Attribute) -> Holds | None:
    known = FORMATS.get(attribute.format)
    if known is not None and known.time:
        return Holds.TIME
    return Holds.NUMBER if attribute.type is AttributeType.N else None


def _answer(index: Index, element: KeyAttribute, reference: Reference, attribute: Attribute) -> Answer:
    holds = _holds(attribute) or Holds.TEXT
    most = int(attribute.range[1]) if attribute.range is not None else None
    form = key_type(
        KeyNeed(
            holds,
            shared=element.type is AttributeType.S,
            most=most,
            signed=attribute.range is not None and attribute.range[0] < 0,
        )
    )
    unknown: tuple[Unknown, ...] = ()
    if holds is Holds.NUMBER and element.type is AttributeType.S and most is None:
        unknown = (Unknown(f"the largest value of {attribute.name}", attribute.id, "range"),)
    place = "the table" if index.is_base else index.name
    return Answer(
        "key-format",
        f"How is {attribute.name} written in {element.name} of {place}?",
        _says(form, holds),
        form.reason,
        _agrees(form, element, reference, attribute),
        (
            Number("Type of the key attribute", element.type.value),
            Number("In the key now", print_template((reference,))),
        ),
        unknown,
    )


def _says(form: KeyForm, holds: Holds) -> str:
    if form.type is AttributeType.N:
        return "as a number"
    return "as ISO 8601 text in UTC" if holds is Holds.TIME else f"as text, {form.reference}"


def _agrees(form: KeyForm, element: KeyAttribute, reference: Reference, attribute: Attribute) -> bool:
    if form.type is AttributeType.N:
        return element.type is AttributeType.N
    if form.reference == "iso":
        return attribute.type is AttributeType.S
    return any(one.name in _WIDE for one in reference.formats)
