"""A disk that is full for a while: the supervisor says so, waits, and goes on; nothing is counted as a fault."""

from __future__ import annotations

import subprocess
import sys

import pytest

from designer.local import supervisor as supervising
from designer.local.children import Program, StartFailed
from designer.local.room import why_unwritable
from designer.local.state import StateFolder
from designer.local.supervisor import ENDS_TOLERATED, Supervisor

GIVEN = {"DATABASE_URL": "elsewhere", "REDIS_URL": "elsewhere", "AWS_ENDPOINT_URL_DYNAMODB": "elsewhere"}


class Told:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, _name: str, line: str) -> None:
        self.lines.append(line)

    def follow(self, _name: str, output) -> None:
        output.close()


@pytest.fixture
def supervisor(tmp_path, monkeypatch):
    """One that looks after a program which ends at once unless there is a file `stay`."""
    monkeypatch.setattr(supervising, "ROOM_EVERY_SECONDS", 0.0)
    state = StateFolder(tmp_path / "state")
    state.open()
    made = Supervisor(state, GIVEN, voice=Told(), ports=dict.fromkeys(("web", "postgres", "valkey", "sandbox"), 1))
    stay = "import os, time\nwhile os.path.exists('stay'): time.sleep(0.05)"
    made.begin(Program("postgres", (sys.executable, "-c", stay), {}, tmp_path))
    yield made
    for member in made.members:
        member.program.end(member.process)


def ended(supervisor) -> None:
    supervisor.members[0].process.wait(60)


def test_a_folder_that_takes_data_is_writable_and_keeps_nothing(tmp_path):
    assert why_unwritable([tmp_path]) == ""
    assert list(tmp_path.iterdir()) == []
    assert why_unwritable([tmp_path, tmp_path / "gone"]).startswith(
        f"{tmp_path / 'gone'} cannot be written to: No such"
    )


def test_a_write_that_the_system_refuses_is_told_with_its_reason(tmp_path):
    """The kernel refuses the probe as it does on a full disk, by another number."""
    code = (
        "import resource, sys, pathlib, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "from designer.local.room import why_unwritable; print(why_unwritable([pathlib.Path(sys.argv[1])]))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"{tmp_path} cannot be written to: File too large"
    assert list(tmp_path.iterdir()) == []


def test_while_nothing_can_be_written_nothing_is_started_and_nothing_counted(supervisor, tmp_path):
    ended(supervisor)
    process = supervisor.members[0].process
    hidden = supervisor.state.folder.rename(tmp_path / "hidden")
    for _ in range(3 * ENDS_TOLERATED):
        supervisor.look()
    assert supervisor.members[0].process is process
    assert len(supervisor.voice.lines) == 1
    assert "cannot be written to" in supervisor.voice.lines[0]
    assert "postgres ended, and is started when it can be" in supervisor.voice.lines[0]

    hidden.rename(supervisor.state.folder)
    (tmp_path / "stay").touch()
    supervisor.look()
    assert supervisor.members[0].process.poll() is None
    assert supervisor.voice.lines[1] == "there is room again; going on"


def test_a_program_that_keeps_ending_with_room_still_stops_everything(supervisor):
    with pytest.raises(StartFailed, match="ended 5 times within a minute"):
        for _ in range(ENDS_TOLERATED):
            ended(supervisor)
            supervisor.look()


def test_a_program_that_cannot_be_recorded_is_not_left_running(supervisor, tmp_path):
    ended(supervisor)
    (tmp_path / "stay").touch()
    hidden = (supervisor.state.folder / "run").rename(tmp_path / "run")
    supervisor.look()
    assert supervisor.members[0].process.poll() is not None
    hidden.rename(supervisor.state.folder / "run")
    supervisor.look()
    assert supervisor.members[0].process.poll() is None
