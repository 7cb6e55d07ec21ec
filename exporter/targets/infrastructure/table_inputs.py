"""What CreateTable needs for a table, ready for any infrastructure format: definitions, key schema, units, settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from exporter.targets.base import Loss
from modeler.core.design.model import Design
from modeler.core.design.surroundings import global_table
from modeler.core.design.table_settings import VectorIndex
from modeler.core.design.tables import Index, IndexKind, ProjectionType, Table

UNITS_UNSAID: Final = 1
"""Units written for a provisioned table that does not specify any: the minimum in DynamoDB. facts/limits#throughput."""

_UNSAID = "the table is provisioned but specifies no units"
STRUCTURE_ONLY: Final = (
    "tables and indexes only; entities, key templates, access patterns, and sample items are not included"
)


@dataclass(frozen=True, slots=True)
class Units:
    """Provisioned units of a table or an index."""

    read: int
    write: int


@dataclass(frozen=True, slots=True)
class ScalingInputs:
    """Auto scaling of one side of a table or an index; units, and a target percentage."""

    side: str
    minimum: int
    maximum: int
    target: float
    scale_in_cooldown: int | None = None
    scale_out_cooldown: int | None = None


def attribute_definitions(table: Table) -> dict[str, str]:
    """Return types of every key attribute, by name, each once; the table's own keys first.

    facts/table-api#createtable: exactly these.
    """
    types: dict[str, str] = {}
    for index in table.all_indexes:
        for key in index.keys:
            types.setdefault(key.name, key.type.value)
    return types


def key_schema(index: Index) -> list[dict[str, str]]:
    """Return KeySchema: every HASH element first, then every RANGE element. facts/limits#multi-attribute-keys."""
    pairs = [(key, "HASH") for key in index.partition_key] + [(key, "RANGE") for key in index.sort_key]
    return [{"AttributeName": key.name, "KeyType": kind} for key, kind in pairs]


def projection(index: Index) -> dict[str, Any]:
    """Return the projection; names only with INCLUDE, since DynamoDB rejects them with anything else.

    facts/table-api#messages.
    """
    kind = index.projection.type
    if kind is ProjectionType.INCLUDE and index.projection.attributes:
        return {"ProjectionType": kind.value, "NonKeyAttributes": list(dict.fromkeys(index.projection.attributes))}
    return {"ProjectionType": (ProjectionType.KEYS_ONLY if kind is ProjectionType.INCLUDE else kind).value}


def is_multi_attribute(index: Index) -> bool:
    """Does its key have several elements on one side? Only GSIs, since Nov 2025. facts/limits#multi-attribute-keys."""
    return len(index.partition_key) > 1 or len(index.sort_key) > 1


def units(table: Table, index: Index) -> Units | None:
    """Return the provisioned units of the table or a GSI: its own, else the table's; None for on-demand
    and for an LSI.
    """
    if not table.is_provisioned or index.kind is IndexKind.LSI:
        return None
    own = index.capacity
    base = table.capacity
    return Units(own.read or base.read or UNITS_UNSAID, own.write or base.write or UNITS_UNSAID)


def on_demand_maximum(table: Table, index: Index) -> dict[str, int]:
    """Return MaxReadRequestUnits and MaxWriteRequestUnits if set; nothing for a provisioned table.

    facts/limits#throughput.
    """
    if table.is_provisioned:
        return {}
    raw = table.settings if index.is_base else index.capacity.settings
    return _pair(raw.get("on_demand_maximum"), "MaxReadRequestUnits", "MaxWriteRequestUnits")


def warm_throughput(table: Table, index: Index) -> dict[str, int]:
    """Return ReadUnitsPerSecond and WriteUnitsPerSecond if set. facts/limits#throughput."""
    raw = table.settings if index.is_base else index.capacity.settings
    return _pair(raw.get("warm_throughput"), "ReadUnitsPerSecond", "WriteUnitsPerSecond")


def _pair(raw: Any, read: str, write: str) -> dict[str, int]:
    if not isinstance(raw, Mapping):
        return {}
    found = {read: raw.get("read"), write: raw.get("write")}
    return {name: value for name, value in found.items() if isinstance(value, int) and value >= 1}


def scalings(table: Table, index: Index) -> Iterator[ScalingInputs]:
    """Yield auto scaling of the table or an index, for a provisioned table."""
    if not table.is_provisioned or index.kind is IndexKind.LSI:
        return
    raw = table.options.auto_scaling if index.is_base else index.capacity.settings.get("auto_scaling")
    for side in ("read", "write"):
        bounds = raw.get(side) if isinstance(raw, Mapping) else None
        if isinstance(bounds, Mapping):
            least = int(bounds.get("min") or UNITS_UNSAID)
            cooldowns = [bounds.get("scale_in_cooldown"), bounds.get("scale_out_cooldown")]
            given = [int(value) if value is not None else None for value in cooldowns]
            yield ScalingInputs(
                side, least, max(int(bounds.get("max") or least), least), bounds.get("target") or 70, *given
            )


