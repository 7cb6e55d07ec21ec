"""Two copies that start at the same moment: the second one waits, and says so."""

import tempfile
from contextlib import ExitStack

import pytest

from designer.local.state import one_start_at_a_time


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def never():
    pytest.fail("nobody else is starting")


def test_a_second_start_says_that_it_waits_and_goes_on_after_the_first():
    events = []
    with ExitStack() as first:
        first.enter_context(one_start_at_a_time(never))

        def waiting():
            events.append("waits")
            first.close()

        with one_start_at_a_time(waiting):
            events.append("starts")
    assert events == ["waits", "starts"]


def test_a_start_after_another_says_nothing():
    for _ in range(2):
        with one_start_at_a_time(never):
            pass
