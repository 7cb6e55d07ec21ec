"""Expected sizes of items and index entries, and shares of sparse indexes. facts/item-sizes#values."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.items import Attribute, Entity, Overload, SampleItem, SizeFact
from modeler.core.design.tables import Index, IndexKind, KeyAttribute, Projection, ProjectionType, Table
from modeler.core.items.index_shares import Share, row_of, share_of_row
from modeler.core.items.item_states import EntityFacts
from modeler.core.items.materialize import materialise
from modeler.core.items.sizes import Sizes, entry_estimate, item_estimate, projected_names
from modeler.core.items.value_bounds import text_span, value_span
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType, AttributeValue, item_size, number, string, utf8_length
from tests.modeler.core.capacity.lab import ORDER, design

S, N = AttributeType.S, AttributeType.N


def table_with(entity: Entity, *indexes: Index) -> Table:
    return Table("t", "main", (KeyAttribute("PK", S),), (KeyAttribute("SK", S),), indexes, (entity,))


def index_of(*names: str, projection: Projection | None = None) -> Index:
    keys = tuple(KeyAttribute(name, S) for name in names)
    projection = projection or Projection(ProjectionType.KEYS_ONLY)
    return Index(names[0], "GSI1", IndexKind.GSI, keys[:1], keys[1:], projection)


def share_in_index(table: Table, index: Index, entity: Entity) -> Share:
    facts = EntityFacts.of(entity)
    return share_of_row(row_of(table, index, facts), facts)


def test_the_labs_order_is_130_bytes_while_it_is_open():
    table = design().tables[0]
    opened = replace(table.entities[0], items=table.entities[0].items[:1])
    status = replace(opened.attributes[3], values={"OPEN": 1.0})
    opened = replace(opened, attributes=(*opened.attributes[:3], status, opened.attributes[4]))
    assert item_estimate(table, opened).average == pytest.approx(130)
    assert item_size(materialise(replace(table, entities=(opened,)))[0].item) == 130


def test_an_entry_of_the_sparse_index_is_counted_only_for_the_open_ones():
    table = design().tables[0]
    order = table.entities[0]
    sparse = table.index("GSI2")
    assert share_in_index(table, sparse, order).value == pytest.approx(0.03)
    assert share_in_index(table, table.index("GSI1"), order).value == 1
    assert entry_estimate(table, sparse, order).average == 36 + 10 + 23
    status = 6 + 0.03 * 4 + 0.95 * 7 + 0.02 * 9
    keys = 36 + (6 + 10 + status - 6) + 23
    assert item_estimate(table, order).average == pytest.approx(keys + status + 8 + 0.03 * 33)


def test_indexes_of_one_name_are_estimated_each_by_itself():
    """While somebody edits two may share a name; whichever was asked of first answered for both."""
    table = design().tables[0]
    order = table.entities[0]
    first = table.index("GSI1")
    other = replace(first, projection=Projection(ProjectionType.KEYS_ONLY))
    table = replace(table, indexes=(*table.indexes, other))
    alone = [entry_estimate(table, one, order) for one in (first, other)]
    sizes = Sizes()
    assert [sizes.entry(table, one, order) for one in (first, other)] == alone
    assert alone[0] != alone[1]


def test_the_source_is_said_in_words():
    table = design().tables[0]
    assert item_estimate(table, table.entities[0]).source == "from 2 samples, enum values and formats"
    bare = Entity("e", "Bare", (Attribute("a", "note", S),), (Overload("o", None, {"PK": "X", "SK": "Y"}),))
    estimate = item_estimate(table_with(bare), bare)
    assert estimate.source == "from key templates; the size of note is assumed"
    assert (estimate.assumed, estimate.certain) == (("note",), False)


@pytest.mark.parametrize(
    ("format_name", "size"), [("uuid4", 36), ("ulid", 26), ("date", 10), ("month", 7), ("country", 2), ("currency", 3)]
)
def test_formats_of_one_length_are_certain(format_name, size):
    span = value_span(Attribute("a", "x", S, format_name), [])
    assert (span.minimum, span.average, span.maximum, span.certain) == (size, size, size, True)


@pytest.mark.parametrize(
    ("hole", "size"),
    [("{at:iso}", 24), ("{at:month}", 7), ("{n:pad(6)}", 6), ("{n:reverse(9)}", 9), ("{x:hash(8)|upper}", 8),
     ("{x:shard(10)}", 1), ("{x:first(3)}", 3), ("{x:lower}", 5)],
)  # fmt: skip
def test_references_in_keys_have_the_length_of_their_format(hole, size):
    reference = parse(hole).references[0]
    assert text_span(Attribute("a", reference.attribute, S), reference.formats, [string("HELLO")]).average == size


def test_shard_numbers_of_two_lengths_are_averaged():
    reference = parse("{x:shard(20)}").references[0]
    assert text_span(Attribute("a", "x", S), reference.formats, []).average == 1.5


def test_a_sample_of_another_type_says_nothing_of_elements():
    odd = AttributeValue(AttributeType.BOOL, True)
    tags = Attribute("a", "tags", AttributeType.L, elements=SizeFact(10, 20))
    assert value_span(tags, [odd]) == value_span(tags, [])


def test_declared_sizes_win_over_samples_and_elements_take_the_samples_element_size():
    declared = Attribute("a", "x", S, size=SizeFact(500, 900))
    assert value_span(declared, [string("short")]).average == 500
    tags = AttributeValue(AttributeType.L, (string("ab"), string("cd")))
    listed = value_span(Attribute("a", "tags", AttributeType.L, elements=SizeFact(10, 20)), [tags])
    assert (listed.average, listed.maximum) == (3 + 10 * 3, 3 + 20 * 3)


def test_an_optional_attribute_counts_by_its_share_and_keeps_items_out_of_an_index():
    entity = Entity(
        "e", "User",
        (Attribute("a", "id", S, "uuid4"), Attribute("b", "email", S, "email", size=SizeFact(20, 60), optional=0.4)),
        (Overload("o", None, {"PK": "USER#{id}", "SK": "META"}),
         Overload("p", "GSI1", {"G": "EMAIL#{email}"}, "attribute_exists(email)")),
    )  # fmt: skip
    index = index_of("G")
    table = table_with(entity, index)
    assert share_in_index(table, index, entity).value == pytest.approx(0.4)
    base = (2 + 41) + (2 + 4) + (2 + 36)
    assert item_estimate(table, entity).average == pytest.approx(base + 0.4 * 25 + 0.4 * 27)
    assert item_estimate(table, entity).minimum == base
    assert entry_estimate(table, index, entity).average == (2 + 41) + (2 + 4) + (1 + 26)


def test_an_index_on_the_items_own_attribute_needs_no_overload():
    attributes = (Attribute("a", "id", S, "uuid4"), Attribute("b", "country", S, "country"))
    entity = Entity("e", "User", attributes, (Overload("o", None, {"PK": "{id}", "SK": "META"}),))
    table = table_with(entity, index_of("country"))
    assert share_in_index(table, table.indexes[0], entity).value == 1
    assert entry_estimate(table, table.indexes[0], entity).average == 38 + 6 + 9
    stranger = index_of("nobodyHasThis")
    assert share_in_index(table, stranger, entity).value == 0


def test_a_condition_between_two_attributes_is_judged_by_samples():
    levels = [(1, 5), (9, 5), (7, 5), (3, 5)]
    items = tuple(SampleItem(str(i), {"q": number(q), "t": number(t)}) for i, (q, t) in enumerate(levels))
    entity = Entity("e", "Stock", (Attribute("a", "q", N), Attribute("b", "t", N)),
                    (Overload("o", None, {"PK": "X", "SK": "Y"}), Overload("p", "GSI1", {"G": "LOW"}, "q < t")),
                    items)  # fmt: skip
    table = table_with(entity, index_of("G"))
    share = share_in_index(table, table.indexes[0], entity)
    assert (share.value, share.certain) == (0.5, False)


def test_a_half_typed_condition_or_template_keeps_the_items_out():
    attributes = (Attribute("a", "id", S, "uuid4"),)
    for overload in (Overload("p", "GSI1", {"G": "LOW"}, "q <"), Overload("p", "GSI1", {"G": "LOW#{id"})):
        entity = Entity("e", "Half", attributes, (Overload("o", None, {"PK": "X", "SK": "Y"}), overload))
        table = table_with(entity, index_of("G"))
        assert share_in_index(table, table.indexes[0], entity).value == 0


NAMES = st.sampled_from(["alpha", "beta", "gamma", "delta"])
VALUES = st.one_of(
    st.text(max_size=40).map(string),
    st.integers(-(10**12), 10**12).map(number),
    st.lists(st.text(max_size=9).map(string), max_size=4).map(lambda e: AttributeValue(AttributeType.L, tuple(e))),
)
KEYS = st.text("abc-é", min_size=1, max_size=12).map(string)


@given(st.lists(st.tuples(KEYS, st.dictionaries(NAMES, VALUES)), min_size=1, max_size=8))
def test_an_estimate_from_samples_is_the_average_of_their_stored_items(samples):
    items = tuple(SampleItem(str(i), {"id": key, **values}) for i, (key, values) in enumerate(samples))
    entity = Entity("e", "Any", (Attribute("a", "id", S),),
                    (Overload("o", None, {"PK": "ANY#{id}", "SK": "{id}"}),
                     Overload("p", "GSI1", {"G": "{id:first(2)}"})),
                    items)  # fmt: skip
    index = index_of("G", projection=Projection(ProjectionType.INCLUDE, ("beta",)))
    table = table_with(entity, index)
    stored = [item.item for item in materialise(table)]
    estimate = item_estimate(table, entity)
    assert estimate.average == pytest.approx(sum(map(item_size, stored)) / len(stored))
    assert estimate.minimum <= min(map(item_size, stored))
    assert estimate.maximum >= max(map(item_size, stored))
    entries = [{n: v for n, v in item.items() if n in {"PK", "SK", "G", "beta"}} for item in stored]
    assert entry_estimate(table, index, entity).average == pytest.approx(sum(map(item_size, entries)) / len(entries))


@given(st.dictionaries(st.text("ABCé", min_size=1, max_size=8), st.floats(0.01, 1), min_size=1, max_size=5))
def test_an_enum_is_weighed_by_its_shares(values):
    span = value_span(Attribute("a", "status", S, "enum", values), [])
    expected = sum(utf8_length(text) * share for text, share in values.items()) / sum(values.values())
    assert span.average == pytest.approx(expected)


def two_keys(short: str, long: str, **id_facts) -> tuple[Table, Entity]:
    """Things of which a quarter has the short key, and the others the long one."""
    entity = Entity(
        "e", "Any",
        (Attribute("a", "id", S, "id", **id_facts), Attribute("b", "kind", S, "enum", {"A": 1, "B": 3}, key_only=True)),
        (Overload("o", None, {"PK": short, "SK": "X"}, "kind = 'A'"), Overload("p", None, {"PK": long, "SK": "X"})),
    )  # fmt: skip
    return table_with(entity), entity


def test_a_key_of_several_overloads_is_weighed_by_their_shares():
    table, entity = two_keys("AB", "ABCDEF")
    key = Sizes().entity(table, entity).attributes["PK"].span
    assert (key.minimum, key.average, key.maximum, key.certain) == (2, pytest.approx(2 / 4 + 6 * 3 / 4), 6, True)
    key = Sizes().entity(*two_keys("AB", "A#{id}", size=SizeFact(10, 20))).attributes["PK"].span
    assert (key.maximum, key.average) == (22, pytest.approx(2 / 4 + 12 * 3 / 4))
    assert Sizes().entity(*two_keys("AB", "A#{id}", size=SizeFact(10))).attributes["PK"].span.maximum is None


def test_a_key_that_few_items_have_is_weighed_by_the_shares_of_those():
    """A quarter of the items is in the index, half of it with a key of two bytes and half with one of six."""
    kinds = {"A": 1, "B": 1, "C": 6}
    entity = Entity(
        "e", "Any", (Attribute("b", "kind", S, "enum", kinds, key_only=True),),
        (Overload("o", None, {"PK": "P", "SK": "X"}), Overload("p", "GSI1", {"G": "AB"}, "kind = 'A'"),
         Overload("q", "GSI1", {"G": "ABCDEF"}, "kind = 'B'")),
    )  # fmt: skip
    table = table_with(entity, index_of("G"))
    assert Sizes().entity(table, entity).attributes["G"].span.average == pytest.approx((2 + 6) / 2)
    assert item_estimate(table, entity).average == pytest.approx(3 + 3 + (1 + 4) / 4)


def test_a_key_attribute_of_two_indexes_is_there_as_often_as_the_one_that_holds_more_writes_it():
    for order in (("WIDE", "NARROW"), ("NARROW", "WIDE")):
        entity = Entity(
            "e", "Any", (Attribute("a", "mail", S, "email", size=SizeFact(20), optional=0.25, key_only=True),),
            (Overload("o", None, {"PK": "P", "SK": "X"}), Overload("p", "WIDE", {"G": "ALL"}),
             Overload("q", "NARROW", {"G": "ALL", "H": "{mail}"})),
        )  # fmt: skip
        keys = {"WIDE": index_of("G"), "NARROW": index_of("G", "H")}
        table = table_with(entity, *(replace(keys[name], name=name) for name in order))
        stored = Sizes().entity(table, entity).attributes
        assert (stored["G"].presence, stored["H"].presence) == (1, 0.25)


def test_a_key_that_is_the_items_own_attribute_keeps_what_is_known_of_the_attribute():
    entity = Entity(
        "e", "Any", (Attribute("a", "G", S, "id", size=SizeFact(10, 30)),),
        (Overload("o", None, {"PK": "P", "SK": "X"}), Overload("p", "GSI1", {"G": "{G:first(2)}"})),
    )  # fmt: skip
    assert Sizes().entity(table_with(entity, index_of("G")), entity).attributes["G"].span.average == 10


def test_a_sort_key_is_counted_where_the_partition_key_is_the_items_own_attribute():
    entity = Entity("e", "Any", (Attribute("a", "PK", S, "uuid4"),), (Overload("o", None, {"SK": "META"}),))
    assert item_estimate(table_with(entity), entity).average == (2 + 36) + (2 + 4)


def test_a_key_of_numbers_has_the_size_of_a_number():
    """16,000 takes three bytes as a number, and five as a text. facts/item-sizes#numbers."""
    declared = (Attribute("a", "n", N, size=SizeFact(3, 3), key_only=True),)
    for attributes, items in ((declared, ()), ((), (SampleItem("1", {"n": number("16000")}),))):
        entity = Entity("e", "Any", attributes, (Overload("o", None, {"PK": "P", "SK": "{n}"}),), items)
        table = replace(table_with(entity), sort_key=(KeyAttribute("SK", N),))
        assert Sizes().entity(table, entity).attributes["SK"].span.average == 3
    entity = Entity("e", "Any", declared, (Overload("o", None, {"PK": "P", "SK": "{n:pad(9)}"}),))
    assert Sizes().entity(table_with(entity), entity).attributes["SK"].span.average == 9
    text = Entity("e", "Any", (Attribute("a", "n", N, "epoch_seconds", key_only=True),),
                  (Overload("o", None, {"PK": "P", "SK": "{n}"}),))  # fmt: skip
    assert Sizes().entity(table_with(text), text).attributes["SK"].span.average == 10


