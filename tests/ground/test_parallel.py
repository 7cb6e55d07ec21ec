"""A worker that is lost takes one test with it; what it had not begun is done by the one that follows."""

import os
import subprocess
import sys

from tests.ground.parallel import WITH_WORKER
from tests.ground.stores import REPOSITORY, database_of_worker

ONE = """
import os
import pytest

@pytest.mark.parametrize("number", range(6))
def test_one(number):
    if number == 2:
        os._exit(1)
"""
OTHER = """
import pytest

@pytest.mark.parametrize("number", range(4))
def test_other(number):
    pass
"""


def test_a_worker_that_ends_fails_one_test(tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_one.py").write_text(ONE)
    (tmp_path / "test_other.py").write_text(OTHER)
    plugins = [f"no:{name}" for name in ("django", "playwright", "schemathesis", "faker", "cacheprovider")]
    plugins += ["tests.ground.parallel", "tests.ground.bounds"]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", *(part for name in plugins for part in ("-p", name))]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        command, cwd=tmp_path, env=kept | {"PYTHONPATH": str(REPOSITORY)}, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1].startswith("1 failed, 9 passed"), done.stdout + done.stderr
    assert "crashed while running 'test_one.py::test_one[2]': it was killed, or" in done.stdout


def test_modules_that_stay_together_are_there():
    assert [module for module in WITH_WORKER if not (REPOSITORY / module).is_file()] == []


def test_workers_share_no_database_of_a_given_server(monkeypatch):
    found = []
    for worker in ("gw0", "gw1", "gw2"):
        monkeypatch.setattr("tests.ground.stores.WORKER", worker)
        found.append(database_of_worker("redis://:secret@example.com:6379/3"))
    assert found == [f"redis://:secret@example.com:6379/{number}" for number in (4, 5, 6)]
