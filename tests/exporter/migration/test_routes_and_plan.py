"""The package of a change and its plan: both know of the same items."""

from hypothesis import given, settings

from exporter.targets.migration.readme import readme
from exporter.targets.migration.routed_tables import routed_tables
from modeler.core.migration.pairs import Pairing
from modeler.core.migration.planning import plan
from modeler.core.migration.steps import StepAction
from tests.exporter.migration.test_old_readers import BEFORE, combined, number_as_a_key
from tests.modeler.core.migration.test_plan_law import changes


@settings(max_examples=60)
@given(changes())
def test_the_package_brings_the_items_that_the_plan_fills(change):
    before, after, _ = change
    fillings = (step for step in plan(before, after).steps if step.action is StepAction.BACKFILL)
    routed = {(one.old.name, pair.after.name) for one in routed_tables(Pairing(before, after)) for pair in one.pairs}
    assert {(step.table, name) for step in fillings for name in step.entities} <= routed


def test_another_type_of_a_key_is_filled_beside_the_old_one_by_the_plan_and_copied_by_the_package():
    after = combined({number_as_a_key})
    made = plan(BEFORE, after)
    (creation,) = (step for step in made.steps if step.creates)
    assert "GSI1SK_v2" in creation.do
    (route,) = routed_tables(Pairing(BEFORE, after))
    assert (route.in_place, route.new.name) == (False, "app-main-v2")
    told = readme("shop_migration", (route,), made, ())
    assert "this package copies items into another table instead" in told
    assert "fills one index while another is in use" in told
