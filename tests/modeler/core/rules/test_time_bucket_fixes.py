"""Time buckets made coarser or finer, with the reads that name them."""

import pytest

from modeler.core.edits.applied_fixes import fixed
from tests.modeler.core.rules.cases.capacity.growth import bucket, of_bucket
from tests.modeler.core.rules.cases.case import found
from tests.modeler.core.rules.cases.keys.heat import LSI, QUERY, events

HOURS = {"key": {"PK": "DEVICE#{deviceId}#{at:hour}"}}


def reading(days, **more):
    return events("DEVICE#{deviceId}#{at:hour}", [QUERY | HOURS | {"intent": {"window_days": days}} | more])


def fixes_of(design, rule):
    (finding,) = found(design, rule)
    return finding.fixes


def test_a_coarser_bucket_and_the_requests_that_are_left():
    before = reading(7, fan_out=168)
    (fix,) = fixes_of(before, "heat.bucket_too_fine")
    after = fixed(before, fix)
    assert fix.label == "Use the date of at in PK, here and in its reads"
    assert after.tables[0].entities[0].overloads[0].keys["PK"] == "DEVICE#{deviceId}#{at:date}"
    assert after.patterns[0].key[0].templates == ("DEVICE#{deviceId}#{at:date}",)
    assert after.patterns[0].fan_out == 7


def test_a_month_only_where_the_sort_key_bounds_what_is_read():
    bounded = HOURS["key"] | {"SK": {"between": ["{from}", "{to}"]}}
    (fix,) = fixes_of(reading(60, key=bounded), "heat.bucket_too_fine")
    assert fix.label == "Use the month of at in PK, here and in its reads"
    assert fixes_of(reading(60), "heat.bucket_too_fine") == ()


@pytest.mark.parametrize(
    "more",
    [
        # More than was asked for would come back; buckets that are named one by one would be others.
        {"intent": {}, "fan_out": 168},
        {"intent": {"window_days": 1.2}},
        {"parameters": {"deviceId": "d", "at": ["2026-06-01T08:00:00Z", "2026-06-01T09:00:00Z"]}},
    ],
)
def test_none_where_a_read_would_return_something_else(more):
    assert fixes_of(reading(7, **more), "heat.bucket_too_fine") == ()


def test_a_finer_bucket_where_no_query_names_buckets():
    before = bucket("year", growth=200_000_000, indexes=[LSI])
    (fix,) = fixes_of(before, "heat.bucket_too_coarse")
    assert fix.label == "Use the month of at in PK, here and in its reads"
    read = of_bucket("year", parameters={"tenantId": "t", "at": "2026-06-01T08:00:00Z"})
    assert fixes_of(bucket("year", read, growth=200_000_000, indexes=[LSI]), "heat.bucket_too_coarse") == ()
