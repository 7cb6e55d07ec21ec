"""What sample items become in their table. docs/glossary.md#key-templates."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.items import Entity, SampleItem
from modeler.core.design.tables import KeyAttribute, Table
from modeler.core.items.materialize import item_writer, materialise, materialise_item
from modeler.core.keys import templates
from modeler.core.keys.template_writer import key_writer
from modeler.core.keys.templates import Unrendered
from modeler.core.values.attribute_values import AttributeType, AttributeValue, number, string
from tests.modeler.core.order_management import (
    DESIGN,
    GSI1,
    ORDER,
    TABLE,
    attribute,
    gsi,
    key,
    overload,
    values,
)

BINARY = AttributeValue(AttributeType.B, b"\xff")


def written(table: Table, entity: Entity | None, stored_keys: dict | None = None, **plain):
    return materialise_item(table, entity, SampleItem("i", values(**plain), stored_keys or {}))


def with_overloads(*overloads, attributes=ORDER.attributes) -> Entity:
    return Entity("e", "E", attributes=attributes, overloads=overloads)


class TestOverloads:
    def test_an_open_order_is_in_both_indexes(self):
        order = materialise_item(TABLE, ORDER, ORDER.items[0])
        assert order.item == {
            **ORDER.items[0].values,
            **values(
                PK="CUST#a1b2", SK="ORDER#2026-06-01#o-9001", GSI1PK="CUST#a1b2#OPEN", GSI1SK="2026-06-01#o-9001",
                GSI2PK="OPEN", GSI2SK="2026-06-01#o-9001",
            ),
        }  # fmt: skip
        assert order.key == (string("CUST#a1b2"), string("ORDER#2026-06-01#o-9001"))
        assert (order.id, order.entity, order.problems) == ("o-9001", "Order", ())

    def test_a_shipped_order_is_not_in_the_sparse_index(self):
        order = materialise_item(TABLE, ORDER, ORDER.items[1])
        assert order.item["GSI1PK"] == string("CUST#a1b2#SHIPPED")
        assert not {"GSI2PK", "GSI2SK"} & set(order.item)

    def test_the_first_overload_whose_condition_holds_is_written(self):
        entity = with_overloads(
            overload(None, PK="A", SK="B"),
            overload("GSI1", "total > 100", GSI1PK="LARGE", GSI1SK="{orderId}"),
            overload("GSI1", "total > 10", GSI1PK="MEDIUM", GSI1SK="{orderId}"),
            overload("GSI1", GSI1PK="SMALL", GSI1SK="{orderId}"),
        )
        sizes = {total: written(TABLE, entity, orderId="1", total=total).item["GSI1PK"].data for total in (1, 11, 101)}
        assert sizes == {1: "SMALL", 11: "MEDIUM", 101: "LARGE"}

    def test_without_an_overload_that_holds_the_table_has_no_key_for_it(self):
        entity = with_overloads(overload(None, "status = 'OPEN'", PK="A", SK="B"))
        stored = written(TABLE, entity, status="CLOSED")
        assert stored.key is None
        assert stored.problems[0] == "no overload of the table's own key applies to this item, so it has no key"

    def test_a_condition_that_cannot_be_read_holds_for_nothing(self):
        entity = with_overloads(overload(None, PK="A", SK="B"), overload("GSI2", "status =", GSI2PK="A", GSI2SK="B"))
        assert "GSI2PK" not in written(TABLE, entity, status="OPEN").item

    def test_an_entity_of_a_draft_is_tried_without_being_saved(self):
        draft = replace(ORDER, overloads=(overload(None, PK="ORDERS", SK="{orderId}"),))
        assert materialise_item(TABLE, draft, ORDER.items[0]).key == (string("ORDERS"), string("o-9001"))


class TestMissing:
    def test_a_missing_attribute_in_the_table_key_is_a_problem(self):
        stored = written(TABLE, ORDER, customerId="c", orderDate="2026-01-01")
        assert stored.key is None
        assert stored.problems[0] == "SK: the item has no orderId"

    def test_a_missing_attribute_in_an_index_key_keeps_all_of_its_keys_away(self):
        stored = written(TABLE, ORDER, customerId="c", orderId="1", orderDate="2026-01-01")
        assert stored.key is not None
        assert stored.problems == ()
        assert not {"GSI1PK", "GSI1SK"} & set(stored.item)

    @pytest.mark.parametrize("template", ["{nick}", "{nick:lower}"])
    def test_an_empty_text_keeps_the_item_out_of_an_index_and_is_a_problem_in_the_table_key(self, template):
        index = with_overloads(overload(None, PK="A", SK="B"), overload("GSI1", GSI1PK=template, GSI1SK="B"))
        stored = written(TABLE, index, nick="")
        assert "GSI1PK" not in stored.item
        assert stored.problems == ()
        base = written(TABLE, with_overloads(overload(None, PK=template, SK="B")), nick="")
        assert base.key is None
        assert "cannot contain an empty string value. Key: PK" in base.problems[0]

    def test_a_template_that_cannot_be_read_is_a_problem(self):
        stored = written(TABLE, with_overloads(overload(None, PK="{", SK="B")))
        assert stored.key is None
        assert stored.problems[0].startswith("PK: the placeholder at character 1")


class TestTypedKeys:
    TABLE = Table("t", "t", key("id"), key("at", "N"), indexes=(gsi("G", key("blob", "B")),))

    def test_a_number_key_takes_the_value_as_it_is(self):
        stored = written(self.TABLE, with_overloads(overload(None, id="X", at="{when}")), when=number("1.50"))
        assert stored.key == (string("X"), number("1.5"))

    def test_a_key_without_a_template_is_the_attribute_of_that_name(self):
        stored = written(self.TABLE, with_overloads(), id="X", at=7, blob=BINARY)
        assert stored.key == (string("X"), number(7))
        assert stored.item["blob"] == BINARY

    def test_a_number_key_refuses_text(self):
        entity = with_overloads(overload(None, id="X", at="{when}"))
        assert "when does not have type N" in written(self.TABLE, entity, when="soon").problems[0]
        formatted = with_overloads(overload(None, id="X", at="{when:pad(3)}"))
        assert "exactly one plain reference" in written(self.TABLE, formatted, when=1).problems[0]

    def test_a_key_of_another_type_is_refused_in_dynamodbs_words(self):
        stored = written(self.TABLE, with_overloads(), id="X", at="7")
        assert stored.key is None
        assert stored.problems == (
            "One or more parameter values were invalid: Type mismatch for key at expected: N actual: S",
        )

    def test_an_inverted_index_takes_the_rendered_keys(self):
        inverted = replace(TABLE, indexes=(gsi("INV", key("SK"), key("PK")),))
        stored = materialise_item(inverted, replace(ORDER, overloads=ORDER.overloads[:1]), ORDER.items[0])
        assert (stored.item["SK"], stored.item["PK"]) == (string("ORDER#2026-06-01#o-9001"), string("CUST#a1b2"))

    def test_an_index_template_may_speak_of_the_table_key(self):
        entity = with_overloads(overload(None, PK="A", SK="B#{orderId}"), overload("GSI1", GSI1PK="{SK}", GSI1SK="x"))
        assert written(TABLE, entity, orderId="1").item["GSI1PK"] == string("B#1")


class TestStoredKeys:
    KEYS = values(PK="P", SK="S", GSI1PK="G", GSI1SK="H")

    def test_rendered_keys_win(self):
        entity = with_overloads(overload(None, PK="A", SK="B"))
        assert written(TABLE, entity, self.KEYS).key == (string("A"), string("B"))

    def test_without_an_overload_the_stored_ones_stand(self):
        entity = with_overloads(overload(None, PK="A", SK="B"))
        assert written(TABLE, entity, self.KEYS).item["GSI1PK"] == string("G")

    def test_where_an_attribute_lacks_the_stored_ones_stand(self):
        stored = written(TABLE, ORDER, self.KEYS)
        assert stored.key == (string("P"), string("S"))
        assert stored.problems == ()
        assert stored.item["GSI1SK"] == string("H")

    def test_a_sparse_condition_that_does_not_hold_wins_over_a_stored_key(self):
        stored = written(TABLE, ORDER, values(PK="P", SK="S", GSI2PK="OPEN", GSI2SK="x"), status="SHIPPED")
        assert "GSI2PK" not in stored.item

    def test_unassigned_items_keep_everything(self):
        table = replace(TABLE, entities=(), unassigned=(SampleItem("u", values(name="N"), self.KEYS),))
        (stored,) = materialise(table)
        assert stored.entity is None
        assert stored.item == {**self.KEYS, **values(name="N")}


def test_two_indexes_that_share_a_key_attribute_and_disagree_are_a_problem():
    table = replace(TABLE, indexes=(GSI1, gsi("GSI3", key("GSI1PK"))))
    entity = with_overloads(
        overload(None, PK="A", SK="B"), overload("GSI1", GSI1PK="x", GSI1SK="y"), overload("GSI3", GSI1PK="z")
    )
    stored = written(table, entity)
    assert stored.item["GSI1PK"] == string("x")
    assert stored.problems == ("GSI3 and another index write different values into GSI1PK; the first one is kept",)


def test_the_items_of_a_table_come_entity_by_entity():
    assert [stored.id for stored in materialise(DESIGN.tables[0])] == ["a1b2", "o-9001", "o-9044", "line-1"]


def test_several_elements_of_a_key_are_written_each_in_its_type():
    index = gsi("M", (KeyAttribute("region", AttributeType.S), KeyAttribute("rank", AttributeType.N)))
    table = replace(TABLE, indexes=(index,))
    entity = with_overloads(overload(None, PK="A", SK="B"), overload("M", region="R#{area}", rank="{place}"))
    stored = written(table, entity, area="eu", place=3)
    assert (stored.item["region"], stored.item["rank"]) == (string("R#eu"), number(3))


SCALARS = st.one_of(
    st.text(max_size=4).map(string),
    st.integers(-999, 999).map(number),
    st.booleans().map(lambda truth: AttributeValue(AttributeType.BOOL, truth)),
)
TEMPLATES = st.sampled_from(["A#{a}", "{a}#{b}", "%s{a}%%{b:upper}", "{a:pad(4)}", "{{}}", "{a", "{b:join('#')}{a}"])


@given(template=TEMPLATES, item=st.dictionaries(st.sampled_from(["a", "b"]), SCALARS))
def test_a_compiled_template_gives_what_rendering_gives(template, item):
    rendered = templates.render(templates.parse(template), item, {})
    expected = rendered if isinstance(rendered, Unrendered) else string(rendered)
    assert key_writer(template, AttributeType.S, {})(item) == expected


@pytest.mark.parametrize(
    ("template", "text"), [("50%#{n}", "50%#7"), ("%s{n}%%", "%s7%%"), ("{on}#{n}", "true#7"), ("100%", "100%")]
)
def test_a_compiled_template_keeps_percent_signs_and_gives_every_value_its_text(template, text):
    item = {"n": number(7), "on": AttributeValue(AttributeType.BOOL, True)}
    assert key_writer(template, AttributeType.S, {})(item) == string(text)
    assert key_writer(template, AttributeType.S, {})({"n": string("7"), "on": string("true")}) == string(text)


def test_an_attribute_that_lives_in_keys_only_is_rendered_and_not_stored():
    attributes = tuple(replace(one, key_only=one.name == "orderId") for one in ORDER.attributes)
    stored = materialise_item(TABLE, replace(ORDER, attributes=attributes), ORDER.items[0])
    assert stored.key == (string("CUST#a1b2"), string("ORDER#2026-06-01#o-9001"))
    assert "orderId" not in stored.item
    assert "orderDate" in stored.item


def test_what_is_a_key_itself_is_stored_even_if_it_lives_in_keys_only():
    entity = Entity("e", "E", attributes=(replace(attribute("PK"), key_only=True),))
    assert written(TABLE, entity, PK="A", SK="B").key == (string("A"), string("B"))


def test_one_writer_serves_all_items_of_an_entity():
    write = item_writer(TABLE, ORDER)
    assert [write(sample) for sample in ORDER.items] == [materialise_item(TABLE, ORDER, item) for item in ORDER.items]


def test_formats_of_attributes_reach_the_templates():
    entity = with_overloads(
        overload(None, PK="{at:month}", SK="x"), attributes=(attribute("at", "N", "epoch_seconds"),)
    )
    assert written(TABLE, entity, at=1767225600).key == (string("2026-01"), string("x"))


def test_a_year_has_four_digits_so_that_text_sorts_as_time():
    entity = with_overloads(overload(None, PK="{at:month}", SK="{at:iso}"), attributes=(attribute("at", format="iso"),))
    stored = written(TABLE, entity, at="0999-05-01T00:00:00Z")
    assert stored.key == (string("0999-05"), string("0999-05-01T00:00:00.000Z"))
