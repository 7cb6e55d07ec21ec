"""The generated migration with what a rehearsal reads, and more items than the samples. Pure."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from exporter.rehearsals.reads import held_reads
from exporter.targets.base import Export, ExportFile
from exporter.targets.migration.package import migration_package
from modeler.core.design.items import SampleItem
from modeler.core.design.model import Design
from modeler.core.errors import Invalid
from modeler.sampling.making import samples

ITEMS_MAX: Final = 10_000


def package_with_reads(before: Design, after: Design) -> Export:
    """Return the migration, whose rehearsal also runs the reads of both designs. Raises Invalid if nothing moves."""
    made = migration_package(before, after)
    files = tuple(_held(one, before, after) if one.path.endswith("/rehearsal.json") else one for one in made.files)
    return replace(made, files=files)


def _held(file: ExportFile, before: Design, after: Design) -> ExportFile:
    held = {**json.loads(file.text), **held_reads(before, after)}
    return replace(file, text=json.dumps(held, ensure_ascii=False) + "\n")


def with_items(design: Design, count: int, seed: int) -> Design:
    """Return the design with about so many more sample items, as many of each entity. Raises Invalid."""
    if not 0 <= count <= ITEMS_MAX:
        raise Invalid(f"the number of items is from 0 to {ITEMS_MAX:,}", path="items")
    homes = list(design.entities())
    if not count or not homes:
        return design
    # A file can leave IDs out; samples are made by ID.
    marked = replace(
        design,
        tables=tuple(
            replace(table, entities=tuple(replace(one, id=f"{place}:{one.name}") for one in table.entities))
            for place, table in enumerate(design.tables)
        ),
    )
    each = max(1, count // len(homes))
    made = samples(marked, {entity.id: each for _, entity in marked.entities()}, seed)
    tables = []
    for place, table in enumerate(design.tables):
        grown = (
            replace(one, items=(*one.items, *(SampleItem("", values) for values in made.items[f"{place}:{one.name}"])))
            for one in table.entities
        )
        tables.append(replace(table, entities=tuple(grown)))
    return replace(design, tables=tuple(tables))
