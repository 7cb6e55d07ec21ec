"""An entity keeps its color."""

from dataclasses import replace

from designer.page.hues import HUES, entity_hues
from designer.page.new_parts import new_part
from modeler.core.design.items import COLORS, Entity
from modeler.core.design.parts import PartKind
from modeler.core.documents.parts_codec import parts_of
from modeler.core.documents.reading import from_document
from modeler.core.edits.changes import apply
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
