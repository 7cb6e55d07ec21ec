"""Tables of keys whose rows are items, with example values in every cell, and not entities with placeholders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from exporter.importers.key_charts.cells import is_nothing, plain_text, style_of
from exporter.importers.key_charts.charts import KeyChart, KeyColumn
from exporter.importers.support.rows import StoredRow
from modeler.core.values.attribute_values import AttributeType, AttributeValue, as_decimal, normal_number, string

_LEAST: Final = 2


def are_items(charts: Sequence[KeyChart]) -> bool:
    """Return whether the rows are items: no key has a placeholder, most partition keys have digits, and an entity has
    several rows, or no column names entities.
    """
    cells = [row[one.place] for chart in charts for _, row in chart.rows for one in chart.keys if one.place < len(row)]
    style = style_of(cells)
    partitions = [row[chart.own[0].place] for chart in charts for _, row in chart.rows if chart.own[0].place < len(row)]
    numbered = sum(any(map(str.isdigit, one)) for one in partitions)
    several = any(chart.entity < 0 or _is_repeated(chart) for chart in charts)
    return not style.has_holes and not style.has_quotes and numbered * 2 > len(partitions) and several


def _is_repeated(chart: KeyChart) -> bool:
    names = Counter(row[chart.entity] for _, row in chart.rows if chart.entity < len(row))
    return any(count >= _LEAST for count in names.values())


def stored_rows(charts: Sequence[KeyChart], types: Mapping[str, str]) -> Iterator[StoredRow]:
    """Yield each row as an item; `types` are those of key attributes. A column of numbers is one."""
    for chart in charts:
        columns = dict(_columns(chart, types))
        for line, row in chart.rows:
            item = {
                columns[place][0]: _value(plain_text(text), columns[place][1])
                for place, text in enumerate(row)
                if place in columns and not is_nothing(text)
            }
            yield StoredRow(f"line {line}", item)


def _columns(chart: KeyChart, types: Mapping[str, str]) -> Iterator[tuple[int, tuple[str, AttributeType]]]:
    keys: dict[int, KeyColumn] = {one.place: one for one in chart.keys}
    for place, name in enumerate(chart.header):
        if place in keys:
            attribute = keys[place].attribute
            yield place, (attribute, AttributeType(types[attribute]))
        elif name:
            texts = [plain_text(row[place]) for _, row in chart.rows if place < len(row) and not is_nothing(row[place])]
            is_number = bool(texts) and all(as_decimal(one) is not None for one in texts)
            yield place, (name, AttributeType.N if is_number else AttributeType.S)


def _value(text: str, kind: AttributeType) -> AttributeValue:
    is_number = kind is AttributeType.N and as_decimal(text) is not None
    return AttributeValue(kind, normal_number(text)) if is_number else string(text)