@pytest.mark.parametrize(
    ("template", "size"), [("{PK}", 8), ("{SK}#{PK}", 6 + 1 + 8), ("{day:month}", 7), ("{seen:first(2)}", 2)]
)
def test_a_template_of_an_index_speaks_of_keys_and_of_attributes_that_are_declared_or_seen(template, size):
    entity = Entity(
        "e", "Any", (Attribute("a", "id", S, "currency"), Attribute("b", "day", S, "date")),
        (Overload("o", None, {"PK": "USER#{id}", "SK": "1#META"}), Overload("p", "GSI1", {"G": template})),
        (SampleItem("1", {"seen": string("abcdef")}),),
    )  # fmt: skip
    assert Sizes().entity(table_with(entity, index_of("G")), entity).attributes["G"].span.average == size


def test_what_nobody_has_or_knows_is_said():
    assert item_estimate(table_with(Entity("e", "Any")), Entity("e", "Any")).source == "an item without attributes"
    only = Entity("e", "Any", (Attribute("a", "note", S),))
    assert item_estimate(table_with(only), only).source == "the size of note is assumed"
    one = replace(only, items=(SampleItem("1", {"note": string("x")}),))
    assert item_estimate(table_with(one), one).source == "from 1 sample"
    never = Entity("e", "Any", (Attribute("a", "note", S, "uuid4", optional=0.0),))
    assert item_estimate(table_with(never), never).average == 0


