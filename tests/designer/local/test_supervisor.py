"""A real start of everything, beside another one, killed, and started again on the same data."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from designer.local import bootstrap
from designer.local.sandbox import Sandbox
from designer.local.services import CHECKOUT
from designer.local.state import runs
from designer.local.web_server import WELL_SECONDS
from tests.ground.copies import PATIENCE, Copy
from tests.ground.once import one_at_a_time
from tests.ground.stores import STORES
from tests.present import present
from tests.waiting import until


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Open to Postgres, run as nobody where this is root: above tmp_path, any pytest that starts closes a folder."""
    made = Path(tempfile.mkdtemp(dir=STORES.folder))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


def running_only() -> str:
    """The Python of an environment with what `make up` installs and nothing more: no tool of the tests helps it. It is
    kept from run to run, because Python compiles each package that it has not seen before.
    """
    made = CHECKOUT / ".keysheet" / "running"
    exactly = [part for part in bootstrap.TO_RUN if part != "--inexact"]
    command = [*present(bootstrap.found_uv()), "sync", "--frozen", "--quiet", "--no-install-project", *exactly]
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    with one_at_a_time("running"):
        subprocess.run(command, cwd=CHECKOUT, env=environment | {"UV_PROJECT_ENVIRONMENT": str(made)}, check=True)
    return str(made / "bin" / "python")


@contextmanager
def a_copy(folder: Path, python: str = sys.executable) -> Iterator[Copy]:
    folder.mkdir()
    # Its own sandbox, in the environment that the other tests have installed.
    with one_at_a_time("sandbox"):
        Sandbox(CHECKOUT / ".keysheet", 0).install()
    (folder / "sandbox").symlink_to(CHECKOUT / ".keysheet" / "sandbox")
    copy = Copy(folder, python)
    copy.begin()
    try:
        yield copy
    finally:
        if copy.process.poll() is None:
            copy.end(signal.SIGTERM)


@pytest.fixture(scope="module")
def copy(folder: Path) -> Iterator[Copy]:
    """One for all tests: a copy takes fifteen seconds of processor time to start."""
    with a_copy(folder / "one") as made:
        made.wait()
        yield made


def left_of(processes: dict[int, str]) -> dict[int, str]:
    """Those still there when nothing more ends."""
    end = time.monotonic() + PATIENCE
    while (
        left := {pid: command for pid, command in processes.items() if runs(pid, command)}
    ) and time.monotonic() < end:
        time.sleep(0.1)
    return left


def test_a_worker_that_dies_is_started_again_and_a_second_start_is_refused_with_a_sentence(copy):
    worker = copy.folder / "run" / "analysis.json"
    first = json.loads(worker.read_text())["pid"]
    os.kill(first, signal.SIGKILL)
    until(lambda: json.loads(worker.read_text() or "{}").get("pid"), lambda pid: pid not in (first, None))
    command = [sys.executable, "-m", "designer.local", "up"]
    second = subprocess.run(command, cwd=CHECKOUT, env=copy.environment(), capture_output=True, text=True)
    assert second.returncode == 1
    assert "already running" in second.stderr


@pytest.mark.doors
def test_a_copy_starts_with_what_make_up_installs_and_nothing_more(folder):
    with a_copy(folder / "running", running_only()) as made:
        made.wait()
        with urlopen(f"http://127.0.0.1:{made.ports()['web']}/healthz", timeout=PATIENCE) as response:
            assert json.load(response) == {"database": True, "redis": True}


@pytest.mark.conformance
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says here who the children of a process are")
def test_the_process_that_answers_is_replaced_by_a_fork_of_what_is_loaded(copy):
    record = copy.folder / "run" / "web.json"
    loaded = json.loads(record.read_text())["pid"]
    children = Path(f"/proc/{loaded}/task/{loaded}/children")
    first = children.read_text().split()[0]
    time.sleep(WELL_SECONDS)
    os.kill(int(first), signal.SIGKILL)
    with urlopen(f"http://127.0.0.1:{copy.ports()['web']}/healthz", timeout=PATIENCE) as response:
        assert json.load(response) == {"database": True, "redis": True}
    assert children.read_text().split() != [first]
    assert json.loads(record.read_text())["pid"] == loaded


@pytest.mark.conformance
def test_nobody_is_refused_while_the_web_server_is_started_again(copy):
    first = json.loads((copy.folder / "run" / "web.json").read_text())
    os.kill(first["pid"], signal.SIGKILL)
    until(lambda: runs(first["pid"], first["command"]), lambda is_there: not is_there)
    with urlopen(f"http://127.0.0.1:{copy.ports()['web']}/healthz", timeout=PATIENCE) as response:
        assert json.load(response) == {"database": True, "redis": True}


@pytest.mark.conformance
@pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux ends the children of a killed parent; see end_leftovers"
)
def test_two_copies_run_side_by_side_and_a_killed_one_leaves_nothing_and_keeps_its_data(copy, folder):
    one = copy
    with a_copy(folder / "two") as two:
        two.wait()
        assert not set(one.ports().values()) & set(two.ports().values())
        for each in (one, two):
            with urlopen(f"http://127.0.0.1:{each.ports()['web']}/healthz") as response:
                assert json.load(response) == {"database": True, "redis": True}
        with one.database() as database:
            database.execute("CREATE TABLE kept (word text)")
            database.execute("INSERT INTO kept VALUES ('still here')")
        ports = one.ports()
        killed = one.processes()
        assert len(killed) > 10
        one.end(signal.SIGKILL)
        assert left_of(killed) == {}
        with urlopen(f"http://127.0.0.1:{two.ports()['web']}/healthz") as response:
            assert response.status == 200
        one.start()
        assert one.ports() == ports
        with one.database() as database:
            assert database.execute("SELECT word FROM kept").fetchone() == ("still here",)
        stopped = two.processes()
        two.end(signal.SIGINT)
        assert two.process.returncode == 0
        assert left_of(stopped) == {}
