"""The grid as lines with heights: the lines in a window, and the position of each.

A block is an item collection (or the items that are absent from an index for one reason, or those that cannot be
stored). A folded block is one line; otherwise each run of items of one entity has a line with the names of its
attributes above it. The heights are those of static/css/grid.css, so that the position of every line is known without
drawing it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import EllipsisType
from typing import Any, Final
from zlib import crc32

from designer.page.index_view import Look
from modeler.core.items.item_collections import Entry
from modeler.core.items.materialize import StoredItem
from modeler.core.values.typed_values import full_text

NAMES: Final = 20
ITEM: Final = 28
NOTE: Final = 20
FOLDED: Final = 28
HEIGHTS: Final[Mapping[str, int]] = {"names": NAMES, "item": ITEM, "note": NOTE}
PLANS_KEPT: Final = 6
ALL: Final = "*"

type Row = Entry | StoredItem


@dataclass(frozen=True, slots=True)
class Choice:
    """What a reader wants to see: items of one entity (its name), of one item collection (the text of its partition
    key), that contain a text; and which blocks are folded: those named, or all except those (`all_folded`). Blocks
    of absent items are folded unless they are named.
    """

    entity: str | None = None
    partition: str = ""
    text: str = ""
    folded: frozenset[str] = frozenset()
    all_folded: bool = False

    @property
    def filters(self) -> bool:
        """Does it hide any items?"""
        return self.entity is not None or bool(self.partition or self.text)


@dataclass(frozen=True, slots=True)
class Block:
    """`kind` is collection, absent or unstored; `rows` are the items that pass the filters. `count` and `whole` (its
    bytes are read from the index view) describe all items.
    """

    kind: str
    label: str
    why: str
    rows: Sequence[Row]
    count: int
    whole: Any
    is_folded: bool
    height: int
    lines: int

    @property
    def id(self) -> str:
        """The name of the block in the list of folded blocks."""
        return block_id(self.kind, self.label, self.why)


def block_id(kind: str, label: str, why: str = "") -> str:
    """Eight digits that identify a block in any window."""
    return f"{crc32(f'{kind}\x00{label}\x00{why}'.encode('utf-8', 'surrogatepass')):08x}"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a block: `kind` is names, item or note. `number` counts the lines of the grid from 1."""

    kind: str
    number: int
    entity: str
    row: Row | None = None
    note: str = ""


@dataclass(frozen=True)
class GridLayout:
    """All blocks with their positions, in pixels and in lines."""

    blocks: tuple[Block, ...]
    tops: tuple[int, ...]
    firsts: tuple[int, ...]
    shown: int

    @property
    def height(self) -> int:
        """Height of the whole grid in pixels."""
        return self.tops[-1]

    @property
    def line_count(self) -> int:
        """Number of lines of the whole grid."""
        return self.firsts[-1]


def plan(look: Look, choice: Choice) -> GridLayout:
    """The blocks of an index view for a reader's choices; cached as long as the index view."""
    if choice not in look.plans:
        while len(look.plans) >= PLANS_KEPT:
            del look.plans[next(iter(look.plans))]
        look.plans[choice] = _plan(look, choice)
    made: GridLayout = look.plans[choice]
    return made


def _plan(look: Look, choice: Choice) -> GridLayout:
    blocks = tuple(_blocks(look, choice))
    tops = tuple(accumulate((block.height for block in blocks), initial=0))
    firsts = tuple(accumulate((block.lines for block in blocks), initial=0))
    return GridLayout(blocks, tops, firsts, sum(len(block.rows) for block in blocks if block.kind == "collection"))


def _blocks(look: Look, choice: Choice) -> Iterator[Block]:
    return (block for block in _all_blocks(look, choice) if block.rows)


def _all_blocks(look: Look, choice: Choice) -> Iterator[Block]:
    notes = look.lost if look.index.is_base else {}
    for one in look.collections:
        label = partition_text(one.partition)
        if choice.partition and label != choice.partition:
            continue
        rows: Sequence[Row] = one.members if not notes else tuple(_with_lost(one.members, notes))
        rows = _kept(rows, choice, label)
        yield _block("collection", label, "", rows, one.count, one, choice, notes)
    if choice.partition:
        return
    if look.index.is_base:
        reasons: dict[str, list[StoredItem]] = {}
        for stored in look.problems:
            reasons.setdefault(stored.problems[0], []).append(stored)
        yield from (_aside("unstored", why, items, choice) for why, items in reasons.items())
    else:
        yield from (_aside("absent", why, items, choice) for why, items in look.missing.items())


def _aside(kind: str, why: str, items: Sequence[StoredItem], choice: Choice) -> Block:
    return _block(kind, "", why, _kept(items, choice, ""), len(items), None, choice, {})


def _with_lost(members: Iterable[Entry], lost: Mapping[str, tuple[StoredItem, ...]]) -> Iterator[Row]:
    for one in members:
        yield from lost.get(one.id, ())
        yield one


def _kept(rows: Sequence[Row], choice: Choice, label: str) -> Sequence[Row]:
    if choice.entity is not None:
        rows = tuple(row for row in rows if (row.entity or "") == choice.entity)
    if choice.text:
        wanted = choice.text.casefold()
        if wanted not in label.casefold():
            rows = tuple(row for row in rows if _holds(row, wanted))
    return rows


