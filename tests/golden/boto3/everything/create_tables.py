# Everything: tables, their settings and sample items, written by Keysheet.
# Not in this file: design: entities, key templates, and access patterns are not included; items are written with their rendered keys
# Not in this file: tables.orders.indexes.byParts.provisioned: the index specifies no units; the table's units are used
"""Create the tables that tables.json describes. You can run it repeatedly: existing tables are compared, not changed.

    python create_tables.py --endpoint-url http://localhost:8000
    python create_tables.py --region eu-central-1

It lists what it will do and what costs money, and asks for confirmation; --yes confirms. Needs boto3
(requirements.txt). It exits with 0 if everything is as described, and with 1 if something differs or was refused, with
a message for each.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError, WaiterError

WAIT = {"Delay": 2, "MaxAttempts": 450}


def main() -> int:
    options = arguments()
    wanted = [one for one in json.loads(Path(__file__).with_name("tables.json").read_text("utf-8"))]
    wanted = [one for one in wanted if not options.only or one["table"] in options.only]
    if not wanted:
        print("There is no such table in tables.json.")
        return 1
    say_plan(wanted, options)
    if options.plan or not agreed(options, any(call["billed"] for one in wanted for call in one["calls"])):
        return 0
    session = boto3.Session(profile_name=options.profile, region_name=options.region)
    found = [make(session, options, one) for one in wanted]
    return 0 if all(found) else 1


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    named = os.environ.get("AWS_ENDPOINT_URL_DYNAMODB") or os.environ.get("AWS_ENDPOINT_URL")
    said = "an emulator's address (default: AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL, else AWS itself)"
    parser.add_argument("--endpoint-url", default=named, help=said)
    parser.add_argument("--region", help="AWS Region (default: from your AWS configuration)")
    parser.add_argument("--profile", help="a profile of your AWS configuration")
    parser.add_argument("--prefix", default="", help="prefix for every table name")
    parser.add_argument("--only", action="append", metavar="TABLE", help="only this table; can be repeated")
    parser.add_argument("--plan", action="store_true", help="show what would be done, and do nothing")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    return parser.parse_args()


def say_plan(wanted: list[dict[str, Any]], options: argparse.Namespace) -> None:
    where = options.endpoint_url or "AWS" + (f", region {options.region}" if options.region else "")
    print(f"On {where}:")
    for one in wanted:
        for call in one["calls"]:
            print(f"  {call['does']}" + (" (costs money while it exists)" if call["billed"] else ""))


def agreed(options: argparse.Namespace, costs: bool) -> bool:
    """Return whether to go on. An emulator costs nothing; anything else needs confirmation."""
    if options.yes or options.endpoint_url or not costs:
        return True
    if not sys.stdin.isatty():
        print("Nothing done: this costs money and nobody can confirm it. Pass --yes.")
        return False
    return input("Continue? [y/N] ").strip().lower() in {"y", "yes"}


def make(session: Any, options: argparse.Namespace, one: dict[str, Any]) -> bool:
    """Create one table with everything that belongs to it; return whether it is as described afterwards."""
    name = options.prefix + one["table"]
    config = Config(retries={"mode": "standard", "max_attempts": 8})
    clients = {
        service: session.client(service, endpoint_url=options.endpoint_url, config=config)
        for service in {call["service"] for call in one["calls"]}
    }
    as_described = True
    for call in one["calls"]:
        asked = renamed(call["arguments"], options.prefix)
        client = clients[call["service"]]
        try:
            is_there, differences = STATES.get(call["operation"], unknown)(client, asked)
            for difference in differences:
                print(f"{name}: exists and differs: {difference}. It is left unchanged.")
                as_described = False
            if is_there:
                print(f"{name}: already exists: {call['does']}.")
                continue
            method(client, call["operation"])(**asked)
            if call["operation"] in {"CreateTable", "UpdateTable"}:
                print(f"{name}: waiting until it is ACTIVE.")
                client.get_waiter("table_exists").wait(TableName=name, WaiterConfig=WAIT)
            print(f"{name}: done: {call['does']}.")
        except (ClientError, BotoCoreError, WaiterError) as error:
            if is_unknown(error) and call["operation"] != "CreateTable":
                # AWS knows every operation; DynamoDB Local and other emulators lack some settings.
                print(f"{name}: left out: {call['does']}: this endpoint does not have it.")
                continue
            print(f"{name}: REFUSED: {call['does']}: {sentence(error)}")
            as_described = False
            if call["operation"] == "CreateTable":
                return False
    return as_described


def is_unknown(error: Exception) -> bool:
    """Does the endpoint lack the operation? It answers so to a call that AWS has."""
    found = error.response.get("Error", {}) if isinstance(error, ClientError) else {}
    if found.get("Code") == "ValidationException":
        # DynamoDB Local has no replicas: to it, a request that adds one asks for nothing.
        return found.get("Message") == "Nothing to update"
    # The last is what DynamoDB Local answers to calls of auto scaling.
    return found.get("Code") in {"UnknownOperationException", "UnknownOperation", "NotImplemented", "InvalidAction"}


def renamed(asked: dict[str, Any], prefix: str) -> dict[str, Any]:
    """Return the arguments with a prefix for the table's name."""
    found = dict(asked)
    if "TableName" in found:
        found["TableName"] = prefix + found["TableName"]
    if "ResourceId" in found:
        found["ResourceId"] = "table/" + prefix + found["ResourceId"].removeprefix("table/")
    return found


