"""A region that shows the same in a new revision is not rendered again."""

from dataclasses import replace

import pytest

from designer.page.fragments import REGIONS, RENDERED_KEPT, fragment
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


@pytest.mark.parametrize("name", ["grid", "sheet"])
def test_what_it_is_made_of_is_the_same_after_an_edit_elsewhere(design, ada, name, monkeypatch):
    before = fragment(scene_of(design.pk), name, PagePlace(), "editor")
    pattern = next(one for one in read_structure(design.pk).parts.values() if one.kind is PartKind.PATTERN)
    change(design, ada, pattern.id, pattern.name, "Another name")
    monkeypatch.setitem(REGIONS, name, replace(REGIONS[name], context=None))
    assert fragment(scene_of(design.pk), name, PagePlace(), "editor") is before


def test_the_sheet_shows_another_use_of_a_cell(design, ada, shown):
    parts = read_structure(design.pk).parts
    pattern = next(one for one in parts.values() if one.kind is PartKind.PATTERN and one.id in shown("sheet").html)
    remove = Delta(pattern.id, "removed", None, True)
    design_change(design_id=design.pk, by=ada, deltas=[remove])
    assert pattern.id not in shown("sheet").html


def test_more_designs_than_a_team_has_do_not_push_each_other_out(design, shown):
    """60 designs of 60 access patterns with four such regions each, shown to three people at the same place."""
    assert (
        60 * sum(1 + len(shown(name).html) // 1000 for name in REGIONS if REGIONS[name].is_value) * 4 <= RENDERED_KEPT
    )


def test_a_row_of_the_outline_changes_with_its_part(design, ada, shown):
    pattern = next(one for one in read_structure(design.pk).parts.values() if one.kind is PartKind.PATTERN)
    assert "Another <name>" not in shown("outline").html
    change(design, ada, pattern.id, pattern.name, "Another <name>")
    assert "Another &lt;name&gt;" in shown("outline").html
