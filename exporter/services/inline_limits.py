"""What is done while its asker waits, and what a worker does: up to these bounds it takes well under a second."""

from __future__ import annotations

from typing import Final

from exporter.targets import Target
from modeler.models import Design
from modeler.models.rows import AccessPattern, Overload, SampleItem

QUICK_BYTES: Final = 400_000
"""A file of at most so many bytes is read while its sender waits."""

QUICK_ITEMS: Final = 1_500
"""A design of at most so many sample items is stored, compared and written while its asker waits."""

QUICK_PARTS: Final = 100
"""A design of at most so many access patterns and overloads is set as a document while its reader waits."""

QUICK_TABLES: Final = 4
"""So many live tables, at most, are asked how they are set while somebody waits."""


def is_small(design: Design) -> bool:
    """Has the design few sample items?"""
    items = SampleItem.objects.filter(design=design, removed=False)
    return len(items.values_list("pk")[: QUICK_ITEMS + 1]) <= QUICK_ITEMS


def is_short(design: Design) -> bool:
    """Has the design few access patterns and overloads? Each takes lines of the design document."""
    parts = (rows.objects.filter(design=design, removed=False).count() for rows in (AccessPattern, Overload))
    return sum(parts) <= QUICK_PARTS


def is_quick(target: Target, design: Design) -> bool:
    """Is this design written in this format while its asker waits? Most formats carry every sample item."""
    return not target.is_slow and is_small(design)
