"""``schema.json`` of the awslabs DynamoDB MCP server: tables, entities, key templates, fields, access patterns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.importers.support.base import Imported, Report
from exporter.importers.support.document_building import (
    Json,
    bounded,
    imported,
    key,
    kind_of,
    listed,
    object_at,
    refusal,
    text_at,
    with_optional,
)
from modeler.core.design.patterns import COMPARISONS
from modeler.core.keys.templates import LiteralText, Reference, parse, print_template

_WHAT: Final = "a schema of the repository generator"
_TYPES: Final[Mapping[str, tuple[str, str]]] = {
    "string": ("S", ""), "integer": ("N", "integer"), "decimal": ("N", "decimal"), "boolean": ("BOOL", ""),
    "array": ("L", ""), "object": ("M", ""), "uuid": ("S", "uuid4"),
}  # fmt: skip
_OPERATIONS: Final = frozenset({"GetItem", "PutItem", "DeleteItem", "Query", "Scan", "UpdateItem"})
_BATCHES: Final = frozenset({"BatchGetItem", "BatchWriteItem", "TransactGetItems", "TransactWriteItems"})


def read_schema(data: Mapping[str, Any], name: str, report: Report) -> Imported:
    """Return the design. Raises DocumentInvalid, naming the place, if the file lacks a required member."""
    document: Json = {"name": name, "tables": [], "access_patterns": []}
    for number, raw in enumerate(data["tables"]):
        path = f"tables[{number}]"
        table, patterns = _table(object_at(raw, path, _WHAT), path, report)
        document["tables"].append(table)
        document["access_patterns"] += patterns
    for member in [member for member in data if member != "tables"]:
        report.dropped(str(member)[:100], "a design cannot represent this; left out")
    return imported(document, report)


def _table(raw: Mapping[str, Any], path: str, report: Report) -> tuple[Json, list[Json]]:
    config = object_at(raw.get("table_config"), f"{path}.table_config", _WHAT)
    entities = bounded(object_at(raw.get("entities"), f"{path}.entities", _WHAT), f"{path}.entities")
    name = text_at(config.get("table_name"), f"{path}.table_config.table_name", _WHAT)
    table: Json = {"name": name, "settings": {"billing": "PAY_PER_REQUEST"}, "entities": [], "indexes": []}
    table |= _sides(config, f"{path}.table_config")
    for number, index in enumerate(listed(raw.get("gsi_list") or [], f"{path}.gsi_list", _WHAT)):
        place = f"{path}.gsi_list[{number}]"
        found = object_at(index, place, _WHAT)
        table["indexes"].append(
            {"name": text_at(found.get("name"), f"{place}.name", _WHAT), "kind": "GSI", **_sides(found, place),
             "projection": _projection(found, place, report)}
        )  # fmt: skip
    patterns: list[Json] = []
    for label, one in entities.items():
        place = f"{path}.entities.{label}"
        entity = _Entity(str(label), object_at(one, place, _WHAT), table, place, report)
        table["entities"].append(entity.made())
        patterns += entity.patterns()
    _number_keys(table)
    return table, patterns


def _number_keys(table: Json) -> None:
    """Make a key attribute a number if every entity writes a number into it: a template of one numeric field."""
    written: dict[str, set[str]] = {}
    for entity in table["entities"]:
        kinds = {one["name"]: one["type"] for one in entity["attributes"]}
        for overload in entity["overloads"]:
            for name, text in overload["keys"].items():
                alone = {print_template((Reference(one),)): kind for one, kind in kinds.items()}
                written.setdefault(name, set()).add(alone.get(text, "S"))
    for keyed in (table, *table["indexes"]):
        for one in (*keyed["partition_key"], *keyed.get("sort_key", ())):
            one["type"] = "N" if written.get(one["name"]) == {"N"} else one["type"]


def _sides(raw: Mapping[str, Any], path: str) -> Json:
    """Return the partition and sort key, with several attributes each where the schema lists them."""
    made: Json = {}
    for member in ("partition_key", "sort_key"):
        names = raw.get(member)
        if names in (None, "", []) and member == "sort_key":
            continue
        several = names if isinstance(names, list) else [names]
        made[member] = [one for name in several for one in key(text_at(name, f"{path}.{member}", _WHAT))]
    return made


def _projection(raw: Mapping[str, Any], path: str, report: Report) -> Json:
    word = str(raw.get("projection") or "ALL")
    if word not in ("ALL", "KEYS_ONLY", "INCLUDE"):
        report.converted(
            f"{path}.projection",
            f"unknown projection {word[:60]!r} (ALL, KEYS_ONLY, and INCLUDE are valid); read as ALL",
        )
        word = "ALL"
    names = raw.get("included_attributes")
    found = [str(one)[:255] for one in names][:500] if isinstance(names, list) else []
    return {"type": word, **({"attributes": found} if word == "INCLUDE" else {})}


class _Entity:
    def __init__(self, name: str, raw: Mapping[str, Any], table: Json, path: str, report: Report) -> None:
        self.name = text_at(name, path, _WHAT)
        self.raw, self.table, self.path, self.report = raw, table, path, report
        self.overloads = list(self._overloads())

    def made(self) -> Json:
        """Return the entity in document form."""
        fields = listed(self.raw.get("fields"), f"{self.path}.fields", _WHAT)
        if len(fields) > 2000:
            raise refusal(f"{self.path}.fields", f"{len(fields):,} entries; an entity can have 2,000")
        attributes = [self._attribute(one, f"{self.path}.fields[{place}]") for place, one in enumerate(fields)]
        absent = {str(one.get("name")) for one in fields if isinstance(one, Mapping) and one.get("required") is False}
        required = {one["name"] for one in attributes} - absent
        made = {"name": self.name, "attributes": attributes, "overloads": self.overloads}
        return with_optional(made, required, self.path, self.report)

    def _attribute(self, raw: Any, path: str) -> Json:
        found = object_at(raw, path, _WHAT)
        word = str(found.get("type") or "string")
        if word not in _TYPES:
            self.report.converted(f"{path}.type", f"unknown type {word[:60]!r}; read as string")
        kind, form = _TYPES.get(word, _TYPES["string"])
        return {"name": text_at(found.get("name"), f"{path}.name", _WHAT), "type": kind, "format": form}

    def _overloads(self) -> Iterator[Json]:
        yield {"index": None, "keys": self._keys(self.raw, self.table, self.path)}
        mappings = listed(self.raw.get("gsi_mappings") or [], f"{self.path}.gsi_mappings", _WHAT)
        for number, raw in enumerate(mappings):
            path = f"{self.path}.gsi_mappings[{number}]"
            mapping = object_at(raw, path, _WHAT)
            index = next((one for one in self.table["indexes"] if one["name"] == mapping.get("name")), None)
            if index is None:
                self.report.dropped(path, f"the table has no index {str(mapping.get('name'))[:100]}")
                continue
            yield {"index": index["name"], "keys": self._keys(mapping, index, path)}

    def _keys(self, raw: Mapping[str, Any], keyed: Json, path: str) -> dict[str, str]:
        keys: dict[str, str] = {}
        for member, side in (("pk_template", "partition_key"), ("sk_template", "sort_key")):
            found = raw.get(member)
            texts = found if isinstance(found, list) else [found]
            for element, text in zip(keyed.get(side) or (), texts, strict=False):
                if not isinstance(text, str) or not text:
                    self.report.guessed(
                        f"{path}.{member}", f"no template for {element['name']}; the caller must supply its value"
                    )
                    text = print_template((Reference(element["name"]),))
                keys[element["name"]] = _template(text, f"{path}.{member}")
        return keys

    def patterns(self) -> list[Json]:
        """Return the entity's access patterns."""
        raws = listed(self.raw.get("access_patterns") or [], f"{self.path}.access_patterns", _WHAT)
        if len(raws) > 1000:
            raise refusal(f"{self.path}.access_patterns", f"{len(raws):,} entries; the limit is 1,000")
        found = (self._pattern(one, f"{self.path}.access_patterns[{place}]") for place, one in enumerate(raws))
        return [pattern for pattern in found if pattern is not None]

    def _pattern(self, raw: Any, path: str) -> Json | None:
        if not isinstance(raw, Mapping):
            self.report.dropped(path, f"expected an access pattern, found {kind_of(raw)}; left out")
            return None
        operation = str(raw.get("operation"))
        words = str(raw.get("description") or raw.get("name") or operation)[:255]
        if operation not in _OPERATIONS:
            why = "the file does not list its members" if operation in _BATCHES else "not a DynamoDB operation"
            self.report.dropped(path, f"{words}: {operation[:60]}, {why}; left out")
            return None
        index = raw.get("index_name") or None
        overload = next((one for one in self.overloads if one["index"] == index), None)
        if overload is None:
            self.report.dropped(path, f"{words}: {self.name} is not in an index {str(index)[:100]}; left out")
            return None
        made: Json = {"name": words, "table": self.table["name"], "operation": operation, "entities": [self.name]}
        made |= {"code": str(raw["pattern_id"])[:255]} if raw.get("pattern_id") is not None else {}
        made |= {"index": index} if index else {}
        if operation not in ("Scan", "PutItem"):
            made["key"] = self._key_of(raw, overload, operation, path)
        return made

    def _key_of(self, raw: Mapping[str, Any], overload: Json, operation: str, path: str) -> Json:
        """Return the partition key, plus the sort key where the call names one item or requests a range."""
        keyed = self.table if overload["index"] is None else self._index(overload["index"])
        keys = overload["keys"]
        parameters = raw.get("parameters")
        parameters = parameters if isinstance(parameters, list) else []
        names = [
            str(one.get("name"))[:255] for one in parameters if isinstance(one, Mapping) and one.get("type") != "entity"
        ]
        made: Json = {one["name"]: keys[one["name"]] for one in keyed["partition_key"] if one["name"] in keys}
        sort = [one["name"] for one in keyed.get("sort_key") or () if one["name"] in keys]
        asked = str(raw.get("range_condition") or "")
        given = {name for text in made.values() for name in parse(text).attributes}
        ranged = [name for name in names if name not in given]
        own = [name for name in parse(keys[sort[0]]).attributes if name not in given] if sort else []
        if ranged and own and asked != "between" and ranged[0] not in self._fields():
            # The parameter of a range has a name of its own: entered_prefix compares with entered_at.
            ranged[0] = own[0]
        for name in sort[:1]:
            if asked in COMPARISONS and asked != "=":
                made[name] = {asked: _bounds(keys[name], ranged[:2] if asked == "between" else ranged[:1], asked)}
            elif asked:
                self.report.dropped(f"{path}.range_condition", f"{asked[:60]!r} does not compare a key; left out")
            elif operation != "Query" or (
                parse(keys[name]).attributes and set(parse(keys[name]).attributes) <= set(names)
            ):
                made[name] = keys[name]
        return made

    def _fields(self) -> set[str]:
        fields = listed(self.raw.get("fields"), f"{self.path}.fields", _WHAT)
        return {str(one.get("name")) for one in fields if isinstance(one, Mapping)}

    def _index(self, name: str) -> Json:
        return next(one for one in self.table["indexes"] if one["name"] == name)


def _bounds(template: str, names: list[str], operator: str) -> Any:
    """Return the ends of a range: the template's leading literal, then the parameter."""
    prefix = [LiteralText(word)] if (word := parse(template).literal_prefix) else []
    ends = [print_template((*prefix, Reference(name))) for name in names]
    if not ends:
        ends = [print_template(tuple(prefix))] * (2 if operator == "between" else 1)
    return ends if operator == "between" else ends[0]


def _template(text: str, path: str) -> str:
    if len(text) > 4096 or parse(text).problem:
        raise refusal(path, f"{text[:100]!r} is not a valid key template ({parse(text).problem or 'it is too long'})")
    return text
