"""Tables known by their items alone: entities, templates and sample items of each, guessed and said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exporter.importers.base import Report
from exporter.importers.entity_builder import Facts, build_entity, literal_prefixes
from exporter.importers.inference import group_rows
from exporter.importers.rows import Row, merge_rows
from exporter.importers.workbench_entities import unassigned_items
from modeler.core.tables import Table


def infer_table(table: Table, rows: Sequence[Row], path: str, report: Report) -> Table:
    """The table with entities that its rows show. Every row is in it, in an entity or unassigned.

    `table` says the keys and indexes and nothing more; what is guessed is in the report, with its part.
    """
    merged = merge_rows(rows, table, report)
    groups = group_rows(table, merged, {}, (), path)
    facts = Facts({}, {}, literal_prefixes(table, groups.found), {})
    entities = tuple(build_entity(table, group, facts, report) for group in groups.found)
    return replace(table, entities=entities, unassigned=unassigned_items(table, groups.unassigned, report))
