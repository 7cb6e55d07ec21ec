"""A second reader of CloudFormation and Terraform, written apart from the importers: what files say literally.

It knows no functions, variables or conditions. A value that is not literal is unknown, and nothing is compared with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import hcl2
import yaml

from modeler.core.design.tables import IndexKind, Table

TABLE, GLOBAL, SIMPLE = "AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable", "AWS::Serverless::SimpleTable"
type Element = tuple[str, str]
type IndexFacts = tuple[str, tuple[Element, ...], str, tuple[str, ...]]


@dataclass
class Facts:
    """What a file says of one table. `name`, a key, or an index is None if the file leaves it to its deployment."""

    place: str
    name: str | None
    keys: tuple[Element, ...] | None
    indexes: dict[str, IndexFacts] | None
    settings: dict[str, Any] = field(default_factory=dict)


class _Unknown(dict):
    """A function of a template."""


class _Loader(yaml.SafeLoader):
    pass


_Loader.add_multi_constructor("!", lambda loader, suffix, node: _Unknown())
# Dates and similar plain texts stay texts.
_Loader.yaml_implicit_resolvers = {
    letter: [(tag, found) for tag, found in pairs if "timestamp" not in tag]
    for letter, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def template_facts(text: str) -> list[Facts]:
    """The tables of a template in YAML or JSON; none if it has no resources, or macros make them."""
    data = json.loads(text) if text.lstrip().startswith("{") else yaml.load(text, _Loader)
    resources = data.get("Resources") if isinstance(data, dict) else None
    if resources is None and isinstance(data, dict) and isinstance(data.get("resources"), dict):
        resources = data["resources"].get("Resources")
    if not isinstance(resources, dict):
        return []
    return [
        _table(logical, one["Type"], one.get("Properties") or {})
        for logical, one in resources.items()
        if isinstance(one, dict) and one.get("Type") in (TABLE, GLOBAL, SIMPLE) and "Condition" not in one
    ]


def _table(logical: str, kind: str, raw: dict[str, Any]) -> Facts:
    if kind == SIMPLE:
        key = raw.get("PrimaryKey") or {}
        word = {"String": "S", "Number": "N", "Binary": "B"}.get(key.get("Type", "String"))
        keys = ((_text(key.get("Name", "id")) or "", word or "?"),)
        return Facts(logical, _text(raw.get("TableName")), keys if word and keys[0][0] else None, {})
    types = {
        _text(one.get("AttributeName")): _text(one.get("AttributeType")) for one in _dicts(raw, "AttributeDefinitions")
    }
    indexes: dict[str, IndexFacts] | None = {}
    for member, word in (("GlobalSecondaryIndexes", "GSI"), ("LocalSecondaryIndexes", "LSI")):
        for one in _dicts(raw, member):
            name, own = _text(one.get("IndexName")), _keys(one, types)
            projection = one.get("Projection") or {}
            shape, others = _text(projection.get("ProjectionType")), projection.get("NonKeyAttributes") or []
            if indexes is None or name is None or own is None or shape is None or not _texts(others):
                indexes = None
            else:
                indexes[name] = (word, own, shape, tuple(sorted(others)))
        if isinstance(raw.get(member), dict):
            indexes = None
    return Facts(logical, _text(raw.get("TableName")), _keys(raw, types), indexes, dict(_settings(raw, kind)))


def _settings(raw: dict[str, Any], kind: str) -> Iterator[tuple[str, Any]]:
    if (mode := _text(raw.get("BillingMode"))) is not None:
        yield "billing", mode
    ttl = raw.get("TimeToLiveSpecification") or {}
    if ttl.get("Enabled") is True and _text(ttl.get("AttributeName")):
        yield "ttl_attribute", ttl["AttributeName"]
    if view := _text((raw.get("StreamSpecification") or {}).get("StreamViewType")):
        yield "stream", view
    if kind != TABLE:
        return
    if isinstance(on := (raw.get("PointInTimeRecoverySpecification") or {}).get("PointInTimeRecoveryEnabled"), bool):
        yield "point_in_time_recovery", on
    if isinstance(raw.get("DeletionProtectionEnabled"), bool):
        yield "deletion_protection", raw["DeletionProtectionEnabled"]
    if _text(raw.get("TableClass")):
        yield "table_class", raw["TableClass"]
    units = raw.get("ProvisionedThroughput") or {}
    sides = {"read": units.get("ReadCapacityUnits"), "write": units.get("WriteCapacityUnits")}
    if all(isinstance(one, int) and not isinstance(one, bool) for one in sides.values()):
        yield "provisioned", sides


def _keys(raw: dict[str, Any], types: dict[Any, Any]) -> tuple[Element, ...] | None:
    found = [(_text(one.get("AttributeName")), _text(one.get("KeyType"))) for one in _dicts(raw, "KeySchema")]
    made = [(name, types.get(name)) for word in ("HASH", "RANGE") for name, kind in found if kind == word]
    if not made or len(made) != len(found) or any(name is None or kind is None for name, kind in made):
        return None
    return tuple((str(name), str(kind)) for name, kind in made)


def _dicts(raw: dict[str, Any], member: str) -> list[dict[str, Any]]:
    found = raw.get(member)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and "${" not in value and "{{" not in value else None


def _texts(values: Any) -> bool:
    return isinstance(values, list) and all(_text(one) is not None for one in values)


def module_facts(text: str) -> list[Facts]:
    """The tables of a module's resources that are created once and have no dynamic blocks."""
    found = []
    # The library does not end a heredoc whose last line has trailing blanks, which Terraform does.
    bare = "\n".join(line.rstrip() for line in text.split("\n"))
    for block in hcl2.loads(bare).get("resource", []):
        for kind, named in block.items():
            if kind.strip('"') != "aws_dynamodb_table" or not isinstance(named, dict):
                continue
            for label, raw in named.items():
                if isinstance(raw, dict) and not {"count", "for_each", "dynamic"} & raw.keys():
                    found.append(_resource(label.strip('"'), raw))
    return found


