"""Every delta of a change as people read it."""

import pytest

from modeler.core.documents.parts_codec import take_apart
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import WHOLE, Delta, apply
from modeler.wording.change_details import change_details, told_in_short
from tests.factories.documents import small_document

PARTS = take_apart(to_document(from_document(small_document())))
ORDER_PK = PARTS["o-o-base"].fields["keys.PK"]
CASES = [
    (Delta("e-order", "name", "Order", "Sale"), "changed name of entity Sale from Order to Sale"),
    (Delta("e-order", "description", None, "Bought"), "set description of entity Order to Bought"),
    (Delta("e-order", "removed", None, True), "removed entity Order"),
    (Delta("e-order", "position", PARTS["e-order"].position, "zz"), "moved entity Order"),
    (
        Delta("o-o-base", "keys.PK", ORDER_PK, "O#{@a-o-id}"),
        "changed PK of Order in app-main from CUST#{customerId} to O#{orderId}",
    ),
    (
        Delta("s-o1", "values.@a-o-status", "OPEN", None),
        "cleared status of sample item s-o1 of Order, which was OPEN",
    ),
    (
        Delta("t-main", "settings.deletion_protection", None, True),
        "set deletion protection of table app-main to true",
    ),
    (
        Delta("p-a1", "if", None, "attribute_not_exists(PK)"),
        f"set condition of access pattern A1 ({PARTS['p-a1'].name}) to attribute_not_exists(PK)",
    ),
    (
        Delta("p-a1", "intent", None, {"replace": True, "top": 3}),
        f"set intent of access pattern A1 ({PARTS['p-a1'].name}) to overwrite, top 3",
    ),
    (
        Delta("n", WHOLE, None, {"kind": "attribute", "parent": "e-order", "fields": {"name": "sku", "type": "S"}}),
        "added attribute sku of Order: type S",
    ),
]

CASES.append(
    (
        Delta(
            "n",
            WHOLE,
            None,
            {
                "kind": "index",
                "parent": "t-main",
                "fields": {"name": "GSI9", "kind": "GSI", "partition_key": [{"name": "status", "type": "S"}]},
            },
        ),
        "added index GSI9 of app-main: kind GSI, partition key status",
    )
)


@pytest.mark.parametrize(("delta", "said"), CASES)
def test_a_delta_is_told_with_names_and_values(delta, said):
    (one,) = change_details([delta], PARTS, apply(PARTS, [delta]))
    assert one.sentence == said


def test_both_sides_show_the_names_that_they_had():
    change = [Delta("a-o-id", "name", "orderId", "number"), Delta("o-o-base", "keys.PK", ORDER_PK, "N#{@a-o-id}")]
    _, key = change_details(change, PARTS, apply(PARTS, change))
    assert (key.before, key.after) == ("CUST#{customerId}", "N#{number}")


def test_items_are_counted_where_there_are_many():
    born = {"kind": "item", "parent": "e-order", "fields": {"values.@a-o-id": "x"}}
    change = [
        Delta("e-order", "name", "Order", "Sale"),
        Delta("new1", WHOLE, None, born),
        Delta("new2", WHOLE, None, born),
        Delta("s-o1", "values.@a-o-status", "OPEN", "DONE"),
    ]
    said = [one.sentence for one in told_in_short(change, PARTS, apply(PARTS, change))]
    assert said[1:] == ["added 2 sample items of Sale", "changed 1 sample item of Sale"]


def test_that_an_edit_confirms_an_inferred_part_is_told_only_alone():
    inferred = apply(PARTS, [Delta("o-o-base", "provenance", None, "inferred")])
    confirms = Delta("o-o-base", "provenance", "inferred", None)
    rekeyed = Delta("o-o-base", "keys.PK", ORDER_PK, "O#{@a-o-id}")
    for change, fields in (([confirms, rekeyed], ["PK"]), ([confirms], ["provenance"])):
        assert [one.field for one in told_in_short(change, inferred, apply(inferred, change))] == fields
