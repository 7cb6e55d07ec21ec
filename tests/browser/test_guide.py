"""A building block is inserted and a decision is made by keyboard, each as one change."""

import pytest
from playwright.sync_api import expect

from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.loading import read_current
from modeler.services import design_create
from tests.browser.aside import aside

# Milliseconds after which a browser takes a typed letter as the first one of another option's name.
FORGOTTEN = 1_500
ATTEMPTS = 5


@pytest.fixture
def orders(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, document=to_document(example("order-management").design))


def stored(design):
    return aside(lambda: read_current(design.pk))


def choose(page, label, option):
    """Choose an option of a select by typing its name, as a keyboard does."""
    field = page.get_by_label(label, exact=True)
    field.focus()
    for _ in range(ATTEMPTS):
        page.keyboard.type(option)
        if field.locator("option:checked").inner_text().strip() == option:
            break
        # A letter that comes more than a second after the one before begins a new word, which a busy machine can cause.
        page.wait_for_timeout(FORGOTTEN)
    expect(field.locator("option:checked")).to_have_text(option)
    return field


@pytest.mark.pages
def test_a_block_is_cast_previewed_inserted_and_undone_by_keyboard(open_as, ada, orders):
    page = open_as(ada)
    page.goto(f"/designs/{orders.pk}/blocks/p15/")
    expect(page.locator("#link-state")).to_have_text("live")
    with page.expect_response(lambda answer: "changed=entity" in answer.url):
        choose(page, "What waits", "Order")
        page.keyboard.press("Tab")
    expect(page.get_by_label("PENDING is", exact=True)).to_be_visible()
    choose(page, "PENDING is", "OPEN")
    choose(page, "DONE is", "SHIPPED")
    with page.expect_response(lambda answer: "changed=attribute" in answer.url):
        choose(page, "createdAt", "orderDate")
        page.keyboard.press("Tab")
    expect(page.get_by_label("PENDING is", exact=True).locator("option:checked")).to_have_text("OPEN")
    # Each letter that chooses another option asks for the form anew; an answer that comes later takes the focus away.
    page.wait_for_load_state("networkidle")
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
    page.get_by_role("button", name="Preview in this design").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Preview: P15 Queue")).to_be_visible()
    expect(page.locator("#grid")).to_contain_text("OPEN_ORDER")
    assert stored(orders).revision == 1
    page.get_by_role("button", name="Insert as one change").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("Queue is in the design")
    (queue,) = stored(orders).design.table("app-main").entity("Order").overloads_of("GSI3")
    assert queue.keys == {"GSI3PK": "OPEN_ORDER", "GSI3SK": "{orderDate}#{orderId}"}
    expect(page.locator("#link-state")).to_have_text("live")
    page.locator("[data-post=undo]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 3")
    assert stored(orders).design.table("app-main").index("GSI3") is None


def test_a_decision_is_made_at_its_place_by_keyboard(open_as, workspace, ada):
    document = to_document(example("relational-port").design)
    made = aside(lambda: design_create(workspace=workspace.pk, by=ada, document=document))
    put = next(one for one in stored(made).design.patterns if one.operation == "PutItem")
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/?pattern={put.id}&part={put.id}#field-{put.id}-if")
    expect(page.locator("#link-state")).to_have_text("live")
    expect(page.locator(f"#field-{put.id}-if-input")).to_be_focused()
    page.get_by_role("button", name="Decisions").focus()
    page.keyboard.press("Enter")
    apply = page.get_by_role("dialog").get_by_role("button", name="Add attribute_not_exists")
    apply.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("done. You can undo this.")
    changed = next(one for one in stored(made).design.patterns if one.id == put.id)
    assert changed.if_.startswith("attribute_not_exists(")


@pytest.mark.pages
def test_no_column_of_the_worksheet_is_cut_in_a_small_window(open_as, ada, orders):
    page = open_as(ada)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"/designs/{orders.pk}/worksheet/")
    table = page.get_by_role("region", name="Worksheet of access patterns")
    expect(table.get_by_role("columnheader", name="Served by")).to_be_visible()
    assert table.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
