"""Relations in the database: made by the one service, read back, in the history, undone."""

import pytest

from modeler import services
from modeler.core.design.parts import ROOT
from modeler.core.edits.changes import invert
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Made
from modeler.loading import read_current, read_whole
from modeler.models import Relation
from modeler.wording.part_label import CommentedSpot, spot_label

pytestmark = pytest.mark.django_db

DOCUMENT = {
    "keysheet": 1,
    "name": "Shop",
    "tables": [{"name": "app", "entities": [{"name": "Customer"}, {"name": "Order"}]}],
}


def test_a_relation_is_a_row_that_is_read_labeled_and_undone(workspace, ada):
    design = services.design_create(workspace=workspace.pk, by=ada, document=DOCUMENT)
    parts = read_current(design.pk).parts
    change = typed_change(parts, [Made("r1", ROOT, "relations", {"parent": "Customer", "child": "Order"})])
    made = services.design_change(design_id=design.pk, deltas=change, by=ada)
    assert made.label == "added relation Customer to Order"
    assert Relation.objects.get(design=design).part == "r1"
    assert [one.label for one in read_whole(design.pk).design.relations] == ["Customer to Order"]
    assert spot_label(CommentedSpot("r1"), read_current(design.pk).parts) == "Customer to Order"
    services.design_change(design_id=design.pk, deltas=invert(change), by=ada)
    assert read_whole(design.pk).design.relations == ()
