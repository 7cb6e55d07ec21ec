"""What the tests do differently while `make mutants` runs: the quickest first, and properties without shrinking.

A mutant is caught or not: the smallest example does not matter, and the next run must say the same.
"""

import gc
from functools import lru_cache

import hypothesis
import mutmut
import pytest
from hypothesis import Phase
from mutmut.state import state

EXAMPLES_MAX = 20
"""Of a property that wants more for itself: with hundreds of them a mutant that survives takes twice as long."""

hypothesis.settings.register_profile(
    "mutants", deadline=None, max_examples=10, phases=(Phase.explicit, Phase.generate), derandomize=True, database=None
)


def pytest_sessionstart() -> None:
    """A mutant's process is a copy of one that ran every test: answers kept from then would hide what it does."""
    kept = type(lru_cache(str))
    for found in gc.get_objects():
        if isinstance(found, kept) and (found.__module__ or "").startswith("modeler."):
            found.cache_clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Most mutants are caught by a quick test; a slow one then need not run."""
    # mutmut 3.8 keeps the times in its state, 3.7 (for Macs with Intel processors) in the package.
    keeper = state() if hasattr(state(), "duration_by_test") else mutmut
    durations: dict[str, float] = keeper.duration_by_test
    items.sort(key=lambda item: (durations.get(item.nodeid, 0.0), item.nodeid))
    for item in items:
        test = getattr(item, "function", None)
        own = getattr(test, "_hypothesis_internal_use_settings", None)
        if test is not None and own is not None and own.max_examples > EXAMPLES_MAX:
            test._hypothesis_internal_use_settings = hypothesis.settings(own, max_examples=EXAMPLES_MAX)
