"""An aws_dynamodb_table's arguments in the shape of AWS::DynamoDB::Table, with lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.described.settings import known_regions
from exporter.importers.described.tables import Context, Unresolved, boolean, text_of
from exporter.importers.support.line_numbers import members

type Shape = dict[str, Any]

_COPIED: Final[Mapping[str, str]] = {
    "name": "TableName",
    "table_class": "TableClass",
    "deletion_protection_enabled": "DeletionProtectionEnabled",
}
_INDEX: Final[Mapping[str, str]] = {"name": "IndexName"}
_READ: Final = frozenset(
    {"name", "table_class", "deletion_protection_enabled", "billing_mode", "hash_key", "range_key", "read_capacity",
     "write_capacity", "attribute", "global_secondary_index", "local_secondary_index", "ttl", "tags", "stream_enabled",
     "stream_view_type", "point_in_time_recovery", "server_side_encryption", "replica", "on_demand_throughput",
     "warm_throughput", "key_schema"}
)  # fmt: skip
_NO_MATTER: Final = frozenset(
    {"lifecycle", "depends_on", "provider", "timeouts", "count", "for_each", "provisioner", "connection", "id", "arn",
     "stream_arn", "stream_label", "tags_all", "region", "global_table_witness"}
)  # fmt: skip
_OF_INDEX: Final = frozenset(
    {"name", "hash_key", "range_key", "hash_keys", "range_keys", "key_schema", "projection_type", "non_key_attributes",
     "read_capacity", "write_capacity", "on_demand_throughput", "warm_throughput"}
)  # fmt: skip


def shape_of(values: Mapping[str, Any], path: str, context: Context) -> Shape:
    """Return the table's shape; arguments that a design cannot represent are reported with their lines."""
    made: Shape = {}
    lines = context.lines
    lines.put(made, None, lines.of(values))
    for name, member in _COPIED.items():
        _put(made, member, values.get(name), values, name, context)
    provisioned = text_of(values.get("billing_mode")) != "PAY_PER_REQUEST"
    # The provider's default.
    _put(made, "BillingMode", values.get("billing_mode") or "PROVISIONED", values, "billing_mode", context)
    _put(made, "AttributeDefinitions", _definitions(values, context), values, "attribute", context)
    _put(made, "KeySchema", _keys(values, context), values, "hash_key", context)
    made |= _throughput(values, provisioned, made, path, context)
    for name, member in (
        ("global_secondary_index", "GlobalSecondaryIndexes"),
        ("local_secondary_index", "LocalSecondaryIndexes"),
    ):
        _put(made, member, list(_indexes(values, name, provisioned, path, context)) or None, values, name, context)
    for name, member, value in _settings(values):
        _put(made, member, value, values, name, context)
    if values.get("stream_view_type") and "StreamSpecification" not in made and values.get("stream_enabled") is None:
        said = "a view without stream_enabled makes no stream; left out"
        context.dropped(f"{path}.stream_view_type", said, values, "stream_view_type")
    for name in values:
        if name not in _READ and name not in _NO_MATTER and values[name] not in (None, [], {}, "", False):
            context.dropped(f"{path}.{name}", "a design cannot represent this; left out", values, name)
    return made


def _put(made: Shape, member: str, value: Any, values: Mapping[str, Any], name: str, context: Context) -> None:
    if value is not None:
        made[member] = value
        context.lines.put(made, member, context.lines.of(values, name))


def blocks(values: Mapping[str, Any], name: str) -> Iterator[Mapping[str, Any]]:
    """Return the blocks of one name; a single object, from JSON or by mistake, counts as one block."""
    found = values.get(name)
    if isinstance(found, Mapping):
        yield found
    yield from (one for _, one in members(found) if isinstance(one, Mapping))


