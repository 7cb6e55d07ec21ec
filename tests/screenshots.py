"""`make screenshots`: a picture of every page, light and dark, from a real copy of Keysheet that is started for it and
ended. They stand in docs/screenshots; the README shows the first.
"""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import boto3
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from designer.local.supervisor import SANDBOX_KEY
from exporter.targets import target
from modeler.examples import example
from tests.ground.chromium import system_chromium
from tests.ground.copies import Copy

FOLDER: Final = Path(__file__).parents[1] / "docs" / "screenshots"
WIDE, PHONE = (1280, 800), (390, 844)
START_SECONDS_MAX: Final = 300
COLORS: Final = 256
"""Of a picture: screens of one tool have few, and so a file is half as large."""

# By the name of the picture; what follows the design's own address.
OF_A_DESIGN: Final = {
    "key-sheet": "",
    "requirements": "requirements/",
    "patterns": "patterns/",
    "patterns-by-index": "patterns/?shown=matrix",
    "cost": "cost/",
    "comments": "comments/",
    "json": "json/",
    "export": "export/terraform/",
    "proof": "provision/",
    "share": "share/",
    "guide": "path/",
    "blocks": "blocks/",
    "block": "blocks/p15/",
}
# Of examples that have more of it: by the design's name, the picture and its address there.
OF_OTHERS: Final = {
    "A relational port that went wrong": {"findings": "findings/"},
    "Parcel tracking after the incident": {
        "history": "history/",
        "revision": "history/2/",
        "compare": "compare/?before=1&after=2",
    },
}
ELSEWHERE: Final = {
    "home": "",
    "tokens": "tokens/",
    "trash": "trash/",
    "inbox": "inbox/",
    "api": "api/v1/",
    "missing": "nowhere/",
}


