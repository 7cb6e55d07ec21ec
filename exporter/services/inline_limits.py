"""Size limits above which work moves from the request to a worker."""

from __future__ import annotations

from typing import Final

from exporter.targets import Target
from modeler.models import Design
from modeler.models.rows import AccessPattern, Overload, SampleItem

QUICK_BYTES: Final = 400_000
"""A file of at most this many bytes is read within the request."""

QUICK_ITEMS: Final = 1_500
"""A design of at most this many sample items is stored, compared, and exported within the request."""

QUICK_PARTS: Final = 100
"""A design of at most this many access patterns and overloads is rendered as a document within the request."""

QUICK_TABLES: Final = 4
"""At most this many live tables are described within the request."""


def is_small(design: Design) -> bool:
    """Does the design have few sample items?"""
    items = SampleItem.objects.filter(design=design, removed=False)
    return len(items.values_list("pk")[: QUICK_ITEMS + 1]) <= QUICK_ITEMS


def is_short(design: Design) -> bool:
    """Does the design have few access patterns and overloads? Each takes lines of the design document."""
    parts = (rows.objects.filter(design=design, removed=False).count() for rows in (AccessPattern, Overload))
    return sum(parts) <= QUICK_PARTS


def is_quick(target: Target, design: Design) -> bool:
    """Is this design written in this format within the request? Most formats contain every sample item."""
    return not target.is_slow and is_small(design)
