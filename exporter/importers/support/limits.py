"""Limits of an import, checked before anything is created."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from modeler.core.errors import DocumentInvalid
from modeler.core.limits import DOCUMENT_ITEMS_MAX

_MEMBERS_MAX: Final = {
    "NonKeyAttributes": 2000,
    "TableFacets": 1000,
    "GlobalSecondaryIndexes": 200,
    "LocalSecondaryIndexes": 200,
}
"""The limits of the design document's schema (modeler/core/data)."""

_ITEM_ATTRIBUTES_MAX: Final = 2000
_TABLES_MAX: Final = 2500
_MODELS_MAX: Final = 1000


def refuse_too_many(count: int) -> None:
    """Raise DocumentInvalid if a file has more sample items than the limit."""
    if count > DOCUMENT_ITEMS_MAX:
        raise DocumentInvalid(
            f"the file has {count:,} items; the limit is {DOCUMENT_ITEMS_MAX:,}; keep a few items of each kind",
            code="document.too_many_items",
        )


def refuse_too_large(tables: list[Mapping[str, Any]]) -> None:
    """Raise DocumentInvalid, naming the place, if a Workbench table has more of something than a design can hold."""
    _refuse("DataModel", "tables", len(tables), _TABLES_MAX)
    for number, table in enumerate(tables):
        path = f"DataModel[{number}]"
        for member, most in _MEMBERS_MAX.items():
            found = table.get(member)
            _refuse(f"{path}.{member}", "entries", len(found) if isinstance(found, list) else 0, most)
        schema = table.get("ModelSchema")
        models = schema.get("models") if isinstance(schema, Mapping) else None
        _refuse(f"{path}.ModelSchema.models", "entries", len(models) if isinstance(models, Mapping) else 0, _MODELS_MAX)
        items = table.get("TableData")
        for place, item in enumerate(items if isinstance(items, list) else ()):
            count = len(item) if isinstance(item, Mapping) else 0
            _refuse(f"{path}.TableData[{place}]", "attributes", count, _ITEM_ATTRIBUTES_MAX)


def _refuse(path: str, what: str, count: int, most: int) -> None:
    if count > most:
        raise DocumentInvalid(
            f"{path}: {count:,} {what}; a design can hold {most:,} there; remove what is not needed",
            path=path,
            code="document.too_large",
        )
