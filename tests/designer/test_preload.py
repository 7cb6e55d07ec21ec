"""What a process does before its first answer."""

import gc
from collections.abc import Iterator

import pytest

from designer.preload import warm_core


@pytest.fixture
def collector() -> Iterator[None]:
    """The garbage collector, as it is found."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("collector")
def test_a_warm_process_looks_for_cycles_among_many_new_objects_only() -> None:
    """The collector stays on; what was loaded is no longer looked at."""
    before = gc.get_threshold()
    warm_core()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold()[0] > before[0]
    assert gc.get_threshold()[1:] == before[1:]
