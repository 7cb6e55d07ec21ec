"""Tables of a document whose rows are tables or indexes of DynamoDB, with the names of their key attributes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from exporter.importers.key_charts.cells import is_nothing, plain_text
from exporter.importers.key_charts.charts import KeyChart
from exporter.importers.support.base import Report
from exporter.importers.support.document_building import Json, key
from exporter.importers.support.text_lines import without_marks

_ATTRIBUTE: Final = re.compile(r"(?P<name>[A-Za-z_][\w.-]{0,254})(?:\s*(?:\(|:)\s*(?P<type>[A-Za-z]+)\)?)?")
_QUOTED: Final = re.compile(r"`([A-Za-z_][\w.-]{0,254})`")
_TYPES: Final = {"s": "S", "string": "S", "text": "S", "n": "N", "number": "N", "b": "B", "binary": "B"}
_TABLES_MAX: Final = 500


def tables_of(charts: Sequence[KeyChart], report: Report) -> list[Json]:
    """Return a table for each row that names one and its partition key."""
    made: dict[str, Json] = {}
    untyped: dict[str, None] = {}
    for chart in charts:
        for name in chart.unread:
            report.dropped(f"line {chart.line}", f"the column {name} of the table of keys is not read", chart.line)
        for line, row in chart.rows:
            name = re.sub(r"[${}<>]", "", plain_text(row[chart.entity]))[:255] if chart.entity < len(row) else ""
            keys = _keys(chart, line, row, untyped, report)
            if not name or not keys or name in made or len(made) >= _TABLES_MAX:
                report.dropped(f"line {line}", f"not read as a table: {' | '.join(row)[:200]}", line)
                continue
            made[name] = {"name": name, **keys, "settings": {"billing": "PAY_PER_REQUEST"}}
            if 0 <= chart.description < len(row) and row[chart.description]:
                made[name]["description"] = without_marks(row[chart.description])
    _say_untyped(untyped, report)
    return [*made.values()]


def indexes_of(charts: Sequence[KeyChart], report: Report) -> Iterator[Json]:
    """Yield an index for each row that names one and its key attributes."""
    untyped: dict[str, None] = {}
    for chart in charts:
        for line, row in chart.rows:
            name = without_marks(row[chart.entity]).split(" (")[0][:255] if chart.entity < len(row) else ""
            keys = _keys(chart, line, row, untyped, report)
            if name and keys:
                is_local = "lsi" in (name + chart.header[chart.entity]).lower()
                yield {"name": name, "kind": "LSI" if is_local else "GSI", **keys, "projection": {"type": "ALL"}}
            else:
                report.dropped(f"line {line}", f"not read as an index: {' | '.join(row)[:200]}", line)
    _say_untyped(untyped, report)


def _say_untyped(names: Collection[str], report: Report) -> None:
    if names:
        shown = ", ".join([*names][:10]) + (f" and {len(names) - 10} more" if len(names) > 10 else "")
        report.guessed("", f"the document does not give the type of {shown}; read as S")


def _keys(chart: KeyChart, line: int, row: Sequence[str], untyped: dict[str, None], report: Report) -> Json:
    """Return the keys of a row; nothing if its partition key is not the name of an attribute."""
    made: Json = {}
    for column in chart.own:
        text = row[column.place] if column.place < len(row) else ""
        if is_nothing(text):
            continue
        found = _ATTRIBUTE.fullmatch(plain_text(text))
        quoted = None if found else _QUOTED.match(text.strip())
        if found is None and quoted is None:
            return {}
        name = found["name"] if found is not None else quoted[1] if quoted is not None else ""
        if quoted is not None:
            said = f"{name}: what else the cell says is not read: {without_marks(text)[:120]}"
            report.dropped(f"line {line}", said, line)
        kind = _TYPES.get((found["type"] or "" if found is not None else "").lower(), "")
        if not kind:
            untyped.setdefault(name)
        made["partition_key" if column.is_partition else "sort_key"] = key(name, kind or "S")
    return made if "partition_key" in made else {}
