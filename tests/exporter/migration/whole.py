"""A whole generated migration on the sandbox: its old tables hold the sample items, and everything is prepared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from exporter.targets.python.engine.stored_values import from_image
from modeler.core.design.model import Design
from tests.exporter.migration.generated import Generated, generated


@dataclass(frozen=True)
class Whole:
    """The migration as a process sees it, and the package that it is of."""

    package: Generated
    migration: Any

    @property
    def client(self) -> Any:
        return self.migration.clients.dynamodb

    def deployed(self, table: str) -> str:
        """The name in the account of a table of either design."""
        return next(one.deployed for one in self.migration.tables() if one.name == table)

    def items(self, table: str) -> list[dict[str, Any]]:
        """Everything in a table."""
        return self.client.scan(TableName=self.deployed(table), ConsistentRead=True)["Items"]

    def bring_all(self) -> Any:
        """Backfill, follow the streams to their ends, and compare."""
        assert self.migration.backfill(segments=2, go_on=lambda: True)
        self.migration.catch_up(lambda: None)
        return self.migration.diff()

    def cut_over(self) -> None:
        self.package.module("engine.cutover").cut_over(self.migration, sleep=lambda _: None)

    def revert(self) -> None:
        self.package.module("engine.cutover").revert(self.migration, sleep=lambda _: None)

    def clean_up(self) -> list[str]:
        return self.package.module("engine.cutover").clean_up(self.migration)


@contextmanager
def prepared(before: Design, after: Design, url: str, folder: Path) -> Iterator[Whole]:
    """The migration of a change, whose old tables exist and hold the samples."""
    with generated(before, after, folder) as package:
        own = folder / package.name
        held, tables = (json.loads((own / name).read_text("utf-8")) for name in ("rehearsal.json", "tables.json"))
        clients = package.module("engine.aws").clients(url, "us-east-1")
        tag = uuid4().hex[:8]
        names = {one.name: f"{tag}-{one.name}" for route in package.routes for one in (route.old, route.new)}
        migration = package.module("engine.migration").Migration(package.routes, clients, f"{tag}-control", names)
        for table, asked in held["tables"].items():
            clients.dynamodb.create_table(TableName=names[table], **asked)
            for item in held["items"][table]:
                clients.dynamodb.put_item(TableName=names[table], Item=from_image(item))
        package.module("engine.preparing").Preparation(migration, tables, create=True).run()
        yield Whole(package, migration)
