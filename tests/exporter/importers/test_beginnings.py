"""Files that become lines for the board of requirements."""

import json

import pytest

from exporter.importers.beginnings import beginning
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid
from modeler.core.requirements.english.reading import LINES_MAX, read
from modeler.core.requirements.slots import Comparator
from tests.modeler.core.requirements.expected import facts

OPENAPI = """openapi: 3.0.3
info: {title: Shop, version: "1"}
paths:
  /customers/{customerId}/orders:
    parameters:
      - $ref: '#/components/parameters/Limit'
    get:
      parameters:
        - {name: status, in: query, schema: {type: string}}
        - {name: X-Trace, in: header}
    post: {}
  /orders/{id}/cancel:
    post: {}
components:
  parameters:
    Limit: {name: limit, in: query, schema: {type: integer, default: 20}}
"""
GRAPHQL = """
type Customer { id: ID! name: String orders(first: Int): OrderConnection! addresses: [Address!]! }
type Order { id: ID! customer: Customer! }
type Address { id: ID! }
type OrderConnection { edges: [OrderEdge] }
type OrderEdge { node: Order }
type Query { customer(id: ID!): Customer, orders(status: String!, limit: Int): [Order!]!, version: String }
type Mutation { createOrder(input: OrderInput): Order, cancelOrder(id: ID!): Order }
input OrderInput { total: Int }
"""


def lines(text, filename=""):
    return beginning(Source(text.encode(), filename)).text.splitlines()


def read_as(text, filename=""):
    return [facts(row) for row in read(beginning(Source(text.encode(), filename)).text).rows]


@pytest.mark.parametrize("filename", ["shop.yaml", "shop.yml", ""])
def test_operations_of_openapi_are_addresses(filename):
    assert lines(OPENAPI, filename) == [
        "GET /customers/{customerId}/orders?limit=20&status=",
        "POST /customers/{customerId}/orders",
        "POST /orders/{id}/cancel",
    ]


def test_an_operation_is_read_as_a_row():
    first, _, third = read_as(OPENAPI)
    assert first == ["operation list", "entities Order", "given Customer", "given status", "limit 20"]
    # "/cancel" tells a state and no attribute that holds it: the board asks which one.
    assert third == ["operation update", "entities Order", "given Order", "set status = CANCELLED"]


def test_swagger_in_json_is_read_alike():
    document = {"swagger": "2.0", "paths": {"/orders/search": {"get": {"parameters": [{"name": "q", "in": "query"}]}}}}
    text = json.dumps(document)
    # A search for words is no value of an attribute "q": it stays visible, and nobody gives it.
    assert read_as(text, "api.json") == [["operation list", "entities Order"]]
    assert [row.unread_words for row in read(beginning(Source(text.encode(), "api.json")).text).rows] == [
        ("search", "q")
    ]


def test_a_schema_of_graphql_is_sentences():
    assert lines(GRAPHQL, "schema.graphql") == [
        "orders of a customer",
        "addresses of a customer",
        "get a customer by id",
        "list orders by status",
        "create an order",
        "cancel an order",
    ]


def test_renamed_roots_of_graphql_are_found():
    text = "schema { query: Reads }\ntype Reads { order(id: ID!): Order }\ntype Order { id: ID! }"
    assert lines(text) == ["get an order by id"]


def test_rows_of_a_spreadsheet_have_codes_and_rates():
    text = "ID\tAccess pattern\tRPS\tPeak\nA1\tOrders of a customer\t50\t400\n\nA2\tGet a customer by email\t5\t\n"
    assert lines(text) == ["A1: Orders of a customer (50/s, peak 400)", "A2: Get a customer by email (5/s)"]


def test_what_a_cell_without_a_header_means_stays_visible():
    (row,) = read("\n".join(lines("orders of a customer\t50"))).rows
    assert row.unread_words == ("50",)
    assert row.rate.value is None


def test_a_file_of_rows_is_known_by_its_name():
    assert lines("Pattern;Rate\norders of a customer;3\n", "list.csv") == ["orders of a customer (3/s)"]


@pytest.mark.parametrize("text", ["orders of a customer\nget an order by id\n", "", "type of a device\n"])
def test_other_text_stays_as_it_is(text):
    assert beginning(Source(text.encode())).text == text


