"""The process that answers is replaced by a fork of the one that has loaded everything."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from designer.local.services import CHECKOUT
from tests.waiting import until

SCRIPT = """
import os, signal, sys, time
from designer.local.web_server import end_as, keep_answering

def answer():
    with open(sys.argv[1], "a") as said:
        print(os.getpid(), file=said)
    if sys.argv[3] == "ends":
        return 3
    time.sleep(3600)

end_as(keep_answering(answer, float(sys.argv[2])))
"""


@pytest.fixture
def keeping(tmp_path):
    """Start a process that keeps answering; it, and the function that returns who has answered so far."""
    said, begun = tmp_path / "said", []

    def keep(well_seconds, what):
        command = [sys.executable, "-c", SCRIPT, str(said), str(well_seconds), what]
        begun.append(subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.DEVNULL))
        return begun[0], lambda: [int(line) for line in said.read_text().splitlines()] if said.exists() else []

    yield keep
    begun[0].kill()
    begun[0].wait()


def test_one_that_is_killed_is_replaced_and_the_last_one_ends_with_its_parent(keeping):
    parent, answered = keeping(0, "waits")
    first = until(answered, bool)[0]
    os.kill(first, signal.SIGKILL)
    second = until(answered, lambda pids: len(pids) == 2)[1]
    parent.send_signal(signal.SIGTERM)
    assert parent.wait(30) == -signal.SIGTERM
    with pytest.raises(ProcessLookupError):
        os.kill(second, 0)


def test_one_that_ends_at_its_start_is_left_to_the_supervisor(keeping):
    parent, answered = keeping(3600, "ends")
    assert parent.wait(30) == 3
    assert len(answered()) == 1


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_one_that_a_signal_ends_at_its_start_is_told_by_that_signal(keeping, number):
    parent, answered = keeping(3600, "waits")
    os.kill(until(answered, bool)[0], number)
    assert parent.wait(30) == -number


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the children of a killed parent")
def test_none_outlives_a_parent_that_is_killed(keeping):
    parent, answered = keeping(0, "waits")
    child = until(answered, bool)[0]
    parent.kill()
    parent.wait()
    until(lambda: _is_there(child), lambda is_there: not is_there)


def _is_there(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
