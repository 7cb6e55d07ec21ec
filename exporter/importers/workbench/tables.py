"""A Workbench table without its items: key schema, indexes, projections, billing, capacity, TTL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.importers.support.attribute_types import attribute_type
from exporter.importers.support.base import Report
from exporter.importers.workbench.own_extension import OwnTable
from modeler.core.design.parts import ROOT, part_id
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Projection, ProjectionType, Table
from modeler.core.errors import DocumentInvalid

_MEMBERS: Final = frozenset(
    {"TableName", "KeyAttributes", "NonKeyAttributes", "TableFacets", "GlobalSecondaryIndexes", "ModelSchema",
     "LocalSecondaryIndexes", "TableData", "DataAccess", "SampleDataFormats", "BillingMode", "SavedQuery",
     "ProvisionedCapacitySettings", "TimeToLiveAttribute", "Description", "Keysheet"}
)  # fmt: skip
_INDEX_MEMBERS: Final = frozenset({"IndexName", "KeyAttributes", "Projection", "ProvisionedThroughput"})
_KEY_MEMBERS: Final = frozenset({"AttributeName", "AttributeType", "MapFunction"})


def refuse_unless(holds: bool, path: str, expected: str) -> None:
    """Raise DocumentInvalid saying what is required at a place of the file."""
    if not holds:
        raise DocumentInvalid(
            f"{path}: a Workbench model needs {expected} here; fix it there or export the model again",
            path=path,
            code="document.no_model",
        )


def read_table(raw: Mapping[str, Any], own: OwnTable | None, path: str, report: Report) -> Table:
    """Return the table without entities and items. Raises DocumentInvalid if its key cannot be read."""
    name = raw.get("TableName")
    refuse_unless(isinstance(name, str) and bool(name), f"{path}.TableName", "the table's name")
    table = Table(
        id=own.table.id if own else part_id(ROOT, "table", f"{name}{_ordinal(path)}"),
        name=str(name),
        partition_key=_key(raw.get("KeyAttributes"), "PartitionKey", f"{path}.KeyAttributes", report),
        sort_key=_key(raw.get("KeyAttributes"), "SortKey", f"{path}.KeyAttributes", report),
        settings=_settings(raw, own.table.settings if own else None, path, report),
        description=own.table.description if own else str(raw.get("Description") or ""),
    )
    for member in [member for member in raw if member not in _MEMBERS]:
        report.dropped(f"{path}.{member}", "unknown member of a Workbench table; left out")
    indexes = tuple(_indexes(raw, table, own, path, report))
    # Workbench lists local and global indexes separately; ours keep their original order.
    order = {index.id: place for place, index in enumerate(own.table.indexes)} if own else {}
    return replace(table, indexes=tuple(sorted(indexes, key=lambda index: order.get(index.id, len(order)))))


def _ordinal(path: str) -> str:
    # Two tables of one name are invalid, but remain two: their ids must differ. The first keeps the plain one.
    return "" if path.endswith("[0]") else path


def _key(raw: Any, side: str, path: str, report: Report) -> tuple[KeyAttribute, ...]:
    refuse_unless(isinstance(raw, Mapping), path, "KeyAttributes with a PartitionKey")
    key = raw.get(side)
    if key is None and side == "SortKey":
        return ()
    place = f"{path}.{side}"
    refuse_unless(isinstance(key, Mapping), place, "{AttributeName, AttributeType}")
    name = key.get("AttributeName")
    if side == "SortKey" and not name:
        report.converted(place, "a sort key without a name; read as no sort key")
        return ()
    refuse_unless(isinstance(name, str) and bool(name), f"{place}.AttributeName", "the name of the key attribute")
    for member in [member for member in key if member not in _KEY_MEMBERS]:
        report.dropped(f"{place}.{member}", "unknown; left out")
    return (KeyAttribute(name, attribute_type(key.get("AttributeType"), f"{place}.AttributeType", report)),)


def _indexes(raw: Mapping[str, Any], table: Table, own: OwnTable | None, path: str, report: Report) -> Iterator[Index]:
    extras = list(own.table.indexes) if own else []
    for member, kind in (("LocalSecondaryIndexes", IndexKind.LSI), ("GlobalSecondaryIndexes", IndexKind.GSI)):
        raws = raw.get(member)
        if raws is None:
            continue
        refuse_unless(isinstance(raws, list), f"{path}.{member}", "a list of indexes")
        for number, index in enumerate(raws):
            place = f"{path}.{member}[{number}]"
            refuse_unless(isinstance(index, Mapping), place, "an index (an object)")
            read = _index(index, kind, table, place, report)
            extra = next((extra for extra in extras if (extra.name, extra.kind) == (read.name, kind)), None)
            extras = [other for other in extras if other is not extra]
            yield _with_extension(read, extra) if extra else read


def _index(raw: Mapping[str, Any], kind: IndexKind, table: Table, path: str, report: Report) -> Index:
    name = raw.get("IndexName")
    refuse_unless(isinstance(name, str) and bool(name), f"{path}.IndexName", "the index's name")
    for member in [member for member in raw if member not in _INDEX_MEMBERS]:
        report.dropped(f"{path}.{member}", "unknown member of a Workbench index; left out")
    keys = raw.get("KeyAttributes")
    if kind is IndexKind.LSI and isinstance(keys, Mapping) and "PartitionKey" not in keys:
        report.converted(f"{path}.KeyAttributes", "a local index without its partition key; the table's was used")
        partition = table.partition_key
    else:
        partition = _key(keys, "PartitionKey", f"{path}.KeyAttributes", report)
    return Index(
        id=part_id(table.id, "index", path),
        name=str(name),
        kind=kind,
        partition_key=partition,
        sort_key=_key(keys, "SortKey", f"{path}.KeyAttributes", report),
        projection=_projection(raw.get("Projection"), f"{path}.Projection", report),
    )


def _with_extension(index: Index, extra: Index) -> Index:
    # Workbench shows only the first element of a multi-attribute key; if it is unchanged, the rest still applies.
    same = extra.partition_key[:1] == index.partition_key and extra.sort_key[:1] == index.sort_key
    return replace(
        extra,
        partition_key=extra.partition_key if same else index.partition_key,
        sort_key=extra.sort_key if same else index.sort_key,
        projection=index.projection,
    )


def _projection(raw: Any, path: str, report: Report) -> Projection:
    if not isinstance(raw, Mapping):
        report.guessed(path, "the index does not specify a projection; read as ALL")
        return Projection()
    word = str(raw.get("ProjectionType"))
    if word not in set(ProjectionType):
        report.converted(
            f"{path}.ProjectionType",
            f"unknown projection {word!r} (ALL, KEYS_ONLY, and INCLUDE are valid); read as ALL",
        )
        word = "ALL"
    names = raw.get("NonKeyAttributes") or []
    listed = [str(name) for name in names] if isinstance(names, list) else []
    unique = tuple(dict.fromkeys(listed))
    if len(unique) < len(listed):
        report.converted(f"{path}.NonKeyAttributes", "duplicate names are kept once")
    return Projection(ProjectionType(word), unique)


def _settings(raw: Mapping[str, Any], own: Mapping[str, Any] | None, path: str, report: Report) -> dict[str, Any]:
    settings: dict[str, Any] = dict(own or {})
    billing = raw.get("BillingMode")
    # Our export writes on-demand for a table without a billing mode; that must not be read back as a setting.
    unsaid = own is not None and "billing" not in settings and billing == "PAY_PER_REQUEST"
    if billing in ("PROVISIONED", "PAY_PER_REQUEST"):
        settings |= {} if unsaid else {"billing": billing}
    else:
        settings["billing"] = "PAY_PER_REQUEST"
        said = "does not specify how the table is billed" if billing is None else f"specifies {billing!r}"
        report.guessed(f"{path}.BillingMode", f"the file {said}; read as PAY_PER_REQUEST (on demand)")
    known = settings.get("auto_scaling", {})
    settings |= _capacity(raw.get("ProvisionedCapacitySettings"), f"{path}.ProvisionedCapacitySettings", report)
    if known and "auto_scaling" in settings:
        settings["auto_scaling"] = {
            side: {**known.get(side, {}), **bounds} for side, bounds in settings["auto_scaling"].items()
        }
    if ttl := raw.get("TimeToLiveAttribute"):
        name = ttl.get("AttributeName") if isinstance(ttl, Mapping) else ttl
        settings["ttl_attribute"] = str(name)
    access = raw.get("DataAccess")
    if access and access != {"MySql": {}}:
        report.dropped(f"{path}.DataAccess", f"data sources are not part of a design: {str(access)[:120]}")
    formats = raw.get("SampleDataFormats")
    if isinstance(formats, Mapping) and formats and own is None:
        settings["workbench_formats"] = {str(name): value for name, value in formats.items()}
    return settings


def _capacity(raw: Any, path: str, report: Report) -> dict[str, Any]:
    if not isinstance(raw, Mapping):
        return {}
    units = raw.get("ProvisionedThroughput")
    settings: dict[str, Any] = {}
    if isinstance(units, Mapping):
        pairs = (("read", units.get("ReadCapacityUnits")), ("write", units.get("WriteCapacityUnits")))
        settings["provisioned"] = {side: value for side, value in pairs if isinstance(value, int)}
    scaling = {
        side: bounds
        for side, member in (("read", "AutoScalingRead"), ("write", "AutoScalingWrite"))
        if (bounds := _scaling(raw.get(member), f"{path}.{member}", report))
    }
    return {**settings, **({"auto_scaling": scaling} if scaling else {})}


def _scaling(raw: Any, path: str, report: Report) -> dict[str, Any]:
    if not isinstance(raw, Mapping):
        return {}
    target, policy = _object(raw, "ScalableTargetRequest"), _object(raw, "ScalingPolicyConfiguration")
    if (role := target.get("ServiceRole")) and role != "AWSServiceRoleForApplicationAutoScaling_DynamoDBTable":
        report.dropped(f"{path}.ScalableTargetRequest.ServiceRole", f"{role} is not part of a design")
    found = {"min": target.get("MinCapacity"), "max": target.get("MaxCapacity"), "target": policy.get("TargetValue")}
    return {name: value for name, value in found.items() if isinstance(value, int | float)}


def _object(raw: Mapping[str, Any], member: str) -> Mapping[str, Any]:
    found = raw.get(member)
    return found if isinstance(found, Mapping) else {}
