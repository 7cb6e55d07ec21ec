"""Throttled: the looks in their order, then the cause; the number is never the first thing to raise."""

import pytest

from modeler.core.decisions.operations import ThrottleCause
from modeler.core.procedures.hot_key import diagnose


def test_the_first_look_is_at_what_is_consumed():
    found = diagnose()
    assert [look.is_next for look in found.looks] == [True, False]
    assert found.diagnosis.cause is ThrottleCause.UNKNOWN


def test_the_second_is_at_the_keys_that_lead():
    found = diagnose(consumed=0.4)
    assert [look.is_next for look in found.looks] == [False, True]
    assert found.looks[0].answer == "40%"


def test_the_incident_of_the_parcels_is_a_hot_key():
    found = diagnose(consumed=0.4, leading_share=0.7)
    assert not any(look.is_next for look in found.looks)
    assert found.diagnosis.cause is ThrottleCause.HOT_KEY
    assert found.changes_design


@pytest.mark.parametrize(
    ("measured", "changes"),
    [
        ({"consumed": 1.1, "leading_share": 0.01}, False),
        ({"consumed": 0.9, "leading_share": 0.01, "ramp_minutes": 3}, False),
        ({"consumed": 0.2, "leading_share": 0.01, "index_throttled": True, "base_throttled": False}, True),
    ],
)
def test_only_keys_and_indexes_change_the_design(measured, changes):
    assert diagnose(**measured).changes_design is changes
