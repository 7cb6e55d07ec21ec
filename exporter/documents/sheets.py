"""The key sheet of a table: what each entity writes into the table's key and into each index."""

from __future__ import annotations

from typing import Final

from exporter.documents.contents import OverloadText, Sheet, SheetColumn, SheetRow, TemplatePiece, WrittenElement
from exporter.documents.setting_texts import table_texts
from modeler.core.design.items import Entity
from modeler.core.design.tables import Index, ProjectionType, Table
from modeler.core.items.materialize import StoredItem, item_writer
from modeler.core.keys.overload_conditions import compile_condition
from modeler.core.keys.templates import KeyTemplate, LiteralText, Unrendered, print_template, render
from modeler.core.keys.written_keys import WrittenKey, written_keys
from modeler.core.values.attribute_values import Item

SAMPLES_LOOKED_AT: Final = 50
EXAMPLE_MAX: Final = 80

PROJECTIONS: Final = {ProjectionType.ALL: "all attributes", ProjectionType.KEYS_ONLY: "keys only"}


def sheet_of(table: Table) -> Sheet:
    """Return the key sheet of one table."""
    return Sheet(
        table=table.name,
        description=table.description,
        settings=tuple(table_texts(table)),
        columns=tuple(map(_column, table.all_indexes)),
        rows=tuple(_row(table, entity) for entity in table.entities),
    )


def _column(index: Index) -> SheetColumn:
    kind = "table" if index.is_base else index.kind.value
    listed = ", ".join(index.projection.attributes) or "none listed"
    return SheetColumn(
        name=index.name,
        kind=f"{kind}, reserve" if index.reserve else kind,
        keys=", ".join(f"{key.name} ({key.type})" for key in index.keys),
        projection="" if index.is_base else PROJECTIONS.get(index.projection.type, listed),
    )


def _row(table: Table, entity: Entity) -> SheetRow:
    write = item_writer(table, entity)
    samples = [(sample, write(sample)) for sample in entity.items[:SAMPLES_LOOKED_AT]]
    # Key-only attributes are not stored, but templates refer to them.
    items = [_all_values(stored, sample.values) for sample, stored in samples]
    return SheetRow(entity.name, tuple(_cell(table, entity, index, items) for index in table.all_indexes))


def _all_values(stored: StoredItem, values: Item) -> Item:
    return {**stored.item, **values}


def _cell(table: Table, entity: Entity, index: Index, items: list[Item]) -> tuple[OverloadText, ...]:
    return tuple(_overload_text(entity, index, one, items) for one in written_keys(table, entity, index))


def _overload_text(entity: Entity, index: Index, one: WrittenKey, items: list[Item]) -> OverloadText:
    holds = compile_condition(one.when)
    item = next((item for item in items if holds is None or holds(item)), None)
    elements = tuple(
        WrittenElement(key.name, _pieces(template), _example(template, entity, item))
        for key, template in zip(index.keys, one.templates, strict=True)
        if template is not None
    )
    return OverloadText(one.when, elements)


def _pieces(template: KeyTemplate) -> tuple[TemplatePiece, ...]:
    if template.problem:
        return (TemplatePiece(template.source, False),)
    return tuple(TemplatePiece(print_template((part,)), not isinstance(part, LiteralText)) for part in template.parts)


def _example(template: KeyTemplate, entity: Entity, item: Item | None) -> str:
    if item is None or template.problem:
        return ""
    made = render(template, item, entity.formats)
    text = "" if isinstance(made, Unrendered) else made
    return f"{text[: EXAMPLE_MAX - 1]}…" if len(text) > EXAMPLE_MAX else text
