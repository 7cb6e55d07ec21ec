"""Changes in words, as the history shows them."""

import pytest

from modeler.core.documents.parts_codec import take_apart
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import WHOLE, Delta, apply
from modeler.wording.change_label import change_label
from tests.factories.documents import small_document

PARTS = take_apart(to_document(from_document(small_document())))


def held(part, field):
    """The value of a field before the change."""
    return PARTS[part].fields.get(field)


@pytest.mark.parametrize(
    ("deltas", "said"),
    [
        ([Delta("e-order", "name", "Order", "Sale")], "renamed entity Order to Sale"),
        ([Delta("e-order", "removed", None, True)], "removed entity Order"),
        ([Delta("p-a1", "removed", None, True)], "removed access pattern A1"),
        (
            [Delta("o-o-base", "keys.PK", PARTS["o-o-base"].fields["keys.PK"], "ALL")],
            "changed PK of Order in app-main from CUST#{customerId} to ALL",
        ),
        (
            [Delta("o-o-base", "keys.SK", PARTS["o-o-base"].fields["keys.SK"], "{@a-o-id}")],
            "changed SK of Order in app-main from ORDER#{orderId} to {orderId}",
        ),
        (
            [Delta("o-o-base", "keys.SK", PARTS["o-o-base"].fields["keys.SK"], "{@gone:pad(6)}.{@a-o-id:first(2)}")],
            "changed SK of Order in app-main from ORDER#{orderId} to {@gone:pad(6)}.{orderId:first(2)}",
        ),
        ([Delta("s-o1", "values.@a-o-status", "OPEN", None)], "cleared status of sample item of Order, which was OPEN"),
        (
            [Delta("s-o1", "values.@a-o-status", "OPEN", True)],
            "changed status of sample item of Order from OPEN to true",
        ),
        (
            [Delta("t-main", "partition_key", held("t-main", "partition_key"), [{"name": "PK", "type": "S"}])],
            "set the partition key of table app-main to PK (String)",
        ),
        (
            [
                Delta(
                    "i-gsi1",
                    "sort_key",
                    held("i-gsi1", "sort_key"),
                    [{"name": "day", "type": "N"}, {"name": "id", "type": "B"}],
                )
            ],
            "set the sort key of index GSI1 to day (Number), id (Binary)",
        ),
        (
            [Delta("e-order", "identity", held("e-order", "identity"), ["orderId", "day"])],
            "set identity of entity Order to orderId, day",
        ),
        (
            [Delta("o-o-gsi1", "keys.GSI1PK", held("o-o-gsi1", "keys.GSI1PK"), "ALL")],
            "changed GSI1PK of Order in GSI1 from STATUS#{status} to ALL",
        ),
        (
            [Delta("t-main", "settings.deletion_protection", None, True)],
            "turned on deletion protection of table app-main",
        ),
        (
            [Delta("new", WHOLE, None, {"kind": "entity", "parent": "t-main", "fields": {"name": "Invoice"}})],
            "added entity Invoice",
        ),
        (
            [Delta("e-order", "name", "Order", "Sale"), Delta("e-order", "count", None, 5)],
            "renamed entity Order to Sale, and 1 more",
        ),
        ([Delta("e-order", "description", None, "x" * 500)], f"set description of entity Order to {'x' * 57}..."),
    ],
)
def test_a_change_is_one_line(deltas, said):
    parts = PARTS
    attributes = {part.id: part for part in parts.values()}
    assert change_label(deltas, attributes, apply(parts, deltas)) == said
