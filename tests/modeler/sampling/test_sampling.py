"""Sample items made from formats: they fit, they belong together, and a seed says all of them."""

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.algebra.automaton import automaton, shared_text
from modeler.core.design.items import Attribute, Entity, SampleItem, SizeFact
from modeler.core.design.model import Design
from modeler.core.design.tables import Table
from modeler.core.documents.reading import from_document
from modeler.core.items.item_collections import collisions
from modeler.core.items.materialize import materialise
from modeler.core.keys.attribute_formats import FORMATS, format_of, value_class, value_lengths, value_shape
from modeler.core.values.attribute_values import AttributeType, problems, value_size
from modeler.examples import NAMES as EXAMPLES
from modeler.examples import example
from modeler.sampling.making import samples

NAMES = ["name", "orderId", "email", "total", "createdAt", "city", "x", "sku", "phone", "expiresAt", "label"]


def design_of(*entities):
    return Design("made", tables=(Table("t", "main", (), entities=entities),))


def ids_of(document):
    design = from_document(document)
    return design, {entity.name: entity.id for _, entity in design.entities()}


@st.composite
def attributes(draw):
    """An attribute of any declared format and a type that it fits, with a range or a size now and then."""
    name = draw(st.sampled_from((*FORMATS, "shard(10)")))
    made = format_of(Attribute("a", "a", AttributeType.S, name))
    kind = draw(st.sampled_from(made.types))
    least = max(made.min_length, 6)
    size = draw(st.none() | st.builds(SizeFact, st.integers(least, 60).map(float), st.integers(60, 200).map(float)))
    low = draw(st.integers(0, 500))
    span = draw(st.none() | st.tuples(st.just(low), st.integers(low, low + 10**6)))
    is_ranged = made.name in ("integer", "money", "decimal")
    is_sized = made.name in ("id", "text", "slug", "hash", "html", "email")
    return Attribute(
        "a", draw(st.sampled_from(NAMES)), kind, name,
        values=draw(st.just({}) | st.just({"OPEN": 0.2, "DONE": 0.8})) if name == "enum" else {},
        size=size if is_sized else None, range=span if is_ranged else None,
    )  # fmt: skip


def fits(attribute, value):
    """The format's own check: its characters, its lengths, and the shape that the algebra of keys reasons with."""
    text = {True: "true", False: "false"}.get(value.data, value.data)
    least, most = value_lengths(attribute)
    shape = shared_text(automaton((value_shape(attribute),)), automaton(((text,),)))
    return value_class(attribute).allows(text) and least <= len(text) <= (most or len(text)) and shape is not None


@given(attribute=attributes(), seed=st.integers(0, 10**9))
def test_every_value_fits_its_format(attribute, seed):
    entity = Entity("e", "Thing", attributes=(attribute,))
    made = samples(design_of(entity), {"e": 6}, seed).items["e"]
    assert len(made) == 6
    for item in made:
        value = item[attribute.name]
        assert value.type is attribute.type
        assert fits(attribute, value), value
        assert not list(problems(value))
        if attribute.range is not None:
            assert attribute.range[0] <= float(value.data) <= attribute.range[1]


@given(kind=st.sampled_from(list(AttributeType)), name=st.sampled_from(NAMES), seed=st.integers(0, 10**6))
def test_a_value_without_a_format_is_one_that_dynamodb_takes(kind, name, seed):
    entity = Entity("e", "Thing", attributes=(Attribute("a", name, kind),))
    for item in samples(design_of(entity), {"e": 4}, seed).items["e"]:
        assert item[name].type is kind
        assert not list(problems(item[name]))


@pytest.mark.conformance(cases=2)
@pytest.mark.parametrize("key", EXAMPLES)
def test_the_same_seed_gives_the_same_items_and_another_gives_others(key):
    design = example(key).design
    counts = {entity.id: 5 for _, entity in design.entities()}
    first, again, other = (samples(design, counts, seed) for seed in (7, 7, 8))
    assert first == again
    assert first.items != other.items


@pytest.mark.parametrize("key", EXAMPLES)
def test_every_generated_item_can_be_stored_and_has_a_key_of_its_own(key):
    design = example(key).design
    made = samples(design, {entity.id: 12 for _, entity in design.entities()}, 3, adding=False)
    for table in design.tables:
        entities = tuple(
            replace(one, items=tuple(SampleItem(f"{one.id}-{n}", item) for n, item in enumerate(made.items[one.id])))
            for one in table.entities
        )
        stored = materialise(replace(table, entities=entities, unassigned=()))
        assert [one.problems for one in stored if one.problems] == []
        assert collisions(stored) == ()


def test_children_belong_to_parents_that_are_there():
    design = example("order-management").design
    ids = {entity.name: entity.id for _, entity in design.entities()}
    made = samples(design, {ids["Customer"]: 3, ids["Order"]: 40, ids["LineItem"]: 90}, 1, adding=False).items
    customers = {item["customerId"] for item in made[ids["Customer"]]}
    orders = {item["orderId"] for item in made[ids["Order"]]}
    assert {item["customerId"] for item in made[ids["Order"]]} <= customers
    assert {item["orderId"] for item in made[ids["LineItem"]]} <= orders
    lines = {}
    for item in made[ids["LineItem"]]:
        lines.setdefault(item["orderId"], []).append(int(item["line"].data))
    assert all(sorted(numbers) == list(range(1, len(numbers) + 1)) for numbers in lines.values())


