"""A key attribute's new name: everything that speaks of it follows, and nothing else."""

import pytest

from modeler.core.documents.parts_codec import design_of, parts_of
from modeler.core.documents.reading import from_document
from modeler.core.edits.changes import apply, undo
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Renamed, typed_of
from modeler.core.errors import Conflict, Invalid, Missing
from modeler.core.items.item_collections import item_collections
from modeler.core.items.materialize import materialise
from modeler.core.servings import serving
from tests.factories.documents import small_document

DOCUMENT = small_document()


def begun(**more):
    return parts_of(from_document({**DOCUMENT, **more}))


def renamed(parts, *edits):
    return apply(parts, typed_change(parts, edits))


def key_names(index):
    return [key.name for key in index.keys]


def collected(design):
    """Partition key values of the first index."""
    table = design.tables[0]
    return [
        [*map(str, (value.data for value in one.partition))]
        for one in item_collections(table, table.indexes[0], materialise(table))
    ]


def test_the_name_of_a_tables_key_changes_in_every_template_and_condition():
    parts = begun()
    table = next(part for part in parts.values() if part.kind == "table")
    before, after = design_of(parts), design_of(renamed(parts, Renamed(table.id, "PK", "pk")))
    assert key_names(after.tables[0].base) == ["pk", "SK"]
    for old, new in zip(before.tables[0].entities, after.tables[0].entities, strict=True):
        assert [one.keys.get("pk") for one in new.overloads_of(None)] == [
            one.keys["PK"] for one in old.overloads_of(None)
        ]
        assert all("PK" not in one.keys for one in new.overloads)
    assert [serving(after, one).served for one in after.patterns] == [
        serving(before, one).served for one in before.patterns
    ]
    assert [key.name for one in after.patterns if one.index is None for key in one.key if key.name == "PK"] == []


def test_undo_puts_the_old_name_back_everywhere():
    parts = begun()
    table = next(part for part in parts.values() if part.kind == "table")
    change = typed_change(parts, [Renamed(table.id, "PK", "pk")])
    after = apply(parts, change)
    assert apply(after, undo(after, change)) == parts


def test_a_colleagues_newer_template_is_carried_as_it_is_now():
    parts = begun()
    table = next(part for part in parts.values() if part.kind == "table")
    overload = next(part for part in parts.values() if "keys.PK" in part.fields)
    typed = typed_of({"put": overload.id, "field": "keys.PK", "value": "NEW#", "base": overload.fields["keys.PK"]})
    after = renamed(parts, typed, Renamed(table.id, "PK", "pk"))
    assert after[overload.id].fields["keys.pk"] == "NEW#"


def indexed(**more):
    """One table with two indexes: GSI1 has a key of its own, GSI2 is the table's key the other way round."""
    keys = {"PK": "C#{id}", "SK": "C"}
    entity = {
        "name": "C",
        "identity": ["id"],
        "attributes": [{"name": "id"}, {"name": "city"}],
        "overloads": [{"index": None, "keys": keys}, {"index": "GSI1", "keys": {"G1": "CITY#{city}"}}],
        "items": [{"id": "i1", "values": {"id": "1", "city": "Rom"}, "stored_keys": {"G1": {"S": "CITY#Rom"}}}],
    }
    indexes = [
        {"name": "GSI1", "kind": "GSI", "partition_key": [{"name": "G1"}], "projection": {"type": "ALL"}},
        {"name": "GSI2", "kind": "GSI", "partition_key": [{"name": "SK"}], "sort_key": [{"name": "PK"}],
         "projection": {"type": "INCLUDE", "attributes": ["G1"]}},
    ]  # fmt: skip
    step = {"operation": "Query", "index": "GSI1", "key": {"G1": "CITY#{city}"}, "entities": ["C"]}
    return parts_of(
        from_document(
            {
                "keysheet": 1,
                "name": "one",
                "tables": [
                    {"name": "t", "partition_key": [{"name": "PK"}], "sort_key": [{"name": "SK"}],
                     "indexes": indexes, "entities": [entity]},
                ],
                "access_patterns": [
                    {"code": "A1", "table": "t", **step, "parameters": {"city": "Rom"}},
                    {"code": "A2", "operation": "Steps", "table": "t", "steps": [step, {**step, "index": None}]},
                ],
            }
        )
    )  # fmt: skip


def part_named(parts, name):
    return next(part for part in parts.values() if part.name == name)


def test_the_key_of_one_index_follows_in_projections_patterns_steps_and_imported_items():
    parts = indexed()
    after = design_of(renamed(parts, Renamed(part_named(parts, "GSI1").id, "G1", "cityKey")))
    table = after.tables[0]
    assert key_names(table.indexes[0]) == ["cityKey"]
    assert table.indexes[1].projection.attributes == ("cityKey",)
    assert dict(table.entities[0].overloads_of("GSI1")[0].keys) == {"cityKey": "CITY#{city}"}
    assert [*table.entities[0].items[0].stored_keys] == ["cityKey"]
    assert [key.name for key in after.patterns[0].key] == ["cityKey"]
    assert [[key.name for key in step.key] for step in after.patterns[1].steps] == [["cityKey"], ["G1"]]


def test_a_tables_key_is_renamed_in_the_indexes_that_use_it_too():
    parts = indexed()
    after = design_of(renamed(parts, Renamed(part_named(parts, "t").id, "SK", "sort")))
    assert [key_names(index) for index in after.tables[0].all_indexes] == [["PK", "sort"], ["G1"], ["sort", "PK"]]


def test_an_index_that_reads_a_key_of_the_table_is_pointed_elsewhere_alone():
    parts = indexed()
    after = design_of(renamed(parts, Renamed(part_named(parts, "GSI2").id, "SK", "other")))
    assert [key_names(index) for index in after.tables[0].all_indexes] == [["PK", "SK"], ["G1"], ["other", "PK"]]
    assert dict(after.tables[0].entities[0].overloads_of(None)[0].keys) == {"PK": "C#{id}", "SK": "C"}


def test_an_index_given_the_name_of_an_attribute_reads_the_attribute():
    parts = indexed()
    after = design_of(renamed(parts, Renamed(part_named(parts, "GSI1").id, "G1", "city")))
    assert key_names(after.tables[0].indexes[0]) == ["city"]
    assert [dict(one.keys) for one in after.tables[0].entities[0].overloads_of("GSI1")] == [{}]
    assert collected(after) == [["Rom"]]


@pytest.mark.parametrize(
    ("part", "old", "new", "refusal"),
    [("t", "PK", "SK", Conflict), ("t", "PK", "", Invalid), ("t", "G1", "x", Invalid), ("C", "PK", "x", Invalid)],
)
def test_what_cannot_be_renamed_is_refused(part, old, new, refusal):
    parts = indexed()
    with pytest.raises(refusal):
        typed_change(parts, [Renamed(part_named(parts, part).id, old, new)])


def test_a_key_of_a_part_that_is_gone_is_missing():
    with pytest.raises(Missing):
        typed_change(indexed(), [typed_of({"rename_key": "nowhere", "from": "a", "to": "b"})])
