"""ElectroDB: tsc takes the package; its entities store what the core stores, its functions do what it predicts."""

from __future__ import annotations

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.typescript.electrodb_keys import carried
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item
from tests.doors.access_runs import Written
from tests.doors.checks import Door
from tests.doors.typescript_runs import Library, check_package

MARKS = ("__edb_e__", "__edb_v__")


def check(door: Door) -> str:
    library = Library("", _put, own=set(MARKS), lists_for_sets=True, carries=_carries, marks=_marks)
    return check_package(door, library)


def _put(plan: EntityPlan, item: str) -> str:
    return f"api.{plan.name}.put({item}).go()"


def _carries(written: Written) -> bool:
    return carried(written.plan, written.plan.table.base)


def _marks(plan: EntityPlan) -> Item:
    values = (plan.entity.name, "1")
    return {name: AttributeValue(AttributeType.S, text) for name, text in zip(MARKS, values, strict=True)}
