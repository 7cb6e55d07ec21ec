"""DynamoDB-Toolbox: tsc takes the package; entities store what the core stores, functions do what it predicts."""

from __future__ import annotations

from exporter.targets.access_code.entity_plan import EntityPlan
from tests.doors.checks import Door
from tests.doors.typescript_runs import Library, check_package


def check(door: Door) -> str:
    head = 'import { PutItemCommand } from "dynamodb-toolbox";'
    return check_package(door, Library(head, _put))


def _put(plan: EntityPlan, item: str) -> str:
    return f"api.{plan.name}.build(PutItemCommand).item({item}).send()"
