"""An entity keeps its color."""

from dataclasses import replace

import pytest

from designer.page.hues import HUES, entity_hues
from designer.page.new_parts import new_part
from designer.page.scenes import scene_of
from modeler.core.design.items import COLORS, Entity
from modeler.core.design.parts import PartKind
from modeler.core.documents.parts_codec import parts_of
from modeler.core.documents.reading import from_document
from modeler.core.edits.changes import Delta, apply
from modeler.services import design_change, design_create
from tests.factories.documents import small_document

SIX = [Entity(f"e{n:03x}", name) for n, name in enumerate("ABCDEF")]


def test_an_entity_that_is_moved_or_renamed_keeps_its_color():
    assert entity_hues(reversed(SIX)) == entity_hues(SIX)
    renamed = entity_hues([Entity("e000", "Other"), *SIX[1:]])
    assert renamed["Other"] == entity_hues(SIX)["A"]


def test_a_color_that_was_chosen_changes_no_other():
    before = entity_hues(SIX)
    for number, color in enumerate(COLORS):
        chosen = entity_hues([replace(SIX[0], color=color), *SIX[1:]])
        assert chosen == {**before, "A": f"hue-{number}"}


def test_an_entity_keeps_its_color_when_another_is_removed_and_when_it_is_restored():
    """Whichever is removed, and also if it held the color that a younger one asked for."""
    before, ever = entity_hues(SIX), [one.id for one in SIX]
    assert before != {name: hue for one in SIX for name, hue in entity_hues([one]).items()}, "none was in another's way"
    for gone in SIX:
        after = entity_hues([one for one in SIX if one != gone], ever)
        assert after == {name: hue for name, hue in before.items() if name != gone.name}
    assert entity_hues(SIX, ever) == before


def test_a_removed_entity_does_not_make_two_share_a_color():
    """Of sixteen that there ever were, twelve remain: each has a color of its own."""
    ever = [f"e{n:02}" for n in range(HUES + 4)]
    for first in range(5):
        remaining = [Entity(one, one) for one in (*ever[:first], *ever[first + 4 :])]
        assert len(set(entity_hues(remaining, ever).values())) == HUES


def test_twelve_entities_have_twelve_colors():
    assert len(set(entity_hues([Entity(f"e{n}", f"E{n}") for n in range(HUES)]).values())) == HUES
    assert len(entity_hues([Entity(f"e{n}", f"E{n}") for n in range(HUES + 3)])) == HUES + 3


def test_entities_that_are_added_one_by_one_change_no_color():
    """Whatever the ids of older designs are."""
    parts = parts_of(from_document(small_document()))
    before: dict[str, str] = {}
    for _ in range(8):
        parts = apply(parts, new_part(parts, "entity", "t-main")[1])
        named = [Entity(one.id, one.id) for one in parts.values() if one.kind is PartKind.ENTITY]
        after = entity_hues(named)
        assert before.items() <= after.items()
        before = after


@pytest.mark.django_db
def test_the_page_the_comparison_and_the_card_keep_the_color_of_what_remains(client, ada, workspace):
    document = small_document()
    document["tables"][0]["entities"] += [{"id": one.id, "name": one.name} for one in SIX]
    design = design_create(workspace=workspace.pk, by=ada, document=document)
    before = scene_of(design.pk).hues
    client.force_login(ada)
    for one in SIX[:-1]:
        design_change(design_id=design.pk, by=ada, deltas=[Delta(one.id, "removed", None, True)])
        assert scene_of(design.pk).hues.items() <= before.items()
    shown = [card for _, listed in client.get("/").context["spaces"] for card in listed["cards"]]
    (card,) = (one for one in shown if one.design.pk == design.pk)
    assert [row.hue for row in card.drawing.rows] == list(scene_of(design.pk).hues.values())
    (sheet,) = client.get(f"/designs/{design.pk}/compare/", {"before": 1, "after": len(SIX)}).context["sheets"]
    assert {row.hue for row in sheet.rows if row.name == "F"} == {before["F"]}
