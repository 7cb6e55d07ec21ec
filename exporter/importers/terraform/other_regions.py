"""Tables of one name that different providers create: one table in several Regions, or two tables that share a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from exporter.importers.described.tables import Context
from exporter.importers.terraform.resource_kinds import ParsedResource
from modeler.core.design.tables import Table


def merged(
    made: Sequence[ParsedResource], tables: Sequence[Table], context: Context
) -> tuple[list[Table], dict[int, int]]:
    """Return the tables of a design, and the place in it of each resource.

    A name is unique in one Region of an account only, while a design has each name once.
    """
    found: list[Table] = []
    places: dict[int, int] = {}
    first: dict[str, int] = {}
    for number, (one, table) in enumerate(zip(made, tables, strict=True)):
        known = first.setdefault(table.name, number)
        is_elsewhere = known != number and made[known].provider != one.provider
        if is_elsewhere and _keys(tables[known]) == _keys(table):
            said = f"{table.name[:80]} again, with another provider (another Region or account); the design has it once"
            context.note(one.address, said, one.values)
            places[number] = places[known]
            continue
        if is_elsewhere:
            label = one.address.rpartition(".")[2].split("[", 1)[0]
            name = f"{table.name}-{label}"[:255]
            said = f"another provider (another Region or account) has a table of this name; named {name[:80]!r} here"
            context.converted(f"{one.address}.name", said, one.values, "name")
            table = replace(table, name=name)
        places[number] = len(found)
        found.append(table)
    return found, places


def _keys(table: Table) -> object:
    indexes = sorted((one.name, str(one.kind), one.key_names, str(one.projection)) for one in table.indexes)
    return [(one.name, one.type) for one in (*table.partition_key, *table.sort_key)], indexes
