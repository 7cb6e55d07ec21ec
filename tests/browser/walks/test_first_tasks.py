"""What ten kinds of people do first, and in how many actions: a click, a text, a key.

The rates of twelve patterns, typed in 24 keys, are in test_patterns.py.
"""

import json
import re

import pytest
from django.conf import settings
from playwright.sync_api import expect

from designer.links import link_create
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from modeler.branches.notices import review_request
from modeler.branches.services import branch_open
from modeler.core.edits.changes import Delta
from modeler.gallery import example_create
from modeler.permissions import Role
from modeler.services import design_change, design_create
from tests.browser.aside import aside
from tests.factories.documents import small_document

pytestmark = pytest.mark.pages


class Hands:
    """What a person does on a page, counted."""

    def __init__(self, page):
        self.page = page
        self.actions = 0

    def click(self, where):
        where.click()
        self.actions += 1

    def type(self, text):
        self.page.keyboard.type(text)
        self.actions += 1

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.actions += 1


@pytest.fixture
def hands(open_as, ada):
    return Hands(open_as(ada))


@pytest.fixture
def shop(workspace, ada):
    return aside(example_create, workspace=workspace.pk, by=ada, key="order-management")


def opened(hands, path):
    hands.page.goto(path)
    expect(hands.page.locator("#link-state")).to_have_text("live")
    return hands.page


def test_a_newcomer_has_the_first_pattern_in_six(hands, workspace):
    page = hands.page
    page.goto("/")
    hands.click(page.get_by_label("Requirements, one sentence per line"))
    hands.type("orders of a customer")
    hands.press("Tab")
    hands.type("Shop")
    hands.press("Enter")
    hands.click(page.get_by_role("button", name="Add these"))
    expect(page.locator("#req-patterns")).to_contain_text("Access patterns 1")
    assert hands.actions == 6


def test_a_modeler_has_named_the_first_entity_in_three(hands, workspace, ada):
    document = small_document()
    document |= {"tables": [{**document["tables"][0], "entities": []}], "access_patterns": []}
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    page = opened(hands, f"/designs/{made.pk}/")
    hands.click(page.locator("key-sheet").get_by_role("button", name="Add an entity"))
    hands.type("Rider")
    hands.press("Enter")
    expect(page.locator("key-sheet").get_by_role("link", name="Rider")).to_be_focused()
    assert hands.actions == 3


def test_a_reviewer_has_asked_about_a_key_in_six(open_page, shop, ada):
    _, token = aside(link_create, design_id=shop.pk, by=ada, role=Role.GUEST_COMMENTER)
    hands = Hands(open_page())
    page = hands.page
    page.goto(f"/s/{token}/")
    hands.type("Noor")
    hands.press("Enter")
    expect(page.locator("#link-state")).to_have_text("live")
    hands.click(page.locator("key-cell").first)
    hands.press("Shift+F2")
    expect(page.locator("#dialog comment-box[data-new] textarea")).to_be_focused()
    hands.type("Why not the email?")
    hands.press("Control+Enter")
    expect(page.locator("#dialog .thread .text")).to_have_text("Why not the email?")
    assert hands.actions == 6


def test_who_pays_sees_another_region_in_three(hands, shop):
    page = opened(hands, f"/designs/{shop.pk}/")
    hands.press("g", "c")
    amount = page.locator("[data-open='mode/on-demand']")
    before = amount.text_content()
    page.locator("#cost-region").select_option("sa-east-1")
    hands.actions += 1
    expect(amount).not_to_have_text(before)
    assert hands.actions == 3


def test_an_owner_of_a_file_has_its_design_in_two(hands, workspace, tmp_path):
    page = hands.page
    page.goto("/")
    file = tmp_path / "orders.json"
    file.write_text(json.dumps(small_document()))
    page.get_by_label("File").set_input_files(file)
    hands.actions += 1
    expect(page.get_by_role("button", name="Import design")).to_be_focused()
    hands.press("Enter")
    expect(page.locator("#sheet-e-order")).to_be_visible()
    assert hands.actions == 2


