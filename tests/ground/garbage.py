"""What is imported and collected stays to the end, and there is a lot of it: garbage collections leave it out."""

import gc
from typing import Final

import pytest

from tests.ground.stores import is_pure

RARELY: Final = 20_000
"""New objects before a collection, ten times Python's own number. Analyses make many that live long, and collections
take a tenth of the time of the pure tests.
"""


# Imports make hundreds of thousands of objects and hardly any garbage. Looking for it took an eighth of the time that
# collecting all tests takes, in each process that runs them.
gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave what is there out of collections; a last one of them would take three seconds and find little. Beside
    servers they run as often as ever: a test that leaks a connection or a socket is noticed close to where it leaks.
    """
    gc.freeze()
    gc.enable()
    if all(is_pure(item.path) for item in session.items):
        gc.set_threshold(RARELY)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """The process that hands out tests to others has collected none."""
    gc.enable()
