"""The gallery of building blocks: each drawn and priced from its own example by the same core that judges designs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any, Final

from designer.page.compared_sheets import ComparedSheet, sheets
from designer.page.hues import entity_hues
from modeler.core.blocks.block import Block
from modeler.core.blocks.library import SECTIONS, blocks, blocks_of_choice
from modeler.core.capacity.design import design_capacity
from modeler.core.cost.design import monthly_cost
from modeler.core.design.tables import Index
from modeler.core.items.item_collections import item_collections
from modeler.core.items.materialize import materialise
from modeler.core.requirements.recovered import pattern_sentence
from modeler.core.requirements.vocabulary import Vocabulary
from modeler.core.values.typed_values import full_text

NEIGHBORS: Final = 6


@dataclass(frozen=True, slots=True)
class DrawnItem:
    """One item of an example in one index: its sort key, its entity with the color class, and other attributes."""

    sort: str
    entity: str
    hue: str
    rest: str


@dataclass(frozen=True, slots=True)
class DrawnIndex:
    """One index of an example: its keys, and its item collections by partition key."""

    name: str
    keys: tuple[str, ...]
    collections: tuple[tuple[str, tuple[DrawnItem, ...]], ...]


@dataclass(frozen=True, slots=True)
class PatternBill:
    """One access pattern of an example: the rate, the units of one call, and dollars per month."""

    code: str
    name: str
    operation: str
    sentence: str
    average: float
    peak: float
    reads: Decimal
    writes: Decimal
    dollars: Decimal


@dataclass(frozen=True, slots=True)
class BlockBill:
    """What an example costs per month: by access pattern, for storage, and together; `items` states how many items."""

    patterns: tuple[PatternBill, ...]
    storage: Decimal
    total: Decimal
    items: str


@cache
def drawing(block: Block) -> tuple[DrawnIndex, ...]:
    """The table's key and each index of a block's example, with its sample items."""
    return tuple(_drawn(block, index) for index in block.table.all_indexes)


@cache
def key_sheet(block: Block) -> ComparedSheet:
    """The key templates of a block's example."""
    return sheets(block.design, block.design)[0]


@cache
def bill(block: Block) -> BlockBill:
    """The units and the list price of a block's example, on demand."""
    capacity = design_capacity(block.design)
    cost = monthly_cost(block.design, capacity=capacity)
    dollars = {one.pattern: one.amount for one in cost.patterns()}
    throughput = sum(dollars.values(), Decimal(0))
    counts = ", ".join(
        f"{entity.count:,} {entity.name} items" for entity in block.table.entities if entity.count is not None
    )
    patterns = []
    for pattern in block.design.patterns:
        known = capacity.pattern(pattern.id)
        loads = known.loads if known is not None else ()
        rate = pattern.per_second
        patterns.append(
            PatternBill(
                pattern.code,
                pattern.name,
                pattern.operation.value,
                pattern_sentence(pattern, Vocabulary.of(block.design)),
                rate.average if rate else 0,
                rate.peak if rate else 0,
                sum((one.per_call.value for one in loads if one.direction == "read"), Decimal(0)),
                sum((one.per_call.value for one in loads if one.direction == "write"), Decimal(0)),
                dollars.get(pattern.id, Decimal(0)),
            )
        )
    total = cost.total().value
    return BlockBill(tuple(patterns), total - throughput, total, counts)


def gallery() -> list[dict[str, Any]]:
    """Every block under its heading."""
    return [{"name": name, "blocks": [_card(one) for one in blocks() if one.section == name]} for name in SECTIONS]


def neighbors(block: Block) -> list[Block]:
    """Other blocks in which the same decisions are made, those that share most of them first."""
    shared = Counter(one for choice in block.choices for one in blocks_of_choice(choice) if one is not block)
    return [one for one, _ in shared.most_common(NEIGHBORS)]


def _card(block: Block) -> dict[str, Any]:
    return {"block": block, "sheet": key_sheet(block), "total": bill(block).total}


def _drawn(block: Block, index: Index) -> DrawnIndex:
    table = block.table
    hues = entity_hues(table.entities)
    hidden = {key.name for each in table.all_indexes for key in each.keys}
    collections = item_collections(table, index, materialise(table))
    return DrawnIndex(
        "table" if index.is_base else index.name,
        index.key_names,
        tuple(
            (
                " / ".join(map(full_text, one.partition)),
                tuple(_items(one.members, hues, hidden)),
            )
            for one in collections
        ),
    )


def _items(members: Any, hues: dict[str, str], hidden: set[str]) -> Iterator[DrawnItem]:
    for entry in members:
        rest = ", ".join(f"{name} {full_text(value)}" for name, value in entry.item.items() if name not in hidden)
        sort = " / ".join(map(full_text, entry.sort))
        yield DrawnItem(sort, entry.entity or "", hues.get(entry.entity or "", "hue-none"), rest)
