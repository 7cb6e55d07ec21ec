"""Definitions of tables alone, as a template has them: no entity and no access pattern is known."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.shape import Document, Pair, gsi, house, plain, table


def defined(*indexes: Document, **settings: Any) -> Document:
    """A design with one table, of which only the definition is known."""
    return house("Orders", [table("orders", [], list(indexes), **settings)], [])


def on_key(*keys: str, **more: Any) -> Document:
    """A design with an index by these attributes."""
    return defined(plain("ByKey", *keys, **more))


def provisioned(table_writes: int, index_writes: int, most: int = 0, index_most: int = 0) -> Document:
    """A design with provisioned units of writes, and the maxima of auto scaling."""
    index = gsi("GSI1", provisioned={"read": 5, "write": index_writes}, **scaling(index_most))
    return defined(
        index, billing="PROVISIONED", provisioned={"read": 5, "write": table_writes}, **scaling(most)
    )  # fmt: skip


def scaling(most: int) -> Document:
    """Auto scaling of writes to a maximum, and of nothing if there is none."""
    return {"auto_scaling": {"write": {"min": 5, "max": most, "target": 70}}} if most else {}


def tagged(value: str, **settings: Any) -> Document:
    """A design with a table that a tag puts into an environment."""
    return defined(tags={"Environment": value}, **settings)


FAULTS: Final[tuple[Pair, ...]] = (
    Pair("an index by status of items that nobody described", ("index.state_pk",), on_key("orderStatus", "createdAt"),
         on_key("customerId", "orderStatus")),
    Pair("an index with the key of its table", ("index.same_key",), on_key("PK", "SK"), on_key("SK", "PK")),
    Pair("an index with a copy of its table's key, keys only", ("index.same_key",), on_key("PK", "SK"),
         on_key("PK", "SK", projection="KEYS_ONLY")),
    Pair("an index with one write unit for a table's 24", ("capacity.gsi_below_table",), provisioned(24, 1),
         provisioned(24, 24)),
    Pair("an index that scales to a tenth of its table", ("capacity.gsi_below_table",), provisioned(5, 5, 1000, 50),
         provisioned(5, 5, 1000, 900)),
    Pair("a table tagged as production without recovery", ("ops.no_pitr",),
         tagged("production", point_in_time_recovery=False, deletion_protection=True),
         tagged("staging", point_in_time_recovery=False)),
    Pair("a table tagged as production that may be deleted", ("ops.no_deletion_protection",),
         tagged("prod", deletion_protection=False), tagged("prod", deletion_protection=True)),
)  # fmt: skip
