"""What a start finds left of the one before, where the kernel did not clean up."""

import subprocess
import sys
import threading

import pytest

from designer.local.state import StateFolder

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]


def a_state(tmp_path):
    state = StateFolder(tmp_path)
    state.open()
    return state


@pytest.mark.conformance
def test_a_recorded_process_that_still_runs_is_stopped(tmp_path):
    state = a_state(tmp_path)
    left = subprocess.Popen(SLEEP)
    state.record("web", left.pid, SLEEP)
    # Reaped at once, as init does with a dead parent's children: a zombie would keep its number.
    threading.Thread(target=left.wait, daemon=True).start()
    assert state.end_leftovers() == ["web"]
    assert left.wait(5) != 0
    assert state.end_leftovers() == []


def test_a_number_that_now_belongs_to_another_program_is_left_alone(tmp_path):
    state = a_state(tmp_path)
    other = subprocess.Popen(SLEEP)
    state.record("postgres", other.pid, ["/some/other/postgres"])
    assert state.end_leftovers() == []
    assert other.poll() is None
    other.kill()
    other.wait()
