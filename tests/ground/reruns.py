"""A second try for tests in a browser, and a report of those that needed it (docs/decisions/0025)."""

import pytest

from tests.ground.parallel import BROWSER

TIMES = 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(BROWSER) and item.get_closest_marker("flaky") is None:
            item.add_marker(pytest.mark.flaky(reruns=TIMES))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show why a first try failed: each is a fault of Keysheet or of the test, and somebody has to mend it."""
    reports = terminalreporter.stats.get("rerun", [])
    if reports:
        terminalreporter.section("failed at the first try", yellow=True)
    for report in reports:
        terminalreporter.section(report.nodeid, "_", yellow=True)
        terminalreporter.line(report.longreprtext)
