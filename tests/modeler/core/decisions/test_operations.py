"""Backfill and throttling: each lettered case of the knowledge, and the borders between them."""

from typing import Any

import pytest

from modeler.core.decisions.operations import BackfillWay, ThrottleCause, backfill, throttle_cause

BACKFILLS: tuple[tuple[str, BackfillWay, dict[str, Any]], ...] = (
    ("a", BackfillWay.NONE, {"items_have_keys": True, "gigabytes": 5000}),
    ("b", BackfillWay.SCAN, {"gigabytes": 40}),
    ("b", BackfillWay.SCAN, {}),
    ("b", BackfillWay.SCAN, {"gigabytes": 1024, "spare_units": 500}),
    ("b", BackfillWay.SCAN, {"gigabytes": 40, "same_table": False, "target_exists": False}),
    ("c", BackfillWay.GLUE, {"gigabytes": 300, "same_table": False, "analytic": True}),
    ("d", BackfillWay.EXPORT_IMPORT, {"gigabytes": 1025, "same_table": False, "target_exists": False}),
    ("d", BackfillWay.EXPORT_IMPORT, {"spare_units": 0, "same_table": False, "target_exists": False}),
    (
        "d",
        BackfillWay.EXPORT_IMPORT,
        {"gigabytes": 2000, "same_table": False, "target_exists": False, "analytic": True},
    ),
    ("e", BackfillWay.EXPORT_BULK_PUT, {"gigabytes": 2000, "same_table": False}),
    ("e", BackfillWay.EXPORT_BULK_PUT, {"gigabytes": 2000, "target_exists": False}),
    ("e", BackfillWay.EXPORT_BULK_PUT, {"spare_units": 0}),
    ("f", BackfillWay.STREAM, {"only_changes": True, "gigabytes": 2000}),
)


@pytest.mark.parametrize(("case", "way", "inputs"), BACKFILLS)
def test_backfill(case, way, inputs):
    choice = backfill(**inputs)
    assert (choice.case, choice.way) == (case, way)
    assert choice.reason


def test_a_large_scan_is_shared_out():
    assert "Step Functions" in backfill(gigabytes=101).reason
    assert "Step Functions" not in backfill(gigabytes=100).reason


def test_an_import_says_why():
    starved = backfill(spare_units=0, same_table=False, target_exists=False)
    assert "no units" in starved.reason
    assert "terabyte" in backfill(gigabytes=2000, same_table=False, target_exists=False).reason


CAUSES = (
    ("a", ThrottleCause.HOT_KEY, {"consumed": 0.4, "leading_share": 0.6}),
    ("a", ThrottleCause.HOT_KEY, {"consumed": 0.4, "leading_share": 0.6, "ramp_minutes": 5}),
    ("", ThrottleCause.HOT_KEY, {"consumed": 0.7, "leading_share": 0.5}),
    ("b", ThrottleCause.CAPACITY, {"consumed": 1.0, "leading_share": 0.02}),
    ("c", ThrottleCause.INDEX, {"consumed": 0.3, "index_throttled": True, "base_throttled": False}),
    ("d", ThrottleCause.RAMP, {"consumed": 0.9, "leading_share": 0.02, "ramp_minutes": 4}),
    ("d", ThrottleCause.RAMP, {"consumed": 1.2, "leading_share": 0.02, "ramp_minutes": 30}),
    ("b", ThrottleCause.CAPACITY, {"consumed": 1.2, "leading_share": 0.02, "ramp_minutes": 31}),
    ("", ThrottleCause.UNKNOWN, {"leading_share": 0.02}),
    ("", ThrottleCause.UNKNOWN, {"consumed": 1.2}),
    ("", ThrottleCause.UNKNOWN, {"consumed": 1.2, "leading_share": 0.9}),
    ("", ThrottleCause.UNKNOWN, {"consumed": 0.6, "leading_share": 0.1}),
)


@pytest.mark.parametrize(("case", "cause", "inputs"), CAUSES)
def test_throttle_cause(case, cause, inputs):
    diagnosis = throttle_cause(**inputs)
    assert (diagnosis.case, diagnosis.cause) == (case, cause)


@pytest.mark.parametrize(
    ("inputs", "step"),
    [
        ({"leading_share": 0.02}, "compare consumed"),
        ({"consumed": 1.2}, "Contributor Insights"),
        ({"consumed": 1.2, "leading_share": 0.9}, "1,000 writes"),
        ({"consumed": 0.6, "leading_share": 0.1}, "single minutes"),
    ],
)
def test_what_is_not_known_names_the_next_look(inputs, step):
    assert step in throttle_cause(**inputs).remedy


def test_a_hot_key_is_not_fixed_by_capacity():
    assert "does not help" in throttle_cause(consumed=0.4, leading_share=0.6).remedy
