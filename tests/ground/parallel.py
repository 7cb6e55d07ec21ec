"""Several processes run the tests beside each other: which tests stay together, in which order they are handed out.

A module stays together, so that what its fixtures start is started once; the doors, each of which runs a tool of its
own, are handed out one by one. Long ones go first, tests with a browser last: once Playwright's loop runs in a thread,
code that awaits by itself cannot.
"""

from collections import Counter
from typing import Any

import pytest

ONE_BY_ONE = ("tests/doors/test_doors.py", "tests/conformance/test_runs_elsewhere.py")
FIRST = ("tests/doors/", "tests/conformance/", "tests/designer/local/", "tests/laws/")
BROWSER = "tests/browser/"


def order(nodeid: str) -> int:
    if nodeid.startswith(BROWSER):
        return len(FIRST) + 1
    return next((place for place, folder in enumerate(FIRST) if nodeid.startswith(folder)), len(FIRST))


def module_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def wants_worker(item: pytest.Item) -> bool:
    """Last in its module: the worker, which ends with it, would take the jobs of a test that runs them by itself."""
    return any("worker_of_the_module" in name for name in getattr(item, "fixturenames", ()))


def pytest_itemcollected(item: pytest.Item) -> None:
    """schemathesis names a test by its operation, which this pytest leaves out of the test's id."""
    label = getattr(item, "operation_label", None)
    if label and item.id.params is None:
        item._id = item.id.with_params(label)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In one process too: what needs Playwright's loop comes last. Workers are told of tests by their ids."""
    twice = [nodeid for nodeid, times in Counter(item.nodeid for item in items).items() if times > 1]
    if twice:
        raise pytest.UsageError(f"several tests have one id, and only one of them would run: {', '.join(twice)}")
    modules = {module: place for place, module in enumerate(dict.fromkeys(module_of(item.nodeid) for item in items))}
    items.sort(key=lambda item: (order(item.nodeid), modules[module_of(item.nodeid)], wants_worker(item)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Whatever --dist says."""
    from tests.ground.scheduler import Modules

    return Modules(config, log)
