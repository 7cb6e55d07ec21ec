"""How long an import of ten thousand items takes: `python tests/benchmarks/imports.py`. Prints, asserts nothing.

Processor time. Aim: a Workbench model of 10,000 items in two seconds; the same items in other formats beside it.
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from exporter.importers import import_text
from exporter.importers.live.masking import masker
from tests.benchmarks.figures import report

ITEMS = 10_000


def item(number: int) -> dict[str, Any]:
    """One of two kinds; two of three are in the sparse index."""
    day = f"2026-01-{number % 28 + 1:02d}"
    is_open = number % 3 > 0
    sparse = {"GSI1PK": {"S": "OPEN"}, "GSI1SK": {"S": day}} if is_open else {}
    return {
        "PK": {"S": f"USER#{number % 1000}"}, "SK": {"S": f"POST#{day}#{number}"}, "at": {"S": day},
        "type": {"S": "post" if number % 2 else "like"}, "userId": {"S": str(number % 1000)},
        "n": {"N": str(number)}, "text": {"S": "x" * 100}, "tags": {"SS": ["a", "b"]},
        "status": {"S": "OPEN" if is_open else "DONE"}, **sparse,
    }  # fmt: skip


def element(name: str) -> dict[str, str]:
    """A key attribute as Workbench writes it."""
    return {"AttributeName": name, "AttributeType": "S"}


def model(rows: list[dict[str, Any]]) -> bytes:
    """A Workbench model of one table."""
    index = {
        "IndexName": "GSI1",
        "KeyAttributes": {"PartitionKey": element("GSI1PK"), "SortKey": element("GSI1SK")},
        "Projection": {"ProjectionType": "ALL"},
    }
    keys = {"PartitionKey": element("PK"), "SortKey": element("SK")}
    table = {"TableName": "posts", "KeyAttributes": keys, "GlobalSecondaryIndexes": [index], "TableData": rows}
    return json.dumps({"ModelName": "Posts", "DataModel": [table]}).encode()


def main() -> None:
    """Prints one line a format, and one for masking."""
    rows = [item(number) for number in range(ITEMS)]
    names = [name for name in rows[0] if name != "tags"]
    table = [
        ",".join(names),
        *(",".join(next(iter(row.get(name, {"S": ""}).values())) for name in names) for row in rows),
    ]
    files = {
        "Workbench": (model(rows), "posts.json", "aim 2,000"),
        "DynamoDB JSON": ("\n".join(json.dumps({"Item": row}) for row in rows).encode(), "posts.json", ""),
        "CSV": ("\n".join(table).encode(), "posts.csv", ""),
    }
    for name, (raw, file, aim) in files.items():
        work = partial(import_text, raw, file)
        report(f"import of {ITEMS:,} items, {name}, {len(raw) / 1e6:.1f} MB", busy(work), aim)
    mask = masker("secret")
    report(f"masks of {ITEMS:,} items", busy(lambda: list(map(mask, rows))))


def busy(work: Callable[[], object]) -> list[float]:
    """Milliseconds of processor time of each of three runs: an import waits for nothing."""
    times = []
    for _ in range(3):
        start = process_time()
        work()
        times.append((process_time() - start) * 1000)
    return times


if __name__ == "__main__":
    main()
