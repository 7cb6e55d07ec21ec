"""A migration of the order example on the sandbox: the key of Order changes, and contains the status."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from tests.exporter.migration.generated import Generated, base_keys, changed, generated, orders

BY_STATUS = {"PK": "CUSTOMER#{customerId}", "SK": "O#{orderDate}#{status}#{orderId}"}


@dataclass
class Moving:
    """A generated migration whose tables exist: `old` and `new` are boto3's tables."""

    package: Generated
    url: str
    templates: dict[str, str]
    tag: str = field(default_factory=lambda: uuid4().hex[:8])

    def __post_init__(self) -> None:
        self.clients = self.package.module("engine.aws").clients(self.url, "us-east-1")
        self.names = {one: f"{self.tag}-{one}" for one in ("app-main", "app-main-v2")}
        self.control_name = f"{self.tag}-control"
        self.migration = self.fresh()
        self.route = self.migration.routes[0]

    def fresh(self) -> Any:
        """The migration as a new process sees it."""
        made = self.package.module("engine.migration").Migration
        return made(self.package.routes, self.clients, self.control_name, self.names)

    def prepare(self, tables: dict[str, Any]) -> None:
        self.clients.dynamodb.create_table(TableName=self.names["app-main"], **tables["app-main-v2"])
        self.package.module("engine.preparing").Preparation(self.migration, tables, create=True).run()

    @property
    def bringer(self) -> Any:
        return next(bringer for _, bringer in self.migration.active())

    def order(self, order_id: str, **values: Any) -> dict[str, Any]:
        """An order as the old design stores it."""
        given = {"customerId": "c1", "orderId": order_id, "orderDate": "2026-06-01", "status": "OPEN"}
        return self.route.old.shape("Order").rules.item({**given, "total": Decimal(1), **values})

    def put(self, item: dict[str, Any]) -> dict[str, Any]:
        """Put an item into the old table; gives its key."""
        self.clients.dynamodb.put_item(TableName=self.names["app-main"], Item=item)
        return self.route.old.key(item)

    def update(self, key: dict[str, Any], name: str, value: Any) -> None:
        self.clients.dynamodb.update_item(
            TableName=self.names["app-main"],
            Key=key,
            UpdateExpression="SET #name = :value",
            ExpressionAttributeNames={"#name": name},
            ExpressionAttributeValues={":value": value},
        )

    def delete(self, key: dict[str, Any]) -> None:
        self.clients.dynamodb.delete_item(TableName=self.names["app-main"], Key=key)

    def items(self, table: str = "app-main-v2") -> list[dict[str, Any]]:
        """Everything in a table."""
        return self.clients.dynamodb.scan(TableName=self.names[table], ConsistentRead=True)["Items"]

    def backfill(self, **options: Any) -> bool:
        return self.migration.backfill(**{"segments": 2, "go_on": lambda: True, **options})

    def catch_up(self) -> int:
        return self.migration.catch_up(lambda: None)


@pytest.fixture
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "tests")


@pytest.fixture
def moving(sandbox_url, tmp_path, credentials) -> Iterator[Moving]:
    yield from moving_to(BY_STATUS, sandbox_url, tmp_path)


def moving_to(templates: dict[str, str], url: str, folder: Any) -> Iterator[Moving]:
    """A migration to other templates of Order, prepared."""
    before = orders()
    after = changed(before, lambda document: base_keys(document, "Order").update(templates))
    with generated(before, after, folder) as package:
        made = Moving(package, url, templates)
        made.prepare(tables_of(package))
        yield made


def tables_of(package: Generated) -> dict[str, Any]:
    return json.loads((package.folder / package.name / "tables.json").read_text("utf-8"))
