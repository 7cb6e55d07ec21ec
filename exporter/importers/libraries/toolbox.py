"""DynamoDB-Toolbox in TypeScript and JavaScript sources: ``new Table(...)`` and ``new Entity(...)`` of every version.

Nothing is run: keys are what ``computeKey``, links, defaults, and transforms return for the fields of an item, as far
as the sources determine it. Reported: what only the running program knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.described.tables import Unresolved, text_of
from exporter.importers.items.item_tables import table_name
from exporter.importers.libraries.model_sources import constants_of, is_source, nothing_in
from exporter.importers.libraries.toolbox_drafts import EntityDraft, ToolboxTable
from exporter.importers.libraries.toolbox_first import read_first
from exporter.importers.libraries.toolbox_schemas import read_schema
from exporter.importers.scripts.values import ConstructedValue, ScriptConstants
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.document_building import Json, imported, key, refusal, with_optional
from exporter.importers.support.source import Source
from modeler.core.design.parts import INFERRED
from modeler.core.keys.templates import Reference, print_template

_LIBRARY: Final = re.compile(
    r"""["']dynamodb-toolbox(?:/[\w./-]+)?["']"""
    r"|\bnew\s+Entity(?:V2)?\s*\(\s*\{[^{}]{0,300}\b(?:(?:schema|item)\s*:\s*(?:schema|item|map)\s*\("
    r"|attributes\s*:\s*\{[^{}]{0,300}\{[^{}]{0,100}\b(?:partitionKey|sortKey)\s*:)"
)
"""The library, also through another module: by the shape that only its entities have."""
_TYPES: Final[Mapping[str, str]] = {"string": "S", "number": "N", "bigint": "N", "binary": "B"}
_MODELS_MAX: Final = 1000
_OF_CLIENT: Final = frozenset(
    {"name", "partitionKey", "sortKey", "indexes", "documentClient", "DocumentClient", "entityField", "attributes",
     "entityAttributeSavedAs", "autoExecute", "autoParse", "removeNullAttributes", "meta", "alias"}
)  # fmt: skip


def _claims(source: Source) -> bool:
    return is_source(source, _LIBRARY)


def _read(source: Source) -> Imported:
    report = Report()
    values, lines = constants_of(source, report)
    tables: dict[int, ToolboxTable] = {}
    said: dict[int, Report] = {}
    models: list[ConstructedValue] = []
    for node, scope in values.calls:
        made = values.value(node, scope)
        if not isinstance(made, ConstructedValue) or not made.is_new or not made.arguments:
            continue
        options = made.arguments[0]
        if made.last in ("Table", "TableV2") and isinstance(options, dict) and options.get("partitionKey"):
            # A table that a function makes is evaluated again where the function is called, with what it is given.
            said[made.line] = Report()
            tables[made.line] = _table(made.line, options, said[made.line])
        elif made.last in ("Entity", "EntityV2") and isinstance(options, dict):
            models.append(made)
    report.lines += [line for each in said.values() for line in each.lines] + values.context.report.lines
    if not models and not tables:
        raise nothing_in("DynamoDB-Toolbox entity", "new Table({...}), new Entity({name, table, schema})", lines)
    if len(models) > _MODELS_MAX:
        raise refusal("entities", f"{len(models):,} entities; a design can hold {_MODELS_MAX:,}", "document.too_large")
    for one in models:
        _entity(one, tables, values, report)
    made_tables = [_document(table, report) for table in tables.values() if table.drafts or table.line]
    return imported({"name": table_name(source.filename), "tables": made_tables}, report)


def _table(line: int, options: Mapping[str, Any], report: Report) -> ToolboxTable:
    path = f"line {line}"
    name = options.get("name")
    spelled = text_of(name) if isinstance(name, str) and name else "table"
    if not isinstance(name, str) or isinstance(name, Unresolved) or not name:
        said = f"the table's name is known only when the program runs; named {spelled[:80]!r}"
        report.guessed(f"{path}.name", said, line)
    given = options.get("attributes")
    table = ToolboxTable(line, spelled[:255], given if isinstance(given, dict) else {})
    table.partition = table.key_of(options.get("partitionKey"))
    table.sort = table.key_of(options.get("sortKey"))
    table.entity_field = _saved_entity(options)
    indexes = options.get("indexes")
    for label, one in indexes.items() if isinstance(indexes, dict) else ():
        if not isinstance(one, dict):
            report.dropped(f"{path}.indexes.{label}", "the key of this index is not in this file; left out", line)
            continue
        own = table.keys_of(one, "partitionKey") or ([table.partition] if table.keys_of(one, "sortKey") else [])
        if own:
            table.indexes[str(label)[:255]] = (own, table.keys_of(one, "sortKey"))
    for member in [member for member in options if member not in _OF_CLIENT]:
        report.dropped(f"{path}.{member}", "library behavior, not part of a design; left out", line)
    return table


def _saved_entity(options: Mapping[str, Any]) -> str:
    """Return the attribute that holds the entity's name; '' for none."""
    said = options.get("entityAttributeSavedAs", options.get("entityField", "_et"))
    return said[:255] if isinstance(said, str) and said else "_et" if said is True else ""


