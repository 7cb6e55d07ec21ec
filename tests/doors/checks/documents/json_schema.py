"""JSON Schema: each document is of its dialect, takes every sample item, and its patterns match every key made."""

from __future__ import annotations

import json
import re

import jsonschema

from exporter.targets.documents.json_schema import plain_item
from modeler.core.items.materialize import item_writer
from modeler.core.keys import templates
from modeler.core.values.attribute_values import AttributeType
from tests.doors.checks import Door

VALIDATOR = jsonschema.Draft202012Validator


def check(door: Door) -> str:
    for file in door.export.files:
        VALIDATOR.check_schema(json.loads((door.folder / file.path).read_text("utf-8")))
    whole = json.loads((door.folder / door.export.files[0].path).read_text("utf-8"))
    schemas = [json.loads((door.folder / file.path).read_text("utf-8")) for file in door.export.files[1:]]
    entities = list(door.design.entities())
    assert [schema["title"] for schema in schemas] == [entity.name for _, entity in entities]
    items = patterns = 0
    for schema, (table, entity) in zip(schemas, entities, strict=True):
        validator, write = VALIDATOR(schema), item_writer(table, entity)
        patterns += _patterns_stand(schema, table, entity)
        for sample in entity.items:
            stored = write(sample)
            # An imported item may carry keys that its templates do not give, which is a finding and no fit.
            if not sample.stored_keys and not stored.problems:
                plain = plain_item(stored.item)
                assert [error.message for error in validator.iter_errors(plain)] == [], entity.name
                assert VALIDATOR(whole).is_valid(plain)
                _matches(schema, table, stored.item)
                items += 1
    return f"{len(schemas)} schemas take {items} items; {patterns} key patterns"


def _patterns_stand(schema, table, entity) -> int:
    """Every text key with a readable template has a pattern."""
    said = 0
    own = {attribute.name for attribute in entity.attributes if not attribute.key_only}
    for index in table.all_indexes:
        for overload in entity.overloads_of(None if index.is_base else index.name):
            for key in index.keys:
                text = overload.keys.get(key.name)
                if text is None or key.name in own or key.type is not AttributeType.S or templates.parse(text).problem:
                    continue
                found = schema["properties"][key.name]
                assert _patterns(found), (entity.name, key.name)
                said += 1
    return said


def _patterns(schema) -> list[str]:
    return [one["pattern"] for one in (schema, *schema.get("anyOf", ())) if "pattern" in one]


def _matches(schema, table, item) -> None:
    for name in {name for index in table.all_indexes for name in index.key_names} & item.keys():
        if patterns := _patterns(schema["properties"].get(name, {})):
            assert any(re.search(pattern, item[name].data) for pattern in patterns), (name, item[name])
