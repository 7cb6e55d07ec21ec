"""A worker that is lost takes one test with it; what it had not begun is done by the one that follows."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tests.ground.parallel import WITH_WORKER, order, pytest_collection_modifyitems, unit_of
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


@pytest.mark.conformance
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


def ordered(*nodeids):
    items = [SimpleNamespace(nodeid=nodeid) for nodeid in nodeids]
    pytest_collection_modifyitems(items)
    return [item.nodeid for item in items]


def test_what_takes_long_comes_first_and_browsers_last_with_the_modules_of_many_tests_before_others():
    few, many = (
        ["tests/browser/test_a.py::test_1"],
        ["tests/browser/test_b.py::test_1", "tests/browser/test_b.py::test_2"],
    )
    pure, guard, door = (
        "tests/js/test_js.py::test_1",
        "tests/guards/test_sizes.py::test_1",
        "tests/doors/test_x.py::test_1",
    )
    assert ordered(*few, *many, pure, guard, door) == [door, guard, pure, *many, *few]


def test_the_guards_stay_together():
    units = {unit_of(f"tests/guards/{module}.py::test_1") for module in ("test_sizes", "test_prose")}
    (unit,) = units
    assert order(unit) == order("tests/guards/test_sizes.py::test_1")
    assert unit_of("tests/guards/doors/test_doors.py::test_1") not in units


def test_modules_that_stay_together_are_there():
    assert [module for module in WITH_WORKER if not (REPOSITORY / module).is_file()] == []


def test_workers_share_no_database_of_a_given_server(monkeypatch):
    found = []
    for worker in ("gw0", "gw1", "gw2"):
        monkeypatch.setattr("tests.ground.stores.WORKER", worker)
        found.append(database_of_worker("redis://:secret@example.com:6379/3"))
    assert found == [f"redis://:secret@example.com:6379/{number}" for number in (4, 5, 6)]
