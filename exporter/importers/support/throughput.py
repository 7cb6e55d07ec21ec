"""Units of indexes that a file leaves out: those of the table, reported once for each table."""

from __future__ import annotations

from dataclasses import replace

from exporter.importers.support.base import Imported
from exporter.importers.support.report_lines import Level, ReportLine
from modeler.core.design.tables import Capacity, Index, IndexKind, Table


def with_units(imported: Imported) -> Imported:
    """Return the import with the table's units and auto scaling for each GSI of a provisioned table that has none."""
    tables, lines = [], []
    for table in imported.design.tables:
        lacking = [index.name for index in table.indexes if _lacks_units(table, index)]
        if lacking:
            names = ", ".join(lacking[:5]) + (f" and {len(lacking) - 5} more" if len(lacking) > 5 else "")
            said = f"the file has no units for {names}; those of {table.name} are used"
            lines.append(ReportLine(Level.GUESSED, f"tables.{table.name}.indexes", said))
            table = replace(table, indexes=tuple(_filled(table, index) for index in table.indexes))
        tables.append(table)
    design = replace(imported.design, tables=tuple(tables))
    return replace(imported, design=design, report=(*imported.report, *lines)) if lines else imported


def _lacks_units(table: Table, index: Index) -> bool:
    own, of_table = index.capacity, table.capacity
    known = of_table.read is not None or of_table.write is not None or bool(of_table.settings)
    is_empty = own.read is None and own.write is None and "auto_scaling" not in own.settings
    return table.is_provisioned and known and index.kind is IndexKind.GSI and is_empty


def _filled(table: Table, index: Index) -> Index:
    if not _lacks_units(table, index):
        return index
    scaling = {"auto_scaling": table.settings["auto_scaling"]} if table.settings.get("auto_scaling") else {}
    settings = {**index.capacity.settings, **scaling}
    return replace(index, capacity=Capacity(table.capacity.read, table.capacity.write, settings))
