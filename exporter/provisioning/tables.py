"""Making, filling and removing the tables of a run, by steps that can be repeated after a worker was killed.

A generator yields a sentence whenever it is worth saying how far it is; nothing here touches a database of ours.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import batched
from typing import Any, Final

from exporter.provisioning.aws import DynamoDB, RequestRefused
from exporter.provisioning.pattern_requests import send_whole
from exporter.provisioning.plan import RUN_TAG, Plan, TablePlan
from exporter.provisioning.requests import Request
from exporter.provisioning.wire import item_from_client, item_to_client
from modeler.core.design.tables import Table
from modeler.core.errors import Conflict
from modeler.core.items.materialize import key_item, key_of
from modeler.core.limits import BATCH_WRITE_ITEMS_MAX

POLL_SECONDS: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
ACTIVE_WITHIN_SECONDS: Final = 900
_EXISTS: Final = "ResourceInUseException"
_NO_TAGS: Final = "UnknownOperationException"


class TableForeign(Conflict):
    """A table of this name is there, and this run did not make it."""

    code = "provision.table_foreign"


def create(dynamodb: DynamoDB, plan: TablePlan, run: str, *, was_recorded: bool) -> str:
    """Make a table, or go on with the one that an earlier attempt of this run made; gives its ARN.

    `was_recorded`: an earlier attempt wrote the name down, so it may have made it. Raises TableForeign, RequestRefused.
    """
    try:
        made = dynamodb.call("create_table", **plan.create)
    except RequestRefused as refused:
        if refused.code != _EXISTS:
            raise
    else:
        return str(made["TableDescription"]["TableArn"])
    found = dynamodb.describe(plan.name)
    if found is None or not is_ours(dynamodb, found, run, was_recorded=was_recorded):
        raise TableForeign(f"there is a table {plan.name} that this run did not make; it is left as it is")
    return str(found["TableArn"])


def is_ours(dynamodb: DynamoDB, description: Mapping[str, Any], run: str, *, was_recorded: bool) -> bool:
    """Did this run make the table? By its tag where the endpoint keeps tags, else by the name that was recorded,
    which holds letters that were drawn for this run alone.
    """
    if not dynamodb.endpoint.trust.tags:
        return was_recorded
    try:
        return dynamodb.tags(str(description["TableArn"])).get(RUN_TAG) == run
    except RequestRefused as refused:
        if refused.code != _NO_TAGS:
            raise
        return was_recorded


def wait_active(dynamodb: DynamoDB, name: str) -> Iterator[str]:
    """Until the table and each of its GSIs is ACTIVE. Raises Conflict where that takes too long, or it is gone."""
    end = time.monotonic() + ACTIVE_WITHIN_SECONDS
    polls = iter(POLL_SECONDS)
    while True:
        found = dynamodb.describe(name)
        if found is None:
            raise Conflict(f"{name} is gone while it was waited for", code="provision.gone")
        waiting = _not_active(found)
        if not waiting:
            return
        if time.monotonic() > end:
            raise Conflict(f"{', '.join(waiting)} of {name} is not ACTIVE after {ACTIVE_WITHIN_SECONDS} s")
        yield f"waiting for {', '.join(waiting)} to be ACTIVE"
        time.sleep(next(polls, POLL_SECONDS[-1]))


def _not_active(description: Mapping[str, Any]) -> list[str]:
    indexes = description.get("GlobalSecondaryIndexes") or ()
    waiting = [str(index["IndexName"]) for index in indexes if index.get("IndexStatus", "ACTIVE") != "ACTIVE"]
    return (["the table"] if description["TableStatus"] != "ACTIVE" else []) + waiting


def seed(dynamodb: DynamoDB, plan: Plan) -> Iterator[str]:
    """Make every table hold exactly its seed: what is there and not in it is removed, then every item is put."""
    done = 0
    for table_plan in plan.tables:
        table = plan.design.table(table_plan.table)
        if table is None:
            continue
        stored = plan.seed.items(table.name)
        keys = {one.key for one in stored}
        surplus = [key for key in _keys_there(dynamodb, table, table_plan.name) if key not in keys]
        schema = table.partition_key + table.sort_key
        deletes = [{"DeleteRequest": {"Key": item_to_client(key_item(schema, key))}} for key in surplus]
        puts = [{"PutRequest": {"Item": item_to_client(one.item)}} for one in stored]
        for actions in batched([*deletes, *puts], BATCH_WRITE_ITEMS_MAX, strict=False):
            _write_batch(dynamodb, table_plan.name, actions)
            done += len(actions)
            yield f"{done} of {plan.item_count} items seeded"


def _write_batch(dynamodb: DynamoDB, name: str, actions: Sequence[Mapping[str, Any]]) -> None:
    send_whole(dynamodb, Request("batch_write_item", {"RequestItems": {name: list(actions)}}))


def _keys_there(dynamodb: DynamoDB, table: Table, name: str) -> Iterator[Any]:
    schema = table.partition_key + table.sort_key
    aliases = {f"#k{place}": key.name for place, key in enumerate(schema)}
    arguments: dict[str, Any] = {
        "TableName": name,
        "ConsistentRead": True,
        "ProjectionExpression": ", ".join(aliases),
        "ExpressionAttributeNames": aliases,
    }
    while True:
        page = dynamodb.call("scan", **arguments)
        for item in page["Items"]:
            yield key_of(schema, item_from_client(item))
        if "LastEvaluatedKey" not in page:
            return
        arguments["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def apply_settings(dynamodb: DynamoDB, plan: TablePlan) -> Iterator[str]:
    """TTL and point-in-time recovery, where the plan has them; yields a note for each that the endpoint refuses."""
    if plan.ttl_attribute:
        specification = {"AttributeName": plan.ttl_attribute, "Enabled": True}
        yield from _tried(dynamodb, plan, "time to live", "update_time_to_live", TimeToLiveSpecification=specification)
    if plan.recovery:
        specification = {"PointInTimeRecoveryEnabled": True}
        yield from _tried(
            dynamodb,
            plan,
            "point-in-time recovery",
            "update_continuous_backups",
            PointInTimeRecoverySpecification=specification,
        )


def _tried(dynamodb: DynamoDB, plan: TablePlan, what: str, method: str, **arguments: Any) -> Iterator[str]:
    try:
        dynamodb.call(method, TableName=plan.name, **arguments)
    except RequestRefused as refused:
        # A second attempt finds it on already, which some endpoints refuse.
        if "already" not in refused.message.lower():
            yield f"{plan.table}: {what} was refused: {refused.message}"


def remove(dynamodb: DynamoDB, name: str, run: str) -> Iterator[str]:
    """Delete a table that this run recorded, and wait until it is gone. The last word is what became of it: `gone`
    (nothing was there), `foreign` (not ours after all, left alone) or `deleted`.
    """
    found = dynamodb.describe(name)
    if found is None:
        yield "gone"
        return
    if not is_ours(dynamodb, found, run, was_recorded=True):
        yield "foreign"
        return
    polls = iter(POLL_SECONDS)
    end = time.monotonic() + ACTIVE_WITHIN_SECONDS
    asked = False
    while dynamodb.describe(name) is not None:
        if time.monotonic() > end:
            raise Conflict(f"{name} is still there after {ACTIVE_WITHIN_SECONDS} s")
        asked = asked or _asked_to_go(dynamodb, name)
        yield f"waiting for {name} to be gone"
        time.sleep(next(polls, POLL_SECONDS[-1]))
    yield "deleted"


def _asked_to_go(dynamodb: DynamoDB, name: str) -> bool:
    """A table that is still being made or changed cannot be deleted yet: then it is asked again."""
    try:
        dynamodb.delete(name)
    except RequestRefused as refused:
        if refused.code != _EXISTS:
            raise
        return False
    return True
