"""Several processes run the tests beside each other: which tests stay together, in which order they are handed out.

A module stays together, so that what its fixtures start is started once; so do the modules with a Celery worker, which
takes five seconds to start (with a browser in two parts), and the guards, which read the same files. The doors, each of
which runs a tool of its own, are handed out one by one. Long ones go first, tests with a browser last: once
Playwright's loop runs in a thread, code that awaits by itself cannot. Of those, modules with many tests come first: a
long one at the end would keep one process busy while the others have nothing to do.
"""

from collections import Counter
from typing import Any

import pytest

ONE_BY_ONE = ("tests/doors/test_doors.py", "tests/conformance/test_runs_elsewhere.py")
BROWSER = "tests/browser/"
WITH_WORKER = (
    "tests/exporter/api/test_api_client.py",
    "tests/exporter/api/test_api_designs.py",
    "tests/exporter/provisioning/test_runs.py",
    "tests/exporter/test_imports.py",
    "tests/exporter/test_live_imports.py",
    "tests/ground/test_ground.py",
    "tests/modeler/test_revision_analysis.py",
    "tests/browser/requirements/test_alternatives.py",
    "tests/browser/test_doors.py",
    "tests/browser/several_people/test_doors_together.py",
    "tests/browser/test_findings.py",
    "tests/browser/key_sheet/test_several.py",
    "tests/browser/walks/test_every_dialog.py",
    "tests/browser/walks/test_first_tasks.py",
    "tests/browser/walks/test_phone.py",
    "tests/browser/key_sheet/test_key_sheet.py",
    "tests/browser/several_people/test_live.py",
    "tests/browser/several_people/test_pages_together.py",
    "tests/browser/test_proof.py",
    "tests/browser/test_traffic.py",
    "tests/benchmarks/bench_findings.py",
    "tests/browser/requirements/test_sql_to_proof.py",
)
"""Modules with a test that asks for the Celery worker: those with a browser stay together, and so do the others."""
WORKED = "with a worker"
PROOFS = ("tests/browser/requirements/", "tests/browser/test_proof.py", "tests/browser/test_traffic.py")
"""With a browser and a worker, together as long as all the others."""
GUARDS = "tests/guards/test_"
"""Modules that read the files of the repository: each is read once for all of them."""
FIRST = ("tests/doors/", WORKED, "tests/conformance/", "tests/designer/local/", "tests/laws/", "tests/guards/")


def unit_of(nodeid: str) -> str:
    """What one process runs, from its first test to its last."""
    module = module_of(nodeid)
    if module in ONE_BY_ONE:
        return nodeid
    if module in WITH_WORKER:
        return f"{BROWSER if module.startswith(BROWSER) else ''}{'proofs ' * module.startswith(PROOFS)}{WORKED}"
    if module.startswith(GUARDS):
        return GUARDS
    return module


def order(nodeid: str) -> int:
    """The place of a unit by what it begins with. With a browser, those with a worker, which are many, come first."""
    unit = unit_of(nodeid)
    if unit.startswith(BROWSER):
        return len(FIRST) + (1 if unit.endswith(WORKED) else 2)
    return next((place for place, start in enumerate(FIRST) if unit.startswith(start)), len(FIRST))


def module_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def wants_worker(item: pytest.Item) -> bool:
    """Last in its unit: the worker would take the jobs of a test that runs them by itself."""
    return any(name.startswith(("worker_of_the", "slow_worker_of_the")) for name in getattr(item, "fixturenames", ()))


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
    asking = {module_of(item.nodeid) for item in items if "worker_of_the_session" in getattr(item, "fixturenames", ())}
    if lost := asking.difference(WITH_WORKER):
        raise pytest.UsageError(f"name in {__name__}.WITH_WORKER what asks for the worker: {', '.join(sorted(lost))}")
    sizes = Counter(unit_of(item.nodeid) for item in items)
    places = {
        unit: (-size if unit.startswith(BROWSER) else 0, place) for place, (unit, size) in enumerate(sizes.items())
    }
    items.sort(key=lambda item: (order(item.nodeid), places[unit_of(item.nodeid)], wants_worker(item)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Whatever --dist says."""
    from tests.ground.scheduler import Modules

    return Modules(config, log)
