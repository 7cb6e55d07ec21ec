"""Tables as they exist at an endpoint: the answers of describe calls and a scan, read into a design.

exporter/services/live_import_jobs.py creates the document: ``{"keysheet_scan": 1, "endpoint", "region", "name",
"tables": [{"table": ..., "tags": ..., "ttl": ..., "items": [...], "notes": [...]}]}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.importers.described.tables import Context, object_of, read_table, text_of
from exporter.importers.items.item_tables import infer_table
from exporter.importers.live.settings import WARM_UNSET, is_on_demand, scalings_of, settings_of
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.limits import refuse_too_many
from exporter.importers.support.line_numbers import Lines
from exporter.importers.support.rows import read_rows
from exporter.importers.support.source import Source
from modeler.core.design.model import Design
from modeler.core.design.tables import Capacity, Index, Table
from modeler.core.documents import reading
from modeler.core.errors import DocumentInvalid

TABLES_MAX: Final = 100
_WORDS: Final[Mapping[str, str]] = {
    "ttl": "time to live",
    "recovery": "point-in-time recovery",
    "insights": "Contributor Insights",
    "tags": "tags",
    "policy": "the resource policy",
    "scaling": "auto scaling",
}
_UNSAID: Final[Mapping[str, tuple[str, ...]]] = {
    "ttl": ("ttl_attribute",),
    "recovery": ("point_in_time_recovery", "recovery_days"),
    "insights": ("contributor_insights",),
    "tags": ("tags",),
    "policy": ("resource_policy",),
    "scaling": ("auto_scaling",),
}
"""Settings that a table can have even though a call was refused."""

_INDEX: Final = (
    "IndexName",
    "KeySchema",
    "Projection",
    "ProvisionedThroughput",
    "OnDemandThroughput",
    "WarmThroughput",
)


def _claims(source: Source) -> bool:
    return "keysheet_scan" in source.data


def _read(source: Source) -> Imported:
    """Raises DocumentInvalid if it is not such a document."""
    data = source.data
    raws = data.get("tables")
    if data.get("keysheet_scan") != 1 or not isinstance(raws, list) or len(raws) > TABLES_MAX:
        raise DocumentInvalid(f"tables: a list of at most {TABLES_MAX} tables is required here", path="tables")
    report = Report()
    taken: set[str] = set()
    listed = [one for one in raws if isinstance(one, Mapping)]
    refuse_too_many(sum(len(one["items"]) for one in listed if isinstance(one.get("items"), list)))
    read = tuple(_table(one, f"tables[{place}]", report, taken) for place, one in enumerate(listed))
    design = Design(
        name=text_of(data.get("name"))[:255], region=text_of(data.get("region")) or "us-east-1", tables=read
    )
    bare = tuple(replace(table, entities=(), unassigned=()) for table in read)
    reading.from_document(reading.to_document(replace(design, name=design.name or "Live", tables=bare)))
    refused = {text_of(note.get("what")) for one in listed for note in _notes(one)}
    unsaid = frozenset(name for what in refused for name in _UNSAID.get(what, ()))
    return Imported(design, tuple(report.lines), tuple(report.guesses), unsaid=unsaid)


def _table(raw: Mapping[str, Any], path: str, report: Report, taken: set[str]) -> Table:
    described = object_of(raw, "table")
    name = text_of(described.get("TableName"))
    if not name:
        raise DocumentInvalid(f"{path}.table.TableName: a table needs a name here", path=path)
    on_demand = is_on_demand(described)
    context = Context(Lines(), report)
    table = read_table(_created(described, on_demand), name, f"{path}.table", context, taken)
    scaled = scalings_of(raw)
    settings = settings_of(raw, path, report) | _units(described, on_demand)
    if not on_demand and (own := scaled.get("")):
        settings["auto_scaling"] = own
    indexes = tuple(_scaled(index, {} if on_demand else scaled.get(index.name, {})) for index in table.indexes)
    table = replace(table, indexes=indexes, settings=settings)
    for note in _notes(raw):
        what = _WORDS.get(text_of(note.get("what")), "something")
        report.note(f"{path}.{text_of(note.get('what'))}", f"{name}: {what} could not be read ({note.get('why')})")
    rows = read_rows(raw.get("items"), f"{path}.items", table, report)
    return infer_table(table, rows, path, report) if rows else table


def _notes(raw: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found = raw.get("notes")
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def _created(described: Mapping[str, Any], on_demand: bool) -> dict[str, Any]:
    """Return the description as input for CreateTable: states, ARNs, and counts are not part of a design."""
    made = {name: described[name] for name in ("KeySchema", "AttributeDefinitions") if name in described}
    for member in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
        listed = described.get(member)
        if isinstance(listed, list):
            made[member] = [_created_index(one, on_demand) for one in listed if isinstance(one, Mapping)]
    return made


def _created_index(one: Mapping[str, Any], on_demand: bool) -> dict[str, Any]:
    kept = {name: one[name] for name in _INDEX if name in one}
    if on_demand:
        kept.pop("ProvisionedThroughput", None)
    if not _is_warmed(kept):
        kept.pop("WarmThroughput", None)
    elif "WarmThroughput" in kept:
        kept["WarmThroughput"] = _sides(kept["WarmThroughput"], "ReadUnitsPerSecond", "WriteUnitsPerSecond")
    if "ProvisionedThroughput" in kept:
        kept["ProvisionedThroughput"] = _sides(kept["ProvisionedThroughput"], "ReadCapacityUnits", "WriteCapacityUnits")
    return kept


def _sides(raw: Any, *names: str) -> dict[str, Any]:
    return {name: raw[name] for name in names if isinstance(raw, Mapping) and name in raw}


def _is_warmed(described: Mapping[str, Any]) -> bool:
    """Was more requested than a table has by default, or than it is provisioned with?"""
    warm, units = object_of(described, "WarmThroughput"), object_of(described, "ProvisionedThroughput")
    pairs = zip(
        ("ReadUnitsPerSecond", "WriteUnitsPerSecond"),
        ("ReadCapacityUnits", "WriteCapacityUnits"),
        WARM_UNSET,
        strict=True,
    )
    return any(_number(warm.get(name)) > max(_number(units.get(own)), least) for name, own, least in pairs)


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _units(described: Mapping[str, Any], on_demand: bool) -> dict[str, Any]:
    provisioned = object_of(described, "ProvisionedThroughput")
    maximum = object_of(described, "OnDemandThroughput")
    warm = object_of(described, "WarmThroughput") if _is_warmed(described) else {}
    pairs: dict[str, tuple[Any, ...]] = {
        "provisioned": () if on_demand else (provisioned, "ReadCapacityUnits", "WriteCapacityUnits"),
        "on_demand_maximum": (maximum, "MaxReadRequestUnits", "MaxWriteRequestUnits") if on_demand else (),
        "warm_throughput": (warm, "ReadUnitsPerSecond", "WriteUnitsPerSecond"),
    }
    found: dict[str, Any] = {}
    for name, where in pairs.items():
        sides = {side: _number(where[0].get(key)) for side, key in zip(("read", "write"), where[1:], strict=False)}
        if kept := {side: value for side, value in sides.items() if value > 0}:
            found[name] = kept
    return found


def _scaled(index: Index, sides: Mapping[str, Any]) -> Index:
    if not sides:
        return index
    own = index.capacity
    return replace(index, capacity=Capacity(own.read, own.write, {**own.settings, "auto_scaling": dict(sides)}))


IMPORTER: Final = Importer("live", "a scan of live tables", _claims, _read)