def main() -> None:
    """Every page, or those whose names are given."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder), sys.executable)
        try:
            copy.begin()
            wait_for(copy)
            make_tables(copy.ports()["sandbox"], (copy.folder / SANDBOX_KEY).read_text())
            address = re.findall(r"http://\S+/sign-in/local/\S+", copy.log.read_text())[-1]
            with sync_playwright() as playwright:
                arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
                browser = playwright.chromium.launch(executable_path=system_chromium(), args=arguments)
                take(browser, address, Path(os.environ.get("SCREENSHOTS", FOLDER)), set(sys.argv[1:]))
                browser.close()
        finally:
            copy.end(signal.SIGINT)


def wait_for(copy: Copy) -> None:
    """A busy machine takes its time."""
    end = time.monotonic() + START_SECONDS_MAX
    while "open this address" not in copy.log.read_text():
        if copy.process.poll() is not None or time.monotonic() > end:
            sys.exit(copy.log.read_text())
        time.sleep(0.2)


def take(browser: Browser, address: str, folder: Path, only: set[str]) -> None:
    """The address signs in once; the pictures share what it gave."""
    entrance = browser.new_context()
    first = entrance.new_page()
    first.goto(address)
    first.wait_for_load_state()
    home = re.match(r"http://[^/]+/", address)
    assert home is not None
    first.goto(home[0])
    design = _address_of(first, "Order management")
    others = {
        name: (home[0] + _address_of(first, title) + path, None)
        for title, pictures in OF_OTHERS.items()
        for name, path in pictures.items()
    }
    state = entrance.storage_state()
    folder.mkdir(parents=True, exist_ok=True)
    shots = dict(every_page(home[0], home[0] + design)) | others
    for scheme in ("light", "dark"):
        stay = browser.new_context(
            storage_state=state,
            color_scheme=scheme,
            viewport={"width": WIDE[0], "height": WIDE[1]},
            reduced_motion="reduce",
        )
        for name, (path, act) in shots.items():
            if not only or name in only:
                page = visit(stay, name, path, act)
                keep(page.screenshot(), folder / f"{name}-{scheme}.png")
                page.close()
        stay.close()


def _address_of(page: Page, title: str) -> str:
    """Where a design of the home page is, without the slash that addresses begin with."""
    found = page.get_by_role("link", name=title).first.get_attribute("href")
    assert found is not None
    return found.strip("/").removesuffix("open").strip("/") + "/"


def every_page(home: str, design: str) -> Iterator[tuple[str, tuple[str, Callable[[Page], None] | None]]]:
    """Each picture by its name: where, and what is done there before it is taken."""
    yield "design", (design, light_up)
    yield from ((name, (design + path, None)) for name, path in OF_A_DESIGN.items())
    yield "alternatives", (design + "requirements/", propose)
    yield "alternative-draft", (design + "alternatives/", look_at_draft)
    yield "branches", (design + "branches/", make_branch)
    yield "review", (design + "branches/", review_branch)
    yield "plan", (design + "branches/", look_at_plan)
    yield "rehearsal", (design + "branches/", rehearse)
    yield "traffic", (design + "traffic/?scenario=viral", simulate)
    yield "bundle", (design + "export/", all_formats)
    yield "drift", (design + "drift/", partial(give, *template()))
    yield "update", (design + "update/", None)
    yield "update-preview", (design + "update/", partial(give, *template()))
    yield "import", (home, partial(give, *items()))
    yield "import-live", (home + "import/live/", None)
    yield "import-progress", (home + "import/live/", read_tables)
    yield "palette", (design, lambda page: page.keyboard.press("Control+k"))
    yield "keys", (design, lambda page: page.keyboard.press("?"))
    yield from ((name, (home + path, None)) for name, path in ELSEWHERE.items())
    yield "members", (home, lambda page: page.get_by_role("link", name="Members").first.click())
    yield "sign-in", (home, sign_out_here)
    yield "phone", (design, None)
    yield "phone-home", (home, None)
    yield "phone-import", (home, partial(give, *items()))
    yield "phone-drift", (design + "drift/", partial(give, *template()))


def light_up(page: Page) -> None:
    """The orders of a customer, and what reading them costs."""
    page.get_by_text("Orders of a customer, newest first").first.click()
    page.get_by_text("0.5 RRU").first.wait_for()


def propose(page: Page) -> None:
    """The alternatives, once they are found."""
    page.get_by_role("button", name="Propose keys and indexes").click()
    page.get_by_role("table", name="Alternatives side by side").wait_for(timeout=START_SECONDS_MAX * 1000)


def look_at_draft(page: Page) -> None:
    """The first alternative that was found, and what its orders of a customer read."""
    if not page.get_by_role("link", name="Preview").count():
        page.get_by_role("button", name="Propose").first.click()
    page.get_by_role("link", name="Preview").first.click(timeout=START_SECONDS_MAX * 1000)
    page.get_by_role("link", name="A2", exact=True).first.click()
    page.locator("#grid .returned").first.wait_for()


def make_branch(page: Page) -> None:
    """A branch with one more entity and another key of an index, in the list of branches."""
    there = page.url
    if not page.get_by_role("link", name="Pay later").count():
        page.get_by_label("Name of the new branch").fill("Pay later")
        page.get_by_role("button", name="Create branch").click()
        page.wait_for_url(lambda address: address != there)
        wait_until_live(page)
        page.locator("#outline").get_by_role("button", name="+ entity").click()
        page.keyboard.type("Refund")
        page.keyboard.press("Enter")
        page.locator("#outline").get_by_role("link", name="Refund").wait_for()
        page.locator('tr[data-name="Order"] key-cell[data-field="keys.GSI1SK"]').first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Home")
        page.keyboard.type("AT#")
        page.keyboard.press("Enter")
        page.locator("#revision", has_text="revision 3").wait_for()
        page.goto(there)


def review_branch(page: Page) -> None:
    """What merging the branch would change."""
    make_branch(page)
    page.get_by_role("link", name="Review").first.click()
    page.locator("#weight h2").first.wait_for()


def look_at_plan(page: Page) -> None:
    """How stored items get the keys of the branch."""
    review_branch(page)
    page.locator("#weight-plan").evaluate("heading => heading.scrollIntoView()")


def rehearse(page: Page) -> None:
    """What a rehearsal of the branch's last change showed, once it has ended."""
    make_branch(page)
    page.get_by_role("link", name="Review").first.click()
    page.get_by_role("link", name="Open the branch").click()
    page.locator("#revision", has_text="Pay later").wait_for()
    page.goto(f"{page.url.rstrip('/')}/rehearsals/")
    if not page.locator(".run").count():
        page.get_by_label("Items to generate").fill("60")
        page.get_by_role("button", name="Rehearse", exact=True).click()
    page.locator(".run header .chip").first.wait_for(timeout=START_SECONDS_MAX * 1000)


