"""How much an import may hold."""

from __future__ import annotations

from modeler.core.errors import DocumentInvalid
from modeler.core.limits import DOCUMENT_ITEMS_MAX


def refuse_too_many(count: int) -> None:
    """Raises DocumentInvalid where a file has more sample items than are kept."""
    if count > DOCUMENT_ITEMS_MAX:
        raise DocumentInvalid(
            f"the file holds {count:,} items and {DOCUMENT_ITEMS_MAX:,} is the most; keep a few items of each kind",
            code="document.too_many_items",
        )