def tags(table: Table) -> dict[str, str]:
    """Return tags by key."""
    return dict(table.options.tags)


def stream(table: Table) -> str:
    """Return the stream's view type; '' if there is none."""
    return table.options.stream


def recovery_days(table: Table) -> int | None:
    """Return the days of point-in-time recovery, if specified."""
    return table.options.recovery_days


def encryption(table: Table) -> tuple[str, str]:
    """Return AWS_OWNED, AWS_MANAGED, or CUSTOMER, and the customer managed key."""
    return table.options.encryption.kind, table.options.encryption.key


def is_kept(table: Table) -> bool:
    """Does the table stay when its stack, project or resource is deleted? Unless its deletion protection is off in the
    design; a design that does not specify it is not a permission to delete data.
    """
    return table.options.deletion_protection is not False


def has_insights(table: Table, index: Index) -> bool:
    """Are Contributor Insights on for the table, and with it for each of its GSIs? An LSI has none.

    facts/limits#features.
    """
    return table.options.contributor_insights and index.kind is not IndexKind.LSI


def vector_indexes(table: Table) -> list[dict[str, Any]]:
    """Return VectorIndexes in CreateTable's form, for indexes that name an attribute and dimensions.
    facts/limits#vector-indexes, facts/table-api#createtable.

    A design has no projection for them: KEYS_ONLY. Without a ``distance`` it is COSINE.
    """
    return [
        {
            "IndexName": one.name,
            "VectorAttribute": {"AttributeName": one.attribute},
            **({"SearchSchema": elements} if (elements := _search_schema(one)) else {}),
            "Projection": {"ProjectionType": ProjectionType.KEYS_ONLY.value},
            "Dimensions": int(one.dimensions),
            "DistanceFunction": one.distance or "COSINE",
        }
        for one in table.options.vector_indexes
        if one.attribute and one.dimensions
    ]


def _search_schema(index: VectorIndex) -> list[dict[str, str]]:
    pairs = [(name, "HASH") for name in index.hash_keys]
    pairs += [(name, "INLINE_FILTER") for name in index.filters]
    return [{"AttributeName": name, "SearchSchemaElementType": kind} for name, kind in pairs]


def search_definitions(table: Table) -> dict[str, str]:
    """Return types of the attributes of vector indexes, by name: as an entity declares them, else S."""
    declared = {one.name: one.type.value for entity in table.entities for one in entity.attributes}
    names = [part["AttributeName"] for index in vector_indexes(table) for part in index.get("SearchSchema", ())]
    return {name: kind if (kind := declared.get(name, "S")) in ("S", "N", "B") else "S" for name in names}


def has_kinesis(table: Table) -> bool:
    """Does a Kinesis data stream receive the table's changes? The design does not have its ARN: formats
    use a parameter.
    """
    return any(one.kind == "kinesis" for one in table.options.consumers)


@dataclass(frozen=True, slots=True)
class Replication:
    """The other Regions of a global table, each once; `strong` (MRSC) with a `witness` Region or ''.

    facts/limits#features.
    """

    regions: tuple[str, ...]
    strong: bool = False
    witness: str = ""


def replication(design: Design, table: Table) -> Replication | None:
    """Return the other Regions of the table; None for a table of one Region."""
    found = global_table(design, table)
    if found is None or not (found.regions[1:] or found.witness):
        return None
    return Replication(found.regions[1:], found.strong, found.witness)


def resource_policy(table: Table) -> Mapping[str, Any] | None:
    """Return the resource policy as an object; None if there is none, or if its text is not a JSON object."""
    return table.options.resource_policy


def common_losses(design: Design) -> Iterator[Loss]:
    """Yield what no infrastructure format can represent, and what was decided for the design."""
    yield Loss("design", STRUCTURE_ONLY)
    for table in design.tables:
        path = f"tables.{table.name}"
        if not table.partition_key:
            yield Loss(path, "it has no partition key, so it cannot be created: give it one first")
        if table.is_provisioned and None in (table.capacity.read, table.capacity.write):
            yield Loss(f"{path}.settings.provisioned", f"{_UNSAID}; written with {UNITS_UNSAID}, change it")
        if table.options.has_unreadable_policy:
            yield Loss(f"{path}.settings.resource_policy", "its text is not a JSON object; left out")
        for index in table.indexes:
            if index.projection.type is ProjectionType.INCLUDE and not index.projection.attributes:
                said = "INCLUDE names no attributes, which DynamoDB rejects; written as KEYS_ONLY"
                yield Loss(f"{path}.indexes.{index.name}.projection", said)
            own = (index.capacity.read, index.capacity.write)
            if table.is_provisioned and index.kind is IndexKind.GSI and None in own and table.capacity.read:
                said = "the index specifies no units; the table's units are used"
                yield Loss(f"{path}.indexes.{index.name}.provisioned", said)
