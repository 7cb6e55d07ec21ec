"""Changes in words, as the history shows them."""

import pytest

from modeler.core.documents.parts_codec import take_apart
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import WHOLE, Delta, apply
from modeler.wording.change_label import words
from tests.factories.documents import small_document

PARTS = take_apart(to_document(from_document(small_document())))


@pytest.mark.parametrize(
    ("deltas", "said"),
    [
        ([Delta("e-order", "name", "Order", "Sale")], "renamed entity Order to Sale"),
        ([Delta("e-order", "removed", None, True)], "removed entity Order"),
        ([Delta("p-a1", "removed", None, True)], "removed access pattern A1"),
        (
            [Delta("o-o-base", "keys.PK", PARTS["o-o-base"].fields["keys.PK"], "ALL")],
            "set PK of keys of Order in the table to ALL",
        ),
        (
            [Delta("o-o-base", "keys.SK", PARTS["o-o-base"].fields["keys.SK"], "{@a-o-id}")],
            "changed SK of keys of Order in the table",
        ),
        ([Delta("s-o1", "values.@a-o-status", "OPEN", None)], "cleared status of sample item of Order"),
        ([Delta("s-o1", "values.@a-o-status", "OPEN", True)], "set status of sample item of Order to True"),
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
    assert words(deltas, attributes, apply(parts, deltas)) == said
