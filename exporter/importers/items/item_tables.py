"""Tables known only by their items: entities, templates, and sample items of each, inferred and reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exporter.importers.inference.entities import group_rows
from exporter.importers.inference.entity_builder import DeclaredFacts, build_entity, literal_prefixes, shown_values
from exporter.importers.inference.table_keys import guessed_table
from exporter.importers.support.base import Report
from exporter.importers.support.limits import refuse_too_many
from exporter.importers.support.rows import StoredRow, merge_rows
from exporter.importers.workbench.entities import unassigned_items
from modeler.core.design.model import Design
from modeler.core.design.tables import Table


def infer_table(table: Table, rows: Sequence[StoredRow], path: str, report: Report) -> Table:
    """Return the table with the entities that its rows show. Every row is in it, in an entity or unassigned.

    `table` has only the keys and indexes; what is inferred is in the report, with its part.
    """
    merged = merge_rows(rows, table, report)
    groups = group_rows(table, merged, {}, (), path)
    facts = DeclaredFacts({}, {}, literal_prefixes(table, groups.found), {}, shown_values(table, groups.found))
    entities = tuple(build_entity(table, group, facts, report) for group in groups.found)
    return replace(table, entities=entities, unassigned=unassigned_items(table, groups.unassigned, report))


def design_of_items(
    name: str, rows: Sequence[StoredRow], path: str, report: Report, said: Sequence[str] = ()
) -> Design:
    """Return a design with one table, from items alone: key, indexes, entities, and templates are inferred.

    `said` are the key's names if the file has them. Raises DocumentInvalid if there are too many items.
    """
    refuse_too_many(len(rows))
    table = guessed_table(name, rows, path, report, said)
    return Design(name="", tables=(infer_table(table, rows, path, report),))


def table_name(filename: str) -> str:
    """Return a table name for a file of items, which does not specify one: the file's name."""
    base = filename.rsplit("/", 1)[-1].split(".", 1)[0]
    safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "_-.") else "-" for letter in base)
    return safe[:255] if len(safe) >= 3 else "items"
