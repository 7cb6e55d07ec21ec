"""Notes next to fields: sizes, counts, and remaining quotas."""

from __future__ import annotations

from collections.abc import Mapping

from designer.templatetags.keysheet import byte_count, grouped
from modeler.core import limits
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.tables import Index, ProjectionType, Table
from modeler.core.items.sizes import item_estimate
from modeler.core.keys.attribute_formats import format_of, value_lengths


def entity_notes(table: Table, entity: Entity) -> Mapping[str, str]:
    """Notes on an entity's fields."""
    size = item_estimate(table, entity)
    notes = {"count": f"about {byte_count(size.bytes)} per item, {size.source}"}
    if entity.count:
        notes["count"] = f"about {byte_count(size.bytes)} per item, {byte_count(size.bytes * entity.count)} in total"
    if entity.growth:
        notes["growth"] = f"about {byte_count(size.bytes * entity.growth)} more per month"
    return notes


def attribute_notes(attribute: Attribute) -> Mapping[str, str]:
    """Notes on an attribute's fields."""
    made = format_of(attribute)
    least, most = value_lengths(attribute)
    notes = {}
    if made.example:
        length = f"{least}" if least == most else f"{least} to {most}" if most is not None else f"{least} or more"
        ordered = "; sorts by value" if made.ordered else ""
        notes["format"] = f"{made.example} · {length} characters{ordered}"
    return notes


def index_notes(table: Table, index: Index) -> Mapping[str, str]:
    """Notes on an index's fields."""
    named = sum(
        len(one.projection.attributes) for one in table.indexes if one.projection.type is ProjectionType.INCLUDE
    )
    entities = sum(bool(one.overloads_of(index.name)) for one in table.entities)
    notes = {"name": f"written by {entities} of {len(table.entities)} entities"}
    if index.projection.type is ProjectionType.INCLUDE:
        notes["projection"] = f"{named} of {limits.PROJECTED_NAMES_MAX} listed attributes in all indexes of the table"
    return notes


def table_notes(table: Table) -> Mapping[str, str]:
    """Notes on a table's fields."""
    items = sum(one.count or 0 for one in table.entities)
    held = [
        _count(len(table.entities), "entity", "entities"),
        f"{grouped(items)} items" if items else "",
        _count(len(table.indexes), "index", "indexes"),
    ]
    return {"name": ", ".join(filter(None, held))}


def design_notes(design: Design) -> Mapping[str, str]:
    """Notes on the design's fields."""
    tables = _count(len(design.tables), "table", "tables")
    return {"name": f"{tables}, {_count(len(design.patterns), 'access pattern', 'access patterns')}"}


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
