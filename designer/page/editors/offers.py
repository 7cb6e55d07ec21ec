"""Completion lists of controls: names in the design, and words of DynamoDB or of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from designer.page.editors.fields import walk
from designer.page.editors.registry import fields_of
from modeler.core.cost.prices import list_prices
from modeler.core.cost.tariffs import TableClass, Tariff
from modeler.core.design.design_settings import ENGINES
from modeler.core.design.model import Design
from modeler.core.design.parts import Part, PartKind, Parts, children
from modeler.core.design.tables import Table

OFFERED_MAX: Final = 400

type Offer = tuple[str, str]
"""A value and its description."""

_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "environments": ("dev", "test", "staging", "production"),
    "engines": tuple(sorted(ENGINES)),
    "regimes": ("GDPR", "HIPAA", "PCI-DSS", "SOC 2"),
    "actions": tuple(
        f"dynamodb:{name}"
        for name in (
            "GetItem", "BatchGetItem", "Query", "Scan", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem",
            "ConditionCheckItem", "DescribeTable", "PartiQLSelect",
        )
    ),
}  # fmt: skip


def offers(design: Design, parts: Parts, part: Part) -> dict[str, list[Offer]]:
    """The lists that the editors of a part complete from, by name."""
    wanted = {field.offers for _, field in walk(fields_of(part.kind)) if field.offers}
    tables = _tables(design, parts, part)
    makers: Mapping[str, Callable[[], Iterable[Offer]]] = {
        "attributes": lambda: _attributes(tables, parts, part),
        "keys": lambda: [*_keys(tables), *_attributes(tables, parts, part)],
        "entities": lambda: ((one.name, "") for table in tables for one in table.entities),
        "indexes": lambda: ((one.name, table.name) for table in tables for one in table.indexes),
        "tables": lambda: ((one.name, "") for one in design.tables),
        "patterns": lambda: ((one.code, one.name) for one in design.patterns),
        "regions": lambda: list_prices().regions.items(),
        "tariffs": lambda: ((one.key(TableClass.STANDARD), one.unit) for one in Tariff),
        "values": lambda: ((name, "") for name in _values(part)),
    }
    made: dict[str, list[Offer]] = {}
    for name in sorted(wanted):
        found = makers[name]() if name in makers else ((word, "") for word in _WORDS[name])
        made[name] = list(dict(_unlike(found)).items())[:OFFERED_MAX]
    return made


def _unlike(found: Iterable[Offer]) -> Iterator[Offer]:
    seen: set[str] = set()
    for value, label in found:
        if value and value not in seen:
            seen.add(value)
            yield value, label


def _tables(design: Design, parts: Parts, part: Part) -> list[Table]:
    """The table of a part, or all tables."""
    above: Part | None = part
    while above is not None and above.kind is not PartKind.TABLE:
        above = parts.get(above.parent)
    return [table for table in design.tables if above is None or table.id == above.id]


def _attributes(tables: Iterable[Table], parts: Parts, part: Part) -> Iterator[Offer]:
    """Attributes: those of an entity, or those of every entity, with the entities that have them."""
    if part.kind is PartKind.ENTITY:
        yield from (
            (one.name, str(one.fields.get("type", "S"))) for one in children(parts, part.id, PartKind.ATTRIBUTE)
        )
        return
    for table in tables:
        for entity in table.entities:
            yield from ((one.name, f"{one.type} of {entity.name}") for one in entity.attributes)


def _keys(tables: Iterable[Table]) -> Iterator[Offer]:
    for table in tables:
        for index in table.all_indexes:
            label = "key of the table" if index.is_base else f"key of {index.name}"
            yield from ((key.name, label) for key in index.keys)


def _values(part: Part) -> Iterable[str]:
    values = part.fields.get("values") or ()
    return (str(one) for one in values)