def simulate(page: Page) -> None:
    """The heat of partitions while one key is viral, once it is computed."""
    page.get_by_role("button", name="Simulate", exact=True).click()
    page.get_by_role("heading", name="Partitions over time").wait_for(timeout=START_SECONDS_MAX * 1000)


def template() -> tuple[str, str]:
    """A template of the design as somebody changed it by hand: another attribute for expiry, no index GSI2."""
    (file,) = target("cloudformation").build(example("order-management").design).files
    return "template.yaml", re.sub(r"(AttributeName: )ttl\b", r"\1expires", file.text)


def items() -> tuple[str, str]:
    """The items of a table, and nothing that says what they are."""
    files = target("seed-data").build(example("order-management").design).files
    return "app-main.json", next(one.text for one in files if one.path.endswith(".json"))


def give(name: str, text: str, page: Page) -> None:
    """A file, and what is made of it."""
    before = page.url
    page.get_by_label("File", exact=True).set_input_files(
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.wait_for_url(lambda address: address != before)
    page.wait_for_load_state()


def all_formats(page: Page) -> None:
    """The archive once it is written."""
    page.get_by_role("button", name="All formats (zip)").click()
    page.get_by_role("link", name="Download", exact=True).wait_for(timeout=START_SECONDS_MAX * 1000)


def read_tables(page: Page) -> None:
    """Tables that are being read, so slowly that the picture is taken meanwhile."""
    page.get_by_role("checkbox", name="orders-live").check()
    page.get_by_label("Maximum read units per second").fill("1")
    page.get_by_role("button", name="Import tables").click()
    page.get_by_text("s left").wait_for(timeout=START_SECONDS_MAX * 1000)


def make_tables(port: int, access_key: str) -> None:
    """Tables to be read live, in the sandbox of the copy."""
    dynamodb = boto3.client(
        "dynamodb",
        endpoint_url=f"http://127.0.0.1:{port}",
        region_name="us-east-1",
        aws_access_key_id=access_key,
        aws_secret_access_key=access_key,
    )
    for name in ("customers-live", "orders-live"):
        dynamodb.create_table(
            TableName=name,
            KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
            AttributeDefinitions=[{"AttributeName": one, "AttributeType": "S"} for one in ("PK", "SK")],
            BillingMode="PAY_PER_REQUEST",
        )
    for number in range(600):
        key = {"PK": {"S": f"CUST#{number % 9}"}, "SK": {"S": f"ORDER#{number:04}"}}
        dynamodb.put_item(TableName="orders-live", Item={**key, "note": {"S": "x" * 400}})


def sign_out_here(page: Page) -> None:
    """The page of who is not signed in; the others stay."""
    cookies = page.context.cookies()
    page.context.clear_cookies()
    page.reload()
    page.context.clear_cookies()
    page.context.add_cookies(cookies)  # type: ignore[arg-type]  # Playwright reads what it wrote


def visit(stay: BrowserContext, name: str, path: str, act: Callable[[Page], None] | None) -> Page:
    page = stay.new_page()
    if name.startswith("phone"):
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(path)
    wait_until_live(page)
    if act is not None:
        act(page)
        wait_until_live(page)
    page.wait_for_timeout(500)
    return page


def wait_until_live(page: Page) -> None:
    """Of a design; other pages have no socket."""
    page.wait_for_load_state()
    if page.locator("#link-state").count():
        page.locator("#link-state", has_text="live").wait_for()


def keep(picture: bytes, path: Path) -> None:
    """As few colors as show it well."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.quantize(COLORS, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
