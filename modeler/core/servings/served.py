"""How a pattern is served and at which cost; or why it is not, and what would serve it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import Decimal

from modeler.core.arithmetic import exact
from modeler.core.design.patterns import KeyCondition
from modeler.core.servings.key_legality import ServingProblem


@dataclass(frozen=True, slots=True)
class Expected:
    """What one call of a read is expected to take, all its requests together. facts/throughput#reads.

    `items` are returned, `examined` read before the filter, `size` their bytes, `pages` at most 1 MB each. `units` are
    read units of the index itself; `fetches` reads of the table for attributes that the index does not project, at
    `fetch_units` together (for an LSI they are DynamoDB's own). `estimate`: not all of it is certain.
    """

    items: float
    examined: float
    size: float
    pages: int
    units: Decimal
    fetches: float = 0.0
    fetch_units: Decimal = Decimal(0)
    estimate: bool = True

    @property
    def total(self) -> Decimal:
        """Units of the index and of the fetches together."""
        return self.units + self.fetch_units

    def times(self, keys: float, dearer: int = 1) -> Expected:
        """The same for this many keys, each a separate read, whose units cost this many times more."""
        pages = math.ceil(self.pages * keys)
        units = self.units * exact(keys) * dearer
        return replace(
            self,
            items=self.items * keys,
            examined=self.examined * keys,
            size=self.size * keys,
            pages=pages,
            units=units,
        )


@dataclass(frozen=True, slots=True)
class Serving:
    """Whether a pattern is served, and by what.

    `index` is None for the table's own key. `condition` is the key condition, in the order of the key schema, and
    `bound` the attributes and parameters in it. `order_satisfied` is None if no order is requested, and `order_reason`
    says why it is or is not; `order_likely`: it is satisfied only if a requested time is the creation time of items;
    `descending`: the index is read in reverse. `missing` are attributes that the pattern needs and the index does not
    project; `fetches` says that a second read fetches them (a GetItem each on a GSI, DynamoDB's own on an LSI).
    `consistent_possible`: whether this read could be strongly consistent.

    `filter` is what the key cannot express of the request (a condition of the document's dialect, '' for none); `kept`
    the share of the examined items that it keeps, None if unknown. `requests` are parallel calls (the shards of a key),
    whose results are merged. `also_reads` names entities that the key condition may match too. `expected` is there if
    sizes were given. `found`: the pattern named no key, and the index was found.

    `reason` is a sentence either way; `comparison` says why this one ranks after the best of several. `change` is the
    smallest change that would serve an unserved pattern; `serving_fixes` gives the edits that make it.
    """

    served: bool
    reason: str
    table: str = ""
    index: str | None = None
    condition: tuple[KeyCondition, ...] = ()
    bound: tuple[str, ...] = ()
    order_satisfied: bool | None = None
    order_reason: str = ""
    order_likely: bool = False
    descending: bool = False
    projection_complete: bool = True
    missing: tuple[str, ...] = ()
    fetches: bool = False
    consistent_possible: bool = True
    filter: str = ""
    kept: float | None = None
    requests: int = 1
    also_reads: tuple[str, ...] = ()
    expected: Expected | None = None
    problems: tuple[ServingProblem, ...] = ()
    change: str = ""
    comparison: str = ""
    found: bool = False
