"""Rows from a spreadsheet become items, or say why not."""

import pytest

from modeler.core.design.items import Entity
from modeler.core.errors import Invalid
from modeler.core.items.pasted_items import likeliest, pasted, read_table, tab_separated
from modeler.core.values.attribute_values import number, string
from tests.modeler.core.order_management import attribute

ORDER = Entity(
    "o", "Order", identity=("orderId",),
    attributes=(attribute("orderId"), attribute("total", "N"), attribute("tags", "SS"), attribute("isGift", "BOOL")),
)  # fmt: skip
CUSTOMER = Entity("c", "Customer", identity=("customerId",), attributes=(attribute("customerId"), attribute("name")))


def test_the_first_row_names_the_attributes_in_any_order():
    found = pasted(ORDER, read_table("total\torderId\n149.00\to-1\n7\to-2\n"))
    assert found.has_names
    assert [row.values for row in found.accepted] == [
        {"total": number("149"), "orderId": string("o-1")},
        {"total": number("7"), "orderId": string("o-2")},
    ]


def test_without_names_cells_stand_in_the_order_of_the_attributes():
    found = pasted(ORDER, read_table('o-1,149.00,"[""a"",""b""]",true'))
    assert not found.has_names
    assert [row.refusal for row in found.rows] == [""]
    assert found.rows[0].values["tags"].data == ("a", "b")
    assert found.rows[0].values["isGift"].data is True


def test_each_refused_row_says_why_and_the_others_stay():
    found = pasted(ORDER, read_table("orderId;total;colour\no-1;ten;red\n;5;blue\no-3;5;green\no-4;5;x;y"))
    assert [(row.number, row.refusal) for row in found.rows] == [
        (2, "total: ten is not a number that DynamoDB supports"),
        (3, "orderId is missing, which identifies the item"),
        (4, ""),
        (5, "4 cells, but 3 attributes"),
    ]
    assert found.unknown == ("colour",)
    assert found.accepted[0].values["colour"] == string("green")


def test_the_entity_is_the_one_whose_names_are_there():
    assert likeliest([ORDER, CUSTOMER], read_table("name\tcustomerId\nAnn\tc1")) is CUSTOMER
    assert likeliest([ORDER, CUSTOMER], read_table("1\t2")) is None


def test_a_table_is_read_as_spreadsheets_write_it():
    assert read_table('a\t"b\nc"\t"d""e"\n\n') == [["a", "b\nc", 'd"e']]
    with pytest.raises(Invalid, match="the limit is 2,000"):
        read_table("x\n" * 2500)
    with pytest.raises(Invalid, match="two columns are named total"):
        pasted(ORDER, read_table("total\ttotal\n1\t2"))


@pytest.mark.parametrize(
    ("text", "copied"),
    [
        ("=1+1", "'=1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-A1", "'-A1"),
        ("'=1", "''=1"),
        ("'plain", "'plain"),
        ("-5", "-5"),
    ],
)
def test_a_text_that_a_spreadsheet_would_calculate_is_copied_as_text_and_pasted_as_it_was(text, copied):
    head, row = tab_separated([{"orderId": string("o-1"), "=note": string(text)}]).splitlines()
    assert (head, row) == ("orderId\t'=note", f"o-1\t{copied}")
    found = pasted(ORDER, read_table(f"{head}\n{row}"))
    assert found.rows[0].values == {"orderId": string("o-1"), "=note": string(text)}