def _holds(row: Row, wanted: str) -> bool:
    return any(
        wanted in (value.data if value.type in "SN" else full_text(value)).casefold() for value in row.item.values()
    )


def _block(
    kind: str,
    label: str,
    why: str,
    rows: Sequence[Row],
    count: int,
    whole: Any,
    choice: Choice,
    lost: Mapping[str, Any],
) -> Block:
    if choice.folded or choice.all_folded or kind == "absent":
        is_named = block_id(kind, label, why) in choice.folded
        is_folded = not is_named if kind == "absent" or choice.all_folded else is_named
    else:
        is_folded = False
    if is_folded:
        return Block(kind, label, why, rows, count, whole, True, FOLDED, 1)
    runs = 0
    before: Any = ...
    for row in rows:
        if row.entity != before:
            runs += 1
            before = row.entity
    noted = sum(1 for row in rows if row.id in lost or isinstance(row, StoredItem)) if lost else 0
    noted += kind != "collection"
    height = runs * NAMES + len(rows) * ITEM + noted * NOTE
    return Block(kind, label, why, rows, count, whole, False, height, runs + len(rows) + noted)


@dataclass(frozen=True, slots=True)
class BlockWindow:
    """The part of one block in a window: its lines from the pixel `top` on. A folded block has none."""

    block: Block
    top: int
    lines: tuple[Line, ...]
    above: bool
    number: int

    @property
    def height(self) -> int:
        """Height of the visible part in pixels."""
        return FOLDED if self.block.is_folded else sum(HEIGHTS[line.kind] for line in self.lines)


def window(look: Look, plan: GridLayout, top: int, height: int) -> Iterator[BlockWindow]:
    """The blocks that are at least partly between two pixels. If a run of items began before the window, the names of
    its attributes are shown all the same.
    """
    lost = look.lost if look.index.is_base else {}
    overwritten = {loser.id for losers in lost.values() for loser in losers}
    first = max(0, bisect_right(plan.tops, top) - 1)
    for number in range(first, len(plan.blocks)):
        block, begins, at_line = plan.blocks[number], plan.tops[number], plan.firsts[number]
        if begins >= top + height:
            break
        if block.is_folded:
            yield BlockWindow(block, begins, (), False, at_line + 1)
            continue
        lines: list[Line] = []
        names = None
        for line, at, tall in _lines(block, begins, at_line, lost, overwritten):
            if at >= top + height:
                break
            names = line if line.kind == "names" else names
            if at + tall > top:
                if not lines and names is not None and line is not names:
                    lines, at = [names], at - NAMES
                    begins = at
                elif not lines:
                    begins = at
                lines.append(line)
        if lines:
            yield BlockWindow(block, begins, tuple(lines), begins > plan.tops[number], at_line + 1)


def _lines(
    block: Block, top: int, first: int, lost: Mapping[str, tuple[StoredItem, ...]], overwritten: set[str]
) -> Iterator[tuple[Line, int, int]]:
    number = first
    before: str | EllipsisType | None = ...
    if block.kind != "collection":
        counted = ", ".join(f"{name or 'unassigned'} {count:,}" for name, count in entities_in(block))
        number += 1
        yield Line("note", number, "", None, f"{counted}: {block.why}"), top, NOTE
        top += NOTE
    for row in block.rows:
        entity = row.entity or ""
        if row.entity != before:
            before = row.entity
            number += 1
            yield Line("names", number, entity), top, NAMES
            top += NAMES
        number += 1
        yield Line("item", number, entity, row), top, ITEM
        top += ITEM
        note = _note(row, lost, overwritten) if block.kind == "collection" and lost else ""
        if note:
            number += 1
            yield Line("note", number, entity, row, note), top, NOTE
            top += NOTE


def _note(row: Row, lost: Mapping[str, tuple[StoredItem, ...]], overwritten: set[str]) -> str:
    if row.id in overwritten:
        return "Overwritten: an item below has the same key, and the table keeps the last one that was put."
    if losers := lost.get(row.id):
        others = "the item above has" if len(losers) == 1 else f"the {len(losers)} items above have"
        return f"Overwrites: {others} the same key."
    return ""


def first_line_of(look: Look, plan: GridLayout, wanted: Any) -> int | None:
    """The pixel where the first item begins for which `wanted` (of its id) is true; None if there is none."""
    lost = look.lost if look.index.is_base else {}
    overwritten = {loser.id for losers in lost.values() for loser in losers}
    for number, block in enumerate(plan.blocks):
        if not any(wanted(row.id) for row in block.rows):
            continue
        if block.is_folded:
            return plan.tops[number]
        for line, at, _ in _lines(block, plan.tops[number], plan.firsts[number], lost, overwritten):
            if line.row is not None and wanted(line.row.id):
                return at
    return None


def entities_in(block: Block) -> list[tuple[str, int]]:
    """The number of items of each entity in a block, highest first."""
    return Counter(row.entity or "" for row in block.rows).most_common()


def partition_text(partition: Iterable[Any]) -> str:
    """The value of a partition key as the grid shows and filters it; several attributes are shown side by side."""
    return " / ".join(map(full_text, partition))
