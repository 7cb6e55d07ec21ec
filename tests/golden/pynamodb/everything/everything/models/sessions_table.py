"""The table sessions."""

from __future__ import annotations

from typing import Any
from pynamodb.attributes import UnicodeAttribute
from pynamodb.indexes import IncludeProjection
from pynamodb.indexes import GlobalSecondaryIndex

from ..runtime.models import TableModel


class ByUserIndex(GlobalSecondaryIndex[Any]):  # type: ignore[no-untyped-call]
    """byUser."""

    class Meta:
        index_name = "byUser"
        projection = IncludeProjection(["seen"])
        read_capacity_units = 1
        write_capacity_units = 1

    user = UnicodeAttribute(attr_name="user", hash_key=True)


class SessionsTable(TableModel):
    """Shared by the entities of sessions: keys and indexes."""

    class Meta:
        table_name = "sessions"
        region = "eu-west-1"
        billing_mode = "PAY_PER_REQUEST"

    id = UnicodeAttribute(attr_name="id", hash_key=True)
    user = UnicodeAttribute(attr_name="user", null=True)
    by_user = ByUserIndex()
