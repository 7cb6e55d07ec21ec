"""What evaluating an access pattern says: values only. Units are exact Decimals, sizes are bytes.

facts/throughput#reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from modeler.core.design.patterns import Operation
from modeler.core.design.tables import IndexKind
from modeler.core.evaluator.database import Database
from modeler.core.items.item_collections import Entry
from modeler.core.items.materialize import KeyValues, StoredItem
from modeler.core.values.attribute_values import Item


@dataclass(frozen=True, slots=True)
class Refusal:
    """DynamoDB rejects the call: its own sentence, and a stable code of ours."""

    code: str
    message: str

    @property
    def exception(self) -> str:
        """The name of the exception that DynamoDB raises. facts/table-api#messages."""
        return _EXCEPTIONS.get(self.code, "ValidationException")


_EXCEPTIONS: Final[Mapping[str, str]] = {
    "condition.failed": "ConditionalCheckFailedException",
    "transaction.cancelled": "TransactionCanceledException",
    "table.missing": "ResourceNotFoundException",
}


@dataclass(frozen=True, slots=True)
class ReturnedItem:
    """One item of a result: its entity, the table's key, and the projected attributes."""

    id: str
    key: KeyValues
    item: Item


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a Query or Scan (otherwise a single call): examined ids, bytes read, read units charged.

    `fetched_units` is the part of `units` that an LSI uses to fetch attributes that it does not project.
    facts/throughput#reads.
    """

    examined: tuple[str, ...]
    size: int
    units: Decimal
    fetched_units: Decimal = Decimal(0)


class IndexEffect(StrEnum):
    """What a write does to the entry of one index. facts/throughput#index-writes."""

    ABSENT = "absent"
    ENTERS = "enters"
    LEAVES = "leaves"
    MOVES = "moves"
    REWRITTEN = "rewritten"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class IndexChange:
    """What a write does to one secondary index, and the write units that it costs there."""

    index: str
    kind: IndexKind
    effect: IndexEffect
    before: Entry | None
    after: Entry | None
    units: Decimal


@dataclass(frozen=True, slots=True)
class Write:
    """One written item: whether its condition held (None: it has none), the item before and after, and the units.

    `table_units` are the table's own share, doubled in a transaction; those of indexes are never doubled. If the write
    was rejected or its condition failed, `after` is `before` and the indexes cost nothing.
    """

    operation: Operation
    table: str
    key: KeyValues
    condition_held: bool | None
    before: StoredItem | None
    after: StoredItem | None
    table_units: Decimal
    indexes: tuple[IndexChange, ...] = ()

    @property
    def units(self) -> Decimal:
        """Write units of the table and all of its indexes."""
        return sum((change.units for change in self.indexes), self.table_units)


CONDITIONAL: Final = frozenset({"condition.failed", "transaction.cancelled"})
"""The codes of refusals because of a condition that did not hold."""


def _content(stored: StoredItem | None) -> Item | None:
    return stored.item if stored is not None else None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result and cost of an access pattern over the items of a design.

    Reads: `returned` in result order, `examined` (ids, in the order read), `discarded` (ids that the filter discarded),
    `pages`, `more` (a limit stopped it before the end), `last_key` (LastEvaluatedKey, of one request that `respond`
    answered: there may be more after it). Writes: `writes`. `after` is the content of the tables afterward. `refusals`:
    DynamoDB would reject it. `problems`: the pattern is incomplete, as sentences. `notes`: what a reader of the numbers
    must know. A pattern of several calls also has the `steps` that it consists of.
    """

    operation: Operation
    after: Database
    returned: tuple[ReturnedItem, ...] = ()
    examined: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    pages: tuple[Page, ...] = ()
    more: bool = False
    writes: tuple[Write, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    steps: tuple[Evaluation, ...] = ()
    last_key: Item | None = None

    @property
    def count(self) -> int:
        """How many items are returned."""
        return len(self.returned)

    @property
    def read_units(self) -> Decimal:
        """Read units of all calls and pages."""
        return sum((page.units for page in self.pages), Decimal(0))

    @property
    def write_units(self) -> Decimal:
        """Write units of tables and indexes together."""
        return sum((write.units for write in self.writes), Decimal(0))

    @property
    def units(self) -> Decimal:
        """Read units of a read, write units of a write; of a sequence that does both, their sum."""
        return self.read_units + self.write_units

    @property
    def proves_nothing(self) -> bool:
        """Whether it returns nothing and leaves every item as it was, because the sample items give it nothing to find
        or to change: a wrong pattern would do the same. A request that DynamoDB rejects as such is not meant.
        """
        is_rejected = any(refusal.code not in CONDITIONAL for refusal in self.refusals)
        is_same = all(_content(write.before) == _content(write.after) for write in self.writes)
        return not is_rejected and not self.problems and not self.returned and is_same

    @property
    def refused(self) -> bool:
        """Whether DynamoDB would have rejected it, or there is nothing to request."""
        return bool(self.refusals or self.problems)
