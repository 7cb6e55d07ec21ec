"""`make screenshot`: the pictures of the README, from a real copy of Keysheet that is started for it and ended."""

from __future__ import annotations

import os
import re
import signal
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.designer.local.test_supervisor import Copy
from tests.ground.chromium import system_chromium

FOLDER = Path(__file__).parents[1] / "docs" / "screenshots"
SIZES = {"light": (1280, 800), "dark": (1920, 1080)}


def main() -> None:
    """Order management, with the orders of a customer lit, in light and dark."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        copy.start()
        try:
            address = re.findall(r"http://\S+/sign-in/local/\S+", copy.log.read_text())[-1]
            with sync_playwright() as playwright:
                arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
                browser = playwright.chromium.launch(executable_path=system_chromium(), args=arguments)
                take(browser, address)
                browser.close()
        finally:
            copy.end(signal.SIGINT)


def take(browser: Browser, address: str) -> None:
    """The address signs in once; the pictures share what it gave."""
    entrance = browser.new_context()
    page = entrance.new_page()
    page.goto(address)
    page.wait_for_load_state()
    state = entrance.storage_state()
    home = re.match(r"http://[^/]+/", address)
    assert home is not None
    FOLDER.mkdir(parents=True, exist_ok=True)
    for scheme, (width, height) in SIZES.items():
        context = browser.new_context(
            storage_state=state,
            color_scheme="dark" if scheme == "dark" else "light",
            viewport={"width": width, "height": height},
        )
        page = context.new_page()
        page.goto(home[0])
        page.get_by_role("link", name="Order management").first.click()
        page.get_by_text("Orders of a customer, newest first").first.click()
        page.get_by_text("0.5 RRU").first.wait_for()
        page.wait_for_timeout(500)
        page.screenshot(path=FOLDER / f"design-{scheme}.png")


if __name__ == "__main__":
    main()
