"""A region that shows the same in a new revision is not rendered again."""

import pytest

from designer.page.fragments import fragment
from designer.page.scene import PagePlace
from designer.page.scenes import scene_of
from modeler.core.design.parts import PartKind
from modeler.core.edits.changes import Delta
from modeler.loading import read_structure
from modeler.services import design_change

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown(design):
    """A function that gives a region for a role."""
    return lambda name, role="editor", **at: fragment(scene_of(design.pk), name, PagePlace.of(at), role)


def change(design, by, part, before, after):
    design_change(design_id=design.pk, by=by, deltas=[Delta(part, "name", before, after)])


def test_what_an_edit_leaves_alone_is_not_rendered_again(design, ada, shown):
    pattern = next(one for one in read_structure(design.pk).parts.values() if one.kind is PartKind.PATTERN)
    before = shown("grid")
    change(design, ada, pattern.id, pattern.name, "Another name")
    assert shown("grid") is before
    change(design, ada, "e-order", "Order", "Purchase")
    after = shown("grid")
    assert "Purchase" in after.html and "Purchase" not in before.html
    change(design, ada, "e-order", "Purchase", "Order")
    assert shown("grid").version == before.version


def test_each_place_and_each_role_has_its_own(design, shown):
    assert shown("sheet") is not shown("sheet", "reader")
    assert shown("sheet").html != shown("sheet", "reader").html
    assert shown("grid").html != shown("grid", index="i-gsi1").html
