"""A design that is moved on by a change is the design made anew, and keeps the objects that the change left alone."""

from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.parts import ROOT, Part, PartKind
from modeler.core.documents.incremental_design import reassemble
from modeler.core.documents.parts_codec import ShownFields, design_of, parts_of
from modeler.core.documents.reading import from_document
from modeler.core.edits.changes import apply, births, removal, set_field
from tests.modeler.core import strategies


def entity(name, prefix, **more):
    return {
        "name": name,
        "attributes": [{"name": "id"}, {"name": "at"}],
        "overloads": [{"index": None, "keys": {"PK": f"{prefix}#{{id}}", "SK": "{at}"}}],
        "items": [{"id": f"{prefix}1", "at": "x"}, {"id": f"{prefix}2", "at": "y"}],
        **more,
    }


PARTS = parts_of(
    from_document(
        {
            "keysheet": 1,
            "name": "Shop",
            "tables": [
                {
                    "name": "main",
                    "partition_key": [{"name": "PK"}],
                    "sort_key": [{"name": "SK"}],
                    "indexes": [{"name": "GSI1", "partition_key": [{"name": "at"}]}],
                    "entities": [entity("Order", "O"), entity("Customer", "C")],
                    "unassigned": [{"PK": "?"}],
                },
                {"name": "other", "partition_key": [{"name": "PK"}], "entities": [entity("Log", "L")]},
            ],
            "relations": [{"parent": "Customer", "child": "Order", "name": "places"}],
            "access_patterns": [
                {"code": "A1", "operation": "Query", "table": "main", "key": {"PK": "O#"}, "entities": ["Order"]},
                {"code": "A2", "operation": "Query", "table": "main", "key": {"PK": "C#"}, "entities": ["Customer"]},
            ],
        }
    )
)
DESIGN = design_of(PARTS)


def find(kind, name="", parent=""):
    return next(
        part.id
        for part in PARTS.values()
        if part.kind is kind and (not name or part.name == name) and (not parent or part.parent == parent)
    )


ORDER = find(PartKind.ENTITY, "Order")


def moved(*changes, parts=PARTS):
    after = parts
    for change in changes:
        after = apply(after, change)
    made = reassemble(parts, design_of(parts), after)
    assert made == design_of(after)
    return reassemble(PARTS, DESIGN, after)


def test_a_renamed_attribute_leaves_the_other_entities_and_tables_as_they_are():
    made = moved(set_field(PARTS, find(PartKind.ATTRIBUTE, "at", ORDER), "name", "placedAt"))
    order, customer = made.tables[0].entities
    assert order.overloads[0].keys["SK"] == "{placedAt}"
    assert set(order.items[0].values) == {"id", "placedAt"}
    assert customer is DESIGN.tables[0].entities[1]
    assert made.tables[1] is DESIGN.tables[1]
    assert made.tables[0].indexes[0] is DESIGN.tables[0].indexes[0]


def test_an_edited_item_leaves_its_neighbours_as_they_are():
    item = find(PartKind.ITEM, parent=ORDER)
    made = moved(set_field(PARTS, item, f"values.@{find(PartKind.ATTRIBUTE, 'id', ORDER)}", "O9"))
    old, new = DESIGN.tables[0].entities[0].items, made.tables[0].entities[0].items
    assert new[0].values["id"].data == "O9"
    assert new[1] is old[1]
    assert made.patterns[0] is DESIGN.patterns[0]


def test_a_removed_item_is_gone_and_the_others_stay():
    made = moved(removal(PARTS, find(PartKind.ITEM, parent=ORDER)))
    assert made.tables[0].entities[0].items == DESIGN.tables[0].entities[0].items[1:]


def test_an_entity_that_shows_a_name_of_another_is_made_anew_with_it():
    foreign = find(PartKind.ATTRIBUTE, "at", find(PartKind.ENTITY, "Customer"))
    overload = find(PartKind.OVERLOAD, parent=ORDER)
    parts = apply(PARTS, set_field(PARTS, overload, "keys.SK", f"{{@{foreign}}}"))
    renamed = apply(parts, set_field(parts, foreign, "name", "since"))
    made = reassemble(parts, design_of(parts), renamed)
    assert made == design_of(renamed)
    assert made.tables[0].entities[0].overloads[0].keys["SK"] == "{since}"


def test_an_edited_pattern_is_all_that_is_read_again(monkeypatch):
    after = apply(PARTS, set_field(PARTS, find(PartKind.PATTERN, parent=ROOT), "name", "Orders by id"))
    read = []
    shown = ShownFields.fields
    monkeypatch.setattr(ShownFields, "fields", lambda self, part: read.append(part.kind) or shown(self, part))
    made = reassemble(PARTS, DESIGN, after)
    assert read.count(PartKind.PATTERN) == 1
    assert not {PartKind.ATTRIBUTE, PartKind.OVERLOAD, PartKind.RELATION} & set(read)
    assert made.patterns[0].name == "Orders by id"
    assert (made.patterns[1], *made.relations) == (DESIGN.patterns[1], *DESIGN.relations)
    assert made == design_of(after)


def test_patterns_and_relations_show_the_new_name_of_an_entity():
    made = moved(set_field(PARTS, ORDER, "name", "Purchase"))
    assert [list(one.entities) for one in made.patterns] == [["Purchase"], ["Customer"]]
    assert made.relations[0].child == "Purchase"
    assert made.patterns[1] is DESIGN.patterns[1]


def test_patterns_come_in_their_new_order():
    first, second = (part for part in PARTS.values() if part.kind is PartKind.PATTERN)
    made = moved(
        set_field(PARTS, first.id, "position", second.position),
        set_field(PARTS, second.id, "position", first.position),
    )
    assert [one.code for one in made.patterns] == ["A2", "A1"]


def test_a_table_that_comes_back_brings_its_entities():
    table = find(PartKind.TABLE, "other")
    gone = apply(PARTS, removal(PARTS, table))
    back = apply(gone, set_field(gone, table, "removed", None))
    assert reassemble(gone, design_of(gone), back) == DESIGN


def test_an_item_that_died_is_not_shown():
    item = find(PartKind.ITEM, parent=ORDER)
    after = {identity: part for identity, part in PARTS.items() if identity != item}
    made = reassemble(PARTS, DESIGN, after)
    assert made == design_of(after)
    assert len(made.tables[0].entities[0].items) == 1


def test_a_design_comes_from_nothing():
    nothing = {ROOT: Part(ROOT, PartKind.DESIGN, "", {"name": "Shop"})}
    made = apply({}, births(PARTS))
    assert reassemble(nothing, design_of(nothing), made) == DESIGN


@given(strategies.designs(), st.data())
def test_any_edit_gives_the_design_that_is_made_anew(design, data):
    parts = parts_of(design)
    after = parts
    for _ in range(3):
        part = data.draw(st.sampled_from(sorted(after)))
        if after[part].is_removed:
            change = set_field(after, part, "removed", None)
        elif part != ROOT and data.draw(st.booleans()):
            change = removal(after, part)
        else:
            field = {PartKind.ITEM: "values.extra", PartKind.OVERLOAD: "when"}.get(after[part].kind, "name")
            change = set_field(after, part, field, "x")
        after = apply(after, change)
    assert reassemble(parts, design_of(parts), after) == design_of(after)
