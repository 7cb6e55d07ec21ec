"""Choosing live tables on a page: what was typed stays where it is refused, and nobody is led to a dead end."""

import re

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named

TYPED = {"endpoint": "Built-in sandbox", "items": "123", "units_per_second": "7"}


@pytest.fixture
def table(sandbox_url):
    """A table that may be read."""
    dynamodb = DynamoDB(endpoint_named(settings.ENDPOINTS, ""))
    key = [{"AttributeName": "PK", "KeyType": "HASH"}]
    types = [{"AttributeName": "PK", "AttributeType": "S"}]
    made = {"TableName": "page-live", "KeySchema": key, "AttributeDefinitions": types}
    dynamodb.call("create_table", **made, BillingMode="PAY_PER_REQUEST")
    yield "page-live"
    dynamodb.delete("page-live")


@pytest.fixture(params=["import", "update"])
def begin(request, client, ada, workspace, design):
    """A function that asks for the reading, into a workspace or into a design."""
    client.force_login(ada)
    name, args = ("live-import-begin", []) if request.param == "import" else ("live-update-begin", [design.pk])
    return lambda **more: client.post(reverse(name, args=args), {**TYPED, "workspace": str(workspace.pk), **more})


def test_no_table_is_said_beside_what_was_typed(table, begin):
    answer = begin()
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Choose 1 to 20 tables" in text
    assert 'value="123"' in text and 'value="7"' in text and 'value="page-live"' in text


def test_a_search_beside_a_refusal_leads_to_the_tables(table, begin, client):
    searches = re.findall('method="get" action="([^"]*)"', begin(containing="page-l").content.decode())
    assert searches
    assert [client.get(one, {"containing": "page-l"}).status_code for one in searches] == [200] * len(searches)


def test_odd_bounds_keep_the_tables_that_were_chosen(table, begin):
    answer = begin(tables="page-live", items="many")
    text = answer.content.decode()
    assert (answer.status_code, 'value="page-live" checked' in text) == (422, True)


def test_a_name_is_searched_where_there_are_more_tables_than_are_listed():
    context = {"endpoints": ["sandbox"], "chosen": {"name": "sandbox"}, "listed": {"tables": ["one"], "has_more": True}}
    assert 'name="containing"' in render_to_string("designer/parts/imports/live_form.html", context)
    del context["listed"]["has_more"]
    assert 'name="containing"' not in render_to_string("designer/parts/imports/live_form.html", context)


def test_a_search_keeps_what_is_chosen_and_typed(table, begin, client):
    (at,) = re.findall('method="get" action="([^"]*)"[^>]*data-keeps', begin(containing="page-l").content.decode())
    typed = {"endpoint": "Built-in sandbox", "tables": ["page-live", "other"], "items": "123", "units_per_second": "7"}
    for containing, shown in (("page-l", ["page-live", "other"]), ("nothing", ["page-live", "other"])):
        text = client.get(at, {**typed, "containing": containing}).content.decode()
        assert [f'value="{name}" checked' in text for name in shown] == [True, True]
        assert 'value="123"' in text and 'value="7"' in text


@pytest.fixture
def no_tables(sandbox_url):
    """Other tests leave tables in the sandbox of their session."""
    dynamodb = DynamoDB(endpoint_named(settings.ENDPOINTS, ""))
    while names := dynamodb.call("list_tables")["TableNames"]:
        for name in names:
            if dynamodb.call("describe_table", TableName=name)["Table"].get("DeletionProtectionEnabled"):
                dynamodb.call("update_table", TableName=name, DeletionProtectionEnabled=False)
            dynamodb.delete(name)


def test_where_no_table_stands_the_page_says_so_and_how_to_reach_others(no_tables, client, ada, workspace):
    client.force_login(ada)
    page = client.get(reverse("live-import")).content.decode()
    assert "No tables are available" in page
    assert "operator of this server declares an endpoint" in page


def test_the_only_table_is_chosen_until_another_name_is_searched(no_tables, table, client, ada, workspace):
    client.force_login(ada)
    chosen = 'value="page-live" checked'
    assert chosen in client.get(reverse("live-import")).content.decode()
    assert chosen not in client.get(reverse("live-import"), {"containing": "page"}).content.decode()
