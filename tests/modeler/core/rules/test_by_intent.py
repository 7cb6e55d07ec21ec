"""A read that says what it is given is judged as the read with the key that is found for it."""

from dataclasses import replace
from itertools import groupby

import pytest

from modeler.core.analysis import analyse
from modeler.core.design.items import SizeFact
from modeler.core.design.model import Design
from modeler.core.design.patterns import Operation
from modeler.core.servings import serving, servings
from modeler.core.servings.found import names_in
from tests.modeler.core.order_management import key
from tests.modeler.core.rules.builders import DESIGN, ORDER, gsi, lsi, overload, pattern, with_table
from tests.modeler.core.rules.cases.case import found
from tests.modeler.core.rules.test_every_rule import CASES, named


def by_intent(design, asked):
    """A Query without its key, if the same key and index are found again from what its templates name."""
    if asked.operation is not Operation.QUERY or not asked.key:
        return asked
    intent = asked.extra.get("intent") or {}
    intent = {**intent, "given": [*intent.get("given", ()), *names_in(asked.key)]}
    bare = replace(asked, key=(), index=None, extra={**asked.extra, "intent": intent})
    made = serving(design, bare)
    same = (made.index, made.condition, made.filter) == (asked.index, asked.key, asked.filter.strip())
    return bare if made.served and same and made.descending == asked.descending else asked


def unkeyed(design):
    return replace(design, patterns=tuple(by_intent(design, one) for one in design.patterns))


def asks_by_key(case):
    return any(one.operation is Operation.QUERY and one.key for one in case.trigger.patterns)


ASKING = [case for _, same in groupby(CASES, named) for case in list(filter(asks_by_key, same))[:2]]


# A pattern without a key cannot ask for more than it is given: it has no key, and pattern.missing says so. That its
# read is strongly consistent is what was required.
ABOUT_KEYS = {"query.by_id_needs_more", "query.strong_not_needed"}


@pytest.mark.conformance(cases=90)
@pytest.mark.slow
@pytest.mark.parametrize("case", ASKING, ids=named)
def test_the_same_rules_speak(case):
    rules, bare = ({one.rule for one in analyse(made).findings} for made in (case.trigger, unkeyed(case.trigger)))
    assert bare - ABOUT_KEYS == rules - ABOUT_KEYS


OPEN = pattern("Query", filter="status = 'OPEN'")


def asking(asked):
    return replace(DESIGN, patterns=(asked,))


def test_a_filter_that_becomes_part_of_the_key_is_no_filter_on_a_key():
    by_date = pattern("Query", filter="status = 'OPEN'", extra={"intent": {"given": ["customerId"]}})
    local = gsi("GSI1", key("customerId"), key("status"))
    design = replace(with_table(indexes=(local,)), patterns=(by_date,))
    assert servings(design, by_date)[0].index == "GSI1"
    assert found(design, "query.filter_on_key") == []


def test_a_consistent_read_that_only_a_gsi_serves_is_refused():
    (one,) = found(asking(replace(OPEN, consistent=True)), "query.consistent_on_gsi")
    assert "GSI2" in one.message


def test_a_consistent_read_is_served_by_what_can_be_read_consistently():
    """Both hold the entries of a customer by total; the GSI carries less, so it is chosen where it may be."""
    keys = (overload(None, PK="CUST#{customerId}", SK="ORDER#{orderId}"),
            overload("GSI1", GSI1PK="CUST#{customerId}", GSI1SK="ORDER"))  # fmt: skip
    indexes = (lsi("LSI1", key("PK"), key("total", "N")), gsi("GSI1", key("GSI1PK"), key("total", "N")))
    design = with_table(indexes=indexes, entities=(replace(ORDER, overloads=keys),))
    asked = pattern("Query", extra={"intent": {"given": ["customerId"], "order_by": "total"}}, consistent=True)
    best, *others = servings(design, asked)
    assert best.index == "LSI1"
    assert best.consistent_possible
    refused = [one for one in others if not one.consistent_possible]
    assert all(one.comparison == "GSI1 is a GSI, which does not support strongly consistent reads" for one in refused)


def test_nothing_is_said_of_an_index_where_none_serves():
    lost = pattern("Query", filter="PK = :p", extra={"intent": {"given": ["note"]}})
    rules = {one.rule for one in analyse(asking(lost)).findings}
    assert "pattern.unserved" in rules
    assert not rules & {"query.filter_on_key", "query.consistent_on_gsi"}


def test_an_empty_design_has_no_reads():
    assert unkeyed(Design("nothing")) == Design("nothing")


def test_a_read_that_waits_for_another_may_be_told_by_intent():
    """The customer of a note is known once the note is read; the key of the second read is found from it."""
    first = pattern("Query", "", parameters={"customerId": "a1"}, extra={"intent": {"given": ["customerId"]}})
    second = pattern("Query", "", extra={"intent": {"given": ["customerId", "status"]}})
    whole = pattern("Steps", steps=(first, second), parameters={"customerId": "a1"})
    (one,) = found(asking(whole), "pattern.multiple_requests")
    assert "status" in one.message
    known = replace(whole, parameters={"customerId": "a1", "status": "OPEN"})
    assert found(asking(known), "pattern.multiple_requests") == []


def test_what_has_become_part_of_the_key_is_not_needed_in_the_index():
    *others, note = ORDER.attributes
    attributes = (*others, replace(note, size=SizeFact(9000, 9000)))
    large = replace(ORDER, attributes=attributes, count=100_000)
    listed = replace(OPEN, projection=("orderId",), extra={})
    carrying = (gsi("GSI1"), gsi("GSI2", projection="INCLUDE", include=("orderId", "status", "note")))
    design = replace(with_table(indexes=carrying, entities=(large,)), patterns=(listed,))
    (one,) = found(design, "index.projection_too_fat")
    assert one.facts["unread"] == ["status", "note"]
