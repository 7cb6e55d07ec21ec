"""The alarms of a design, before any format writes them."""

from __future__ import annotations

import pytest

from exporter.targets.infrastructure import alarms, table_inputs
from modeler.core.design.model import Design
from modeler.core.documents import reading
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, key, small


def watched(**settings: object) -> Design:
    """A table with a GSI and an LSI whose alarms are wanted."""
    return reading.from_document(
        {
            "keysheet": 1,
            "name": "Watched",
            "region": "eu-west-1",
            "tables": [
                {
                    "name": "orders",
                    "partition_key": key("PK"),
                    "sort_key": key("SK"),
                    "indexes": [
                        {"name": "byStatus", "kind": "GSI", "partition_key": key("status")},
                        {"name": "byDate", "kind": "LSI", "partition_key": key("PK"), "sort_key": key("date")},
                    ],
                    "settings": {"billing": "PAY_PER_REQUEST", "ops": {"alarms": True}, **settings},
                }
            ],
            "access_patterns": [
                {"name": "order", "table": "orders", "operation": "GetItem", "key": {"PK": "a", "SK": "b"}},
                {"name": "place", "table": "orders", "operation": "TransactWriteItems",
                 "steps": [{"operation": "PutItem", "name": "put", "table": "orders"}]},
            ],
        }
    )  # fmt: skip


def found(design: Design) -> dict[str, alarms.Alarm]:
    return {alarm.name: alarm for alarm in alarms.alarms(design)}


def test_a_table_that_does_not_ask_has_none():
    assert alarms.alarms(small()) == ()


def test_the_table_and_each_gsi_are_watched_and_an_lsi_is_part_of_its_table():
    names = [name for name in found(watched()) if "write-throttles" in name]
    assert names == ["orders-write-throttles", "orders-byStatus-write-throttles"]


def test_a_gsi_is_told_apart_by_its_dimension():
    alarm = found(watched())["orders-byStatus-read-throttles"]
    assert alarm.metric.dimensions == (("TableName", "orders"), ("GlobalSecondaryIndexName", "byStatus"))
    assert (alarm.threshold, alarm.comparison, alarm.evaluations * alarm.period) == (0, alarms.GREATER, 300)


def test_requests_are_counted_by_the_operations_that_the_patterns_use():
    alarm = found(watched())["orders-system-errors"]
    assert [dict(metric.dimensions)["Operation"] for metric in alarm.metrics] == ["GetItem", "TransactWriteItems"]
    assert alarm.expression == "FILL(get, 0) + FILL(transact_write, 0)"


def test_on_demand_is_compared_with_its_maximum_or_the_quota():
    own = found(watched(on_demand_maximum={"read": 100}))
    assert own["orders-read-near-maximum"].threshold == 0.8 * 100 * 300
    assert own["orders-write-near-maximum"].threshold == 0.8 * 40_000 * 300


def test_provisioned_is_compared_with_its_units_and_with_what_scaling_may_give():
    settings = {"billing": "PROVISIONED", "provisioned": {"read": 5, "write": 5},
                "auto_scaling": {"read": {"min": 5, "max": 50}}}  # fmt: skip
    own = found(watched(**settings))
    assert own["orders-read-near-provisioned"].threshold == 80
    assert own["orders-read-near-scaling-maximum"].threshold == 0.8 * 50 * 300
    assert "orders-write-near-scaling-maximum" not in own
    assert "throttled > 0" in own["orders-write-hot-key"].expression
    assert "dynamodb-account-read-quota" in own


def test_few_are_those_that_mean_that_somebody_waits():
    names = found(watched(ops={"alarms": "few"}, replicas=["us-east-1"]))
    assert sorted(name for name, one in names.items() if one.table) == [
        "orders-byStatus-read-throttles", "orders-byStatus-write-throttles", "orders-read-throttles",
        "orders-replication-us-east-1", "orders-system-errors", "orders-write-throttles",
    ]  # fmt: skip
    assert (
        found(watched(ops={"alarms": "all"})).keys()
        == found(watched()).keys()
        > names.keys() - {"orders-replication-us-east-1"}
    )
    assert found(watched(ops={"alarms": "none"})) == {}


def test_replication_is_watched_unless_it_is_synchronous():
    assert "orders-replication-us-east-1" in found(watched(replicas=["us-east-1"]))
    strong = watched(replicas=["eu-west-2", "eu-west-3"], multi_region_consistency="STRONG")
    assert not [name for name in found(strong) if "replication" in name]


def test_silent_time_to_live_is_said_only_of_a_table_that_holds_items():
    assert "orders-ttl-silent" not in found(watched(ttl_attribute="ttl"))
    assert found(watched(ttl_attribute="ttl", live=True))["orders-ttl-silent"].missing == "breaching"


@pytest.mark.parametrize("text", [*EVIL_TEXTS, "x" * 255])
def test_names_and_descriptions_are_one_line_and_unique(text):
    raw = {"keysheet": 1, "name": text, "tables": [
        {"name": text, "partition_key": key("a"), "settings": {"ops": {"alarms": True}},
         "indexes": [{"name": text, "kind": "GSI", "partition_key": key("b")}]},
        {"name": text, "partition_key": key("a"), "settings": {"ops": {"alarms": True}}}]}  # fmt: skip
    given = alarms.alarms(reading.from_document(raw))
    names = [alarm.name for alarm in given]
    assert len(set(names)) == len(names)
    assert all(name.isprintable() and len(name) <= 255 for name in names)
    assert all(alarm.description.isprintable() and len(alarm.description) <= 1024 for alarm in given)


def test_every_metric_of_an_expression_is_named_in_it_and_cloudwatch_takes_no_more_than_ten():
    design = watched(billing="PROVISIONED", replicas=["us-east-1"], live=True, ttl_attribute="ttl")
    for alarm in alarms.alarms(design):
        assert len(alarm.metrics) <= 10
        assert (len(alarm.metrics) == 1) or alarm.expression
        assert all(metric.id in alarm.expression for metric in alarm.metrics if alarm.expression)


def test_insights_replicas_and_kinesis_are_facts_of_the_table():
    design = watched(contributor_insights=True, replicas=["us-east-1", "eu-west-1", "us-east-1"],
                     stream_consumers=[{"name": "lake", "kind": "kinesis"}])  # fmt: skip
    table = design.tables[0]
    assert [table_inputs.has_insights(table, index) for index in table.all_indexes] == [True, True, False]
    assert table_inputs.replication(design, table) == table_inputs.Replication(("us-east-1",))
    assert table_inputs.has_kinesis(table)
    assert table_inputs.replication(small(), small().tables[0]) is None