@pytest.mark.parametrize(
    ("text", "filename"),
    [
        ("openapi: 3.0.0\npaths: {}\n", "a.yaml"),
        ("openapi: 3.0.0\npaths: [\n", "a.yaml"),
        ("openapi: 3.0.0\npaths: !!python/object:os.system {}\n", "a.yaml"),
        ("type Query {", "a.graphql"),
        ("type A { b: " + "[" * 5_000 + "A" + "]" * 5_000 + " }", "a.graphql"),
        ("type Query { a: Int }", "a.graphql"),
    ],
)
def test_a_broken_file_gets_a_sentence(text, filename):
    with pytest.raises(DocumentInvalid):
        beginning(Source(text.encode(), filename))


def test_lines_beyond_the_limit_are_counted():
    paths = {f"/things{place}": {"get": {}, "post": {}} for place in range(LINES_MAX)}
    made = beginning(Source(json.dumps({"openapi": "3.1.0", "paths": paths}).encode(), "a.json"))
    assert len(made.text.splitlines()) == LINES_MAX
    assert made.left == 1


def test_an_address_of_the_server_names_no_entity_and_is_reported():
    reading = read("GET /berths/{berthId}\nGET /healthz\nPOST /v1/login")
    assert [row.entities.value for row in reading.rows] == [("Berth",)]
    assert reading.not_understood == ((2, "GET /healthz"), (3, "POST /v1/login"))


def test_a_parameter_that_is_not_given_stays_visible():
    (row,) = read("GET /harbors/{harborId}/berths?status=&from=&fields=").rows
    assert [one.attribute for one in row.given.value] == ["harborId", "status"]
    assert [(one.attribute, one.comparison) for one in row.range.value] == [("createdAt", Comparator.AT_LEAST)]
    assert row.unread_words == ("fields",)


def test_arguments_of_graphql_that_bound_a_time_are_a_range():
    schema = """
    type Query { reservationsByGuest(guestId: ID!, from: AWSDateTime, status: Status): [Reservation!]! }
    type Reservation { id: ID! }
    """
    begun = beginning(Source(schema.encode(), "schema.graphql"))
    assert begun.text == "list reservations by guestId and status within a date range"
    (row,) = read(begun.text).rows
    assert [one.comparison for one in row.range.value] == ["between"]
    assert [one.attribute for one in row.given.value] == ["guestId", "status"]


@pytest.mark.parametrize("rate", ["50", "50/s", "50 / sec", "50 per second", "50 rps"])
def test_a_column_of_rates_can_have_its_unit(rate):
    rows = f"Pattern\tRate\nGet berth by id\t{rate}\n"
    assert beginning(Source(rows.encode(), "rows.tsv")).text == "Get berth by id (50/s)"


@pytest.mark.parametrize("rate", ["Calls per second", "Reads/s", "Average RPS", "Avg", "Requests (per second)"])
def test_the_request_is_the_column_of_the_pattern_and_not_that_of_its_operation(rate):
    """As backend developers write them: a word for the operation stands beside the sentence."""
    sheet = (
        f"Access pattern\tEntity\tOperation\t{rate}\tPeak\nVisits of a vehicle, newest first\tVisit\tquery\t40\t120\n"
    )
    found = beginning(Source(sheet.encode(), "needs.tsv"))
    assert found.text == "Visits of a vehicle, newest first (40/s, peak 120)"
    assert [one.partition(":")[0] for one in found.not_read] == ["Column Entity", "Column Operation"]


def test_a_rate_of_another_period_is_not_read_as_one_of_a_second():
    found = beginning(Source(b"Access pattern\tCalls per day\nOne visit by id\t40\n", "needs.tsv"))
    assert found.text == "One visit by id"
    assert [one.partition(":")[0] for one in found.not_read] == ["Column Calls per day"]


def test_columns_of_a_sheet_that_no_line_contains_are_listed():
    sheet = (
        "ID\tAccess pattern\tOwner\tRPS\tNotes\tEmpty\nA1\tGet an order\tAda\t5\tsoon\t\nA2\tList orders\t\t\tlater\t\n"
    )
    found = beginning(Source(sheet.encode(), "needs.tsv"))
    assert found.text.splitlines() == ["A1: Get an order (5/s)", "A2: List orders"]
    assert [one.partition(":")[0] for one in found.not_read] == ["Column Owner", "Column Notes"]
