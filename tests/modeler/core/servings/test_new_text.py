"""A condition whose constant text is not the one that entities write gets theirs, and nothing else is guessed."""

from dataclasses import replace

import pytest

from modeler.core.design.patterns import KeyCondition, Operation
from modeler.core.fixes import Put
from modeler.core.servings import serving, serving_fixes
from tests.modeler.core.rules.builders import PATTERNS, with_base

ORDERS = PATTERNS[0]
SHORT = with_base(PK="CUST#{customerId}", SK="O#{orderDate}#{orderId}")


def asking(design, *conditions, operation=Operation.QUERY):
    """The design with one read of orders by these conditions."""
    key = tuple(KeyCondition(name, operator, templates) for name, operator, *templates in conditions)
    key = tuple(replace(one, templates=tuple(one.templates)) for one in key)
    return replace(design, patterns=(replace(ORDERS, operation=operation, key=key),))


def fixed(design):
    """What a fix puts into each field."""
    return [
        {edit.field: edit.value for edit in fix.edits if isinstance(edit, Put)}
        for fix in serving_fixes(design, design.patterns[0])
    ]


CUSTOMER = ("PK", "=", "CUST#{customerId}")


@pytest.mark.parametrize(
    ("asked", "put"),
    [
        ((CUSTOMER, ("SK", "begins_with", "ORDER#")), {"key.SK": {"begins_with": "O#"}}),
        ((CUSTOMER, ("SK", "begins_with", "ORDER#{day}#")), {"key.SK": {"begins_with": "O#{day}#"}}),
        ((CUSTOMER, ("SK", "between", "ORDER#{from}", "ORDER#{to}")), {"key.SK": {"between": ["O#{from}", "O#{to}"]}}),
        ((("PK", "=", "BUYER#{who}"), ("SK", "begins_with", "O#")), {"key.PK": "CUST#{who}"}),
    ],
)
def test_the_text_that_is_written_is_asked_for(asked, put):
    assert fixed(asking(SHORT, *asked)) == [put]


def test_a_write_asks_for_it_too_and_is_served_then():
    write = asking(SHORT, CUSTOMER, ("SK", "=", "ORDER#{orderDate}#{orderId}"), operation=Operation.UPDATE)
    assert fixed(write) == [{"key.SK": "O#{orderDate}#{orderId}"}]
    key = asking(SHORT, CUSTOMER, ("SK", "=", "O#{orderDate}#{orderId}"), operation=Operation.UPDATE)
    assert serving(key, key.patterns[0]).served


@pytest.mark.parametrize(
    "asked",
    [
        (CUSTOMER, ("SK", "begins_with", "O#")),
        (CUSTOMER, ("SK", "begins_with", "ORDER#VIP#")),
        (CUSTOMER, ("SK", "=", "ORDER#{orderId}#{orderDate}")),
        (CUSTOMER, ("SK", "=", "ORDER#{orderId}")),
        (("PK", "=", "CUST#{orderId}"), ("SK", "begins_with", "ORDER#")),
        (("PK", "=", "BUYER#{customerId}"),),
    ],
)
def test_another_value_is_not_only_another_text(asked):
    assert all(not set(put) <= {"key.PK", "key.SK"} for put in fixed(asking(SHORT, *asked)))


def test_a_key_that_another_entity_writes_is_left_alone():
    """The pattern declares the wrong entity, perhaps: which of both is not known."""
    profile = asking(SHORT, CUSTOMER, ("SK", "=", "PROFILE"), operation=Operation.GET)
    assert fixed(profile) == []
