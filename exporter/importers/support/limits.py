"""How much an import may hold, judged before anything is made of it."""

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
"""As the schema of the design document has them (modeler/core/data)."""

_ITEM_ATTRIBUTES_MAX: Final = 2000
_TABLES_MAX: Final = 2500
_MODELS_MAX: Final = 1000


def refuse_too_many(count: int) -> None:
    """Raises DocumentInvalid where a file has more sample items than are kept."""
    if count > DOCUMENT_ITEMS_MAX:
        raise DocumentInvalid(
            f"the file holds {count:,} items and {DOCUMENT_ITEMS_MAX:,} is the most; keep a few items of each kind",
            code="document.too_many_items",
        )


def refuse_too_large(tables: list[Mapping[str, Any]]) -> None:
    """Raises DocumentInvalid, naming the place, where a Workbench table has more of something than a design holds."""
    _refuse("DataModel", "tables", len(tables), _TABLES_MAX)
    for number, table in enumerate(tables):
        path = f"DataModel[{number}]"
        for member, most in _MEMBERS_MAX.items():
            found = table.get(member)
            _refuse(f"{path}.{member}", "entries", len(found) if isinstance(found, list) else 0, most)
        schema = table.get("ModelSchema")
        models = schema.get("models") if isinstance(schema, Mapping) else None
        _refuse(f"{path}.ModelSchema.models", "entries", len(models) if isinstance(models, Mapping) else 0, _MODELS_MAX)
        for place, item in enumerate(table.get("TableData") if isinstance(table.get("TableData"), list) else ()):
            count = len(item) if isinstance(item, Mapping) else 0
            _refuse(f"{path}.TableData[{place}]", "attributes", count, _ITEM_ATTRIBUTES_MAX)


def _refuse(path: str, what: str, count: int, most: int) -> None:
    if count > most:
        raise DocumentInvalid(
            f"{path}: {count:,} {what}, and a design holds {most:,} there; leave out what is not needed",
            path=path,
            code="document.too_large",
        )
