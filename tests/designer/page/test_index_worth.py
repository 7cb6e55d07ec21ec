"""What an index of an alternative is worth, in words."""

from decimal import Decimal

import pytest

from designer.page.alternatives.shown_alternatives import Worth
from modeler.core.synthesis import IndexWorth


@pytest.mark.parametrize(
    ("more", "uncounted", "said"),
    [
        ("12.5", False, "+$12.50/month"),
        ("-9.86", False, "−$9.86/month"),
        ("12.5", True, "costs at least $12.50/month more"),
        # Scans of items that nobody counted cost more, so no more than this is saved.
        ("-9.86", True, "saves at most $9.86/month"),
    ],
)
def test_a_bound_of_a_difference_says_which_way_it_goes(more, uncounted, said):
    worth = IndexWorth("GSI1", ("A1",), Decimal(3), Decimal(more), "A1 scans")
    assert Worth(worth, (), uncounted).difference == said
