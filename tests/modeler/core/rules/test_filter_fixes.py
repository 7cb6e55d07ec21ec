"""A filter on a sort key, moved into the key condition."""

import pytest

from modeler.core.design.patterns import KeyCondition
from modeler.core.edits.applied_fixes import fixed
from tests.modeler.core.rules.builders import ORDERS, pattern, with_pattern
from tests.modeler.core.rules.cases.case import found

RULE = "query.filter_on_key"
BY_STATUS = (KeyCondition("GSI1PK", "=", ("CUST#{customerId}#{status}",)),)


def asking(filter, **fields):
    return with_pattern(pattern("Query", **{"index": "GSI1", "key": BY_STATUS, "filter": filter, **fields}))


def after(design):
    (finding,) = found(design, RULE)
    (fix,) = finding.fixes
    made = fixed(design, fix)
    assert found(made, RULE) == []
    return made.patterns[-1]


@pytest.mark.parametrize(
    ("text", "operator", "templates", "left"),
    [
        ("GSI1SK > '2026'", ">", ("2026",), ""),
        ("GSI1SK = '{x}'", "=", ("{{x}}",), ""),
        ("total > 5 AND GSI1SK >= :since AND note = 'x'", ">=", ("{since}",), "total > 5 AND note = 'x'"),
        ("total > 5 AND begins_with(GSI1SK, '2026')", "begins_with", ("2026",), "total > 5"),
        ("GSI1SK BETWEEN :from AND '2027'", "between", ("{from}", "2027"), ""),
    ],
)
def test_the_term_becomes_a_condition_and_the_rest_stays(text, operator, templates, left):
    made = after(asking(text))
    assert made.key == (*BY_STATUS, KeyCondition("GSI1SK", operator, templates))
    assert made.filter == left


@pytest.mark.parametrize(
    "design",
    [
        # The key has a condition, and DynamoDB takes one.
        asking("SK > 'ORDER#2026'", index=None, key=ORDERS.key),
        # Not a comparison that a key condition may be, or more than one.
        asking("GSI1SK <> '2026'"),
        asking("GSI1SK > '2026' OR total > 5"),
        asking("GSI1SK > '2025' AND GSI1SK < '2026'"),
        asking("GSI1SK > note"),
        asking("#sort > '2026'", names={"#sort": "GSI1SK"}),
        # A value of the pattern's own, which a key template cannot name.
        asking("GSI1SK > :v", values={":v": {"S": "2026"}}),
        # A partition key.
        asking("GSI1PK = 'CUST'"),
    ],
)
def test_what_a_key_condition_cannot_say_is_left(design):
    (finding,) = found(design, RULE)
    assert finding.fixes == ()
