"""One run of an access pattern over the sample items, page by page, and write by write in every index."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from designer.page.item_text import value_text
from designer.page.scene import Scene
from modeler.core.design.patterns import AccessPattern
from modeler.core.evaluator.evaluation import Evaluation, IndexChange, Page, Write
from modeler.core.evaluator.run import evaluate
from modeler.core.values.attribute_values import Item

ITEMS_SHOWN: Final = 60
PAGES_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class PageRead:
    """One page of a read: the evaluated items, those returned, its bytes and units."""

    number: int
    examined: int
    returned: int
    discarded: int
    size: int
    units: Decimal


@dataclass(frozen=True, slots=True)
class Changed:
    """One attribute before and after a write; None if it is absent."""

    name: str
    before: str | None
    after: str | None

    @property
    def is_changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class WrittenItem:
    """One item that a write touches, in the table or in one index: `effect` as one word, its attributes, its units."""

    place: str
    effect: str
    units: Decimal
    attributes: tuple[Changed, ...]


def run_of(scene: Scene, pattern: AccessPattern) -> dict[str, Any]:
    """Context of a run: pages, writes, refusals, notes."""
    done = evaluate(scene.design, pattern, stored=scene.database)
    return {
        "pages": list(_pages(done))[:PAGES_SHOWN],
        "page_count": len(done.pages),
        "count": done.count,
        "examined": len(done.examined),
        "discarded": len(done.discarded),
        "read_units": done.read_units,
        "write_units": done.write_units,
        "more": done.more,
        "writes": [_write(write) for write in done.writes[:ITEMS_SHOWN]],
        "write_count": len(done.writes),
        "refusals": [refusal.message for refusal in done.refusals] + list(done.problems),
        "notes": done.notes,
    }


def _pages(done: Evaluation) -> Iterator[PageRead]:
    returned = {one.id for one in done.returned}
    thrown = set(done.discarded)
    for number, page in enumerate(done.pages, 1):
        yield PageRead(
            number,
            len(page.examined),
            sum(item in returned for item in page.examined) or _answered(page, done),
            sum(item in thrown for item in page.examined),
            page.size,
            page.units,
        )


def _answered(page: Page, done: Evaluation) -> int:
    """A get evaluates its one item without reporting it."""
    return done.count if len(done.pages) == 1 and not page.examined else 0


def _write(write: Write) -> dict[str, Any]:
    before = write.before.item if write.before else {}
    after = write.after.item if write.after else {}
    entries = [WrittenItem("table", _effect(write), write.table_units, _attributes(before, after))]
    entries += [_index(change) for change in write.indexes]
    return {
        "operation": write.operation.value,
        "key": " / ".join(value_text(value) for value in write.key.values()) if isinstance(write.key, Mapping) else "",
        "held": write.condition_held,
        "places": entries,
        "units": write.units,
    }


def _effect(write: Write) -> str:
    if write.condition_held is False:
        return "unchanged: the condition is false"
    if write.before is None:
        return "new item" if write.after is not None else "not in the table"
    return "deleted" if write.after is None else "rewritten"


def _index(change: IndexChange) -> WrittenItem:
    before = change.before.item if change.before else {}
    after = change.after.item if change.after else {}
    return WrittenItem(change.index, str(change.effect), change.units, _attributes(before, after))


def _attributes(before: Item, after: Item) -> tuple[Changed, ...]:
    """Changed attributes first, then unchanged ones."""
    names = dict.fromkeys((*after, *before))
    listed = [
        Changed(
            name,
            value_text(before[name]) if name in before else None,
            value_text(after[name]) if name in after else None,
        )
        for name in names
    ]
    return tuple(sorted(listed, key=lambda one: not one.is_changed))
