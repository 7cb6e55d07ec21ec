"""What lines mean in the examples, and what those patterns then return."""

import pytest

from modeler.core.documents.reading import from_document, to_document
from modeler.core.evaluator.run import evaluate
from modeler.core.phrases.lines import phrase_of
from modeler.core.phrases.meaning import meaning
from modeler.core.servings import serving
from modeler.examples import examples

DESIGNS = {one.key: one.design for one in examples()}


def meant(key, line):
    return meaning(DESIGNS[key].tables[0], phrase_of(line))


def as_pattern(key, line):
    """The design with what the line means as its only pattern."""
    document = to_document(DESIGNS[key])
    document["access_patterns"] = [{"code": "Z1", **meant(key, line).fields}]
    design = from_document(document)
    return design, design.patterns[0]


@pytest.mark.parametrize(
    ("key", "line", "expected"),
    [
        ("order-management", "A customer by id", {"operation": "GetItem", "entities": ["Customer"]}),
        (
            "order-management",
            "Orders of a customer, newest first",
            {
                "operation": "Query",
                "intent": {"given": ["customerId"], "order_by": ["orderDate"], "direction": "descending"},
            },
        ),
        ("order-management", "Get order", {"operation": "GetItem", "entities": ["Order"]}),
        ("order-management", "Get orders", {"operation": "Scan", "entities": ["Order"]}),
        ("order-management", "Get all inventory level", {"operation": "Scan", "entities": ["InventoryLevel"]}),
        ("order-management", "Get customer profile", {"operation": "GetItem", "entities": ["Customer"]}),
        ("order-management", "Get order status", {"operation": "GetItem", "entities": ["Order"]}),
        ("order-management", "Update order status", {"operation": "UpdateItem", "set": {"status": "OPEN"}}),
        ("saas-projects", "Update task status", {"operation": "UpdateItem", "entities": ["Task"]}),
        ("order-management", "All open orders, oldest first", {"operation": "Query", "filter": "status = 'OPEN'"}),
        ("order-management", "orders with status SHIPPED", {"operation": "Query", "filter": "status = 'SHIPPED'"}),
        ("order-management", "Ship an order", {"operation": "UpdateItem", "set": {"status": "SHIPPED"}}),
        ("order-management", "Mark an order as cancelled", {"operation": "UpdateItem", "set": {"status": "CANCELLED"}}),
        ("order-management", "Create an order", {"operation": "PutItem", "if": "attribute_not_exists(PK)"}),
        ("order-management", "Delete an order", {"operation": "DeleteItem", "if": "attribute_exists(PK)"}),
        ("saas-projects", "A user by email", {"operation": "Query", "intent": {"given": ["email"]}}),
        ("saas-projects", "Tenants of a user", {"entities": ["TenantMembership"], "intent": {"given": ["userId"]}}),
        ("saas-projects", "Members of a tenant", {"entities": ["TenantMembership"], "intent": {"given": ["tenantId"]}}),
        ("saas-projects", "Tasks due before a date", {"intent": {"range": "dueDate"}}),
        ("saas-projects", "Unread notifications", {"filter": "readState = 'UNREAD'"}),
        ("saas-projects", "A project", {"operation": "GetItem"}),
        ("iot-telemetry", "latest 20 alerts of a device", {"limit": 20, "descending": True}),
        ("leaderboard", "list players", {"operation": "Scan"}),
    ],
)
def test_what_lines_mean(key, line, expected):
    found = meant(key, line)
    assert {name: found.fields.get(name) for name in expected} == expected
    assert found.notes == ()


@pytest.mark.parametrize(
    ("key", "line", "note"),
    [
        ("order-management", "unicorns of a customer", "app-main has no entity named unicorns"),
        ("order-management", "blue orders", "Order has no attribute with a value blue"),
        ("order-management", "orders by colour", "Order has no attribute for by colour"),
        ("order-management", "update an order", "the change is not specified"),
        ("saas-projects", "join a tenant", "join is read as: create"),
    ],
)
def test_what_is_not_understood_is_said(key, line, note):
    assert any(one.startswith(note) for one in meant(key, line).notes)


@pytest.mark.parametrize("key", DESIGNS)
def test_names_of_the_patterns_of_examples_make_patterns_that_can_be_kept_and_asked(key):
    for pattern in DESIGNS[key].patterns:
        table = DESIGNS[key].table(pattern.table)
        if table is None:
            continue
        document = to_document(DESIGNS[key])
        document["access_patterns"] = [{"code": "Z1", **meaning(table, phrase_of(pattern.name)).fields}]
        design = from_document(document)
        assert serving(design, design.patterns[0]).reason
        evaluate(design, design.patterns[0])


def test_orders_of_a_customer_are_served_and_come_newest_first():
    design, pattern = as_pattern("order-management", "Orders of a customer, newest first")
    assert serving(design, pattern).served
    dates = [str(one.values["orderDate"].data) for one in design.tables[0].entities[1].items]
    assert pattern.parameters["customerId"]
    assert len(dates) > 1