def method(client: Any, operation: str) -> Callable[..., Any]:
    names = {api: own for own, api in client.meta.method_to_api_mapping.items()}
    return getattr(client, names[operation])


def sentence(error: Exception) -> str:
    if isinstance(error, ClientError):
        found = error.response.get("Error", {})
        return f"{found.get('Code', '')}: {found.get('Message', '')}"
    return str(error)


State = tuple[bool, list[str]]


def unknown(client: Any, asked: dict[str, Any]) -> State:
    """A call that can be repeated safely."""
    return False, []


def table_state(client: Any, asked: dict[str, Any]) -> State:
    try:
        found = client.describe_table(TableName=asked["TableName"])["Table"]
    except client.exceptions.ResourceNotFoundException:
        return False, []
    return True, list(differences(asked, found))


def differences(asked: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    """Yield how an existing table differs from the requested one."""
    if spelled(asked["KeySchema"]) != spelled(found["KeySchema"]):
        yield f"its key is {spelled(found['KeySchema'])}, not {spelled(asked['KeySchema'])}"
    billing = found.get("BillingModeSummary", {}).get("BillingMode", "PROVISIONED")
    if billing != asked["BillingMode"]:
        yield f"its billing is {billing}, not {asked['BillingMode']}"
    types = {one["AttributeName"]: one["AttributeType"] for one in found["AttributeDefinitions"]}
    for one in asked["AttributeDefinitions"]:
        if types.get(one["AttributeName"]) != one["AttributeType"]:
            yield f"{one['AttributeName']} is of type {types.get(one['AttributeName'])}, not {one['AttributeType']}"
    for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
        yield from index_differences(asked.get(kind, []), found.get(kind, []))
    stream = found.get("StreamSpecification", {}).get("StreamViewType")
    if stream != asked.get("StreamSpecification", {}).get("StreamViewType"):
        yield f"its stream is {stream}, not {asked.get('StreamSpecification', {}).get('StreamViewType')}"
    if "DeletionProtectionEnabled" in asked:
        if bool(found.get("DeletionProtectionEnabled")) != asked["DeletionProtectionEnabled"]:
            yield f"its deletion protection is {bool(found.get('DeletionProtectionEnabled'))}"


def index_differences(asked: list[dict[str, Any]], found: list[dict[str, Any]]) -> Iterator[str]:
    there = {index["IndexName"]: index for index in found}
    for index in asked:
        other = there.pop(index["IndexName"], None)
        if other is None:
            yield f"it has no index {index['IndexName']}"
        elif spelled(index["KeySchema"]) != spelled(other["KeySchema"]):
            yield f"the key of {index['IndexName']} is {spelled(other['KeySchema'])}"
        elif projected(index) != projected(other):
            yield f"the projection of {index['IndexName']} is {projected(other)}"
    for name in there:
        yield f"it has an index {name}"


def spelled(schema: list[dict[str, str]]) -> str:
    return ", ".join(f"{one['AttributeName']} {one['KeyType']}" for one in schema)


def projected(index: dict[str, Any]) -> tuple[str, list[str]]:
    found = index["Projection"]
    return found["ProjectionType"], sorted(found.get("NonKeyAttributes", []))


def expiry_state(client: Any, asked: dict[str, Any]) -> State:
    found = client.describe_time_to_live(TableName=asked["TableName"])["TimeToLiveDescription"]
    if found.get("TimeToLiveStatus") not in {"ENABLED", "ENABLING"}:
        return False, []
    wanted = asked["TimeToLiveSpecification"]["AttributeName"]
    own = found.get("AttributeName")
    return True, [] if own == wanted else [f"its items expire by {own}, not {wanted}"]


def recovery_state(client: Any, asked: dict[str, Any]) -> State:
    found = client.describe_continuous_backups(TableName=asked["TableName"])["ContinuousBackupsDescription"]
    own = found.get("PointInTimeRecoveryDescription", {})
    days = asked["PointInTimeRecoverySpecification"].get("RecoveryPeriodInDays")
    is_same = days is None or own.get("RecoveryPeriodInDays") in {None, days}
    return own.get("PointInTimeRecoveryStatus") == "ENABLED" and is_same, []


def insights_state(client: Any, asked: dict[str, Any]) -> State:
    place = {name: asked[name] for name in ("TableName", "IndexName") if name in asked}
    try:
        found = client.describe_contributor_insights(**place)
    except client.exceptions.ResourceNotFoundException:
        return False, []
    return found.get("ContributorInsightsStatus") in {"ENABLED", "ENABLING"}, []


def replicas_state(client: Any, asked: dict[str, Any]) -> State:
    found = client.describe_table(TableName=asked["TableName"])["Table"]
    there = {one["RegionName"] for one in found.get("Replicas", [])}
    return {one["Create"]["RegionName"] for one in asked.get("ReplicaUpdates", [])} <= there, []


STATES: dict[str, Callable[[Any, dict[str, Any]], State]] = {
    "CreateTable": table_state,
    "UpdateTimeToLive": expiry_state,
    "UpdateContinuousBackups": recovery_state,
    "UpdateContributorInsights": insights_state,
    "UpdateTable": replicas_state,
}

if __name__ == "__main__":
    sys.exit(main())
