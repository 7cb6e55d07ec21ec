"""Local secondary indexes: only for reads that must be strongly consistent, and that the table's key does not serve.

An LSI exists as long as its table, and no collection of the table may reach 10 GB then. So none is considered unless
such a read has no other key, and then only keys of the table under which every collection is known to stay small.
facts/choices#index-kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from modeler.core.capacity.growth import largest_gb
from modeler.core.capacity.populations import Population
from modeler.core.decisions.indexes import IndexNeed, index_kind
from modeler.core.design.items import Entity
from modeler.core.design.tables import IndexKind, Projection
from modeler.core.items.sizes import Sizes
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.candidates.keys import ordered, present, sorts
from modeler.core.synthesis.shapes import KeyShape
from modeler.core.synthesis.words import is_orderable
from modeler.core.synthesis.workshop import Workshop

BLOCK = "local index"


def may_be_local(call: PlacedCall) -> bool:
    """Return whether an LSI is considered for a read: it must be strongly consistent, and is of one entity."""
    return call.is_read and call.asked.consistent and len(call.entities) == 1


def local_shapes(call: PlacedCall, base: KeyShape) -> Iterator[KeyShape]:
    """The keys of an LSI beside a key of the table that serve a read: what else it gives, then its range or order."""
    entity, wanted = call.entities[0], call.wanted
    known = set(base.partition) <= {*wanted.names}
    if base.fixed is not None or base.shards or base.bucket or not base.partition or not known:
        return
    rest = [name for name in ordered(entity, wanted.names) if name not in base.partition]
    given = [name for name in rest if is_orderable(entity.attribute(name))]
    for middle in sorts(entity, wanted):
        names = dict.fromkeys((*given, *middle, *entity.identity))
        sort = tuple(name for name in names if name not in base.partition)
        yield KeyShape(
            entity.name, base.partition, sort, present(entity, sort, ""), labeled=base.labeled, block=BLOCK,
            is_local=True,
        )  # fmt: skip


def stays_small(workshop: Workshop, entities: Sequence[Entity], entity: Entity, base: KeyShape, sizes: Sizes) -> bool:
    """Return whether the collections of a table key surely have room beside those of all other entities, with an entry
    of every item in an LSI.
    """
    whole = replace(base, sort=tuple(dict.fromkeys((*base.sort, *entity.identity))), is_base=False, is_local=True)
    index = workshop.index(1, Projection(), is_local=True)
    table = workshop.table([(entity, base, [(index.name, replace(whole, fixed=None))])], (index,))
    population = Population.of(replace(table, entities=tuple(entities)))
    most = largest_gb(table, sizes, population)
    need = IndexNeed(same_partition=True, strong=True, collection_gb=most * len(entities) if most is not None else None)
    return index_kind(need).kind is IndexKind.LSI
