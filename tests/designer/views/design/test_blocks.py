"""The gallery of building blocks, as the server renders it, and the insertion of one."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from modeler.core.blocks.library import blocks
from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.history.undo import design_undo
from modeler.loading import read_current, read_whole
from modeler.services import design_create

pytestmark = pytest.mark.django_db
QUEUE = {
    "cast": "1",
    "into": "=app-main",
    "entity:Order": "=Order",
    "attribute:Order:orderId": "=orderId",
    "attribute:Order:status": "=status",
    "attribute:Order:createdAt": "=orderDate",
    "value:Order:status:PENDING": "OPEN",
    "value:Order:status:DONE": "SHIPPED",
    "slot:GSI1": "",
    "new:slot:GSI1": "GSI3",
    "brings": ["Q1", "Q2"],
}


@pytest.fixture
def orders(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, document=to_document(example("order-management").design))


@pytest.fixture
def empty(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, name="Nothing yet")


def get(client, person, design, rest="", **said):
    client.force_login(person)
    return client.get(f"/designs/{design.pk}/blocks/{rest}", said)


def fields(page):
    """The fields of the form that inserts what a preview shows."""
    form = re.search(r'<form method="post" action="[^"]*/insert/".*?</form>', page, re.DOTALL)[0]
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form)
    return urlencode([(unescape(name), unescape(value)) for name, value in found if name != "csrfmiddlewaretoken"])


def insert(client, design, page, block):
    body = fields(page)
    return client.post(f"/designs/{design.pk}/blocks/{block}/insert/", body, "application/x-www-form-urlencoded")


def test_the_gallery_lists_every_block_with_what_its_example_costs(client, ada, empty):
    page = get(client, ada, empty).content.decode()
    assert re.findall(r'href="[^"]+/blocks/([a-z]\d+)/"', page) == [one.slug for one in blocks()]
    assert len(re.findall(r"Example: \$[\d.,]+ per month", page)) == 30


@pytest.mark.parametrize("slug", [one.slug for one in blocks()])
def test_each_block_shows_its_items_its_bill_and_its_pitfalls(client, ada, empty, slug):
    answer = get(client, ada, empty, f"{slug}/")
    page = answer.content.decode()
    block = answer.context["asked"]
    assert answer.context["drawn"][0].collections
    assert all(one.rule in page for one in block.pitfalls)
    assert all(unescape(one.name) in unescape(page) for one in block.design.patterns)
    assert sum(one.dollars for one in answer.context["bill"].patterns) + answer.context["bill"].storage == (
        answer.context["bill"].total
    )


def test_a_reader_sees_blocks_and_no_form(client, ben, orders):
    assert '<form class="cast"' not in get(client, ben, orders, "p15/").content.decode()
    assert get(client, ben, orders, "p15/preview/").status_code == 403


def test_what_an_existing_entity_offers_is_picked(client, ada, orders):
    page = get(client, ada, orders, "p15/", **QUEUE, changed="entity:Order").content.decode()
    statuses = re.search(r'<select[^>]*name="value:Order:status:PENDING">.*?</select>', page, re.DOTALL)[0]
    assert re.findall(r"<option[^>]*>([A-Z]+)<", statuses) == ["OPEN", "SHIPPED", "CANCELLED"]
    assert '<option value="=orderDate"' in page


def test_a_preview_stores_nothing_and_shows_key_sheet_and_items(client, ada, orders):
    before = read_whole(orders.pk)
    answer = get(client, ada, orders, "p15/preview/", **QUEUE)
    page = unescape(answer.content.decode())
    assert answer.status_code == 200
    assert "OPEN_ORDER" in page
    assert "GSI3" in re.search(r'<section id="grid".*', page, re.DOTALL)[0]
    assert "per month" in page
    after = read_whole(orders.pk)
    assert (after.revision, after.parts) == (before.revision, before.parts)


def test_another_view_of_the_preview_keeps_the_cast(client, ada, orders):
    page = get(client, ada, orders, "p15/preview/", **QUEUE).content.decode()
    tab = re.findall(r'<a class="tab"\s+href="([^"]+)"[^>]*>GSI3</a>', page)[0]
    shown = client.get(unescape(tab)).content.decode()
    assert "OPEN_ORDER" in re.search(r'<section id="grid".*', shown, re.DOTALL)[0]
    window = client.get(unescape(tab).replace("/preview/", "/grid/"))
    assert "OPEN_ORDER" in window.content.decode()


def test_an_insertion_is_one_change_that_undo_takes_back(client, ada, orders):
    before = read_whole(orders.pk)
    page = get(client, ada, orders, "p15/preview/", **QUEUE).content.decode()
    answer = insert(client, orders, page, "p15")
    now = read_current(orders.pk)
    order = now.design.table("app-main").entity("Order")
    assert answer.url.endswith(f"&part={order.id}#head-{order.id}")
    assert now.revision == before.revision + 1
    (queue,) = now.design.table("app-main").entity("Order").overloads_of("GSI3")
    assert (queue.when, queue.keys["GSI3PK"]) == ("status = 'OPEN'", "OPEN_ORDER")
    assert [one.name for one in now.design.patterns[-2:]] == ["What waits, oldest first", "Take one"]
    design_undo(design_id=orders.pk, by=ada)
    assert read_whole(orders.pk).parts == before.parts


@pytest.mark.conformance
def test_every_block_is_stored_in_an_empty_design_as_it_is_proposed(client, ada, empty):
    for block in blocks():
        page = get(client, ada, empty, f"{block.slug}/preview/").content.decode()
        # A form that was not sent has every pattern, and the names that are free.
        assert insert(client, empty, page, block.slug).status_code == 302, block.code
    design = read_current(empty.pk).design
    assert len(design.patterns) == sum(len(one.design.patterns) for one in blocks())
    assert read_whole(empty.pk).revision == 31


def test_a_block_can_be_inserted_again_after_it_was_undone(client, ada, empty):
    for _ in range(2):
        page = get(client, ada, empty, "p1/preview/").content.decode()
        insert(client, empty, page, "p1")
        assert [one.name for _, one in read_current(empty.pk).design.entities()] == ["User"]
        design_undo(design_id=empty.pk, by=ada)
    assert read_current(empty.pk).design.tables == ()


def test_a_role_that_nobody_can_play_so_is_said_beside_the_form(client, ada, orders):
    answer = get(client, ada, orders, "p15/preview/", **{**QUEUE, "value:Order:status:PENDING": ""})
    assert answer.status_code == 422
    assert "Choose which value of status means PENDING" in answer.content.decode()
    assert '<option value="=orderDate" selected' in answer.content.decode()


def test_a_design_that_changed_since_the_preview_is_not_changed(client, ada, orders):
    page = get(client, ada, orders, "p15/preview/", **QUEUE).content.decode()
    insert(client, orders, page, "p15")
    answer = insert(client, orders, page, "p15")
    assert answer.status_code in (409, 422)
    assert read_whole(orders.pk).revision == 2


def test_a_block_that_does_not_exist_is_missing(client, ada, empty):
    assert get(client, ada, empty, "p99/").status_code == 404