def _resource(label: str, raw: dict[str, Any]) -> Facts:
    types = {_plain(one.get("name")): _plain(one.get("type")) for one in _blocks(raw, "attribute")}
    keys = _of_names(raw, types)
    indexes: dict[str, IndexFacts] | None = {}
    partition = keys[:1] if keys else ()
    for member, word in (("global_secondary_index", "GSI"), ("local_secondary_index", "LSI")):
        for one in _blocks(raw, member):
            name, shape = _plain(one.get("name")), _plain(one.get("projection_type"))
            own = _of_names(one, types)
            if word == "LSI" and own is not None:
                own = (*partition, *own)
            others = [_plain(each) for each in one.get("non_key_attributes") or []]
            if indexes is None or not name or not shape or own is None or None in others:
                indexes = None
            else:
                indexes[name] = (word, own, shape, tuple(sorted(map(str, others))))
    return Facts(label, _plain(raw.get("name")), keys, indexes, dict(_of_module(raw)))


def _of_module(raw: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, ours in (("billing_mode", "billing"), ("stream_view_type", "stream"), ("table_class", "table_class")):
        if value := _plain(raw.get(name)):
            yield ours, value
    if isinstance(raw.get("deletion_protection_enabled"), bool):
        yield "deletion_protection", raw["deletion_protection_enabled"]
    for one in _blocks(raw, "ttl"):
        if one.get("enabled") is True and _plain(one.get("attribute_name")):
            yield "ttl_attribute", _plain(one["attribute_name"])
    for one in _blocks(raw, "point_in_time_recovery"):
        if isinstance(one.get("enabled"), bool):
            yield "point_in_time_recovery", one["enabled"]
    sides = {"read": raw.get("read_capacity"), "write": raw.get("write_capacity")}
    if all(isinstance(one, int) and not isinstance(one, bool) for one in sides.values()):
        yield "provisioned", sides


def _of_names(raw: dict[str, Any], types: dict[Any, Any]) -> tuple[Element, ...] | None:
    names = [_plain(raw[side]) for side in ("hash_key", "range_key") if raw.get(side) not in (None, '""')]
    made = [(name, types.get(name)) for name in names]
    if not made or any(name is None or kind is None for name, kind in made):
        return None
    return tuple((str(name), str(kind)) for name, kind in made)


def _blocks(raw: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = raw.get(name)
    listed = found if isinstance(found, list) else [found]
    return [one for one in listed if isinstance(one, dict)]


def _plain(value: Any) -> str | None:
    if not isinstance(value, str) or not value.startswith('"') or "${" in value or "%{" in value:
        return None
    return str(json.loads(value))


def own_facts(table: Table) -> Facts:
    """The same of a table that an importer read."""
    indexes = {
        one.name: (
            "LSI" if one.kind is IndexKind.LSI else "GSI",
            tuple((key.name, str(key.type)) for key in one.keys),
            str(one.projection.type),
            tuple(sorted(one.projection.attributes)),
        )
        for one in table.indexes
    }
    keys = tuple((key.name, str(key.type)) for key in (*table.partition_key, *table.sort_key))
    return Facts(table.id, table.name, keys, indexes, dict(table.settings))


def differences(said: list[Facts], tables: list[Facts]) -> list[str]:
    """Where the tables that were read lack what the second reader found, as text."""
    wrong = []
    for one in said:
        named = [other for other in tables if one.name is None or other.name == one.name]
        if not any(_agrees(one, other) for other in named):
            wrong.append(f"{one.place}: {one} is none of {named or [other.name for other in tables]}")
    return wrong


def _agrees(one: Facts, other: Facts) -> bool:
    if one.keys is not None and one.keys != other.keys:
        return False
    if one.indexes is not None and one.indexes != other.indexes:
        return False
    return all(other.settings.get(name) == value for name, value in one.settings.items())
