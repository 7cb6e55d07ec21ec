"""Auto scaling as a fix sets it: within its bounds, and not below units that somebody set."""

from modeler.core.edits.applied_fixes import fixed
from tests.modeler.core.rules.cases.capacity.capacity import provisioned, puts
from tests.modeler.core.rules.cases.case import found


def policies(design):
    (finding,) = found(design, "capacity.autoscaling")
    return fixed(design, finding.fixes[0]).tables[0].settings["auto_scaling"]


def test_units_that_are_set_can_still_be_reached():
    made = policies(provisioned(puts(10), environment="production"))
    assert made["write"]["max"] == 100
    assert made["read"]["max"] == 5


def test_a_policy_without_a_maximum_gets_one_over_its_minimum():
    wrong = {"read": {"target": 95, "min": 5}, "write": {"target": 70, "min": 1, "max": 100}}
    made = policies(provisioned(puts(10), read=1, auto_scaling=wrong))
    assert made["read"] == {"target": 70, "min": 5, "max": 5}
