"""Tabs that one test uses after another: to open one, with nothing in its cache, takes as long as most tests."""

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page

from tests.ground.browser import VIEWPORT
from tests.ground.slowly import slow_page

EMPTY = "/healthz"
"""A page of the site without scripts, which would write into a storage when it is left."""
FORGET = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
}"""


class Tab:
    """A page in a context of its own. `problems` are what went wrong in it since a test has taken it.

    A test that listens for events, reroutes requests or adds scripts closes the context of its page, because `cleared`
    does not undo these.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.problems: list[str] = []
        context.on("page", slow_page)
        self.page = self._watched(context.new_page())

    def _watched(self, page: Page) -> Page:
        page.on("pageerror", lambda error: self.problems.append(error.stack or str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, said: ConsoleMessage) -> None:
        if "Content Security Policy" in said.text:
            self.problems.append(said.text)

    def cleared(self) -> bool:
        """Make it as good as new, but for what the browser has cached. False if the test has closed it, or has opened
        more pages: to close one that is about to leave can wait for ever (seen once with Chromium 156).
        """
        if self.context.pages != [self.page]:
            return False
        try:
            self.context.set_offline(False)
            self.page.goto(EMPTY)
            self.page.evaluate(FORGET)
            self.context.clear_cookies()
            self.context.clear_permissions()
            self.page.set_viewport_size(VIEWPORT)
            self.page.emulate_media(color_scheme="light", reduced_motion="reduce")
            self.page.mouse.move(0, 0)
        except Error:
            return False
        return True

    def close(self) -> None:
        self.context.close()
