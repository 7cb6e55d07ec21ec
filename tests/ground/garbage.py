"""Garbage is collected less often while tests run.

What is imported and collected stays to the end, and there is a lot of it: walking over it again and again takes an
eighth of the time of tests that make many small objects.
"""

import gc

YOUNG, MIDDLE, OLD = 20_000, 50, 100


def pytest_collection_finish() -> None:
    """Leave what is there out of collections."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
