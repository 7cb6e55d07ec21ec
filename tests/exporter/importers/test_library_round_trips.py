"""Models of ElectroDB and OneTable: what is imported, exported, and imported again has the same tables and keys."""

from __future__ import annotations

import json
from typing import Any

import pytest

from exporter.importers import Imported, import_text
from exporter.targets import target
from modeler.core.design.items import Attribute
from modeler.core.design.model import Design
from tests.exporter.importers.test_model_sources import ELECTRODB as ELECTRODB_SOURCE
from tests.exporter.importers.test_model_sources import ONETABLE as ONETABLE_SOURCE
from tests.exporter.importers.test_models_of_code import ONETABLE, TASK
from tests.exporter.targets.designs.all_designs import REPOSITORY

CORPUS = REPOSITORY.parent / "shared" / "corpus" / "onetable"

VERSIONED: dict[str, Any] = {
    **TASK,
    "model": {"entity": "order", "version": "3", "service": "shop"},
    "indexes": {
        **TASK["indexes"],
        "keysOnly": {
            "index": "gsi3", "projection": "keys_only",
            "pk": {"field": "gsi3pk", "composite": ["status"]}, "sk": {"field": "gsi3sk", "composite": ["taskId"]},
        },
        "some": {
            "index": "gsi4", "projection": ["points", "labels"],
            "pk": {"field": "gsi4pk", "composite": ["team"]}, "sk": {"field": "gsi4sk", "composite": ["taskId"]},
        },
    },
}  # fmt: skip


def sources(name: str, design: Design) -> bytes:
    """The sources of an export as one, so that what one file names in another is found."""
    files = [one for one in target(name).build(design).files if one.path.endswith(".ts")]
    return "\n".join(one.text for one in files if "keys.ts" not in one.path).encode()


def kind(attribute: Attribute) -> str:
    """The type of an attribute; a map, a list, and bytes are ElectroDB's any, which is read as text."""
    return {"M": "S", "L": "S", "B": "S"}.get(str(attribute.type), str(attribute.type))


def facts(attribute: Attribute) -> tuple[Any, ...]:
    return attribute.name, kind(attribute), attribute.optional < 1, tuple(attribute.values)


def shape(imported: Imported) -> Any:
    """Keys, indexes, templates, and attributes of each table."""
    return [
        (
            table.name,
            [(key.name, str(key.type)) for key in (*table.partition_key, *table.sort_key)],
            {
                (one.name, str(one.kind), one.key_names, str(one.projection.type), frozenset(one.projection.attributes))
                for one in table.indexes
            },
            {
                # Names of constraints ("User email") are not names of models, and these items have no _type.
                entity.name.replace(" ", "").lower(): (
                    [(one.index, dict(one.keys), one.when) for one in entity.overloads],
                    {facts(one) for one in entity.attributes if one.name != "_type"},
                )
                for entity in table.entities
            },
        )
        for table in imported.design.tables
    ]


def again(name: str, first: Imported) -> Imported:
    return import_text(sources(name, first.design), "models.ts")


@pytest.mark.parametrize("model", [TASK, VERSIONED], ids=["task", "order"])
def test_electrodb_models_come_back_out_as_they_went_in(model):
    first = import_text(json.dumps(model).encode(), "items.json")
    second = again("electrodb", first)
    assert second.importer == "electrodb"
    assert shape(second) == shape(first)


def test_an_electrodb_source_comes_back_out_as_it_went_in():
    first = import_text(ELECTRODB_SOURCE.encode(), "items.ts")
    assert shape(again("electrodb", first)) == shape(first)


def test_marks_of_electrodb_are_its_model_and_no_attributes():
    first = import_text(json.dumps(VERSIONED).encode(), "items.json")
    text = sources("electrodb", first.design).decode()
    assert 'entity: "order", version: "3"' in text
    assert "edbV" not in text
    assert "gsi1pk: {" not in text  # no key is computed by a function


@pytest.mark.parametrize("first", [
    pytest.param(import_text(json.dumps(ONETABLE).replace("{x}#", "x#").encode(), "items.json"), id="json"),
    pytest.param(import_text(ONETABLE_SOURCE.encode(), "items.ts"), id="source"),
    *(pytest.param(import_text(path.read_bytes(), path.name), id=path.stem) for path in sorted(CORPUS.glob("*.json"))),
])  # fmt: skip
def test_onetable_schemas_come_back_out_as_they_went_in(first):
    second = again("onetable", first)
    assert second.importer == "onetable"
    assert shape(second) == shape(first)


def test_a_mark_that_is_also_a_field_is_written_once() -> None:
    # TypeScript refuses an object that names a property twice (TS1117).
    imported = import_text(
        b"""
export const Schema = {
  version: '1.0.0',
  indexes: { primary: { hash: 'pk', sort: 'sk' } },
  models: {
    Desk: {
      pk: { type: String, value: 'desk#${number}' },
      sk: { type: String, value: 'kind#${_type}' },
      number: { type: String, required: true },
      _type: { type: String },
    },
  },
}
import { Table } from 'dynamodb-onetable'
""",
        "schema.ts",
    )
    text = sources("onetable", imported.design).decode()
    bodies = [one.split("\n}\n")[0] for one in text.split("export function stored")[1:]]
    assert [one.count("_type:") for one in bodies] == [1]
