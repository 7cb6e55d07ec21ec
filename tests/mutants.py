"""What the tests do differently while `make mutants` runs: the quickest first, and properties without shrinking.

A mutant is caught or not: the smallest example does not matter, and the next run must say the same.
"""

import hypothesis
import pytest
from hypothesis import Phase
from mutmut.state import state

hypothesis.settings.register_profile(
    "mutants", deadline=None, max_examples=10, phases=(Phase.explicit, Phase.generate), derandomize=True, database=None
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Most mutants are caught by a quick test; a slow one then need not run."""
    durations = state().duration_by_test
    items.sort(key=lambda item: (durations.get(item.nodeid, 0.0), item.nodeid))
