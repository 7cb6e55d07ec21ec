"""What formats make of the texts that an attribute may be: how long, of which characters, and which not."""

import pytest

from modeler.core.algebra.collisions import TemplateSide, can_collide
from modeler.core.algebra.shapes import characters_of, reference_shape, truncated
from modeler.core.design.items import Attribute
from modeler.core.keys.templates import parse
from modeler.core.keys.text_shapes import DIGITS, CharacterClass, Either, Run, goes_beyond_ascii, longest, shortest
from modeler.core.values.attribute_values import AttributeType

ATTRIBUTES = {
    made.name: made
    for made in (
        Attribute("1", "rank", AttributeType.N, "integer", range=(1, 999)),
        Attribute("2", "count", AttributeType.N, "integer", range=(0, 999)),
        Attribute("3", "country", AttributeType.S, "country"),
        Attribute("4", "note", AttributeType.S, "text"),
        Attribute("5", "id", AttributeType.S, "id"),
        Attribute("6", "blob", AttributeType.B),
        Attribute("7", "status", AttributeType.S, "enum", values={"OPEN": 0.5, "GRÜN": 0.5}),
    )
}


def gives(template, text):
    """Can the template give this text? "yes", "no" or "unknown"."""
    return can_collide(
        TemplateSide((parse(template),), ATTRIBUTES), TemplateSide((parse(text),), ATTRIBUTES)
    ).verdict.value


@pytest.mark.parametrize(
    ("template", "texts", "others"),
    [
        ("{rank:pad(3)}", ["001", "010", "100", "999", "909"], ["000", "00", "0001", "1000", "0010"]),
        ("{rank:pad(4)}", ["0001", "0999"], ["0000", "001"]),
        ("{count:pad(3)}", ["000", "001", "999"], ["00", "0000"]),
        ("{rank:pad(2)}", ["01", "99", "100"], ["1"]),
        ("{count:reverse(3)}", ["000", "999"], ["99", "1000"]),
        ("{country:lower}", ["de"], ["DE", "d", "deu"]),
        ("{note:upper}", ["É", "SS"], ["a", "Éa"]),
        ("{note:lower}", ["é"], ["A"]),
        ("{country:first(1)}", ["D"], ["", "DE"]),
        ("{note:first(2)}", ["", "a", "ab", "é"], ["abc"]),
        ("{status:first(2)}", ["OP", "GR"], ["O", "OPE"]),
        ("{status:lower}", ["open", "grün"], ["OPEN"]),
        ("{id:hash(2)}", ["0f"], ["0g", "0"]),
        ("{id:shard(300)}", ["7", "42"], ["x", "1000"]),
        ("{id:shard(12)}", ["0", "7", "11"], ["12", "07"]),
        ("{id:shard(256)}", ["0", "255"], ["256", "00"]),
    ],
)
def test_a_format_gives_these_texts_and_not_those(template, texts, others):
    assert {text: gives(template, text) for text in texts} == dict.fromkeys(texts, "yes")
    assert {text: gives(template, text) for text in others} == dict.fromkeys(others, "no")


@pytest.mark.parametrize(
    ("template", "lengths"),
    [
        ("{rank:pad(3)}", (3, 3)), ("{rank:pad(2)}", (2, 3)), ("{country:lower}", (2, 2)), ("{note:upper}", (0, None)),
        ("{country:upper}", (2, 2)), ("{id:lower}", (1, 128)), ("{blob}", (1, None)), ("{status:first(3)}", (3, 3)),
        ("{id:shard(1000)}", (1, 3)), ("{id:shard(10)}", (1, 1)), ("{note:first(9)}", (0, 9)), ("{id:hash(8)}", (8, 8)),
    ],
)  # fmt: skip
def test_lengths_in_characters(template, lengths):
    reference = parse(template).references[0]
    shape = reference_shape(ATTRIBUTES[reference.attribute], reference.formats)
    assert (shortest(shape), longest(shape)) == lengths


AB = CharacterClass(frozenset("ab"))


@pytest.mark.parametrize(
    ("shape", "count", "cut"),
    [
        (("abc",), 2, ("ab",)), (("abc",), 3, ("abc",)), (("abc",), 9, ("abc",)), (("abc",), 0, ()),
        (("ab", "cd"), 2, ("ab",)), (("ab", "cd"), 3, ("ab", "c")),
        (("ab", Run(DIGITS, 2, 2)), 3, ("ab", Run(DIGITS, 1, 1))),
        ((Run(DIGITS, 2, 2), "ab"), 3, (Run(DIGITS, 2, 2), "a")),
        ((Either((("abc",), ("x",))),), 2, (Either((("ab",), ("x",))),)),
        ((Run(AB, 1, 9),), 3, (Run(AB, 1, 3),)), ((Run(AB, 1, 2),), 3, (Run(AB, 1, 2),)),
        ((Run(AB, 5, None),), 3, (Run(AB, 3, 3),)), ((Run(AB, 0, None),), 3, (Run(AB, 0, 3),)),
        (("a", Run(AB, 1, 3), "b"), 4, ("a", Run(AB, 2, 3))), (("a", Run(AB, 0, 3)), 4, ("a", Run(AB, 0, 3))),
        (("a", Run(AB, 4, 9)), 4, ("a", Run(AB, 3, 3))), (("a", Either((("b",), ("bb",)))), 4, ("a", Run(AB, 1, 3))),
        ((Either((("a",), ())), "b"), 2, (Run(AB, 1, 2),)),
    ],
)  # fmt: skip
def test_the_first_characters_of_a_shape(shape, count, cut):
    """Exact where the length before the cut is certain; else any of the shape's characters, so that more is allowed."""
    assert truncated(shape, count) == cut


def test_a_shape_that_allows_nothing_has_no_length():
    assert (shortest((Either(()),)), longest((Either(()),))) == (0, 0)
    assert (shortest(("ab", Either(()))), longest(("ab", Either(())))) == (2, 2)


@pytest.mark.parametrize(
    ("shape", "held", "others"),
    [
        (("ab",), "ab", False), (("a\x7fé",), "a\x7f", True), (("é",), "", True), (("aa",), "a", False),
        ((), "", False), (("x", Run(DIGITS), "y"), "xy0123456789", False),
        ((Either((("a",), ("é", "b"))), "c"), "abc", True),
        ((Run(CharacterClass(frozenset("q"), others=True)), "z"), "qz", True),
    ],
)  # fmt: skip
def test_the_characters_of_a_shape_are_those_of_all_its_pieces(shape, held, others):
    assert characters_of(shape) == CharacterClass(frozenset(held), others)
    assert goes_beyond_ascii(shape) is others