def test_a_developer_has_the_call_of_a_pattern_in_three(hands, shop):
    page = opened(hands, f"/designs/{shop.pk}/")
    hands.click(page.locator("#outline").get_by_role("link", name=re.compile("^A2")))
    hands.click(page.get_by_role("button", name="As code"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hands.click(page.locator("#dialog").get_by_role("button", name="Copy").first)
    expect(page.locator("#dialog").get_by_role("button", name="Copied")).to_be_visible()
    assert hands.actions == 3


def test_who_operates_the_tables_has_terraform_in_five(hands, shop):
    page = opened(hands, f"/designs/{shop.pk}/")
    hands.press("g", "e")
    expect(page.get_by_label("Find a format")).to_be_focused()
    hands.type("terraform")
    hands.press("Enter")
    expect(page.locator("pre").first).to_contain_text("resource")
    with page.expect_download():
        hands.click(page.get_by_role("link", name="Download", exact=True))
    assert hands.actions == 5


def test_a_reviewer_without_a_mouse_approves_and_merges_in_thirteen(open_as, design, ada, eve):
    made = aside(branch_open, design_id=design.pk, name="Sales", by=ada)
    aside(design_change, design_id=made.design_id, deltas=[Delta("e-order", "name", "Order", "Sale")], by=ada)
    aside(review_request, design_id=made.design_id, people=[eve.pk], by=ada)
    hands = Hands(open_as(eve))
    page = hands.page
    page.goto("/inbox/")
    hands.press("Tab", "Enter", "Tab", "Tab")
    expect(page.get_by_role("link", name="Ada asks for your review")).to_be_focused()
    hands.press("Enter")
    expect(page.locator(".middle > .view")).to_be_focused()
    expect(page.locator("#inbox-bell .unread")).to_be_hidden()
    hands.press("Tab", "Tab", "Tab", "Tab", "Tab")
    expect(page.get_by_role("button", name="Approve revision 2")).to_be_focused()
    hands.press("Enter")
    expect(page.get_by_role("list", name="Approvals")).to_contain_text("Eve approved revision 2")
    # The page was loaded again: the next key goes on from there, not from the head of the page.
    expect(page.locator("main :focus")).to_have_count(1)
    while not page.get_by_role("button", name="Merge into").evaluate("one => one.matches(':focus')"):
        hands.press("Tab")
    hands.press("Enter")
    expect(page.locator(".messages")).to_contain_text("The branch is merged.")
    expect(page.locator(".messages")).to_be_focused()
    assert hands.actions == 13


@pytest.fixture
def live_table(sandbox_url):
    """The only table of the sandbox: customers with their orders."""
    dynamodb = DynamoDB(endpoint_named(settings.ENDPOINTS, ""))
    for name in dynamodb.call("list_tables")["TableNames"]:
        if dynamodb.call("describe_table", TableName=name)["Table"].get("DeletionProtectionEnabled"):
            dynamodb.call("update_table", TableName=name, DeletionProtectionEnabled=False)
        dynamodb.delete(name)
    keys = [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]
    types = [{"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK", "GSI1PK")]
    by_status = {"IndexName": "GSI1", "KeySchema": [{"AttributeName": "GSI1PK", "KeyType": "HASH"}]}
    made = {"TableName": "shop-live", "KeySchema": keys, "AttributeDefinitions": types}
    made["GlobalSecondaryIndexes"] = [{**by_status, "Projection": {"ProjectionType": "ALL"}}]
    dynamodb.call("create_table", **made, BillingMode="PAY_PER_REQUEST")
    for number in range(12):
        held = {"type": "Order", "customerId": f"c-{number % 3}", "orderId": f"o-77{number}"}
        held["status"] = "OPEN" if number % 2 else "SENT"
        keyed = {"PK": f"CUST#{held['customerId']}", "SK": f"ORDER#{held['orderId']}"}
        keyed["GSI1PK"] = f"STATUS#{held['status']}"
        item = {name: {"S": text} for name, text in (keyed | held).items()}
        dynamodb.call("put_item", TableName="shop-live", Item=item)
    yield
    dynamodb.delete("shop-live")


def test_an_owner_of_a_live_table_sees_what_was_inferred_in_two_and_the_plan_of_a_new_key_in_eleven_more(
    hands, workspace, live_table, celery_worker_process
):
    page = hands.page
    page.goto("/")
    hands.click(page.get_by_role("link", name="From live tables"))
    hands.click(page.get_by_role("button", name="Import tables"))
    expect(page.get_by_text("Order in shop-live: PK = CUST#{customerId}, SK = ORDER#{orderId}").first).to_be_visible()
    expect(page.get_by_text("Order in GSI1: GSI1PK = STATUS#{status}").first).to_be_visible()
    assert hands.actions == 2
    expect(page.get_by_role("button", name="Import design")).to_be_focused()
    hands.press("Enter")
    expect(page.locator("#link-state")).to_have_text("live")
    hands.press("g", "h")
    hands.click(page.get_by_role("link", name="Branches"))
    hands.click(page.get_by_label("Name of the new branch"))
    hands.type("Placed")
    hands.press("Enter")
    expect(page.locator("#revision")).to_contain_text("Placed")
    expect(page.locator("#link-state")).to_have_text("live")
    hands.click(page.locator("key-cell", has_text="ORDER#"))
    hands.type("PLACED#{orderId}")
    hands.press("Enter")
    expect(page.locator("#revision")).to_contain_text("revision 2")
    hands.click(page.get_by_role("link", name="Review branch of"))
    expect(page.get_by_role("link", name="Rehearse this migration")).to_be_visible()
    expect(page.locator(".plan")).to_contain_text("Give each item of Order its new key")
    # What an import inferred is confirmed by an edit; that is not told as a change of its own.
    expect(page.locator(".board")).not_to_contain_text("provenance")
    assert hands.actions == 13
