"""The table orders."""

from __future__ import annotations

from typing import Any
from pynamodb.attributes import UnicodeAttribute
from pynamodb.indexes import AllProjection, IncludeProjection
from pynamodb.indexes import GlobalSecondaryIndex, LocalSecondaryIndex

from ..runtime.models import ExactAttribute, TableModel


class ByStatusIndex(GlobalSecondaryIndex[Any]):  # type: ignore[no-untyped-call]
    """byStatus."""

    class Meta:
        index_name = "byStatus"
        projection = IncludeProjection(["total", "paid"])
        read_capacity_units = 7
        write_capacity_units = 8

    gsi1_pk = UnicodeAttribute(attr_name="GSI1PK", hash_key=True)
    gsi1_sk = UnicodeAttribute(attr_name="GSI1SK", range_key=True)


class ByTotalIndex(LocalSecondaryIndex[Any]):  # type: ignore[no-untyped-call]
    """byTotal."""

    class Meta:
        index_name = "byTotal"
        projection = AllProjection()

    pk = UnicodeAttribute(attr_name="PK", hash_key=True)
    total = ExactAttribute("N", attr_name="total", range_key=True)


class OrdersTable(TableModel):
    """Orders of customers."""

    class Meta:
        table_name = "orders"
        region = "eu-west-1"
        read_capacity_units = 10
        write_capacity_units = 20
        stream_view_type = "NEW_AND_OLD_IMAGES"

    pk = UnicodeAttribute(attr_name="PK", hash_key=True)
    sk = UnicodeAttribute(attr_name="SK", range_key=True)
    gsi1_pk = UnicodeAttribute(attr_name="GSI1PK", null=True)
    gsi1_sk = UnicodeAttribute(attr_name="GSI1SK", null=True)
    status = UnicodeAttribute(attr_name="status", null=True)
    month = UnicodeAttribute(attr_name="month", null=True)
    total = ExactAttribute("N", attr_name="total", null=True)
    order_ref = UnicodeAttribute(attr_name="orderRef", null=True)
    by_status = ByStatusIndex()
    by_total = ByTotalIndex()
