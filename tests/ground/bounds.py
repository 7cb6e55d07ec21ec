"""How long a test may take. One that hangs fails by itself and stops nothing else."""

import os

import pytest

from tests.ground import slowly
from tests.ground.generating import TIMES, is_long
from tests.ground.parallel import BROWSER

SECONDS = {
    BROWSER: 240,
    "tests/conformance/": 300,
    "tests/designer/local/": 600,
    # Tools are fetched by the first test that wants them.
    "tests/doors/": 900 if os.environ.get("DOORS") else 600,
}
"""By folder, where it is more than `timeout` in pyproject.toml says."""


def method(nodeid: str) -> str:
    """What ends a test. A signal raises an exception in it; but a browser that does not answer would keep the page from
    being closed after it, for ever. There the process is ended: pytest-xdist replaces a worker, and goes on.
    """
    return "thread" if nodeid.startswith(BROWSER) else "signal"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    usual = float(config.getini("timeout") or 0)
    times = slowly.PATIENCE * (TIMES if is_long(config) else 1)
    for item in items:
        if item.get_closest_marker("timeout") is None:
            seconds = next((most for folder, most in SECONDS.items() if item.nodeid.startswith(folder)), usual)
            item.add_marker(pytest.mark.timeout(seconds * times, method=method(item.nodeid)))


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(crashitem: str, report: pytest.TestReport) -> None:
    """A worker that was ended has no traceback to show."""
    report.longrepr = f"{report.longrepr}: it was killed, or the test took longer than {__name__} allows"
