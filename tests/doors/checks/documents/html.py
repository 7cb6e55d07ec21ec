"""HTML: well formed, no script and nothing fetched; a browser shows it in light and dark without a sidewise scroll."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error, Page, sync_playwright

from exporter.documents import document_of
from tests.doors.checks import Door, not_here
from tests.exporter.targets.designs.markup import Elements
from tests.ground.chromium import system_chromium

ALLOWED = {
    "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "dl", "div", "dt", "dd", "nav",
    "ol", "ul", "li", "a", "table", "thead", "tbody", "tr", "th", "td", "span", "strong", "code", "b", "br", "wbr",
    "figure", "figcaption", "svg", "g", "rect", "text", "path", "details", "summary",
}  # fmt: skip


def check(door: Door) -> str:
    file = door.file(".html")
    elements = Elements(file.read_text("utf-8"))
    assert elements.names <= ALLOWED
    assert (elements.crossed, elements.open, elements.comments) == ([], [], [])
    for _, attributes in elements.tags:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "style", "srcset")]
        assert (attributes.get("href") or "#").startswith("#")
    document = document_of(door.design)
    asked: list[str] = []
    wide: dict[str, int] = {}
    with browser_page() as page:
        page.on("request", lambda request: asked.append(request.url))
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.goto(file.as_uri())
            wide[scheme] = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert page.title().split() == " ".join(document.name.split()).split()
        shown = page.locator("#access-patterns ~ .frame").first.locator("tbody tr").count() if document.patterns else 0
        printed = page.pdf(prefer_css_page_size=True)
    assert set(asked) == {file.as_uri()}
    assert max(wide.values()) <= 0
    assert shown == len(document.patterns)
    assert printed.startswith(b"%PDF-")
    return f"{len(elements.tags)} elements; shown in light and dark, and printed"


@contextmanager
def browser_page() -> Iterator[Page]:
    """A page of a Chromium of its own."""
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=system_chromium(), args=["--no-sandbox"])
        except Error as error:
            if "Executable doesn't exist" not in error.message:
                raise
            not_here("Chromium")
        try:
            yield browser.new_page(viewport={"width": 1280, "height": 900})
        finally:
            browser.close()
