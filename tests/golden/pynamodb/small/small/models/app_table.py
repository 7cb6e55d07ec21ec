"""The table app."""

from __future__ import annotations

from typing import Any
from pynamodb.attributes import UnicodeAttribute
from pynamodb.indexes import AllProjection
from pynamodb.indexes import GlobalSecondaryIndex

from ..runtime.models import TableModel


class Gsi1Index(GlobalSecondaryIndex[Any]):  # type: ignore[no-untyped-call]
    """GSI1."""

    class Meta:
        index_name = "GSI1"
        projection = AllProjection()
        read_capacity_units = 1
        write_capacity_units = 1

    gsi1_pk = UnicodeAttribute(attr_name="GSI1PK", hash_key=True)


class AppTable(TableModel):
    """Shared by the entities of app: keys and indexes."""

    class Meta:
        table_name = "app"
        region = "eu-central-1"
        billing_mode = "PAY_PER_REQUEST"

    pk = UnicodeAttribute(attr_name="PK", hash_key=True)
    sk = UnicodeAttribute(attr_name="SK", range_key=True)
    gsi1_pk = UnicodeAttribute(attr_name="GSI1PK", null=True)
    gsi1 = Gsi1Index()
