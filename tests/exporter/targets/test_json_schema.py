"""The JSON Schema of an entity accepts its sample items, and nothing with another entity's keys."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporter.importers import import_text
from exporter.targets import target
from exporter.targets.documents.json_schema import DIALECT, entity_schema, plain_item
from exporter.targets.support.template_regex import template_pattern, value_pattern
from modeler.core.design.items import Attribute
from modeler.core.items.materialize import item_writer
from modeler.core.keys import templates
from modeler.core.keys.attribute_formats import FORMATS
from modeler.core.values.attribute_values import AttributeType, string
from modeler.examples import examples
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil, shared_models, small


def valid(schema, item):
    jsonschema.Draft202012Validator.check_schema(schema)
    return list(jsonschema.Draft202012Validator(schema).iter_errors(item))


def problems(design):
    """Whatever a schema says against the sample items that it should describe (imported ones that differ aside)."""
    found = []
    for table, entity in design.entities():
        schema, write = entity_schema(table, entity), item_writer(table, entity)
        for sample in entity.items:
            if not sample.stored_keys:
                item = plain_item(write(sample).item)
                found += [f"{entity.name}: {error.message}" for error in valid(schema, item)]
    return found


@pytest.mark.parametrize("path", shared_models())
def test_every_item_of_a_published_model_fits_its_entity(path):
    assert problems(import_text(path.read_bytes(), path.name).design) == []


@pytest.mark.parametrize("make", [small, everything])
def test_every_item_of_our_designs_fits_its_entity(make):
    assert problems(make()) == []


def test_every_item_of_the_examples_fits_its_entity():
    for example in examples():
        assert problems(example.design) == []


def test_each_file_is_a_schema_of_its_own_and_all_are_in_the_first():
    first, *others = target("json-schema").export(everything())
    assert [file.path for file in others] == ["entities/Order.schema.json", "entities/Session.schema.json"]
    for file in (first, *others):
        schema = json.loads(file.text)
        assert schema["$schema"] == DIALECT
        jsonschema.Draft202012Validator.check_schema(schema)
    whole = json.loads(first.text)
    example = whole["$defs"]["Session"]["examples"][0]
    assert valid(whole, example) == []
    assert valid(whole, {**example, "id": "no uuid"})


def test_a_key_of_another_shape_is_refused():
    design = small()
    schema = entity_schema(design.tables[0], design.tables[0].entities[0])
    item = {"customerId": "a1", "email": "ada@example.org", "PK": "CUST#a1", "SK": "PROFILE"}
    assert valid(schema, item) == []
    assert valid(schema, {**item, "PK": "CUST#a#1"})
    assert valid(schema, {**item, "SK": "profile"})
    assert valid(schema, {**item, "GSI1PK": "EMAIL#nobody"})
    assert valid(schema, {name: value for name, value in item.items() if name != "PK"})


def test_several_overloads_of_one_index_are_alternatives():
    design = everything()
    key = entity_schema(design.tables[0], design.tables[0].entities[0])["properties"]["GSI1PK"]
    assert valid(key, "DONE") == []
    assert valid(key, "OPEN#9") == []
    assert valid(key, "OPEN#10")


@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_hostile_texts_give_schemas_that_hold(text):
    for file in target("json-schema").export(evil(text)):
        schema = json.loads(file.text)
        jsonschema.Draft202012Validator.check_schema(schema)
    entity = evil(text).tables[0].entities[0]
    schema = entity_schema(evil(text).tables[0], entity)
    assert schema["properties"]["a"]["enum"] == [text]


@given(literal=st.text(min_size=1, max_size=12), value=st.text(min_size=1, max_size=12))
def test_a_pattern_matches_whatever_its_template_renders(literal, value):
    template = templates.print_template(
        (templates.LiteralText(literal), templates.Reference("a"), templates.LiteralText(literal))
    )
    pattern = template_pattern(template, {"a": Attribute("", "a", AttributeType.S)})
    rendered = templates.render(templates.parse(template), {"a": string(value)}, {})
    assert re.search(pattern, rendered)


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_accepts_its_own_example(name):
    form = FORMATS[name]
    if AttributeType.S in form.types:
        pattern = value_pattern(Attribute("", "a", AttributeType.S, name))
        assert re.search(pattern, form.example), pattern