def test_a_table_holds_all_of_its_items_and_an_index_that_it_does_not_have_none():
    entity = Entity("e", "Any", (Attribute("a", "PK", S, "id", optional=0.5),))
    table = table_with(entity)
    stranger = index_of("PK")
    assert Sizes().share(table, table.base, entity) == Share(1.0, certain=True)
    assert Sizes().share(table, stranger, entity) == Share(0.0, certain=True)
    assert Sizes().entry(table, table.base, entity) == Sizes().item(table, entity)


def test_an_index_of_keys_carries_no_attribute_that_is_listed():
    for kind, carried in ((ProjectionType.KEYS_ONLY, set()), (ProjectionType.INCLUDE, {"note"})):
        index = index_of("G", projection=Projection(kind, ("note",)))
        assert projected_names(table_with(Entity("e", "Any"), index), index) == {"PK", "SK", "G"} | carried
    everything = index_of("G", projection=Projection(ProjectionType.ALL, ("note",)))
    assert projected_names(table_with(Entity("e", "Any"), everything), everything) is None


def test_what_did_not_change_is_found_again_in_a_kept_cache():
    table = design(entities=[ORDER, {**ORDER, "name": "Other"}]).tables[0]
    sizes = Sizes()
    first = [sizes.entity(table, entity) for entity in table.entities]
    edited = replace(table, entities=(replace(table.entities[0], items=()), table.entities[1]))
    assert sizes.entity(edited, edited.entities[1]) is first[1]
    assert sizes.entity(edited, edited.entities[0]) is not first[0]
    estimate = sizes.item(edited, edited.entities[0])
    assert estimate.source == "from enum values and formats"
    assert sizes.item(edited, edited.entities[0]) is estimate
