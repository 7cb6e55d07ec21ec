"""Settings as text: every one that has a value, by the one table of fields, so that a new field is never left out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from modeler.core.design.tables import Index, Table
from modeler.core.fields.settings import DESIGN_SETTINGS, TABLE_SETTINGS
from modeler.core.fields.table import INDEX

TITLES: Final[Mapping[str, str]] = {
    "billing": "Paid",
    "gsi_quota": "Quota of GSIs",
    "iam": "IAM",
    "on_demand_maximum": "On-demand maximum",
    "ops": "Operation",
    "ttl_attribute": "Time to live",
    "point_in_time_recovery": "Point-in-time recovery",
}
"""Titles that differ from the field's name as text."""
CAPACITY: Final = ("provisioned", "auto_scaling", "on_demand_maximum", "warm_throughput")
"""Settings of an index that a table has too."""
WORDS: Final[Mapping[str, str]] = {"PAY_PER_REQUEST": "on-demand", "PROVISIONED": "provisioned"}


def table_texts(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the settings of a table, the billing mode first, then those of its indexes."""
    yield TITLES["billing"], WORDS.get(table.options.billing or "PAY_PER_REQUEST", "on-demand")
    for field in TABLE_SETTINGS:
        if field.name != "billing" and (text := as_text(table.settings.get(field.name))):
            yield titled(field.name), text
    for index in table.indexes:
        yield from _index_texts(index)


def design_texts(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the settings of a design."""
    for field in DESIGN_SETTINGS:
        if text := as_text(settings.get(field.name)):
            yield titled(field.name), text


def _index_texts(index: Index) -> Iterator[tuple[str, str]]:
    given = {"provisioned": {"read": index.capacity.read, "write": index.capacity.write}, **index.capacity.settings}
    for field in INDEX:
        if field.name in CAPACITY and (text := as_text(given.get(field.name))):
            yield f"{index.name}: {titled(field.name).lower()}", text


def titled(name: str) -> str:
    """Return the title of a setting: its name as text."""
    return TITLES.get(name) or name.replace("_", " ").capitalize()


def as_text(value: Any) -> str:
    """Return a value of a setting on one line; '' for an empty value. Names are those of the document."""
    match value:
        case None:
            return ""
        case bool():
            return "on" if value else "off"
        case str():
            return value
        case int() | float():
            return f"{value:,}"
        case Mapping() if _is_deep(value):
            return json.dumps(value, ensure_ascii=False, sort_keys=True)
        case Mapping():
            named = ((str(name).replace("_", " "), as_text(one)) for name, one in value.items())
            return ", ".join(f"{name} {text}" for name, text in named if text)
        case list() | tuple():
            separator = "; " if any(isinstance(one, Mapping) for one in value) else ", "
            return separator.join(filter(None, map(as_text, value)))
    return str(value)


def _is_deep(value: Mapping[str, Any]) -> bool:
    """Is it nested more than once, such as a policy? It is written as JSON."""
    inner = [one for one in value.values() if isinstance(one, Mapping | list | tuple)]
    held = [each for one in inner for each in (one.values() if isinstance(one, Mapping) else one)]
    return any(isinstance(one, Mapping | list | tuple) for one in held)
