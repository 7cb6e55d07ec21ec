"""What comes in and what goes out, by keyboard: guesses decided, a design updated, live tables read, a format found."""

import json
import re

import pytest
from django.conf import settings
from playwright.sync_api import expect

from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.services import design_create
from tests.browser.aside import aside

LONG = 60_000


def workbench(orders=12):
    rows = [
        {"PK": {"S": f"CUST#{number % 4}"}, "SK": {"S": f"ORDER#{number:03}"}, "total": {"N": str(number)}}
        for number in range(orders)
    ]
    rows += [{"PK": {"S": f"CUST#{number}"}, "SK": {"S": "PROFILE"}, "tier": {"S": "GOLD"}} for number in range(4)]
    keys = {
        side: {"AttributeName": name, "AttributeType": "S"}
        for side, name in (("PartitionKey", "PK"), ("SortKey", "SK"))
    }
    table = {"TableName": "shop", "KeyAttributes": keys, "TableData": rows}
    return json.dumps({"ModelName": "Shop", "ModelMetadata": {}, "DataModel": [table]})


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "shop.json"
    path.write_text(workbench())
    return path


def test_a_file_with_guesses_is_shown_fixed_and_accepted(open_as, workspace, ada, file):
    page = open_as(ada)
    page.goto("/")
    page.get_by_label("File").set_input_files(file)
    expect(page.get_by_role("heading", name="Shop")).to_be_visible()
    expect(page.get_by_text("Nothing is saved yet")).to_be_visible()
    named = page.locator(".guess", has=page.get_by_label("Name", exact=True))
    first, second = named.nth(0), named.nth(1)
    dropped = first.get_by_label("Name", exact=True).input_value()
    first.get_by_label("Drop").focus()
    page.keyboard.press("Space")
    second.get_by_label("Keep").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    name = second.get_by_label("Name", exact=True)
    expect(name).to_be_visible()
    name.fill("Renamed")
    page.get_by_role("button", name="Import design").press("Enter")
    expect(page.locator(".middle > .view")).to_be_focused()
    expect(page.locator("#outline")).to_contain_text("Renamed")
    expect(page.locator("#outline")).not_to_contain_text(dropped)


@pytest.mark.pages
def test_an_import_can_be_discarded(open_as, workspace, ada, file):
    page = open_as(ada)
    page.goto("/")
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Discard").press("Enter")
    expect(page.get_by_role("heading", name="Designs")).to_be_visible()
    expect(page.get_by_role("link", name="Shop")).to_have_count(0)


@pytest.mark.pages
def test_a_design_is_updated_from_a_file_and_the_update_undone(open_as, path, design, ada, tmp_path):
    page = open_as(ada)
    page.goto(f"{path}update/")
    expect(page.locator("#link-state")).to_have_text("live")
    file = tmp_path / "template.json"
    keys = [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]
    table = {
        "TableName": "orders-v2",
        "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": keys,
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK")],
        "TimeToLiveSpecification": {"AttributeName": "expires", "Enabled": True},
    }
    resources = {"T": {"Type": "AWS::DynamoDB::Table", "Properties": table}}
    file.write_text(json.dumps({"AWSTemplateFormatVersion": "2010-09-09", "Resources": resources}))
    page.get_by_label("File").set_input_files(file)
    expect(page.get_by_role("heading", name="Update from template.json")).to_be_visible()
    expect(page.locator(".told")).to_contain_text("orders-v2")
    page.get_by_role("button", name="Update design").press("Enter")
    expect(page.locator("#outline")).to_contain_text("orders-v2")
    expect(page.locator("#link-state")).to_have_text("live")
    page.keyboard.press("Control+z")
    expect(page.locator("#outline")).not_to_contain_text("orders-v2")


@pytest.fixture
def live_table(sandbox_url):
    dynamodb = DynamoDB(endpoint_named(settings.ENDPOINTS, ""))
    name = "browser-live"
    keys = [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}]
    types = [{"AttributeName": one, "AttributeType": "S"} for one in ("PK", "SK")]
    dynamodb.call(
        "create_table", TableName=name, KeySchema=keys, AttributeDefinitions=types, BillingMode="PAY_PER_REQUEST"
    )
    for number in range(40):
        item = {"PK": {"S": f"USER#{number % 8}"}, "SK": {"S": f"NOTE#{number:03}"}, "text": {"S": f"secret {number}"}}
        dynamodb.call("put_item", TableName=name, Item=item)
    yield name
    dynamodb.delete(name)


@pytest.mark.pages
def test_live_tables_are_read_masked_and_accepted(live_table, celery_worker_process, open_as, workspace, ada):
    page = open_as(ada)
    page.goto("/")
    page.get_by_role("link", name="From live tables").press("Enter")
    box = page.get_by_label(live_table)
    box.focus()
    # The only table of an endpoint is chosen already; other tests leave theirs there.
    if not box.is_checked():
        page.keyboard.press("Space")
    page.goto("/import/live/?containing=browser")
    page.get_by_label(live_table).check()
    page.get_by_label("Names that contain").fill("no such name")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Names that contain")).to_have_value("no such name")
    expect(page.get_by_label(live_table)).to_be_checked()
    page.get_by_role("button", name="Import tables").press("Enter")
    expect(page.get_by_text("Nothing is saved yet")).to_be_visible(timeout=LONG)
    expect(page.locator("main")).to_contain_text("40 sample items")
    expect(page.locator("main")).not_to_contain_text("secret")
    page.get_by_role("button", name="Import design").press("Enter")
    expect(page.locator("#grid")).to_contain_text("NOTE#")
    expect(page.locator("#grid")).not_to_contain_text("secret")


@pytest.mark.pages
def test_a_design_is_compared_with_live_tables(live_table, open_as, path, ada):
    page = open_as(ada)
    page.goto(f"{path}drift/")
    page.get_by_label("Tables with different names there").first.fill("orders=browser-live")
    page.keyboard.press("Enter")
    expect(page.locator(".drift-findings")).to_contain_text("drift.")


def test_a_format_is_found_by_its_name_and_downloaded(open_as, workspace, ada):
    document = to_document(example("saas-projects").design)
    made = aside(design_create, workspace=workspace.pk, by=ada, document=document)
    page = open_as(ada)
    page.goto(f"/designs/{made.pk}/export/")
    expect(page.locator("#link-state")).to_have_text("live")
    search = page.get_by_label("Find a format")
    search.fill("no such format")
    expect(page.get_by_text("No matching format.")).to_be_visible()
    search.fill("terraform")
    expect(page.locator(".target:not([hidden])")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("pre").first).to_contain_text("resource")
    expect(page).to_have_url(re.compile("terraform"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download", exact=True).press("Enter")
    assert download.value.suggested_filename.endswith("-terraform.zip")
    page.get_by_label("Find a format").fill("boto3")
    page.keyboard.press("Escape")
    expect(page.locator(".target:not([hidden])").first).to_be_visible()
