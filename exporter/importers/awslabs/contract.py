"""``migrationContract.json`` of AWS's modernizer from MySQL to DynamoDB: tables, and where their values come from.

A table is one entity, or has several with key templates. Joins and justifications become descriptions of attributes;
which requests a table satisfies becomes its description.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.items.item_tables import table_name
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.document_building import (
    NAME_MAX,
    Json,
    bounded,
    imported,
    listed,
    object_at,
    refusal,
    text_at,
    with_optional,
)
from exporter.importers.support.json_values import parsed
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid
from modeler.core.keys.templates import LiteralText, Reference, parse, print_template

_WHAT: Final = "a migration contract"
_TABLES_MAX: Final = 1000
_HOLE: Final = re.compile(r"\$?\{([^{}]{1,255})\}")
_TYPES: Final = frozenset({"S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"})
_TABLE: Final = frozenset(
    {"table", "type", "source_table", "pk", "sk", "gsis", "attributes", "entities", "satisfies",
     "estimated_item_size_bytes", "description", "purpose"}
)  # fmt: skip
_ENTITY: Final = frozenset(
    {"entity_type", "source_table", "pk_template", "sk_template", "attributes", "gsis", "gsi_templates", "description"}
)
_ATTRIBUTE: Final = frozenset(
    {"name", "type", "source_table", "source_column", "denormalized", "justification", "join", "description"}
)


def _tables(source: Source) -> list[Any]:
    if source.is_json_lines:
        return []
    if source.text.lstrip()[:1] == "[":
        try:
            return list(parsed(source.text))
        except DocumentInvalid:
            return []
    found = source.data.get("tables")
    return found if isinstance(found, list) else []


def _is_table(one: Any) -> bool:
    if not isinstance(one, Mapping) or not isinstance(one.get("table"), str):
        return False
    return bool({"source_table", "satisfies"} & one.keys()) and bool({"pk", "entities"} & one.keys())


def _claims(source: Source) -> bool:
    return source.looks_like_json and '"table"' in source.text and any(map(_is_table, _tables(source)))


def _read(source: Source) -> Imported:
    report = Report()
    raws = _tables(source)
    if len(raws) > _TABLES_MAX:
        raise refusal("tables", f"{len(raws):,} tables; a design can hold {_TABLES_MAX:,}", "document.too_large")
    tables = []
    for number, raw in enumerate(raws):
        path = f"tables[{number}]"
        tables.append(_Table(object_at(raw, path, _WHAT), path, report).table())
    for member in [member for member in source.data if member != "tables"]:
        report.dropped(str(member)[:100], "a design cannot represent this; left out")
    return imported({"name": table_name(source.filename), "tables": tables}, report)


class _Table:
    """One table of a contract."""

    def __init__(self, raw: Mapping[str, Any], path: str, report: Report) -> None:
        self.raw, self.path, self.report = raw, path, report
        self.types: dict[str, str] = {}

    def table(self) -> Json:
        """Return the table with its entities. Raises DocumentInvalid if it has no key."""
        raw, path = self.raw, self.path
        name = text_at(raw.get("table"), f"{path}.table", _WHAT)
        several = listed(raw.get("entities") or [], f"{path}.entities", _WHAT)
        keys = self._keys(raw, path, bool(several))
        indexes = list(self._indexes(raw.get("gsis"), f"{path}.gsis"))
        if several:
            given = [(one, f"{path}.entities[{at}]") for at, one in enumerate(several)]
            entities = [self._entity(object_at(one, at, _WHAT), at, keys, indexes) for one, at in given]
        else:
            entities = [self._entity({**raw, "entity_type": name}, path, keys, indexes)]
        for member in [member for member in raw if member not in _TABLE]:
            self.report.dropped(f"{path}.{member}", "a design cannot represent this; left out")
        if raw.get("estimated_item_size_bytes") is not None:
            said = f"{str(raw['estimated_item_size_bytes'])[:20]} bytes per item: a design computes sizes; left out"
            self.report.dropped(f"{path}.estimated_item_size_bytes", said)
        made: Json = {"name": name, "entities": entities, "settings": {"billing": "PAY_PER_REQUEST"}}
        made |= {"description": about} if (about := self._about()) else {}
        said = "a contract does not specify how a table is billed; read as PAY_PER_REQUEST (on demand)"
        self.report.guessed(path, said)
        made |= {side: [self._element(key)] for side, key in keys.items()}
        made["indexes"] = [
            {"name": label, "kind": "GSI", "projection": {"type": "ALL"},
             **{side: [self._element(key)] for side, key in sides.items()}}
            for label, sides in indexes
        ]  # fmt: skip
        return made

    def _element(self, name: str) -> Json:
        kind = self.types.get(name, "S")
        return {"name": name, "type": kind if kind in ("S", "N", "B") else "S"}

    def _keys(self, raw: Mapping[str, Any], path: str, is_shared: bool) -> dict[str, str]:
        """Return the names of the key attributes; a table whose entities have templates can leave them out."""
        if is_shared and not raw.get("pk"):
            self.report.guessed(f"{path}.pk", "the contract does not name the key; named PK and SK")
            return {"partition_key": "PK", "sort_key": "SK"}
        made = {"partition_key": self._name(raw.get("pk"), f"{path}.pk", "PK")}
        return made | ({"sort_key": self._name(raw["sk"], f"{path}.sk", "SK")} if raw.get("sk") else {})

    def _name(self, raw: Any, path: str, otherwise: str) -> str:
        text = text_at(raw.get("name") if isinstance(raw, Mapping) else raw, path, _WHAT)
        return otherwise if _HOLE.search(text) else text

    def _indexes(self, raws: Any, path: str) -> Iterator[tuple[str, dict[str, str]]]:
        for number, one in enumerate(listed(raws or [], path, _WHAT)[:200]):
            place = f"{path}[{number}]"
            found = object_at(one, place, _WHAT)
            name = text_at(found.get("index_name", found.get("name")), f"{place}.index_name", _WHAT)
            sides = {"partition_key": self._name(found.get("pk"), f"{place}.pk", f"{name}PK"[:NAME_MAX])}
            if found.get("sk"):
                sides["sort_key"] = self._name(found["sk"], f"{place}.sk", f"{name}SK"[:NAME_MAX])
            yield name, sides

    def _entity(
        self, raw: Mapping[str, Any], path: str, keys: dict[str, str], indexes: list[tuple[str, dict[str, str]]]
    ) -> Json:
        name = text_at(raw.get("entity_type"), f"{path}.entity_type", _WHAT)
        attributes: dict[str, Json] = {}
        columns: dict[str, str] = {}
        for label, column, one in self._attributes(raw.get("attributes"), f"{path}.attributes"):
            attributes.setdefault(label, one)
            columns.setdefault(column, label)
        texts: Json = {}
        for side, word in (("partition_key", "pk"), ("sort_key", "sk")):
            if side in keys:
                given = raw.get(f"{word}_template") or raw.get(word) or keys[side]
                texts[keys[side]] = self._template(given, attributes, columns, f"{path}.{word}_template")
        overloads: list[Json] = [{"index": None, "keys": texts}]
        own = {str(one.get("index_name", one.get("name"))): one for one in self._own_indexes(raw, path)}
        for label, sides in indexes:
            mapped = own.get(label, {})
            given = {
                key: mapped.get(f"{word}_template") or mapped.get(word) or key
                for (_, key), word in zip(sides.items(), ("pk", "sk"), strict=False)
            }
            if mapped or all(key in attributes or key in texts for key in sides.values()):
                written = {
                    key: self._template(text, attributes, columns, f"{path}.gsis") for key, text in given.items()
                }
                overloads.append({"index": label, "keys": {k: v for k, v in written.items() if k not in texts}})
        if raw is not self.raw and "entity_type" in raw and "table" not in raw:
            for member in [member for member in raw if member not in _ENTITY]:
                self.report.dropped(f"{path}.{member}", "a design cannot represent this; left out")
        made: Json = {"name": name, "overloads": overloads, "attributes": list(attributes.values())}
        if isinstance(raw.get("source_table"), str) and raw["source_table"]:
            made["description"] = f"From the table {raw['source_table'][:200]}"
        return with_optional(made, frozenset(), path, self.report)

    def _own_indexes(self, raw: Mapping[str, Any], path: str) -> list[Mapping[str, Any]]:
        found = raw.get("gsi_templates", raw.get("gsis"))
        return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []

    def _attributes(self, raws: Any, path: str) -> Iterator[tuple[str, str, Json]]:
        if isinstance(raws, Mapping):
            raws = [{"name": name, **(one if isinstance(one, Mapping) else {})} for name, one in raws.items()]
        items = listed(raws or [], path, _WHAT)
        bounded({str(at): one for at, one in enumerate(items)}, path, of_attributes=True)
        for number, one in enumerate(items):
            place = f"{path}[{number}]"
            found = object_at(one, place, _WHAT)
            name = text_at(found.get("name"), f"{place}.name", _WHAT)
            kind = str(found.get("type") or "S").upper()
            if kind not in _TYPES:
                self.report.converted(f"{place}.type", f"unknown type {kind[:40]!r}; read as S")
                kind = "S"
            self.types.setdefault(name, kind)
            for member in [member for member in found if member not in _ATTRIBUTE]:
                self.report.dropped(f"{place}.{member}", "a design cannot represent this; left out")
            column = found.get("source_column")
            made: Json = {"name": name, "type": kind}
            made |= {"description": about} if (about := _source(found)) else {}
            yield name, column if isinstance(column, str) else "", made

    def _template(self, raw: Any, attributes: dict[str, Json], columns: Mapping[str, str], path: str) -> str:
        text = str(raw)
        if not _HOLE.search(text):
            is_known = text in attributes
            return print_template((Reference(text) if is_known else LiteralText(text),))
        parts: list[LiteralText | Reference] = []
        position = 0
        for found in _HOLE.finditer(text):
            parts += [LiteralText(text[position : found.start()])] if found.start() > position else []
            name = found[1] if found[1] in attributes else columns.get(found[1], found[1])
            if name not in attributes:
                self.report.guessed(path, f"{name[:80]} is only in the key; it is an attribute that is not stored")
                attributes[name] = {"name": name, "type": "S", "key_only": True}
            parts.append(Reference(name))
            position = found.end()
        parts += [LiteralText(text[position:])] if position < len(text) else []
        written = print_template(tuple(parts))
        if len(written) > 4096 or parse(written).problem:
            raise refusal(path, "not a valid key template")
        return written

    def _about(self) -> str:
        said = [self.raw.get(name) for name in ("description", "purpose") if isinstance(self.raw.get(name), str)]
        satisfies = self.raw.get("satisfies")
        if isinstance(satisfies, list) and satisfies:
            said.append("Satisfies: " + "; ".join(str(one)[:300] for one in satisfies[:100]))
            self.report.note(f"{self.path}.satisfies", "kept in the table's description; enter them as access patterns")
        return "\n".join(str(one) for one in said)[:20_000]


def _source(found: Mapping[str, Any]) -> str:
    """Return as text where an attribute's values come from."""
    places = [str(found[name]) for name in ("source_table", "source_column") if isinstance(found.get(name), str)]
    said = [str(found["description"])] if isinstance(found.get("description"), str) else []
    said += [f"From {'.'.join(places)}"] if places else []
    join = found.get("join")
    if isinstance(join, Mapping):
        facts = (f"{name} {value}" for name, value in join.items() if isinstance(value, str | int | float))
        said.append("Join: " + ", ".join(facts))
    if isinstance(found.get("justification"), str):
        said.append(f"Denormalized: {found['justification']}")
    return ". ".join(said)[:20_000]


IMPORTER: Final = Importer("migration-contract", "a migration contract", _claims, _read)
