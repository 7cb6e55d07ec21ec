"""Whether the item collections that a pattern uses can be split over partitions. facts/partitions#model."""

from __future__ import annotations

from modeler.core.capacity.populations import is_moment, is_now
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.keys.attribute_formats import format_of
from modeler.core.keys.templates import KeyTemplate
from modeler.core.keys.written_keys import written_keys

_ADDS = frozenset({Operation.PUT, Operation.BATCH_WRITE, Operation.TRANSACT_WRITE})


def divides(table: Table, index: Index, entities: tuple[Entity, ...], pattern: AccessPattern) -> bool:
    """Whether a split of the collections of one key helps this pattern.

    It does not if the key has one item, if the table has an LSI, or if new items always go to the end of the
    collection, because their sort keys begin with the time.
    """
    if index.is_base:
        if not table.sort_key or any(one.kind is IndexKind.LSI for one in table.indexes):
            return False
        sort_keys = [key for entity in entities for key in _sort_keys(table, entity, index)]
        if sort_keys and not any(key.references for key in sort_keys):
            return False
    if pattern.operation not in _ADDS:
        return True
    found = [(entity, key) for entity in entities for key in _sort_keys(table, entity, index)]
    return not found or not all(_grows(entity, key) for entity, key in found)


def _sort_keys(table: Table, entity: Entity, index: Index) -> list[KeyTemplate]:
    width = len(index.partition_key)
    return [one.complete[width] for one in written_keys(table, entity, index) if one.complete and index.sort_key]


def _grows(entity: Entity, key: KeyTemplate) -> bool:
    """Whether each new key sorts after all others of its collection."""
    first = next(iter(key.references), None)
    if first is None:
        return False
    attribute = entity.attribute(first.attribute)
    if any(call.name == "reverse" for call in first.formats):
        return True  # the newest sorts first, so all new items go to the other end
    ordered = (
        attribute is not None
        and not attribute.values
        and (format_of(attribute).ordered or attribute.format == "sequence")
    )
    return is_now(attribute, first) or is_moment(attribute, first) or (ordered and not first.formats)
