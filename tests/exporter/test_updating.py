"""A design updated from a file: what the file says changes; ids, words, patterns and items that it leaves out stay."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from exporter.importers import import_text
from exporter.targets import target
from exporter.updating import update_of, updated
from modeler.core.design.model import Design
from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.documents.reading import dump, from_document, to_document
from modeler.core.edits.changes import apply, invert
from modeler.examples import examples
from tests.exporter.importers.tables import infrastructure_designs, said
from tests.exporter.targets.designs.all_designs import everything, key, small


@given(one=infrastructure_designs(), other=infrastructure_designs())
@settings(max_examples=60, deadline=None)
def test_the_change_gives_what_updated_gives_and_can_be_taken_back(one, other):
    parts = parts_of(one)
    change = update_of(parts, other)
    after = apply(parts, change)
    assert to_document(design_of(after)) == to_document(updated(one, other))
    assert to_document(design_of(apply(after, invert(change)))) == to_document(one)
    assert update_of(after, other) == ()


@given(one=infrastructure_designs(), other=infrastructure_designs())
@settings(max_examples=40, deadline=None)
def test_tables_of_the_file_are_as_the_file_says(one, other):
    after = {table["name"]: table for table in said(updated(one, other, whole=True))}
    assert after.keys() == {table.name for table in other.tables}
    for table in said(other):
        mine = after[table["name"]]
        assert (mine["partition_key"], mine.get("sort_key")) == (table["partition_key"], table.get("sort_key"))
        names = {index["name"] for index in table.get("indexes", ())}
        assert {index["name"] for index in mine.get("indexes", ())} == names


@pytest.mark.parametrize(
    "design", [small(), everything(), *(one.design for one in examples())], ids=lambda one: one.name
)
@pytest.mark.parametrize("name", ["json", "workbench", "cloudformation"])
def test_a_file_that_was_written_from_a_design_changes_nothing(design, name):
    file = target(name).build(design).files[0]
    assert update_of(parts_of(design), import_text(file.content, file.path).design) == ()


def test_ids_words_patterns_and_items_survive_a_template():
    design = everything()
    table = design.tables[0]
    changed = replace(
        table,
        settings={**table.settings, "ttl_attribute": "gone_at", "environment": "production"},
        entities=(),
        unassigned=(),
        description="",
    )
    imported = replace(
        design, tables=(replace(changed, settings={**changed.settings, "environment": "test"}),), patterns=()
    )
    after = updated(design, imported)
    first = after.tables[0]
    assert first.settings["ttl_attribute"] == "gone_at"
    assert (first.id, first.description, first.entities) == (table.id, table.description, table.entities)
    assert after.patterns == design.patterns
    assert after.tables[1] == design.tables[1]


def test_items_are_replaced_only_where_the_file_has_some():
    design = small()
    document = to_document(design)
    entity = document["tables"][0]["entities"][0]
    one = dict(entity["items"][0])
    one.pop("id", None)
    entity["items"] = [one]
    after = updated(design, from_document(document))
    assert len(after.tables[0].entities[0].items) == 1
    entity["items"] = []
    assert updated(design, from_document(document)).tables[0].entities[0].items == design.tables[0].entities[0].items


def test_an_index_that_goes_takes_its_cells_along_and_nothing_else():
    design = everything()
    table = design.tables[0]
    imported = replace(design, tables=(replace(table, indexes=table.indexes[1:], entities=()),), patterns=())
    after = updated(design, imported).tables[0]
    assert [index.name for index in after.indexes] == [index.name for index in table.indexes[1:]]
    gone = table.indexes[0].name
    assert not [one for entity in after.entities for one in entity.overloads if one.index == gone]
    kept = [one for entity in table.entities for one in entity.overloads if one.index != gone]
    assert [one for entity in after.entities for one in entity.overloads] == kept


def test_a_new_part_never_takes_the_id_of_another():
    raw = {"keysheet": 1, "name": "x", "tables": [{"name": "orders", "partition_key": key("PK")}]}
    imported = from_document(raw)
    # A table that was called orders and is now called archive still has the id that the name orders gives.
    renamed = replace(imported, tables=(replace(imported.tables[0], name="archive"),))
    both = from_document({**raw, "tables": [*raw["tables"], {"name": "archive", "partition_key": key("PK")}]})
    after = updated(renamed, both)
    assert sorted(table.name for table in after.tables) == ["archive", "orders"]
    assert next(table.id for table in after.tables if table.name == "archive") == renamed.tables[0].id
    assert len({table.id for table in after.tables}) == 2
    assert import_text(dump(after).encode()).design == after


def test_relations_are_matched_by_their_entities_and_survive_a_file_without_any():
    def of(*relations: dict) -> Design:
        entities = [{"name": "Customer"}, {"name": "Order"}]
        return from_document(
            {
                "keysheet": 1,
                "name": "Shop",
                "tables": [{"name": "app", "entities": entities}],
                "relations": list(relations),
            }
        )

    placed = {"parent": "Customer", "child": "Order"}
    counted = {**placed, "per_parent": {"average": 3}}
    assert [one.per_parent.average for one in updated(of(placed), of(counted)).relations] == [3]
    assert [one.label for one in updated(of(counted), of()).relations] == ["Customer to Order"]
    assert [one.label for one in updated(of(), of(counted), whole=True).relations] == ["Customer to Order"]


def test_what_a_template_shows_beside_a_table_replaces_nothing():
    before = small()
    table = before.tables[0]
    ours = {"ops": {"alarms": True}, "stream_consumers": [{"name": "a", "kind": "lambda", "needs": "new"}]}
    design = replace(before, tables=(replace(table, settings={**table.settings, **ours}),))
    seen = {"ops": {"existing_alarms": ["x"]}, "stream_consumers": [{"name": "b", "kind": "lambda"}]}
    imported = replace(before, tables=(replace(table, settings={**table.settings, **seen}),))
    unsaid = frozenset({"ops", "stream_consumers"})
    assert update_of(parts_of(design), imported, unsaid=unsaid) == ()
    assert updated(before, imported, unsaid=unsaid).tables[0].settings["ops"] == seen["ops"]
    own = updated(design, imported).tables[0].settings
    assert own["stream_consumers"] == seen["stream_consumers"]
