"""A sandbox that deploys stacks, and the results of the doors as a table at the end of `make doors`."""

import os
from collections.abc import Iterator

import pytest

from designer.local import ports
from designer.local.sandbox import Sandbox
from tests.ground.processes import running_sandbox
from tests.ground.stores import REPOSITORY, STORES

WORDS = {"passed": "read", "failed": "REFUSED", "skipped": "not here"}


@pytest.fixture(scope="session")
def sandbox_url() -> Iterator[str]:
    """A sandbox that also deploys stacks. It is not the one that people get, and nobody else is told its port."""
    port = ports.choose(None, frozenset({STORES.sandbox_port}))
    with running_sandbox(Sandbox(REPOSITORY / ".keysheet", port, "dynamodb,cloudformation,sts,iam,s3")) as url:
        yield url


def pytest_terminal_summary(terminalreporter):
    """One line a target and design: what its tool did, or why not."""
    if not os.environ.get("DOORS"):
        return
    terminalreporter.section("doors")
    for outcome, word in WORDS.items():
        for report in terminalreporter.stats.get(outcome, ()):
            if "test_its_tool_reads_it[" in report.nodeid:
                said = dict(report.user_properties).get("door", "")
                if outcome == "skipped":
                    said = str(report.longrepr[-1]) if isinstance(report.longrepr, tuple) else ""
                name = report.nodeid.partition("[")[2].rstrip("]")
                terminalreporter.write_line(f"{word:<9} {name:<60} {said}")
