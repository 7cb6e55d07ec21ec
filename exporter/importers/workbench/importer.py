"""NoSQL Workbench models: without a version, 1.0, 2.0, and 3.0, including manual additions.

Tables, indexes, and items are read as they are. Entities and key templates come from our extension (a file that
Keysheet wrote), from `ModelSchema`, from facets, or are inferred from the items and shown as inferences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from time import strptime
from typing import Any, Final

from exporter.importers.inference.declared_templates import DeclaredSchema, model_schema
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.limits import refuse_too_large, refuse_too_many
from exporter.importers.support.source import Source
from exporter.importers.workbench.entities import read_entities
from exporter.importers.workbench.own_extension import own_design, own_table
from exporter.importers.workbench.own_items import read_own_entities
from exporter.importers.workbench.queries import read_queries
from exporter.importers.workbench.tables import read_table, refuse_unless
from modeler.core.design.model import Design
from modeler.core.documents import reading
from modeler.core.errors import DocumentInvalid

_VERSIONS: Final = ("", "1.0", "2.0", "3.0")
_DATES: Final = ("%b %d, %Y, %I:%M %p", "%b %d, %Y", "%m/%d/%Y", "%m/%d/%Y, %I:%M %p", "%d %b %Y")
_ROOT_MEMBERS: Final = frozenset({"ModelName", "ModelMetadata", "DataModel", "ModelSchema", "Keysheet"})
_METADATA: Final[Mapping[str, str]] = {"Author": "author", "DateCreated": "created", "DateLastModified": "modified"}


def _claims(source: Source) -> bool:
    return "DataModel" in source.data


def _read(data: Mapping[str, Any]) -> Imported:
    """Raises DocumentInvalid, with the place and the fix, if the file claims to be a Workbench model but is not."""
    raws = _tables(data)
    refuse_too_many(sum(map(_item_count, raws)))
    refuse_too_large(raws)
    report = Report()
    tables = []
    schemas = []
    root = own_design(data, report)
    for number, raw in enumerate(raws):
        path = f"DataModel[{number}]"
        own = own_table(raw, path, report)
        table = read_table(raw, own, path, report)
        # A ModelSchema at the root describes only the first table, in every file seen so far.
        schema = DeclaredSchema() if own else model_schema(raw, data if number == 0 else {}, path, report)
        read = read_own_entities(table, own, raw, path, report) if own else None
        tables.append(read or read_entities(table, raw, schema, path, report))
        schemas.append(schema)
    for member in [member for member in data if member not in _ROOT_MEMBERS]:
        report.dropped(str(member), "unknown member of a Workbench model; left out")
    # Our own file holds the patterns unchanged; ModelSchema repeats the part that other tools can read.
    queries = tuple(
        pattern
        for number, (raw, table, schema) in enumerate(zip(raws, tables, schemas, strict=True))
        if root is None
        for pattern in read_queries(raw, table, schema, f"DataModel[{number}]", report)
    )
    design = Design(
        name=str(data.get("ModelName") or ""),
        region=root.region if root else "us-east-1",
        description=_metadata(data).get("Description", ""),
        tables=tuple(tables),
        patterns=root.patterns if root else queries,
        relations=root.relations if root else (),
        settings=_settings(data, root.settings if root else {}, report),
        mutes=root.mutes if root else (),
    )
    # A design assembled from the file's pieces must be valid like any other: the schema checks it.
    reading.from_document(reading.to_document(_structure(design)))
    return Imported(design, tuple(report.lines), tuple(report.guesses), is_own=root is not None)


def _structure(design: Design) -> Design:
    """Return the design without items (they are read one by one above, with their own ids), and with a name."""
    tables = tuple(
        replace(table, entities=tuple(replace(one, items=()) for one in table.entities), unassigned=())
        for table in design.tables
    )
    return replace(design, name=design.name or "unnamed", tables=tables)


def _tables(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    raws = data["DataModel"]
    if isinstance(raws, Mapping):
        inside = "Tables[]" if "Tables" in raws else "an object"
        raise DocumentInvalid(
            f"DataModel: this file claims to be a NoSQL Workbench model, but DataModel holds {inside} "
            "instead of a list of tables, each with TableName and KeyAttributes; export it for NoSQL "
            "Workbench from the tool that created it, or change DataModel to such a list",
            path="DataModel",
            code="document.no_model",
        )
    refuse_unless(isinstance(raws, list), "DataModel", "a list of tables, each with TableName and KeyAttributes")
    for number, raw in enumerate(raws):
        refuse_unless(isinstance(raw, Mapping), f"DataModel[{number}]", "a table (an object)")
    is_own = isinstance(data.get("Keysheet"), Mapping)  # of a design that has no table yet
    refuse_unless(bool(raws) or is_own, "DataModel", "a list with at least one table")
    return list(raws)


def _item_count(raw: Mapping[str, Any]) -> int:
    facets = raw.get("TableFacets")
    holders = [raw, *(facet for facet in facets if isinstance(facet, Mapping))] if isinstance(facets, list) else [raw]
    lists = (holder.get("TableData") for holder in holders)
    return sum(len(items) for items in lists if isinstance(items, list))


def _metadata(data: Mapping[str, Any]) -> dict[str, str]:
    raw = data.get("ModelMetadata")
    return {str(name): str(value) for name, value in raw.items()} if isinstance(raw, Mapping) else {}


def _settings(data: Mapping[str, Any], own: Mapping[str, Any], report: Report) -> dict[str, Any]:
    metadata = _metadata(data)
    if metadata.get("Version", "") not in _VERSIONS:
        report.note("ModelMetadata.Version", f"unknown version {metadata['Version']}; read as 3.0")
    if (service := metadata.get("AWSService")) and service != "Amazon DynamoDB":
        report.note("ModelMetadata.AWSService", f"the model names {service!r}; read as Amazon DynamoDB")
    for name in ("DateCreated", "DateLastModified"):
        if metadata.get(name) and not _is_date(metadata[name]):
            report.note(f"ModelMetadata.{name}", f"{metadata[name]!r} is not a date in a known form; kept as text")
    for name in [name for name in metadata if name not in (*_METADATA, "Description", "AWSService", "Version")]:
        report.dropped(f"ModelMetadata.{name}", "unknown; left out")
    kept = {ours: metadata[name] for name, ours in _METADATA.items() if metadata.get(name)}
    return {**own, **({"workbench": kept} if kept else {})}


def _is_date(text: str) -> bool:
    return any(_parses(text, form) for form in _DATES) or _is_iso(text)


def _parses(text: str, form: str) -> bool:
    try:
        return bool(strptime(text, form))
    except ValueError:
        return False


def _is_iso(text: str) -> bool:
    try:
        return bool(datetime.fromisoformat(text))
    except ValueError:
        return False


IMPORTER: Final = Importer("workbench", "a NoSQL Workbench model", _claims, lambda source: _read(source.data))
