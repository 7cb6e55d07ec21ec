"""The contents of a design's document, part by part, as text that is ready to be typeset."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TemplatePiece:
    """A segment of a key template: literal text, or (`is_attribute`) the value of an attribute with its formats."""

    text: str
    is_attribute: bool


@dataclass(frozen=True, slots=True)
class WrittenElement:
    """What an entity writes into one element of a key: the template's pieces, and the key of a sample item."""

    name: str
    pieces: tuple[TemplatePiece, ...]
    example: str


@dataclass(frozen=True, slots=True)
class OverloadText:
    """One overload: its elements, partition first, and its condition ('' means always)."""

    when: str
    elements: tuple[WrittenElement, ...]


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A table or one of its indexes. `keys` and `projection` are text; `kind` says if it is a reserve slot."""

    name: str
    kind: str
    keys: str
    projection: str


@dataclass(frozen=True, slots=True)
class SheetRow:
    """An entity, and what it writes in each column: nothing if it is absent there."""

    entity: str
    cells: tuple[tuple[OverloadText, ...], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The key sheet of one table: entities by indexes."""

    table: str
    description: str
    settings: tuple[tuple[str, str], ...]
    columns: tuple[SheetColumn, ...]
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class PatternLine:
    """One access pattern. Numbers are text with their units; '' if unknown."""

    code: str
    name: str
    operation: str
    index: str
    rate: str
    units: str
    cost: str
    is_served: bool
    reason: str
    description: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AttributeLine:
    """One attribute of an entity."""

    name: str
    type: str
    format: str
    notes: str
    description: str


@dataclass(frozen=True, slots=True)
class EntityPart:
    """One entity: its description, how many there are, its attributes."""

    name: str
    table: str
    description: str
    facts: tuple[tuple[str, str], ...]
    attributes: tuple[AttributeLine, ...]


@dataclass(frozen=True, slots=True)
class RelationLine:
    """Two entities that belong together: `through` names attributes or a join entity, `counts` says how many."""

    parent: str
    child: str
    kind: str
    through: str
    counts: str


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One index entry: its sort key, its other attributes (name and value), and its bytes."""

    sort: str
    entity: str
    values: tuple[tuple[str, str], ...]
    size: str


@dataclass(frozen=True, slots=True)
class CollectionPart:
    """One item collection; `size` counts all of it, including what is not listed."""

    partition: str
    size: str
    items: tuple[ItemLine, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table through one of its indexes. `left_out` says what is not listed, '' if everything is."""

    table: str
    index: str
    said: str
    collections: tuple[CollectionPart, ...]
    left_out: str


@dataclass(frozen=True, slots=True)
class FindingLine:
    """One finding: `where` is its place as text."""

    severity: str
    rule: str
    where: str
    message: str
    why: str
    fix: str


@dataclass(frozen=True, slots=True)
class CalculationStep:
    """One step of a calculation at nesting level `depth`."""

    text: str
    value: str
    depth: int


@dataclass(frozen=True, slots=True)
class CapacityLine:
    """The load on one table or index per second."""

    place: str
    read_average: str
    read_peak: str
    write_average: str
    write_peak: str


@dataclass(frozen=True, slots=True)
class BillLine:
    """One line of the monthly bill with its arithmetic. `amount` is '' if its price is not known: see `unknown`."""

    place: str
    what: str
    amount: str
    unknown: str
    steps: tuple[CalculationStep, ...]


@dataclass(frozen=True, slots=True)
class TableBill:
    """One table's monthly bill in the billing mode of the design."""

    table: str
    mode: str
    total: str
    lines: tuple[BillLine, ...]


@dataclass(frozen=True, slots=True)
class CostPart:
    """A monthly cost: `modes` are the totals in other billing modes, `notes` is what has no number."""

    region: str
    prices: str
    total: str
    is_estimate: bool
    modes: tuple[tuple[str, str], ...]
    bills: tuple[TableBill, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FlowEdge:
    """A line of a map, by the numbers of the boxes that it joins; `is_write` if it is a write."""

    start: int
    end: int
    is_write: bool


@dataclass(frozen=True, slots=True)
class TableMap:
    """The map of a table: patterns, the table and its indexes (`places`), entities; `reads` join patterns to places,
    `holds` places to entities. `left_out` says what is not drawn.
    """

    table: str
    patterns: tuple[str, ...]
    places: tuple[str, ...]
    entities: tuple[str, ...]
    reads: tuple[FlowEdge, ...]
    holds: tuple[FlowEdge, ...]
    left_out: str


@dataclass(frozen=True, slots=True)
class Document:
    """A whole design, in reading order. `edition` names the state of the design, `meanings` explains its numbers,
    `left_out` lists what it cannot represent.
    """

    name: str
    edition: str
    description: str
    counts: tuple[tuple[str, str], ...]
    patterns: tuple[PatternLine, ...]
    sheets: tuple[Sheet, ...]
    entities: tuple[EntityPart, ...]
    relations: tuple[RelationLine, ...]
    grids: tuple[Grid, ...]
    findings: tuple[FindingLine, ...]
    findings_left_out: str
    capacity: tuple[CapacityLine, ...]
    cost: CostPart | None
    flows: tuple[TableMap, ...] = ()
    meanings: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()