def test_what_a_parent_was_given_goes_down_to_its_children():
    design = example("saas-projects").design
    ids = {entity.name: entity.id for _, entity in design.entities()}
    made = samples(design, {entity.id: 20 for _, entity in design.entities()}, 5, adding=False).items
    tenants = {item["projectId"]: item["tenantId"] for item in made[ids["Project"]]}
    assert all(tenants[item["projectId"]] == item["tenantId"] for item in made[ids["Task"]])
    users = {item["userId"]: item["email"] for item in made[ids["User"]]}
    assert all(users[item["userId"]] == item["email"] for item in made[ids["UserEmail"]])
    assert {item["assigneeId"] for item in made[ids["Task"]]} <= users.keys()


def test_a_key_that_names_no_entity_makes_nobody_a_parent():
    keys = {"PK": "ID#{id}", "SK": "METADATA"}
    entities = [
        {
            "name": name, "identity": ["id"], "overloads": [{"index": None, "keys": keys}],
            "attributes": [{"name": "id", "type": kind, "format": form}, *more],
        }
        for name, kind, form, more in (
            ("Clinic", "N", "integer", []),
            ("Patient", "S", "uuid4", []),
            ("Visit", "S", "uuid4", [{"name": "clinic_id", "type": "N", "format": "integer"}]),
            ("Drug", "N", "integer", [{"name": "visit_id", "type": "S", "format": "uuid4"}]),
        )
    ]  # fmt: skip
    table = {"name": "main", "partition_key": [{"name": "PK"}], "sort_key": [{"name": "SK"}], "entities": entities}
    design, ids = ids_of({"keysheet": 1, "name": "x", "tables": [table]})
    made = samples(design, dict.fromkeys(ids.values(), 12), 1, adding=False).items
    visits, drugs = made[ids["Visit"]], made[ids["Drug"]]
    assert len(visits) == 12
    assert {one["id"].type for one in (*visits, *made[ids["Patient"]])} == {AttributeType.S}
    assert {one["clinic_id"] for one in visits} <= {one["id"] for one in made[ids["Clinic"]]}
    assert {one["visit_id"] for one in drugs} <= {one["id"] for one in visits}


def test_items_that_are_there_are_parents_too_and_no_identity_is_given_twice():
    document = {
        "keysheet": 1, "name": "x", "tables": [{
            "name": "main", "partition_key": [{"name": "PK"}],
            "entities": [
                {"name": "Shop", "identity": ["id"], "attributes": [{"name": "id", "format": "id"}],
                 "items": [{"id": "s1"}]},
                {"name": "Visit", "identity": ["shop_id", "day"],
                 "attributes": [{"name": "shop_id", "format": "id"}, {"name": "day", "format": "enum",
                                                                  "values": {"mon": 0.5, "tue": 0.3, "sun": 0.2}}],
                 "items": [{"shop_id": "s1", "day": "mon"}]},
            ],
        }],
    }  # fmt: skip
    design, ids = ids_of(document)
    made = samples(design, {ids["Visit"]: 9}, 1)
    assert {item["shop_id"].data for item in made.items[ids["Visit"]]} == {"s1"}
    assert sorted(item["day"].data for item in made.items[ids["Visit"]]) == ["sun", "tue"]
    assert made.remarks == ("Visit: 2 of 9, all values of shop_id and day are already used",)


def test_shares_are_kept_to_the_item():
    entity = Entity(
        "e", "Job", identity=("id",),
        attributes=(
            Attribute("1", "id", AttributeType.S, "uuid4"),
            Attribute("2", "state", AttributeType.S, "enum", values={"NEW": 0.25, "DONE": 0.75}),
            Attribute("3", "note", AttributeType.S, "text", optional=0.1),
        ),
    )  # fmt: skip
    made = samples(design_of(entity), {"e": 200}, 11).items["e"]
    assert sum(item["state"].data == "NEW" for item in made) == 50
    assert sum("note" in item for item in made) == 20


def test_times_of_an_item_are_in_their_order():
    names = ("deliveredAt", "createdAt", "expiresAt", "shippedAt", "updatedAt")
    entity = Entity("e", "Parcel", attributes=tuple(Attribute(n, n, AttributeType.S, "iso") for n in names))
    for item in samples(design_of(entity), {"e": 30}, 2).items["e"]:
        moments = {name: datetime.fromisoformat(item[name].data) for name in names}
        in_order = [moments[n] for n in ("createdAt", "shippedAt", "deliveredAt", "updatedAt", "expiresAt")]
        assert in_order == sorted(in_order)


def test_a_name_and_an_address_of_one_person_agree():
    kinds = (("name", "text"), ("email", "email"))
    entity = Entity("e", "User", attributes=tuple(Attribute(n, n, AttributeType.S, f) for n, f in kinds))
    for item in samples(design_of(entity), {"e": 10}, 2).items["e"]:
        assert item["name"].data.split()[0].lower() in item["email"].data


def test_texts_are_about_as_long_as_their_size_says():
    entity = Entity("e", "Post", attributes=(Attribute("b", "body", AttributeType.S, "text", size=SizeFact(300, 500)),))
    sizes = [value_size(item["body"]) for item in samples(design_of(entity), {"e": 40}, 2).items["e"]]
    assert max(sizes) <= 500
    assert 200 <= sum(sizes) / len(sizes) <= 400