def _first(values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return next(blocks(values, name), {})


def _definitions(values: Mapping[str, Any], context: Context) -> list[Shape]:
    made: list[Shape] = []
    for number, block in enumerate(blocks(values, "attribute")):
        made.append({"AttributeName": block.get("name"), "AttributeType": block.get("type")})
        context.lines.put(made, number, context.lines.of(block))
    return made


def _keys(values: Mapping[str, Any], context: Context) -> list[Shape] | Unresolved | None:
    made: list[Shape] = []
    for name, kind in (("hash_key", "HASH"), ("hash_keys", "HASH"), ("range_key", "RANGE"), ("range_keys", "RANGE")):
        found = values.get(name)
        for one in found if isinstance(found, list) else [found]:
            if one not in (None, ""):
                made.append({"AttributeName": one, "KeyType": kind})
                context.lines.put(made, len(made) - 1, context.lines.of(values, name))
    if not made:
        for block in blocks(values, "key_schema"):
            made.append({"AttributeName": block.get("attribute_name"), "KeyType": block.get("key_type")})
            context.lines.put(made, len(made) - 1, context.lines.of(block))
    if not made and any(name in values for name in ("hash_key", "hash_keys", "key_schema")):
        return Unresolved("hash_key")  # Given, but with a value that only a caller of the module supplies.
    return made or None


def _throughput(values: Mapping[str, Any], provisioned: bool, made: Shape, path: str, context: Context) -> Shape:
    sides = {"ReadCapacityUnits": "read_capacity", "WriteCapacityUnits": "write_capacity"}
    units = {member: values[name] for member, name in sides.items() if values.get(name) not in (None, 0)}
    found: Shape = {}
    if provisioned and units:
        found["ProvisionedThroughput"] = units
        context.lines.put(made, "ProvisionedThroughput", context.lines.of(values, "read_capacity"))
    elif units and not any(isinstance(one, Unresolved) for one in units.values()):
        said = "the table is on demand and has no units; left out"
        context.dropped(f"{path}.read_capacity", said, values, "read_capacity")
    for name, member, sides in (
        ("on_demand_throughput", "OnDemandThroughput",
         {"MaxReadRequestUnits": "max_read_request_units", "MaxWriteRequestUnits": "max_write_request_units"}),
        ("warm_throughput", "WarmThroughput",
         {"ReadUnitsPerSecond": "read_units_per_second", "WriteUnitsPerSecond": "write_units_per_second"}),
    ):  # fmt: skip
        block = _first(values, name)
        known = {one: block[said] for one, said in sides.items() if block.get(said) not in (None, 0, -1)}
        if known:
            found[member] = known
            context.lines.put(made, member, context.lines.of(values, name))
    return found


def _indexes(values: Mapping[str, Any], name: str, provisioned: bool, path: str, context: Context) -> Iterator[Shape]:
    is_global = name == "global_secondary_index"
    for number, block in enumerate(blocks(values, name)):
        made: Shape = {}
        context.lines.put(made, None, context.lines.of(block))
        _put(made, "IndexName", block.get("name"), block, "name", context)
        # A local index has the table's partition key and names its sort key only.
        held = block if is_global else {"hash_key": values.get("hash_key"), **block}
        keys = _keys(held, context)
        _put(made, "KeySchema", keys, block, "hash_key", context)
        projection: Shape = {"ProjectionType": block.get("projection_type")}
        if block.get("non_key_attributes"):
            projection["NonKeyAttributes"] = block["non_key_attributes"]
        _put(made, "Projection", projection, block, "projection_type", context)
        place = f"{path}.{name}[{number}]"
        made |= _throughput(block, provisioned, made, place, context) if is_global else {}
        for member in block:
            if member not in _OF_INDEX and block[member] not in (None, [], {}, ""):
                said = "an index of a design cannot represent this; left out"
                context.dropped(f"{path}.{name}[{number}].{member}", said, block, member)
        yield made


def _settings(values: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    ttl = _first(values, "ttl")
    if ttl.get("attribute_name"):
        member = {"AttributeName": ttl["attribute_name"], "Enabled": ttl.get("enabled", False)}
        yield "ttl", "TimeToLiveSpecification", member
    recovery = _first(values, "point_in_time_recovery")
    if recovery.get("enabled") is not None:
        days = recovery.get("recovery_period_in_days")
        window = {"RecoveryPeriodInDays": days} if days else {}
        member = {"PointInTimeRecoveryEnabled": recovery["enabled"], **window}
        yield "point_in_time_recovery", "PointInTimeRecoverySpecification", member
    enabled = values.get("stream_enabled")
    is_on = boolean(enabled)
    # Without this flag the provider makes no stream, whatever the view.
    if (is_on or isinstance(enabled, Unresolved)) and values.get("stream_view_type"):
        yield "stream_view_type", "StreamSpecification", {"StreamViewType": values["stream_view_type"]}
    elif is_on:
        # DynamoDB rejects it; what reads the shape says that the view is unknown.
        yield "stream_enabled", "StreamSpecification", {"StreamEnabled": True}
    encryption = _first(values, "server_side_encryption")
    if encryption:
        key = encryption.get("kms_key_arn")
        named = {"KMSMasterKeyId": key} if key else {}
        yield "server_side_encryption", "SSESpecification", {"SSEEnabled": encryption.get("enabled"), **named}
    # Until Terraform 0.11, a map could be written as a block.
    tags = _first(values, "tags") if isinstance(values.get("tags"), list) else values.get("tags")
    if isinstance(tags, Mapping) and tags:
        yield "tags", "Tags", [{"Key": str(key), "Value": _said(value)} for key, value in tags.items()]
    elif isinstance(tags, Unresolved):
        yield "tags", "Tags", tags


def _said(value: Any) -> str:
    return value if isinstance(value, Unresolved) else text_of(value)


def replication_of(values: Mapping[str, Any], path: str, context: Context) -> Shape:
    """Return the settings of a table that exists in several Regions."""
    replicas = list(blocks(values, "replica"))
    regions = known_regions((block.get("region_name") for block in replicas), f"{path}.replica", context, values)
    found: Shape = {"replicas": regions} if regions else {}
    if any(text_of(block.get("consistency_mode")) == "STRONG" for block in replicas):
        found["multi_region_consistency"] = "STRONG"
    witness = text_of(_first(values, "global_table_witness").get("region_name"))
    return found | ({"witness": witness} if witness else {})
