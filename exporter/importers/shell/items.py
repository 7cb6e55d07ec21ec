"""Items that a script writes: put-item and batch-write-item, of tables that it creates and of others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.inference.table_keys import guessed_table
from exporter.importers.items.item_tables import infer_table, table_name
from exporter.importers.shell.options import CliCommand, objects
from exporter.importers.support.base import Report
from exporter.importers.support.limits import refuse_too_many
from exporter.importers.support.rows import StoredRow, read_item
from modeler.core.design.tables import Table


class PutItems:
    """The items that commands of a script put, by the name of their table."""

    def __init__(self) -> None:
        self._rows: dict[str, list[StoredRow]] = {}
        self._count = 0

    def take(self, command: CliCommand, report: Report) -> None:
        """Take the items of one command; one that only a run determines is reported."""
        path = f"line {command.line}.{command.verb}"
        found = list(_puts(command))
        if not found or any(_is_open(item) for _, item in found):
            said = "what this command writes is known only when the script runs; left out"
            report.dropped(path, said, command.line)
            return
        for name, item in found:
            self._count += 1
            refuse_too_many(self._count)
            if row := read_item(item, path, report):
                self._rows.setdefault(name, []).append(StoredRow(path, row))

    def added(self, table: Table, report: Report) -> Table:
        """Return a table that the script creates, with the entities that its items show."""
        rows = self._rows.get(table.name)
        return infer_table(table, rows, table.name, report) if rows else table

    def of_no_table(self, created: Collection[str], report: Report) -> Iterator[Table]:
        """Yield the tables that the script writes to and does not create; their keys are inferred."""
        for name, rows in self._rows.items():
            if name not in created:
                safe = table_name(name)
                yield infer_table(guessed_table(safe, rows, safe, report, ()), rows, safe, report)


def _puts(command: CliCommand) -> Iterator[tuple[str, Mapping[str, Any]]]:
    options = command.options
    if isinstance(options.get("Item"), Mapping):
        yield text_of(options.get("TableName")) or "table", options["Item"]
    requests = options.get("RequestItems")
    for name, listed in requests.items() if isinstance(requests, Mapping) else ():
        for one in objects(listed):
            put = one.get("PutRequest")
            if isinstance(put, Mapping) and isinstance(put.get("Item"), Mapping):
                yield str(name), put["Item"]


def _is_open(value: Any) -> bool:
    """Does a value hold a text that only a run determines?"""
    if isinstance(value, Mapping):
        return any(map(_is_open, value.values()))
    return any(map(_is_open, value)) if isinstance(value, list) else isinstance(value, Unresolved)
