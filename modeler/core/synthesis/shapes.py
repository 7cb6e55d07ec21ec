"""The shape of a key: which attributes it is made of, in which order, and which items it includes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class KeyShape:
    """A key of one entity, in the table (`is_base`) or in an index.

    `partition` and `sort` are attributes; `constants` are literals that the partition key contains; `when` is the
    condition of a sparse index. `bucket` and `grain` are a period of time in the partition key. `shards` is the number
    of shards of the partition key, computed from the attribute `shard_by`. `labeled`: the partition key contains the
    entity's label, because other entities have the same values in theirs and are read as a whole, or share the index.
    `block` is the building block that the key is. `fixed` are the templates of a key that stays as it is. `coarse`: the
    partition key has only some of what the read gives, so that another read can share the collection. `native`: the
    attribute with a number that is the sort key itself. `is_local`: of an LSI, so the partition key is the table's.
    `endless`: its collections grow without bound, and with a period of time in the partition key they would not.
    """

    entity: str
    partition: tuple[str, ...]
    sort: tuple[str, ...]
    when: str = ""
    constants: tuple[str, ...] = ()
    bucket: str = ""
    grain: str = ""
    shards: int = 0
    shard_by: str = ""
    is_base: bool = False
    labeled: bool = False
    block: str = ""
    fixed: tuple[str, str] | None = None
    coarse: bool = False
    native: str = ""
    is_local: bool = False
    endless: bool = False

    @property
    def attributes(self) -> frozenset[str]:
        """Every attribute that the key is made of."""
        return frozenset((*self.partition, *self.sort, *filter(None, (self.bucket, self.shard_by))))
