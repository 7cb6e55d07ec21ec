"""OneTable: tsc takes the package; its models store what the core stores, its functions do what it predicts."""

from __future__ import annotations

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.typescript.onetable_models import carried
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item
from tests.doors.access_runs import Written
from tests.doors.checks import Door
from tests.doors.typescript_runs import Library, check_package


def check(door: Door) -> str:
    return check_package(door, Library("", _put, own={"_type"}, carries=_carries, marks=_marks))


def _put(plan: EntityPlan, item: str) -> str:
    return f"api.{plan.name}.create({item}, {{ exists: null }})"


def _carries(written: Written) -> bool:
    return carried(written.plan.table)


def _marks(plan: EntityPlan) -> Item:
    return {"_type": AttributeValue(AttributeType.S, plan.name)}
