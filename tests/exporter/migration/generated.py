"""A generated migration, imported: what a test needs of it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from exporter.targets.infrastructure.table_calls import seed_items
from exporter.targets.migration.package import migration_package
from exporter.targets.python.engine.stored_values import from_image
from modeler.core.design.model import Design
from modeler.core.documents.reading import from_document, to_document
from modeler.examples import example

type Edit = Callable[[dict[str, Any]], None]


def changed(base: Design, edit: Edit) -> Design:
    """The design after an edit of its document."""
    document = to_document(base)
    edit(document)
    return from_document(document)


def orders() -> Design:
    return example("order-management").design


def entity(document: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for table in document["tables"] for one in table["entities"] if one["name"] == name)


def base_keys(document: dict[str, Any], name: str) -> dict[str, str]:
    """The templates of the table's own key of an entity, to change."""
    return next(one["keys"] for one in entity(document, name)["overloads"] if not one.get("index"))


def stored(design: Design) -> dict[str, list[dict[str, Any]]]:
    """The sample items as DynamoDB stores them, by table, with boto3's values."""
    return {table: [from_image(one) for one in items] for table, items in seed_items(design).items()}


@dataclass(frozen=True)
class Generated:
    """A package on the disk, and its name."""

    folder: Path
    name: str

    def module(self, name: str) -> Any:
        """One of its modules."""
        return importlib.import_module(f"{self.name}.{name}")

    @property
    def routes(self) -> Any:
        return self.module("routes").ROUTES


@contextmanager
def generated(before: Design, after: Design, folder: Path) -> Iterator[Generated]:
    """The package of a change, importable meanwhile."""
    for file in migration_package(before, after).files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    name = next(path.parent.name for path in folder.glob("*/routes.py"))
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield Generated(folder, name)
    finally:
        sys.path.remove(str(folder))
        for loaded in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
            del sys.modules[loaded]
