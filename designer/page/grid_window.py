"""The grid as lines with heights: the lines in a window, and the position of each.

A block is an item collection (or the items that are absent from an index for one reason, or those that cannot be
stored). A folded block is one line; otherwise each run of items of one entity has a line with the names of its
attributes above it. The heights are those of static/css/grid.css, so that the position of every line is known without
drawing it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from types import EllipsisType
from typing import Any, Final
from zlib import crc32

from designer.page.index_view import CollectionShape, Look
from designer.page.lazy_rows import Lazy, Row, entity_names, row_ids
from modeler.core.values.typed_values import full_text

NAMES: Final = 20
ITEM: Final = 28
NOTE: Final = 20
FOLDED: Final = 28
HEIGHTS: Final[Mapping[str, int]] = {"names": NAMES, "item": ITEM, "note": NOTE}
PLANS_KEPT: Final = 6
ALL: Final = "*"


@dataclass(frozen=True, slots=True)
class GridChoice:
    """What a reader wants to see: items of one entity (its name), of one item collection (the text of its partition
    key), that contain a text; and which blocks are folded: those named, or all except those (`all_folded`). Blocks
    of absent items are folded unless they are named. With `one_head`, no line names the attributes of an entity.
    """

    entity: str | None = None
    partition: str = ""
    text: str = ""
    folded: frozenset[str] = frozenset()
    all_folded: bool = False
    one_head: bool = False

    @property
    def filters(self) -> bool:
        """Does it hide any items?"""
        return self.entity is not None or bool(self.partition or self.text)


@dataclass(frozen=True, slots=True)
class GridBlock:
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
class GridLine:
    """One line of a block: `kind` is names, item or note. `number` counts the lines of the grid from 1."""

    kind: str
    number: int
    entity: str
    row: Row | None = None
    note: str = ""


@dataclass(frozen=True)
class GridLayout:
    """All blocks with their positions, in pixels and in lines. `collections` are how many of them are item collections,
    and `shown` the items in these.
    """

    blocks: Sequence[GridBlock]
    tops: Sequence[int]
    firsts: Sequence[int]
    collections: int
    shown: int
    one_head: bool

    @property
    def height(self) -> int:
        """Height of the whole grid in pixels."""
        return self.tops[-1]

    @property
    def line_count(self) -> int:
        """Number of lines of the whole grid."""
        return self.firsts[-1]


def plan(look: Look, choice: GridChoice) -> GridLayout:
    """The blocks of an index view for a reader's choices; cached as long as the index view."""
    if choice not in look.plans:
        while len(look.plans) >= PLANS_KEPT:
            del look.plans[next(iter(look.plans))]
        look.plans[choice] = _plan(look, choice)
    made: GridLayout = look.plans[choice]
    return made


def _plan(look: Look, choice: GridChoice) -> GridLayout:
    if choice.filters or choice.folded or choice.all_folded:
        collections: Sequence[GridBlock] = [block for block in _collections(look, choice) if block.rows]
        heights = [block.height for block in collections]
        lines = [block.lines for block in collections]
        shown = sum(len(block.rows) for block in collections)
    else:
        # The height of what is neither filtered nor folded is known without making it.
        collections = Lazy(range(len(look.shapes)), lambda n: _unfolded_block(look, n, choice))
        heights = [_height(shape, choice) for shape in look.shapes]
        lines = [_line_count(shape, choice) for shape in look.shapes]
        shown = sum(shape.rows for shape in look.shapes)
    asides = [block for block in _asides(look, choice) if block.rows]
    heights += [block.height for block in asides]
    lines += [block.lines for block in asides]
    count = len(collections)
    blocks = Lazy(range(len(heights)), lambda n: collections[n] if n < count else asides[n - count])
    tops, firsts = tuple(accumulate(heights, initial=0)), tuple(accumulate(lines, initial=0))
    return GridLayout(blocks, tops, firsts, count, shown, choice.one_head)


def _unfolded_block(look: Look, number: int, choice: GridChoice) -> GridBlock:
    """An item collection that is neither filtered nor folded."""
    one, shape = look.collections[number], look.shapes[number]
    label = partition_text(one.partition)
    height, lines = _height(shape, choice), _line_count(shape, choice)
    return GridBlock("collection", label, "", look.rows(one), one.count, one, False, height, lines)


def _collections(look: Look, choice: GridChoice) -> Iterator[GridBlock]:
    for one in look.collections:
        label = partition_text(one.partition)
        if not choice.partition or label == choice.partition:
            yield _block(look, "collection", label, "", _kept(look.rows(one), choice, label), one.count, one, choice)


def _asides(look: Look, choice: GridChoice) -> Iterator[GridBlock]:
    """Items that the index does not contain, or that cannot be stored: not those of one item collection."""
    if choice.partition:
        return
    kind, found = ("unstored", look.unstored) if look.index.is_base else ("absent", look.missing)
    for why, items in found.items():
        yield _block(look, kind, "", why, _kept(items, choice, ""), len(items), None, choice)


