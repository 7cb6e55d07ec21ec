"""How tests speak to the key sheet: by keyboard."""

from playwright.sync_api import Locator, Page, expect


def opened(page: Page, path: str) -> Page:
    """The design's page, and live."""
    page.goto(path)
    expect(page.locator("#link-state")).to_have_text("live")
    return page


def cell(page: Page, entity: str, key: str, overload: int = 0) -> Locator:
    """The cell in which an entity's key is written."""
    return page.locator(
        f'tr[data-name="{entity}"] key-cell[data-field="{key if key == "when" else "keys." + key}"]'
    ).nth(overload)


def go(page: Page, where: Locator) -> None:
    where.focus()
    expect(where).to_be_focused()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def offered(page: Page) -> Locator:
    """What may be typed at the caret."""
    return page.get_by_role("listbox", name="Suggestions").get_by_role("option")


def revision(page: Page, number: int) -> None:
    """Wait until so many changes have arrived."""
    expect(page.locator("#revision")).to_contain_text(f"revision {number}")


def put_on_clipboard(page: Page, text: str) -> None:
    """What a spreadsheet would have put there."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)


def on_clipboard(page: Page) -> str:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return page.evaluate("() => navigator.clipboard.readText()")
