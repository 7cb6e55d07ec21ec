"""What the doors said, printed as a table at the end of `make doors`."""

import os

WORDS = {"passed": "read", "failed": "REFUSED", "skipped": "not here"}


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
