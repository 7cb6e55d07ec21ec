"""Creating, filling, and removing the tables of a run, by steps that can be repeated after a worker was killed.

A generator yields a sentence whenever there is progress to report; nothing here touches Keysheet's database.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import batched
from typing import Any, Final

from exporter.provisioning.aws import DynamoDB, RequestRefused
from exporter.provisioning.pattern_requests import send_whole
from exporter.provisioning.plan import RunPlan, TablePlan
from exporter.provisioning.requests import Request
from exporter.provisioning.run_tags import RUN_TAG
from exporter.provisioning.wire import item_from_client, item_to_client
from modeler.core.design.tables import Table
from modeler.core.errors import Conflict
from modeler.core.items.materialize import key_item, key_of
from modeler.core.limits import BATCH_WRITE_ITEMS_MAX

POLL_SECONDS: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
ACTIVE_WITHIN_SECONDS: Final = 900
CREATED_WITHIN_SECONDS: Final = 600
OURS: Final = "ours"
_EXISTS: Final = "ResourceInUseException"
_TOO_MANY: Final = "LimitExceededException"
_NO_TAGS: Final = "UnknownOperationException"


class TableForeign(Conflict):
    """A table of this name exists, and this run did not create it."""

    code = "provision.table_foreign"


def create(dynamodb: DynamoDB, plan: TablePlan, run: str, *, was_recorded: bool) -> str:
    """Create a table, or continue with the one that an earlier attempt of this run created; return its ARN.

    `was_recorded`: an earlier attempt saved the name, so it may have created the table. So may a request that the SDK
    sent again because its answer was late. Raises TableForeign, RequestRefused.
    """
    made = _requested(dynamodb, plan)
    if not isinstance(made, RequestRefused):
        return str(made["TableDescription"]["TableArn"])
    found = dynamodb.describe(plan.name)
    was_recorded = was_recorded or made.was_sent_before
    if found is None or not is_ours(dynamodb, found, run, was_recorded=was_recorded):
        raise TableForeign(f"a table {plan.name} already exists that this run did not create; it was left unchanged")
    return str(found["TableArn"])


def _requested(dynamodb: DynamoDB, plan: TablePlan) -> dict[str, Any] | RequestRefused:
    """Send CreateTable until it is accepted; return the refusal if a table of this name exists.

    An account creates a limited number of tables at the same time, and reports it with the code that it also has for
    the number of its tables: both are waited for.
    facts/table-api#createtable.
    """
    end = time.monotonic() + CREATED_WITHIN_SECONDS
    polls = iter(POLL_SECONDS)
    while True:
        try:
            return dynamodb.call("create_table", **plan.create)
        except RequestRefused as refused:
            if refused.code == _EXISTS:
                return refused
            if refused.code != _TOO_MANY or time.monotonic() > end:
                raise
        time.sleep(next(polls, POLL_SECONDS[-1]))


def is_ours(dynamodb: DynamoDB, description: Mapping[str, Any], run: str, *, was_recorded: bool) -> bool:
    """Did this run create the table? Decided by its tag if the endpoint supports tags, else by the recorded name, which
    contains random letters of this run.
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
    """Wait until the table and each of its GSIs is ACTIVE. Raises Conflict if that takes too long, or
    if the table is gone.
    """
    end = time.monotonic() + ACTIVE_WITHIN_SECONDS
    polls = iter(POLL_SECONDS)
    while True:
        found = dynamodb.describe(name)
        if found is None:
            raise Conflict(f"{name} was deleted during the wait", code="provision.gone")
        waiting = _not_active(found)
        if not waiting:
            return
        if time.monotonic() > end:
            raise Conflict(
                f"{', '.join(waiting)} of {name} {'is' if len(waiting) == 1 else 'are'} not ACTIVE after "
                f"{ACTIVE_WITHIN_SECONDS} s"
            )
        yield f"waiting for {', '.join(waiting)} to become ACTIVE"
        time.sleep(next(polls, POLL_SECONDS[-1]))


def _not_active(description: Mapping[str, Any]) -> list[str]:
    indexes = description.get("GlobalSecondaryIndexes") or ()
    waiting = [str(index["IndexName"]) for index in indexes if index.get("IndexStatus", "ACTIVE") != "ACTIVE"]
    return (["the table"] if description["TableStatus"] != "ACTIVE" else []) + waiting


def seed(dynamodb: DynamoDB, plan: RunPlan) -> Iterator[str]:
    """Make every table hold exactly its seed: other items are removed, then every seed item is put."""
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
            yield f"seeded {done} of {plan.item_count} {'item' if plan.item_count == 1 else 'items'}"


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
    """Set TTL and point-in-time recovery, if the plan has them; yield a note for each that the endpoint refuses."""
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
        # A second attempt finds it already on, which some endpoints refuse.
        if "already" not in refused.message.lower():
            yield f"{plan.table}: {what} was refused: {refused.message}"


def remove(dynamodb: DynamoDB, name: str, run: str) -> Iterator[str]:
    """Delete a table that this run recorded, and wait until it is gone. `OURS` is yielded before the request. The last
    word yielded is the result: `gone` (it did not exist), `foreign` (not ours, left unchanged), or `deleted`.
    """
    found = dynamodb.describe(name)
    if found is None:
        yield "gone"
        return
    if not is_ours(dynamodb, found, run, was_recorded=True):
        yield "foreign"
        return
    _refuse_protected(found, name)
    yield OURS
    polls = iter(POLL_SECONDS)
    end = time.monotonic() + ACTIVE_WITHIN_SECONDS
    asked = False
    while dynamodb.describe(name) is not None:
        if time.monotonic() > end:
            raise Conflict(f"{name} still exists after {ACTIVE_WITHIN_SECONDS} s")
        asked = asked or _asked_to_go(dynamodb, name)
        yield f"waiting until {name} is deleted"
        time.sleep(next(polls, POLL_SECONDS[-1]))
    yield "deleted"


def _refuse_protected(description: Mapping[str, Any], name: str) -> None:
    """Raise Conflict for a table that somebody protects: no run does, so it is somebody's wish that it stays."""
    if description.get("DeletionProtectionEnabled"):
        said = "has deletion protection, which somebody turned on after the run created it"
        raise Conflict(f"{name} {said}; turn it off in the account, then tear down again", code="provision.protected")


def _asked_to_go(dynamodb: DynamoDB, name: str) -> bool:
    """A table that is being created or updated cannot be deleted yet: the request is repeated."""
    try:
        dynamodb.delete(name)
    except RequestRefused as refused:
        if refused.code != _EXISTS:
            raise
        return False
    return True
