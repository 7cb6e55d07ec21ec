"""Measured calls by partition-key value, from a CSV file. Pure; the simulation replays them."""

from __future__ import annotations

import csv
import io
import math

from modeler.core.errors import DocumentInvalid


def read_key_counts(raw: bytes) -> dict[str, float]:
    """Read a CSV of key values and counts, with or without a header. Raises DocumentInvalid if a row is neither."""
    try:
        rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    except (UnicodeDecodeError, csv.Error) as error:
        raise DocumentInvalid("the key counts are not a CSV file in UTF-8", code="simulation.keys") from error
    counts: dict[str, float] = {}
    for number, row in enumerate((row for row in rows if row), 1):
        count = _count(row[1]) if len(row) == 2 else None
        if count is None and number == 1 and len(row) == 2:
            continue  # a header
        if count is None:
            message = f"row {number} of the key counts is not a key and a count"
            raise DocumentInvalid(message, code="simulation.keys")
        counts[row[0]] = counts.get(row[0], 0.0) + count
    if not sum(counts.values()):
        raise DocumentInvalid("the key counts contain no calls", code="simulation.keys")
    return counts


def _count(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if 0 <= found < math.inf else None
