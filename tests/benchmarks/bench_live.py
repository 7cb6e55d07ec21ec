"""What a person waits for: the first window of a large grid, a keystroke, a colleague's edit."""

import re
import signal
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import pytest
from django.db import connections
from django.test import Client

from tests.benchmarks.big_design import big_document
from tests.benchmarks.figures import report, timed

REPEATS = 40

WATCH = """
() => {
  window.arrivals = [];
  new MutationObserver(() => window.arrivals.push(performance.timeOrigin + performance.now()))
    .observe(document.body, { subtree: true, childList: true, characterData: true });
}
"""


def design_of(person, workspace, document):
    from modeler.services import design_create

    return design_create(workspace=workspace.pk, by=person, document=document)


def store(design_id, change, person):
    """Milliseconds that one edit takes to be stored and announced."""
    from modeler.services import design_change

    begun = perf_counter()
    design_change(design_id=design_id, deltas=change, by=person)
    return (perf_counter() - begun) * 1000


@pytest.fixture
def sign_in(live_site):
    """Cookies of a signed-in person, for a browser."""

    def cookies(person):
        client = Client()
        client.force_login(person)
        return [{"name": name, "value": cookie.value, "url": live_site} for name, cookie in client.cookies.items()]

    return cookies


def opened(context, sign_in, person, address):
    context.add_cookies(sign_in(person))
    page = context.new_page()
    page.goto(address)
    page.locator("key-cell").first.wait_for()
    page.get_by_text(re.compile("live")).first.wait_for()
    return page


def test_first_window_of_a_grid_of_10_000_items(ada, workspace, client):
    design = design_of(ada, workspace, big_document(entities=10, patterns=10, items=10_000))
    client.force_login(ada)
    address = f"/designs/{design.pk}/grid/?view={uuid.uuid4()}"
    cold = timed(lambda: client.get(address), 1)
    report("grid of 10,000 items, first window, nothing loaded yet", cold)
    report("grid of 10,000 items, a window", timed(lambda: client.get(address), 20), "aim 100")


def keystrokes(page, entity, key, texts="abcdefghij"):
    """Milliseconds from each key that is typed into a cell of the key sheet to the last change that it brings about."""
    cell = page.locator(f'tr[data-name="{entity}"] key-cell[data-field="keys.{key}"]')
    cell.click()
    field = cell.locator("input")
    field.press("End")
    page.wait_for_timeout(1000)
    page.evaluate(WATCH)
    times = []
    for number in range(REPEATS):
        page.evaluate("() => { window.arrivals = []; }")
        started = page.evaluate("() => performance.timeOrigin + performance.now()")
        field.press(texts[number % len(texts)])
        page.wait_for_timeout(250)
        arrivals = page.evaluate("() => window.arrivals")
        times += [arrivals[-1] - started] if arrivals else []
    return times


def test_keystroke_to_grid(new_context, sign_in, ada, workspace, live_site):
    document = big_document(entities=10, patterns=10, items=1000)
    design = design_of(ada, workspace, document)
    page = opened(new_context(), sign_in, ada, f"{live_site}/designs/{design.pk}/")
    entity = document["tables"][0]["entities"][0]["name"]
    report("keystroke to grid and strip (1,000 items)", keystrokes(page, entity, "SK"), "aim p95 100")


def test_keystroke_to_grid_of_the_saas_example(new_context, sign_in, ada, workspace, live_site):
    from modeler.core.documents.reading import to_document
    from modeler.examples import example

    design = design_of(ada, workspace, to_document(example("saas-projects").design))
    page = opened(new_context(), sign_in, ada, f"{live_site}/designs/{design.pk}/")
    report("keystroke to grid and strip (SaaS example)", keystrokes(page, "Task", "GSI1SK"), "aim p95 100")


def test_edit_to_a_second_browser(new_context, sign_in, ada, eve, workspace, live_site):
    from modeler.core.design.parts import PartKind
    from modeler.core.edits.changes import set_field
    from modeler.loading import read_structure

    design = design_of(ada, workspace, big_document(entities=10, patterns=10, items=1000))
    # Playwright's loop runs in this thread, and what a commit publishes must not meet it.
    stores = ThreadPoolExecutor(1)
    page = opened(new_context(), sign_in, eve, f"{live_site}/designs/{design.pk}/")
    page.wait_for_timeout(1500)
    page.evaluate(WATCH)
    times = []
    for number in range(REPEATS):
        parts = read_structure(design.pk).parts
        part = next(part for part in parts.values() if part.kind is PartKind.ENTITY)
        change = set_field(parts, part.id, "name", f"Renamed{number}")
        page.evaluate("() => { window.arrivals = []; }")
        started = page.evaluate("() => performance.timeOrigin + performance.now()")
        spent = stores.submit(store, design.pk, change, ada).result()
        page.wait_for_timeout(400)
        arrivals = page.evaluate("() => window.arrivals")
        times += [arrivals[0] - started] if arrivals else []
        if number == 0:
            print(f"one edit is stored in {spent:.1f} ms")
    stores.submit(connections.close_all).result()
    report("edit to a second browser, its writing included", times, "aim p95 100")


def test_make_up_warm(tmp_path):
    from tests.ground.copies import Copy

    copy = Copy(tmp_path, sys.executable)
    for start in ("cold", "warm"):
        begun = perf_counter()
        copy.start()
        report(f"make up, {start}", [(perf_counter() - begun) * 1000], "aim 10,000" if start == "warm" else "")
        copy.end(signal.SIGINT)