def _entity(made: ConstructedValue, tables: dict[int, ToolboxTable], values: ScriptConstants, report: Report) -> None:
    """Read an entity into the table that it names."""
    options, path = made.arguments[0], f"line {made.line}"
    schema = options.get("schema", options.get("item"))
    fields = options.get("attributes")
    if not isinstance(schema, ConstructedValue) and not isinstance(fields, dict):
        report.dropped(path, "the attributes of this entity are not in this file; left out", made.line)
        return
    name = options.get("name")
    spelled = text_of(name) if isinstance(name, str) and name else f"Entity{made.line}"
    table = _table_of(options.get("table"), tables, path, made.line, report)
    draft = EntityDraft(spelled[:255], path, made.line, report)
    if isinstance(schema, ConstructedValue):
        read_schema(draft, options, schema, table, values)
    else:
        read_first(draft, options, fields or {}, table, values)
    table.drafts.append(draft)


def _table_of(given: Any, tables: dict[int, ToolboxTable], path: str, line: int, report: Report) -> ToolboxTable:
    if isinstance(given, ConstructedValue) and given.line in tables:
        return tables[given.line]
    known = [one for one in tables.values() if one.line]
    if len(known) == 1:
        said = "the source leaves open which table this entity is in; it has one table, which is used"
        report.guessed(f"{path}.table", said, line)
        return known[0]
    name = text_of(given) if isinstance(given, str) and given else "table"
    for number, one in tables.items():
        if number < 0 and one.name == name:
            return one
    said = (
        f"the table {name[:80]!r} is in another file; its key is read from its entities, and its indexes are not "
        "known: import the folder that holds both, or a zip of it"
    )
    report.guessed(f"{path}.table", said, line)
    made = ToolboxTable(0, name[:255], {}, is_open=True)
    tables[-1 - len(tables)] = made
    return made


def _document(table: ToolboxTable, report: Report) -> Json:
    """Return a table with its entities, after all of them are read: they know the types of keys."""
    taken: dict[str, int] = {}
    kinds = {name: kind for draft in table.drafts for name, kind in draft.kinds()}

    def typed(names: list[str]) -> list[Json]:
        return [one for name in names for one in key(name, table.types.get(name) or _kind(kinds.get(name)))]

    if not table.partition:
        table.partition = "PK"
        report.guessed(table.name, "no entity says the key of this table; named PK")
    made: Json = {
        "name": table.name,
        "partition_key": typed([table.partition]),
        "settings": {"billing": "PAY_PER_REQUEST"},
        "indexes": [
            {
                "name": name,
                "kind": "LSI" if own == [table.partition] else "GSI",
                "partition_key": typed(own),
                **({"sort_key": typed(sort)} if sort else {}),
                "projection": {"type": "ALL"},
            }
            for name, (own, sort) in table.indexes.items()
        ],
    }
    made |= {"sort_key": typed([table.sort])} if table.sort else {}
    if table.indexes:
        said = "DynamoDB-Toolbox does not say what an index projects; every attribute is assumed"
        report.guessed(f"{table.name}.indexes", said, table.line)
    entities = []
    for draft in table.drafts:
        number = taken[draft.name] = taken.get(draft.name, 0) + 1
        entities.append(_entity_of(draft, table, draft.name if number == 1 else f"{draft.name} {number}"[:255], report))
    return {**made, "entities": entities}


def _kind(kind: str | None) -> str:
    return kind if kind in ("S", "N", "B") else "S"


def _entity_of(draft: EntityDraft, table: ToolboxTable, name: str, report: Report) -> Json:
    overloads = list(_overloads(draft, table))
    entity = {"name": name, "attributes": list(draft.attributes.values()), "overloads": overloads}
    return with_optional(entity, draft.required, draft.path, report)


def _overloads(draft: EntityDraft, table: ToolboxTable) -> Iterator[Json]:
    base = [one for one in (table.partition, table.sort) if one]
    # Callers supply the key in any form, so that a finding about it would be about a form that is not known.
    open_key = [one for one in base if one not in draft.texts] if len(table.drafts) > 1 else []
    for name in base:
        if name not in draft.texts and name not in draft.attributes:
            said = f"nothing in this entity says what {name[:80]} is; its callers supply it"
            draft.report.guessed(draft.path, said, draft.line)
            draft.attributes[name] = {"name": name, "type": table.types.get(name, "S")}
    inferred = {"provenance": INFERRED} if open_key else {}
    yield {"index": None, "keys": {name: draft.template(name) for name in base}, **inferred}
    for index, (own, sort) in table.indexes.items():
        wanted = [one for one in (*own, *sort) if one not in base]
        if wanted and all(one in draft.texts or one in draft.attributes for one in wanted):
            texts = {one: draft.template(one) or print_template((Reference(one),)) for one in wanted}
            yield {"index": index, "keys": texts}


IMPORTER: Final = Importer("dynamodb-toolbox", "a DynamoDB-Toolbox source", _claims, _read)
