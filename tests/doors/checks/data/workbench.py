"""NoSQL Workbench: the members that Workbench wants are there, and imported again it is the same design."""

from __future__ import annotations

import json

from exporter.importers import Level, import_text
from exporter.targets.data.workbench_queries import dollar_template
from modeler.core.values.json_values import from_dynamodb_json
from tests.doors.checks import Door
from tests.present import present

COLUMNS = {"PartitionKey", "SortKey"}


def check(door: Door) -> str:
    file = door.file(".workbench.json")
    model = json.loads(file.read_text("utf-8"))
    assert model["ModelMetadata"]["Version"] == "3.0"
    assert [table["TableName"] for table in model["DataModel"]] == [table.name for table in door.design.tables]
    for raw in model["DataModel"]:
        _table(raw)
    back = import_text(file.read_bytes(), file.name)
    assert back.importer == "workbench"
    assert back.design == door.design
    assert [line for line in back.report if line.level is Level.DROPPED] == []
    templates = _model_schema_alone(door, model)
    return f"read again equal; {templates} templates by ModelSchema alone"


def _table(raw) -> None:
    """What Workbench 3.0 itself reads: names for every attribute that an index or an item uses, and typed values."""
    named = {raw["KeyAttributes"][side]["AttributeName"] for side in raw["KeyAttributes"]}
    assert set(raw["KeyAttributes"]) <= COLUMNS
    named |= {one["AttributeName"] for one in raw["NonKeyAttributes"]}
    for index in (*raw.get("GlobalSecondaryIndexes", ()), *raw.get("LocalSecondaryIndexes", ())):
        assert {key["AttributeName"] for key in index["KeyAttributes"].values()} <= named
    for facet in raw["TableFacets"]:
        for item in facet["TableData"]:
            assert item.keys() <= named, item.keys() - named
            assert all(from_dynamodb_json(value) is not None for value in item.values())


def _model_schema_alone(door: Door, model) -> int:
    """As another tool would save it, without what is ours: the plain templates come back from ModelSchema."""
    model = {name: value for name, value in model.items() if name != "Keysheet"}
    model["DataModel"] = [{name: one for name, one in raw.items() if name != "Keysheet"} for raw in model["DataModel"]]
    back = import_text(json.dumps(model).encode(), "alone.json").design
    found = 0
    for table in door.design.tables:
        for entity in table.entities:
            for key, template in _first_templates(table, entity).items():
                again = present(back.table(table.name)).entity(entity.name)
                assert again is not None, entity.name
                if again.overloads:
                    assert key in {name for one in again.overloads for name in one.keys}, (entity.name, key, template)
                    found += 1
    return found


def _first_templates(table, entity) -> dict[str, str]:
    """The templates of an entity that ModelSchema has words for."""
    found: dict[str, str] = {}
    for index in table.all_indexes:
        for overload in entity.overloads_of(None if index.is_base else index.name)[:1]:
            for key in index.key_names[:1]:
                text = overload.keys.get(key)
                plain = dollar_template(text) if text else None
                if plain and plain != f"${{{key}}}":
                    found[key] = plain
    return found
