"""What each engine has, tried: one probe a feature. `python -m tests.conformance.features` prints the table.

A probe makes what it needs under a name of its own, and says yes, or no with the reason, or what deviates.
"""

import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.conformance.engines import EngineMissing, Refused, Wire, dynamodb_local, ministack, moto

type Json = dict[str, Any]

YES, NO, IGNORED = "yes", "no", "accepted, ignored"
ITEM = {"PK": {"S": "p"}, "SK": {"S": "s"}, "G1": {"S": "g"}, "G2": {"S": "h"}, "a": {"S": "x" * 3000}}
KEY = {"PK": {"S": "p"}, "SK": {"S": "s"}}
UNITS = {"ReturnConsumedCapacity": "INDEXES"}


def table(wire: Wire, *, gsi: tuple[str, ...] = (), projection: str = "ALL", lsi: bool = False, **more: Any) -> str:
    """A table of its own, with a GSI of these key attributes, an LSI, and whatever more."""
    name = f"feature-{uuid.uuid4().hex[:12]}"
    names = dict.fromkeys(["PK", "SK", *gsi, *(["L1"] if lsi else [])])
    request: Json = {
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": one, "AttributeType": "S"} for one in names],
        "KeySchema": _schema("PK", "SK"),
        **more,
    }
    if gsi:
        hashes, ranges = gsi[: -(-len(gsi) // 2)], gsi[-(-len(gsi) // 2) :]
        schema = [{"AttributeName": one, "KeyType": "HASH"} for one in hashes]
        schema += [{"AttributeName": one, "KeyType": "RANGE"} for one in ranges]
        request["GlobalSecondaryIndexes"] = [
            {"IndexName": "GSI1", "KeySchema": schema, "Projection": {"ProjectionType": projection}}
        ]
    if lsi:
        request["LocalSecondaryIndexes"] = [
            {"IndexName": "LSI1", "KeySchema": _schema("PK", "L1"), "Projection": {"ProjectionType": "KEYS_ONLY"}}
        ]
    wire.call("CreateTable", request)
    return name


def _schema(partition: str, sort: str) -> list[dict[str, str]]:
    return [{"AttributeName": partition, "KeyType": "HASH"}, {"AttributeName": sort, "KeyType": "RANGE"}]


def described(wire: Wire, name: str) -> Json:
    found: Json = wire.call("DescribeTable", {"TableName": name})["Table"]
    return found


def multi_attribute_keys(wire: Wire) -> str:
    name = table(wire, gsi=("G1", "G2", "G3"))
    wire.call("PutItem", {"TableName": name, "Item": {**ITEM, "G3": {"S": "r"}}})
    values = {":a": {"S": "g"}, ":b": {"S": "h"}, ":c": {"S": "r"}}
    condition = "G1 = :a AND G2 = :b AND G3 <= :c"
    asked = {"TableName": name, "IndexName": "GSI1", "KeyConditionExpression": condition}
    return _yes(wire.call("Query", {**asked, "ExpressionAttributeValues": values})["Count"] == 1)


def transactions(wire: Wire) -> str:
    name = table(wire)
    check = {"TableName": name, "Key": KEY, "ConditionExpression": "attribute_exists(PK)"}
    put = {"TableName": name, "Item": {**ITEM, "SK": {"S": "t"}}}
    try:
        wire.call("TransactWriteItems", {"TransactItems": [{"ConditionCheck": check}, {"Put": put}]})
    except Refused as refused:
        return _yes([one["Code"] for one in refused.reasons] == ["ConditionalCheckFailed", "None"])
    return "no: the condition was not checked"


def time_to_live(wire: Wire) -> str:
    name = table(wire)
    wanted = {"AttributeName": "ttl", "Enabled": True}
    wire.call("UpdateTimeToLive", {"TableName": name, "TimeToLiveSpecification": wanted})
    found = wire.call("DescribeTimeToLive", {"TableName": name})["TimeToLiveDescription"]
    return _yes(found["TimeToLiveStatus"] in ("ENABLED", "ENABLING"))


def streams(wire: Wire) -> str:
    name = table(wire, StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"})
    return YES if described(wire, name).get("LatestStreamArn") else IGNORED


def recovery(wire: Wire) -> str:
    name = table(wire)
    wanted = {"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": 7}
    wire.call("UpdateContinuousBackups", {"TableName": name, "PointInTimeRecoverySpecification": wanted})
    found = wire.call("DescribeContinuousBackups", {"TableName": name})["ContinuousBackupsDescription"]
    return YES if found["PointInTimeRecoveryDescription"].get("RecoveryPeriodInDays") == 7 else "yes, always 35 days"


def resource_policies(wire: Wire) -> str:
    arn = described(wire, table(wire))["TableArn"]
    wire.call("PutResourcePolicy", {"ResourceArn": arn, "Policy": '{"Version": "2012-10-17", "Statement": []}'})
    return _yes("Policy" in wire.call("GetResourcePolicy", {"ResourceArn": arn}))


def tags(wire: Wire) -> str:
    arn = described(wire, table(wire, Tags=[{"Key": "k", "Value": "v"}]))["TableArn"]
    return _yes(wire.call("ListTagsOfResource", {"ResourceArn": arn}).get("Tags") == [{"Key": "k", "Value": "v"}])


def write_units(wire: Wire) -> str:
    """A put of 3 KB with a KEYS_ONLY GSI: 3 for the table, 1 for the index."""
    name = table(wire, gsi=("G1", "G2"), projection="KEYS_ONLY")
    found = wire.call("PutItem", {"TableName": name, "Item": ITEM, **UNITS})["ConsumedCapacity"]
    index = (found.get("GlobalSecondaryIndexes") or {}).get("GSI1", {}).get("CapacityUnits")
    own = (found.get("Table") or {}).get("CapacityUnits")
    return _exactly((own, index), (3, 1))


def read_units(wire: Wire) -> str:
    """A strongly consistent Query of three items of 3 KB: 3."""
    name = table(wire)
    for sort in "abc":
        wire.call("PutItem", {"TableName": name, "Item": {**ITEM, "SK": {"S": sort}}})
    asked = {"KeyConditionExpression": "PK = :p", "ExpressionAttributeValues": {":p": {"S": "p"}}, **UNITS}
    found = wire.call("Query", {"TableName": name, "ConsistentRead": True, **asked})["ConsumedCapacity"]
    return _exactly(found["CapacityUnits"], 3)


def empty_read_units(wire: Wire) -> str:
    """GetItem and Query of nothing: half a unit each."""
    name = table(wire)
    get = wire.call("GetItem", {"TableName": name, "Key": KEY, **UNITS}).get("ConsumedCapacity", {})
    asked = {"KeyConditionExpression": "PK = :p", "ExpressionAttributeValues": {":p": {"S": "p"}}, **UNITS}
    query = wire.call("Query", {"TableName": name, **asked}).get("ConsumedCapacity", {})
    return _exactly((get.get("CapacityUnits"), query.get("CapacityUnits")), (0.5, 0.5))


def lsi_units(wire: Wire) -> str:
    """An entry of 950 bytes with everything projected costs its LSI one unit: storage overhead is none of it."""
    name = table(wire, lsi=True)
    item = {**KEY, "L1": {"S": "x" * 940}}
    found = wire.call("PutItem", {"TableName": name, "Item": item, **UNITS})["ConsumedCapacity"]
    return _exactly((found.get("LocalSecondaryIndexes") or {}).get("LSI1", {}).get("CapacityUnits"), 1)


def transaction_units(wire: Wire) -> str:
    """A transactional put of 3 KB with a GSI: 6 for the table, 1 for the index."""
    name = table(wire, gsi=("G1", "G2"), projection="KEYS_ONLY")
    put = [{"Put": {"TableName": name, "Item": ITEM}}]
    (found,) = wire.call("TransactWriteItems", {"TransactItems": put, **UNITS})["ConsumedCapacity"]
    return _exactly(found["CapacityUnits"], 7)


def on_demand_maximum(wire: Wire) -> str:
    wanted = {"MaxReadRequestUnits": 10, "MaxWriteRequestUnits": 10}
    found = described(wire, table(wire, OnDemandThroughput=wanted)).get("OnDemandThroughput")
    return YES if found == wanted else IGNORED


def warm_throughput(wire: Wire) -> str:
    wanted = {"ReadUnitsPerSecond": 15_000, "WriteUnitsPerSecond": 5_000}
    found = described(wire, table(wire, WarmThroughput=wanted)).get("WarmThroughput") or {}
    return YES if wanted.items() <= found.items() else IGNORED


def table_class(wire: Wire) -> str:
    found = described(wire, table(wire, TableClass="STANDARD_INFREQUENT_ACCESS")).get("TableClassSummary") or {}
    return YES if found.get("TableClass") == "STANDARD_INFREQUENT_ACCESS" else IGNORED


def deletion_protection(wire: Wire) -> str:
    name = table(wire, DeletionProtectionEnabled=True)
    with suppress(Refused):
        wire.call("DeleteTable", {"TableName": name})
        return IGNORED
    return YES


def vector_index(wire: Wire) -> str:
    index = {
        "IndexName": "vectors",
        "VectorAttribute": {"AttributeName": "v"},
        "Projection": {"ProjectionType": "KEYS_ONLY"},
        "Dimensions": 4,
        "DistanceFunction": "COSINE",
    }
    return YES if described(wire, table(wire, VectorIndexes=[index])).get("VectorIndexes") else IGNORED


def partiql(wire: Wire) -> str:
    name = table(wire)
    wire.call("PutItem", {"TableName": name, "Item": ITEM})
    statement = f"SELECT SK FROM \"{name}\" WHERE PK = 'p'"
    return _yes(wire.call("ExecuteStatement", {"Statement": statement})["Items"] == [{"SK": {"S": "s"}}])


def lsi_fetch(wire: Wire) -> str:
    name = table(wire, lsi=True)
    wire.call("PutItem", {"TableName": name, "Item": {**ITEM, "L1": {"S": "l"}}})
    asked = {"KeyConditionExpression": "PK = :p", "ExpressionAttributeValues": {":p": {"S": "p"}}}
    query = {"TableName": name, "IndexName": "LSI1", "ProjectionExpression": "a", **asked}
    return _yes("a" in wire.call("Query", query)["Items"][0])


def gsi_limit(wire: Wire) -> str:
    names = [f"G{place}" for place in range(21)]
    indexes = [
        {
            "IndexName": f"INDEX{place}",
            "KeySchema": [{"AttributeName": name, "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"},
        }
        for place, name in enumerate(names)
    ]
    definitions = [{"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK", *names)]
    return _refuses(lambda: table(wire, GlobalSecondaryIndexes=indexes, AttributeDefinitions=definitions))


def one_gsi_at_a_time(wire: Wire) -> str:
    name = table(wire)
    creates = [
        {
            "Create": {
                "IndexName": f"GSI{place}",
                "KeySchema": [{"AttributeName": "SK", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            }
        }
        for place in range(2)
    ]
    definitions = [{"AttributeName": "SK", "AttributeType": "S"}]
    request = {"TableName": name, "AttributeDefinitions": definitions, "GlobalSecondaryIndexUpdates": creates}
    return _refuses(lambda: wire.call("UpdateTable", request))


def reserved_words(wire: Wire) -> str:
    values = {":v": {"S": "x"}}
    request = {"FilterExpression": "status = :v", "ExpressionAttributeValues": values}
    return _refuses(lambda: wire.call("Scan", {"TableName": table(wire), **request}))


def index_key_types(wire: Wire) -> str:
    name = table(wire, gsi=("G1", "G2"))
    update = {"UpdateExpression": "SET G1 = :n", "ExpressionAttributeValues": {":n": {"N": "1"}}}
    return _refuses(lambda: wire.call("UpdateItem", {"TableName": name, "Key": KEY, **update}))


def _refuses(call: Callable[[], Any]) -> str:
    try:
        call()
    except Refused:
        return YES
    return "no: accepted"


def _exactly(seen: Any, wanted: Any) -> str:
    return YES if seen == wanted else f"no: {seen}, not {wanted}"


def _yes(held: bool) -> str:
    return YES if held else NO


FEATURES: Mapping[str, tuple[str, Callable[[Wire], str] | None]] = {
    "Multi-attribute keys of a GSI": (YES, multi_attribute_keys),
    "Transactions with condition checks": (YES, transactions),
    "An LSI fetches what it does not project": (YES, lsi_fetch),
    "Units of writes, per table and index": (YES, write_units),
    "Units of an LSI's entry, without overhead": (YES, lsi_units),
    "Units of transactions (table twice, index once)": (YES, transaction_units),
    "Units of reads": (YES, read_units),
    "Units of a read that finds nothing": (YES, empty_read_units),
    "Refuses reserved words": (YES, reserved_words),
    "Refuses an index key of another type by an update": (YES, index_key_types),
    "Refuses 21 GSIs": ("as a rule", gsi_limit),
    "Refuses two GSI creates in one update": ("as a rule", one_gsi_at_a_time),
    "PartiQL": (NO, partiql),
    "Time to live": ("as a setting", time_to_live),
    "Streams": ("as a setting", streams),
    "Point-in-time recovery, 1 to 35 days": ("as a setting", recovery),
    "Tags": ("as a setting", tags),
    "Table class": ("as a setting", table_class),
    "Deletion protection": ("as a setting", deletion_protection),
    "Maximum throughput on demand": ("as a setting", on_demand_maximum),
    "Warm throughput": ("as a setting", warm_throughput),
    "Resource policies": ("as a setting", resource_policies),
    "Vector indexes": (NO, vector_index),
}
"""By name: what the evaluator does about it, and how an engine is tried."""


def tried(wire: Wire, probe: Callable[[Wire], str]) -> str:
    """What a probe found; an engine that refuses it does not have it."""
    try:
        return probe(wire)
    except Refused as refused:
        word = refused.type.removesuffix("Exception")
        return NO if word in ("UnknownOperation", "501", "404", "InternalFailure", "InternalError") else f"no: {word}"
    except (KeyError, IndexError, ValueError):
        return NO


ENGINES: Mapping[str, Callable[[Path], Any]] = {"DynamoDB Local": dynamodb_local, "ministack": ministack, "moto": moto}


@contextmanager
def running(name: str, folder: Path) -> Iterator[Wire]:
    with ENGINES[name](folder / f"{name}.log") as url, closing(Wire(url)) as wire:
        yield wire


def column(name: str) -> dict[str, str]:
    """What one engine has, by feature."""
    with tempfile.TemporaryDirectory() as folder, running(name, Path(folder)) as wire:
        return {feature: tried(wire, probe) for feature, (_, probe) in FEATURES.items() if probe}


def markdown(columns: Mapping[str, Mapping[str, str]]) -> str:
    """The table as docs/conformance.md has it."""
    lines = [f"| | evaluator | {' | '.join(columns)} |", f"|---|---|{'---|' * len(columns)}"]
    for feature, (own, _) in FEATURES.items():
        lines.append(f"| {feature} | {own} | {' | '.join(one.get(feature, '') for one in columns.values())} |")
    return "\n".join(lines)


def main() -> None:
    columns = {}
    for name in ENGINES:
        try:
            columns[name] = column(name)
        except EngineMissing as missing:
            print(missing, file=sys.stderr)
    print(markdown(columns))


if __name__ == "__main__":
    main()
