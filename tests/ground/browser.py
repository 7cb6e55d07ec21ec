"""A real Chromium under pytest-playwright's fixtures: `page`, `context`, and `new_context()` for a second person."""

import os
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.ground import slowly
from tests.ground.chromium import system_chromium

PLACES = ("tests/browser/", "tests/benchmarks/")
VIEWPORT: ViewportSize = {"width": 1280, "height": 800}
"""A laptop's window."""
PATIENCE = 20_000 * slowly.PATIENCE
"""Milliseconds that an expectation waits, not Playwright's 5,000: a page that is right can take longer
on a busy machine. A test that passes waits no longer than before.
"""

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test with a browser is where tests.ground.parallel lets it come last."""
    lost = [item.nodeid for item in items if "playwright" in getattr(item, "fixturenames", ())]
    if lost := [nodeid for nodeid in lost if not nodeid.startswith(PLACES)]:
        raise pytest.UsageError(f"a test with a browser belongs into tests/browser: {', '.join(lost)}")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the system's browser where there is one, with scrollbars; root has no sandbox, a container little memory."""
    own = system_chromium()
    launch = {
        "args": ["--disable-dev-shm-usage", *(["--no-sandbox"] if os.geteuid() == 0 else [])],
        # Playwright hides scrollbars, and with them what a page scrolls that should not scroll.
        "ignore_default_args": ["--hide-scrollbars"],
    }
    return {**browser_type_launch_args, **launch, **({"executable_path": own} if own else {})}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], playwright: Any) -> dict[str, Any]:
    """Playwright runs a loop in this thread, which Django would take for asynchronous code."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    return {**browser_context_args, "viewport": VIEWPORT, "reduced_motion": "reduce"}
