"""How long the core takes for a large table: `python tests/benchmarks/grid.py`. Prints, asserts nothing.

Aims: 10,000 items rendered into three indexes in 250 ms; the first window of their grid in 100 ms.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from modeler.core.design.items import Entity, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.evaluator import Database, evaluate
from modeler.core.items.item_collections import item_collections, window
from modeler.core.items.materialize import materialise
from tests.modeler.core.order_management import ORDER, PATTERNS, TABLE, gsi, key, overload, values

ITEMS = 10_000


def large_table() -> Table:
    """Orders with three indexes, one of them sparse."""
    return replace(
        TABLE,
        indexes=(*TABLE.indexes, gsi("GSI3", key("GSI3PK"), key("GSI3SK"))),
        entities=(orders(),),
    )


def orders() -> Entity:
    """Ten thousand orders of some hundred customers."""
    items = tuple(
        SampleItem(
            f"o-{n}",
            values(
                customerId=f"c{n % 97}",
                orderId=f"o-{n}",
                orderDate=f"2026-{n % 12 + 1:02}-{n % 28 + 1:02}",
                status="OPEN" if n % 3 == 0 else "SHIPPED",
                total=n,
            ),
        )
        for n in range(ITEMS)
    )
    by_month = overload("GSI3", GSI3PK="MONTH#{orderDate:month}", GSI3SK="{orderId}")
    return replace(ORDER, overloads=(*ORDER.overloads, by_month), items=items)


def timed[T](name: str, work: Callable[[], T], repeats: int = 5) -> T:
    """Runs some work a few times and prints the best and the worst of it."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = work()
        times.append((perf_counter() - start) * 1000)
    print(f"{name:<52} {min(times):7.1f} to {max(times):7.1f} ms")
    return result


def main() -> None:
    """Prints one line a measurement."""
    table = large_table()
    design = Design("large", tables=(table,), patterns=PATTERNS)
    stored = timed(f"{ITEMS} items into three indexes", lambda: materialise(table))
    timed(
        "the grid of the table, first 100 entries", lambda: window(item_collections(table, table.base, stored), 0, 100)
    )
    timed(
        "the grid of GSI1, first 100 entries", lambda: window(item_collections(table, table.indexes[0], stored), 0, 100)
    )
    database = Database.of(design, {table.name: stored})
    timed(
        "each pattern once, indexes cold",
        lambda: [evaluate(design, one, stored=stored_again(design, stored)) for one in PATTERNS],
        1,
    )
    timed(
        "60 rounds of five patterns, indexes warm",
        lambda: [evaluate(design, one, stored=database) for one in PATTERNS for _ in range(60)],
    )


def stored_again(design: Design, stored: tuple) -> Database:
    """A Database that has seen nothing yet."""
    return Database.of(design, {design.tables[0].name: stored})


if __name__ == "__main__":
    main()
