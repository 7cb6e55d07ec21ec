"""What a pattern is for holds for its steps, unless a step says otherwise."""

from dataclasses import replace

import pytest

from modeler.core.analysis import analyse
from modeler.core.design.items import SizeFact
from tests.modeler.core.order_management import conditions
from tests.modeler.core.rules.builders import CUSTOMER, ORDER, attribute, pattern, with_table

LARGE = replace(
    ORDER,
    attributes=(*ORDER.attributes[:-1], attribute("note", format="text", size=SizeFact(90_000, 90_000))),
    count=100_000,
)
ALL = pattern("Scan", "")
OF_CUSTOMER = pattern("Query", "", key=conditions(PK="CUST#{customerId}", SK={"begins_with": "ORDER#"}),
                      items_returned=100)  # fmt: skip
LITTLE = replace(OF_CUSTOMER, projection=("status",), items_returned=1)


def rules(step, purpose, own=None):
    said = {} if own is None else {"purpose": own}
    whole = pattern("Steps", steps=(replace(step, extra=said),), extra={"purpose": purpose} if purpose else {})
    design = with_table(entities=(CUSTOMER, LARGE), settings={"ttl_attribute": "total"})
    return {one.rule for one in analyse(replace(design, patterns=(whole,))).findings}


@pytest.mark.parametrize(
    ("rule", "step", "purpose"),
    [
        ("query.scan_online", ALL, "job"),
        ("query.many_pages", OF_CUSTOMER, "report"),
        ("query.large_item_for_little", LITTLE, "job"),
        ("ttl.read_without_filter", OF_CUSTOMER, "admin"),
    ],
)
def test_a_step_is_for_what_the_whole_is_for(rule, step, purpose):
    assert rule in rules(step, "")
    assert rule not in rules(step, purpose)
    assert rule in rules(step, purpose, own="online")


def test_a_step_of_a_report_is_a_report():
    assert "query.report_on_table" in rules(ALL, "report")
    assert "query.report_on_table" not in rules(ALL, "report", own="admin")


def in_turn(operation, member):
    """The rules of a sequence one of whose steps is a batch or a transaction of this one member."""
    inner = pattern(operation, "", steps=(member,), extra={"invariant": "x", "retries_unprocessed": True})
    return {one.rule for one in analyse(replace(with_table(), patterns=(pattern("Steps", steps=(inner,)),))).findings}


@pytest.mark.parametrize("operation", ["TransactWriteItems", "BatchWriteItem"])
def test_a_batch_or_transaction_within_a_sequence_is_one(operation):
    found = in_turn(operation, pattern("PutItem", ""))
    assert ("txn.member_without_condition" in found) is (operation == "TransactWriteItems")
    assert "write.no_condition_on_create" not in found
