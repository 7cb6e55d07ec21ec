"""The table of fields: the published schema is what it says, every field is read and written, and names follow."""

import dataclasses
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from modeler.core.design import items, model, patterns, tables
from modeler.core.design.parts import CHILDREN, SPLIT, PartKind
from modeler.core.documents.parts_codec import check_field, design_of, parts_of
from modeler.core.documents.reading import check, dump, from_document, load, to_document
from modeler.core.fields.schema import schema
from modeler.core.fields.shapes import Children, Written
from modeler.core.fields.table import FIELDS
from tests.fields import full_designs, missing
from tests.modeler.core.edits.renaming import rename, replaced

PUBLISHED = Path("modeler/core/data/keysheet-1.schema.json")
VALUES = {
    PartKind.DESIGN: model.Design,
    PartKind.TABLE: tables.Table,
    PartKind.INDEX: tables.Index,
    PartKind.ENTITY: items.Entity,
    PartKind.ATTRIBUTE: items.Attribute,
    PartKind.OVERLOAD: items.Overload,
    PartKind.ITEM: items.SampleItem,
    PartKind.PATTERN: patterns.AccessPattern,
}
# What a value has that is no field of its own in the document, and the other way round.
DERIVED = {
    PartKind.DESIGN: {"patterns"},
    PartKind.INDEX: {"capacity"},
    PartKind.PATTERN: {"extra", "own_parameters"},
}
IN_CAPACITY = {"provisioned", "auto_scaling", "on_demand_maximum", "warm_throughput"}
full = settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40)


def test_the_published_schema_is_what_the_table_says():
    """docs/extending.md has the command that writes it. The order of members counts: it is what people compare."""
    assert PUBLISHED.read_text("utf-8") == json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("kind", list(VALUES))
def test_every_attribute_of_a_value_is_declared_once(kind):
    held = {one.name for one in dataclasses.fields(VALUES[kind])} - DERIVED.get(kind, set())
    declared = [one.held for one in FIELDS[kind] if one.written is not Written.AS_READ]
    expected = held | (IN_CAPACITY if kind is PartKind.INDEX else set()) | ({"id"} & held)
    assert len(declared) == len(set(declared))
    assert set(declared) - {"access_patterns"} == expected


@pytest.mark.parametrize("kind", list(VALUES))
def test_parts_of_parts_and_split_mappings_are_fields(kind):
    below = {one.name for one in FIELDS[kind] if isinstance(one.shape, Children)}
    assert below - {"steps"} == set(CHILDREN.get(kind, ()))
    assert SPLIT.get(kind, frozenset()) <= {one.name for one in FIELDS[kind]}


@full
@given(full_designs())
def test_every_field_is_read_and_written(document):
    assert missing(PartKind.DESIGN, document) == []
    check(document)
    made = from_document(document)
    assert load(dump(made)) == made
    assert missing(PartKind.DESIGN, to_document(made)) == []
    assert dump(load(dump(made))) == dump(made)


@full
@given(full_designs())
def test_every_field_is_stored_in_parts_and_every_part_can_be_stored(document):
    made = from_document(document)
    parts = parts_of(made)
    assert to_document(design_of(parts)) == to_document(made)
    for part in parts.values():
        for field, value in part.fields.items():
            check_field(part.kind, field, value)


@full
@given(full_designs(), st.data())
def test_a_name_is_replaced_in_every_field(document, data):
    made = from_document(document)
    parts = parts_of(made)
    named = [one for one in parts.values() if one.kind not in (PartKind.DESIGN, PartKind.PATTERN) and one.name]
    part = data.draw(st.sampled_from(named))
    after = to_document(design_of(rename(parts, part, "zebra")))
    assert after == replaced(to_document(made), part.name, "zebra")


@full
@given(full_designs())
def test_a_new_code_is_replaced_in_every_field(document):
    made = from_document(document)
    parts = parts_of(made)
    part = next(one for one in parts.values() if one.fields.get("code") == "QOne")
    assert to_document(design_of(rename(parts, part, "QNine", "code"))) == replaced(to_document(made), "QOne", "QNine")
