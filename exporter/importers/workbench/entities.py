"""The entities of a Workbench table, from its facets, its schema, and its items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from exporter.importers.inference.declared_templates import DeclaredSchema
from exporter.importers.inference.entities import Facet, group_rows
from exporter.importers.inference.entity_builder import DeclaredFacts, build_entity, literal_prefixes, shown_values
from exporter.importers.support.attribute_types import attribute_type
from exporter.importers.support.base import Report
from exporter.importers.support.rows import StoredRow, merge_rows, read_rows, without_empty_index_keys
from modeler.core.design.items import SampleItem
from modeler.core.design.parts import part_id
from modeler.core.design.tables import Table
from modeler.core.keys.attribute_formats import is_format
from modeler.core.values.attribute_values import AttributeType

_FORMATS: Final[Mapping[tuple[str, str], str]] = {
    ("identifiers", "uuid"): "uuid4",
    ("date", "iso 8601 date and time"): "iso",
    ("date", "iso 8601 date"): "date",
    ("date", "epoch"): "epoch_seconds",
    ("date", "unix epoch time"): "epoch_seconds",
    ("date", "epoch time"): "epoch_seconds",
    ("person", "email"): "email",
    ("person", "phone"): "phone",
}


def read_entities(table: Table, raw: Mapping[str, Any], schema: DeclaredSchema, path: str, report: Report) -> Table:
    """Return the table with entities and sample items. Every item of the file is in it, in an entity or unassigned."""
    facets = _facets(raw, table, path, report)
    rows = merge_rows(_rows(raw, table, path, report), table, report)
    facts = _facts(raw, schema, table, path, report)
    groups = group_rows(table, rows, schema.models, facets, path)
    shown = shown_values(table, groups.found)
    facts = replace(facts, prefixes=literal_prefixes(table, groups.found), shown=shown, only_one=len(groups.found) == 1)
    entities = tuple(build_entity(table, group, facts, report) for group in groups.found)
    used = {attribute.name for entity in entities for attribute in entity.attributes}
    used |= {name for row in groups.unassigned for name in row.item}
    used |= {key for index in table.all_indexes for key in index.key_names}
    for name in facts.types:
        if name not in used:
            report.dropped(f"{path}.NonKeyAttributes", f"{name} is declared, but no item or facet has it")
    settings = _settings_without_formats(table, facts, path, report)
    return replace(
        table, entities=entities, unassigned=unassigned_items(table, groups.unassigned, report), settings=settings
    )


def unassigned_items(table: Table, rows: list[StoredRow], report: Report) -> tuple[SampleItem, ...]:
    """Return items of no entity: their keys are kept as they were."""
    every = {key for index in table.all_indexes for key in index.key_names}
    rows = [without_empty_index_keys(row, table, report) for row in rows]
    if len(rows) == 1:
        report.note(rows[0].path, "the item matches no entity; it is kept as unassigned")
    elif rows:
        report.note(rows[0].path, f"this item and {len(rows) - 1} more match no entity; they are kept as unassigned")
    return tuple(
        SampleItem(
            part_id(table.id, "item", str(number)),
            {name: value for name, value in row.item.items() if name not in every},
            {name: value for name, value in row.item.items() if name in every},
        )
        for number, row in enumerate(rows)
    )


def _rows(raw: Mapping[str, Any], table: Table, path: str, report: Report) -> list[StoredRow]:
    rows = read_rows(raw.get("TableData"), f"{path}.TableData", table, report)
    facets = raw.get("TableFacets")
    for number, facet in enumerate(facets if isinstance(facets, list) else ()):
        if isinstance(facet, Mapping):
            place = f"{path}.TableFacets[{number}].TableData"
            rows += read_rows(facet.get("TableData"), place, table, report, str(facet.get("FacetName") or ""))
    return rows


def _facets(raw: Mapping[str, Any], table: Table, path: str, report: Report) -> list[Facet]:
    raws = raw.get("TableFacets")
    facets = []
    for number, facet in enumerate(raws if isinstance(raws, list) else ()):
        place = f"{path}.TableFacets[{number}]"
        if not isinstance(facet, Mapping) or not facet.get("FacetName"):
            report.dropped(place, "a facet without a name; its items are kept")
            continue
        facets.append(_facet(facet, table, place, report))
    return facets


def _facet(raw: Mapping[str, Any], table: Table, path: str, report: Report) -> Facet:
    found = raw.get("KeyAttributeAlias")
    aliases = found if isinstance(found, Mapping) else {}
    sides = (
        ("PartitionKeyAlias", table.partition_key[0].name),
        ("SortKeyAlias", next((k.name for k in table.sort_key), "")),
    )
    known = ("FacetName", "KeyAttributeAlias", "NonKeyAttributes", "TableData", "DataAccess")
    for member in [member for member in raw if member not in known]:
        report.dropped(f"{path}.{member}", "unknown; left out")
    if raw.get("DataAccess") and raw["DataAccess"] != {"MySql": {}}:
        report.dropped(f"{path}.DataAccess", f"data sources are not part of a design: {str(raw['DataAccess'])[:120]}")
    names = raw.get("NonKeyAttributes")
    return Facet(
        name=str(raw["FacetName"]),
        path=path,
        aliases={key: str(aliases[side]) for side, key in sides if key and aliases.get(side) and aliases[side] != key},
        attributes=tuple(dict.fromkeys(map(str, names))) if isinstance(names, list) else (),
    )


def _facts(raw: Mapping[str, Any], schema: DeclaredSchema, table: Table, path: str, report: Report) -> DeclaredFacts:
    types: dict[str, AttributeType] = {}
    twice = []
    raws = raw.get("NonKeyAttributes")
    for number, attribute in enumerate(raws if isinstance(raws, list) else ()):
        place = f"{path}.NonKeyAttributes[{number}]"
        name = attribute.get("AttributeName") if isinstance(attribute, Mapping) else attribute
        if not isinstance(name, str) or not name:
            report.dropped(place, "an attribute without a name")
            continue
        kind = attribute.get("AttributeType") if isinstance(attribute, Mapping) else None
        read = attribute_type(kind, f"{place}.AttributeType", report)
        if name in types:
            twice.append(name)
            if types[name] is not read:
                report.converted(place, f"{name} is declared as {types[name]} and as {read}; the first is used")
        types.setdefault(name, read)
    if twice:
        names = ", ".join(dict.fromkeys(twice))
        report.converted(f"{path}.NonKeyAttributes", f"declared more than once, kept once: {names}")
    formats = {name: word for name, pair in _sample_formats(table) if (word := _format(pair))}
    return DeclaredFacts(types, formats, {}, schema.key_templates)


def _sample_formats(table: Table) -> list[tuple[str, Any]]:
    return list((table.settings.get("workbench_formats") or {}).items())


def _format(raw: Any) -> str:
    words = tuple(str(word).lower() for word in raw) if isinstance(raw, list) else ()
    if len(words) == 2 and words in _FORMATS:
        return _FORMATS[words[0], words[1]]
    return words[-1] if words and words[-1] and is_format(words[-1]) else ""


def _settings_without_formats(table: Table, facts: DeclaredFacts, path: str, report: Report) -> dict[str, Any]:
    """Report sample formats, except those that became an attribute's format."""
    others = [str(name)[:80] for name, _ in _sample_formats(table) if name not in facts.formats]
    if others:
        more = f" and {len(others) - 20} more" if len(others) > 20 else ""
        said = f"specifies how samples of {', '.join(others[:20])}{more} are generated, not their values"
        report.dropped(f"{path}.SampleDataFormats", said)
    return {name: value for name, value in table.settings.items() if name != "workbench_formats"}
