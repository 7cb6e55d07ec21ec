"""What axe finds on a page: everything where it is light; and where it is dark, what depends on colors."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

COLORS = ("color-contrast", "link-in-text-block")
"""The scheme changes nothing else: the style sheet says `light-dark()` of colors only."""
DARK = "([place, rules]) => axe.run(place, { resultTypes: ['violations'], runOnly: { type: 'rule', values: rules } })"


def accessible(page: Page, within: str = "html") -> None:
    """Of the whole page, or within what a selector finds."""
    found = {"light": _told(Axe().run(page, within).response)}
    page.emulate_media(color_scheme="dark")
    found["dark"] = _told(page.evaluate(DARK, [within, COLORS]))
    page.emulate_media(color_scheme="light")
    assert found == {"light": [], "dark": []}, found


def _told(response: dict[str, Any]) -> list[tuple[str, list[str]]]:
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in response["violations"]]
