"""What an endpoint says of a table that is there, in the form of `provider_facts`, to compare with the design."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from exporter.provisioning.plan import seed_of
from exporter.provisioning.wire import item_from_client
from exporter.targets.infrastructure.table_inputs import search_definitions
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.values.attribute_values import AttributeValue
from tests.doors.provider_facts import Facts, table_facts

NO_REGIONS = ("replicas", "witness")
SANDBOX_LACKS = (*NO_REGIONS, "scaling", "warm")
"""What no request leaves on the sandbox: other Regions, Application Auto Scaling, and a table's warm throughput."""
TEMPLATES_LACK = (
    *SANDBOX_LACKS, "ttl", "recovery", "encryption", "class", "on_demand", "insights", "policy",
)  # fmt: skip
"""What its CloudFormation drops besides, as seen in ministack 1.5.33; `template_facts` compares it in the template."""
GLOBAL_LACKS = (*TEMPLATES_LACK, "units", "protection", "tags")
"""Of a global table it reads nothing that stands in a replica, and of units where scaling begins."""
RECOVERS = True
"""Point-in-time recovery is on; ministack does not describe over how many days."""


def wanted(design: Design, table: Table, *, is_current: bool = True, lacks: Iterable[str] = SANDBOX_LACKS) -> Facts:
    """What the design says of a table, as far as it can be described there."""
    found = table_facts(design, table, is_current)
    if found["recovery"]:
        found["recovery"] = RECOVERS
    if is_current:
        # What a vector index searches by is defined as a key is.
        found["attributes"] = search_definitions(table) | found["attributes"]
    if (found["encryption"] or (False,))[0] is False:
        found["encryption"] = None
    found |= {"class": _class(found["class"]), "protection": bool(found["protection"])}
    return without(found, lacks)


def without(facts: Facts, lacks: Iterable[str]) -> Facts:
    """Without what is lacking; an index loses only what a table of its kind loses in its indexes too."""
    dropped = set(lacks)
    kept = {name: value for name, value in facts.items() if name not in dropped}
    in_indexes = {"units", "on_demand", "warm"} if "units" in dropped else set()
    kept["indexes"] = {
        name: {member: value for member, value in index.items() if member not in in_indexes}
        for name, index in facts["indexes"].items()
    }
    return kept


def of_table(client: Any, name: str, *, lacks: Iterable[str] = SANDBOX_LACKS) -> Facts:
    """What is described: the table, its time to live, backups, tags, policy and insights."""
    raw = client.describe_table(TableName=name)["Table"]
    billing = raw.get("BillingModeSummary", {}).get("BillingMode", "PROVISIONED")
    indexes = {one["IndexName"]: _index(one, "GSI", billing) for one in raw.get("GlobalSecondaryIndexes") or ()}
    for one in raw.get("LocalSecondaryIndexes") or ():
        indexes[one["IndexName"]] = _index(one, "LSI", billing)
        # An LSI has the table's own partition key, which the other forms do not repeat.
        assert indexes[one["IndexName"]]["keys"]["HASH"] == _keys(raw)["HASH"]
        indexes[one["IndexName"]]["keys"]["HASH"] = []
    sse = raw.get("SSEDescription") or {}
    ttl = client.describe_time_to_live(TableName=name)["TimeToLiveDescription"]
    backups = client.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
    stream = raw.get("StreamSpecification") or {}
    found = {
        "keys": _keys(raw),
        "attributes": {one["AttributeName"]: one["AttributeType"] for one in raw["AttributeDefinitions"]},
        "billing": billing,
        **_throughput(raw, billing),
        "indexes": indexes,
        "ttl": ttl["AttributeName"] if ttl["TimeToLiveStatus"] in ("ENABLED", "ENABLING") else None,
        "recovery": backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] == "ENABLED" or None,
        "encryption": (True, _key(sse)) if sse.get("Status") == "ENABLED" else None,
        "class": _class(raw.get("TableClassSummary", {}).get("TableClass")),
        "protection": bool(raw.get("DeletionProtectionEnabled")),
        "stream": stream.get("StreamViewType") if stream.get("StreamEnabled") else None,
        "tags": _tags(client, raw["TableArn"]),
        "insights": _insights(client, name, indexes),
        "policy": _policy(client, raw["TableArn"]),
    }
    return without(found, lacks)


def _class(raw: Any) -> str:
    """A table of which nothing is said is of the standard class."""
    return str(raw or "STANDARD")


def _keys(raw: Mapping[str, Any]) -> dict[str, list[str]]:
    pairs = [(one["KeyType"], one["AttributeName"]) for one in raw["KeySchema"]]
    return {side: [name for kind, name in pairs if kind == side] for side in ("HASH", "RANGE")}


def _throughput(raw: Mapping[str, Any], billing: str) -> Facts:
    units = raw.get("ProvisionedThroughput", {})
    most, warm = raw.get("OnDemandThroughput") or {}, raw.get("WarmThroughput") or {}
    sides = {"read": "Read", "write": "Write"}
    return {
        "units": (units["ReadCapacityUnits"], units["WriteCapacityUnits"])
        if billing == "PROVISIONED" and units
        else None,
        # -1 says that there is no bound.
        "on_demand": {
            side: most[f"Max{word}RequestUnits"]
            for side, word in sides.items()
            if most.get(f"Max{word}RequestUnits", -1) > 0
        },
        "warm": {
            side: warm[f"{word}UnitsPerSecond"] for side, word in sides.items() if warm.get(f"{word}UnitsPerSecond")
        },
    }


def _index(raw: Mapping[str, Any], kind: str, billing: str) -> Facts:
    return {
        "kind": kind,
        "keys": _keys(raw),
        "projection": raw["Projection"]["ProjectionType"],
        "also": sorted(raw["Projection"].get("NonKeyAttributes") or ()),
        **_throughput(raw, billing),
    }


def _key(sse: Mapping[str, Any]) -> str | None:
    """The customer's key; the sandbox makes up one of AWS's own."""
    found = str(sse.get("KMSMasterKeyArn") or "")
    return None if found.endswith("alias/aws/dynamodb") else found or None


def _tags(client: Any, arn: str) -> dict[str, str]:
    found = client.list_tags_of_resource(ResourceArn=arn)["Tags"]
    return {one["Key"]: one["Value"] for one in found if not one["Key"].startswith("aws:cloudformation:")}


def _policy(client: Any, arn: str) -> Any:
    try:
        return json.loads(client.get_resource_policy(ResourceArn=arn)["Policy"])
    except client.exceptions.PolicyNotFoundException:
        return None


def _insights(client: Any, name: str, indexes: Mapping[str, Facts]) -> list[str]:
    found = []
    for index in ("", *(name for name, one in indexes.items() if one["kind"] == "GSI")):
        more = {"IndexName": index} if index else {}
        said = client.describe_contributor_insights(TableName=name, **more)["ContributorInsightsStatus"]
        if said in ("ENABLED", "ENABLING"):
            found.append(index)
    return sorted(found)


def items_of(client: Any, table: Table, name: str) -> dict[Any, dict[str, AttributeValue]]:
    """Everything that a table holds, by key."""
    pages = client.get_paginator("scan").paginate(TableName=name)
    items = [item_from_client(item) for page in pages for item in page["Items"]]
    return {tuple(item[key.name] for key in table.base.keys): item for item in items}


def seeded_items(design: Design, table: Table) -> dict[Any, dict[str, AttributeValue]]:
    """What the samples leave in a table, by key."""
    return {one.key: dict(one.item) for one in seed_of(design).items(table.name)}
