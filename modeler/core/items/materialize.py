"""From logical sample items to what DynamoDB would store: every overload rendered, sparse conditions applied.

`item_writer` compiles one entity once, so that ten thousand items are cheap and a template that is still being typed
can be tried with an entity that has it. docs/glossary.md#key-templates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from modeler.core.design.items import BASE, Entity, SampleItem
from modeler.core.design.tables import Index, KeyAttribute, Table
from modeler.core.keys.overload_conditions import Condition, compile_condition
from modeler.core.keys.template_writer import KeyWriter, key_writer
from modeler.core.keys.templates import Unrendered
from modeler.core.values.attribute_values import AttributeValue, Item

type KeyValues = tuple[AttributeValue, ...]


@dataclass(frozen=True, slots=True)
class StoredItem:
    """One item as DynamoDB would store it.

    `id` is the sample's id, `entity` a name (None: matches no entity). `item` holds every physical attribute: logical
    ones and the key attributes of the table and of each index that contains it. `key` is the table's key, partition
    first, None if the item cannot be stored; `problems` say why, as sentences.
    """

    id: str
    entity: str | None
    item: Item
    key: KeyValues | None
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Cell:
    """One compiled overload: its condition, and a writer for each key attribute that it has a template for."""

    holds: Condition | None
    writers: tuple[tuple[str, KeyWriter], ...]


@dataclass(frozen=True, slots=True)
class _Row:
    """The compiled overloads of one index, with the key attributes that this index adds to an item."""

    index: str
    names: tuple[str, ...]
    cells: tuple[_Cell, ...]


def materialise(table: Table) -> tuple[StoredItem, ...]:
    """The stored items of a table: those of its entities in their order, then the unassigned ones."""
    stored: list[StoredItem] = []
    for entity in table.entities:
        stored.extend(map(item_writer(table, entity), entity.items))
    stored.extend(map(item_writer(table, None), table.unassigned))
    return tuple(stored)


def materialise_item(table: Table, entity: Entity | None, sample: SampleItem) -> StoredItem:
    """The stored form of one sample item. For many items of one entity use `item_writer`."""
    return item_writer(table, entity)(sample)


def item_writer(table: Table, entity: Entity | None) -> Callable[[SampleItem], StoredItem]:
    """A function from sample items of one entity to stored items. None: items that match no entity keep their keys.

    Rendered keys win if the entity has an overload of the index; the keys that an imported item had (`stored_keys`) are
    used if it has none, or if a template lacks an attribute. An overload's keys are written together or not at all: an
    attribute missing in an index key keeps the item out of that index, and so does an empty text. In the table's own
    key both are problems. Attributes that exist only in keys are rendered, not stored.
    """
    base = _row(table.base, entity, frozenset())
    own = frozenset(table.base.key_names)
    rows = tuple(_row(index, entity, own) for index in table.indexes)
    sees_keys = entity is not None and _refers_to(entity, own)
    name = entity.name if entity else None
    unstored = unstored_names(table, entity)

    def write(sample: SampleItem) -> StoredItem:
        item = {name: value for name, value in sample.values.items() if name not in unstored}
        problems: list[str] = []
        _write_base(base, sample, item, problems)
        logical = {**item, **sample.values} if sees_keys else sample.values
        written: dict[str, AttributeValue] = {}
        for row in rows:
            _write_index(row, sample, logical, written, problems)
        item.update(written)
        key = key_of(table.partition_key + table.sort_key, item, problems)
        return StoredItem(sample.id, name, item, key, tuple(problems))

    return write


def unstored_names(table: Table, entity: Entity | None) -> frozenset[str]:
    """Attributes that exist only inside keys; an attribute that is itself a key is stored anyway."""
    key_names = {key.name for index in table.all_indexes for key in index.keys}
    attributes = entity.attributes if entity else ()
    return frozenset(one.name for one in attributes if one.key_only and one.name not in key_names)


def key_of(schema: tuple[KeyAttribute, ...], item: Item, problems: list[str] | None = None) -> KeyValues | None:
    """The values of a key schema in an item; None if one is missing, empty or of another type. facts/limits#items,
    facts/table-api#messages.

    Problems are added to `problems` as sentences, DynamoDB's own if it has one.
    """
    values: list[AttributeValue] = []
    for element in schema:
        value = item.get(element.name)
        if value is None or value.type != element.type or not value.data:
            if problems is None:
                return None
            problems.append(_key_problem(element, value))
        else:
            values.append(value)
    return tuple(values) if len(values) == len(schema) else None


def _key_problem(element: KeyAttribute, value: AttributeValue | None) -> str:
    if value is None:
        return f"One or more parameter values were invalid: Missing the key {element.name} in the item"
    if value.type != element.type:
        expected = f"expected: {element.type} actual: {value.type}"
        return f"One or more parameter values were invalid: Type mismatch for key {element.name} {expected}"
    kind = "string" if value.type == "S" else "binary"
    return (
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty "
        f"{kind} value. Key: {element.name}"
    )


def _row(index: Index, entity: Entity | None, own: frozenset[str]) -> _Row:
    overloads = entity.overloads_of(BASE if index.is_base else index.name) if entity else ()
    keys = tuple(key for key in index.keys if key.name not in own)
    formats = entity.formats if entity else {}
    cells = tuple(
        _Cell(
            compile_condition(overload.when),
            tuple(
                (key.name, key_writer(overload.keys[key.name], key.type, formats))
                for key in keys
                if key.name in overload.keys
            ),
        )
        for overload in overloads
    )
    return _Row(index.name, tuple(key.name for key in keys), cells)


def _refers_to(entity: Entity, names: frozenset[str]) -> bool:
    """Return whether a template or a condition may refer to a key of the table. (Checked on the text: a false positive
    is harmless.)
    """
    texts = [text for overload in entity.overloads for text in (overload.when, *overload.keys.values())]
    return any(name in text for name in names for text in texts)


def _chosen(row: _Row, logical: Item) -> _Cell | None:
    for cell in row.cells:
        if cell.holds is None or cell.holds(logical):
            return cell
    return None


def _write_base(row: _Row, sample: SampleItem, item: dict[str, AttributeValue], problems: list[str]) -> None:
    for name in row.names:
        if name in sample.stored_keys:
            item[name] = sample.stored_keys[name]
    cell = _chosen(row, sample.values)
    if cell is None:
        if row.cells:
            problems.append("no overload of the table's own key applies to this item, so it has no key")
        return
    for name, writer in cell.writers:
        value = writer(sample.values)
        if not isinstance(value, Unrendered):
            item[name] = value
        elif name not in item:
            problems.append(f"{name}: {value.reason}")


def _write_index(
    row: _Row, sample: SampleItem, logical: Item, written: dict[str, AttributeValue], problems: list[str]
) -> None:
    cell = _chosen(row, logical)
    if row.cells and cell is None:
        return
    found: dict[str, AttributeValue] = {}
    complete = True
    for name, writer in cell.writers if cell else ():
        value = writer(logical)
        if isinstance(value, Unrendered) or value.data in ("", b""):
            complete = False
        else:
            found[name] = value
    if not complete:
        found = {}
    for name in row.names if sample.stored_keys else ():
        if name in sample.stored_keys:
            found.setdefault(name, sample.stored_keys[name])
    for name, value in found.items():
        if written.setdefault(name, value) != value:
            problems.append(f"{row.index} and another index write different values into {name}; the first one is kept")


def key_item(schema: tuple[KeyAttribute, ...], key: KeyValues) -> Mapping[str, AttributeValue]:
    """A key as an item that contains nothing else: the input of GetItem."""
    return {element.name: value for element, value in zip(schema, key, strict=True)}
