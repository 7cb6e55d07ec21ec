"""Tables known by their items alone: entities, templates and sample items of each, guessed and said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exporter.importers.inference.entities import group_rows
from exporter.importers.inference.entity_builder import Facts, build_entity, literal_prefixes
from exporter.importers.inference.table_keys import guessed_table
from exporter.importers.support.base import Report
from exporter.importers.support.limits import refuse_too_many
from exporter.importers.support.rows import Row, merge_rows
from exporter.importers.workbench.entities import unassigned_items
from modeler.core.design.model import Design
from modeler.core.design.tables import Table


def infer_table(table: Table, rows: Sequence[Row], path: str, report: Report) -> Table:
    """The table with entities that its rows show. Every row is in it, in an entity or unassigned.

    `table` says the keys and indexes and nothing more; what is guessed is in the report, with its part.
    """
    merged = merge_rows(rows, table, report)
    groups = group_rows(table, merged, {}, (), path)
    facts = Facts({}, {}, literal_prefixes(table, groups.found), {})
    entities = tuple(build_entity(table, group, facts, report) for group in groups.found)
    return replace(table, entities=entities, unassigned=unassigned_items(table, groups.unassigned, report))


def design_of_items(name: str, rows: Sequence[Row], path: str, report: Report, said: Sequence[str] = ()) -> Design:
    """A design with one table, of items alone: key, indexes, entities and templates are guessed.

    `said` are the names of the key where the file gives them. Raises DocumentInvalid where there are too many items.
    """
    refuse_too_many(len(rows))
    table = guessed_table(name, rows, path, report, said)
    return Design(name="", tables=(infer_table(table, rows, path, report),))


def table_name(filename: str) -> str:
    """A name for the table of a file of items, which does not say it: as the file is called."""
    base = filename.rsplit("/", 1)[-1].split(".", 1)[0]
    safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "_-.") else "-" for letter in base)
    return safe[:255] if len(safe) >= 3 else "items"