def _kept(rows: Sequence[Row], choice: GridChoice, label: str) -> Sequence[Row]:
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
    look: Look, kind: str, label: str, why: str, rows: Sequence[Row], count: int, whole: Any, choice: GridChoice
) -> GridBlock:
    if choice.folded or choice.all_folded or kind == "absent":
        is_named = block_id(kind, label, why) in choice.folded
        is_folded = not is_named if kind == "absent" or choice.all_folded else is_named
    else:
        is_folded = False
    if is_folded:
        return GridBlock(kind, label, why, rows, count, whole, True, FOLDED, 1)
    shape = look.shape_of(rows)
    if kind != "collection":
        shape = replace(shape, notes=1)
    return GridBlock(kind, label, why, rows, count, whole, False, _height(shape, choice), _line_count(shape, choice))


def _height(shape: CollectionShape, choice: GridChoice) -> int:
    names = 0 if choice.one_head else shape.runs * NAMES
    return names + shape.rows * ITEM + shape.notes * NOTE


def _line_count(shape: CollectionShape, choice: GridChoice) -> int:
    return (0 if choice.one_head else shape.runs) + shape.rows + shape.notes


@dataclass(frozen=True, slots=True)
class BlockWindow:
    """The part of one block in a window: its lines from the pixel `top` on. A folded block has none."""

    block: GridBlock
    top: int
    lines: tuple[GridLine, ...]
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
    first = max(0, bisect_right(plan.tops, top) - 1)
    for number in range(first, len(plan.blocks)):
        begins, at_line = plan.tops[number], plan.firsts[number]
        if begins >= top + height:
            break
        block = plan.blocks[number]
        if block.is_folded:
            yield BlockWindow(block, begins, (), False, at_line + 1)
            continue
        lines: list[GridLine] = []
        names = None
        for place in _places(look, block, begins, at_line, plan.one_head):
            if place.at >= top + height:
                break
            names = place if place.kind == "names" else names
            if place.at + HEIGHTS[place.kind] > top:
                if not lines:
                    begins = place.at
                    if names is not None and place is not names:
                        lines, begins = [_line(look, block, names)], place.at - NAMES
                lines.append(_line(look, block, place))
        if lines:
            yield BlockWindow(block, begins, tuple(lines), begins > plan.tops[number], at_line + 1)


@dataclass(slots=True)
class _Place:
    """Where a line is: from the pixel `at`, the number of the line, and that of its row (-1: it belongs to none)."""

    kind: str
    at: int
    number: int
    entity: str
    row: int = -1
    id: str = ""


def _places(look: Look, block: GridBlock, top: int, first: int, one_head: bool) -> Iterator[_Place]:
    number = first
    before: str | EllipsisType | None = ...
    if block.kind != "collection":
        number += 1
        yield _Place("note", top, number, "")
        top += NOTE
    lost = look.lost if block.kind == "collection" else {}
    for row, (name, item) in enumerate(zip(entity_names(block.rows), row_ids(block.rows), strict=True)):
        entity = name or ""
        if name != before and not one_head:
            before = name
            number += 1
            yield _Place("names", top, number, entity)
            top += NAMES
        number += 1
        yield _Place("item", top, number, entity, row, item)
        top += ITEM
        if lost and (item in lost or item in look.overwritten):
            number += 1
            yield _Place("note", top, number, entity, row, item)
            top += NOTE


def _line(look: Look, block: GridBlock, place: _Place) -> GridLine:
    if place.kind == "names":
        return GridLine("names", place.number, place.entity)
    if place.row < 0:
        counted = ", ".join(f"{name or 'unassigned'} {count:,}" for name, count in entities_in(block))
        return GridLine("note", place.number, "", None, f"{counted}: {block.why}")
    note = _note(look, place.id) if place.kind == "note" else ""
    return GridLine(place.kind, place.number, place.entity, block.rows[place.row], note)


def _note(look: Look, item: str) -> str:
    if item in look.overwritten:
        return "Overwritten: an item below has the same key, and the table keeps the last one that was put."
    losers = look.lost[item]
    others = "the item above has" if len(losers) == 1 else f"the {len(losers)} items above have"
    return f"Overwrites: {others} the same key."


def first_line_of(look: Look, plan: GridLayout, wanted: Callable[[str], bool]) -> int | None:
    """The pixel where the first item begins for which `wanted` (of its id) is true; None if there is none."""
    for number, block in enumerate(plan.blocks):
        if not any(map(wanted, row_ids(block.rows))):
            continue
        if block.is_folded:
            return plan.tops[number]
        for place in _places(look, block, plan.tops[number], plan.firsts[number], plan.one_head):
            if place.row >= 0 and wanted(place.id):
                return place.at
    return None


def entities_in(block: GridBlock) -> list[tuple[str, int]]:
    """The number of items of each entity in a block, highest first."""
    return Counter(name or "" for name in entity_names(block.rows)).most_common()


def partition_text(partition: Iterable[Any]) -> str:
    """The value of a partition key as the grid shows and filters it; several attributes are shown side by side."""
    return " / ".join(map(full_text, partition))
