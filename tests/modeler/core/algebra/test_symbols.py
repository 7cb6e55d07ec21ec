"""Characters of a set: what comes above and below it, and one that reads well."""

import pytest

from modeler.core.algebra.automaton import words
from modeler.core.algebra.symbols import (
    NONE,
    Symbols,
    above,
    below,
    class_symbols,
    holds,
    intersection,
    one_symbol,
    pick,
    several,
)
from modeler.core.keys.text_shapes import CharacterClass, Either, Run


@pytest.mark.parametrize(
    ("symbols", "picked"),
    [
        (one_symbol("q"), "q"),
        (one_symbol("\x07"), "\x07"),
        (one_symbol("é"), "é"),
        (Symbols(0, ((0x4E00, 0x4EFF),)), "\u4e00"),
        (Symbols(0, ((0xD800, 0xE0FF),)), "\ue000"),
        (Symbols(0, ((0xD800, 0xD8FF),)), "\ud800"),
        (class_symbols(CharacterClass(frozenset("~!x"))), "!"),
        (class_symbols(CharacterClass(frozenset("\x01\x07\x1f"))), "\x01"),
        (class_symbols(CharacterClass(frozenset("\x07z"))), "z"),
    ],
)
def test_a_picked_character_is_of_the_set_and_no_surrogate_where_there_is_another(symbols, picked):
    assert pick(symbols) == picked
    assert several(symbols)


@pytest.mark.parametrize("character", ["\x00", "a", "\x7f", "\x80", "é", "\U0010ffff"])
def test_above_and_below_leave_the_character_out(character):
    one = one_symbol(character)
    assert intersection(above(one), one) == NONE
    assert intersection(below(one), one) == NONE
    assert (above(one) == NONE) == (character == "\U0010ffff")
    assert (below(one) == NONE) == (character == "\x00")


def test_a_shape_that_allows_nothing_has_no_words():
    assert list(words((Either(()),), 5)) == []
    assert list(words((Run(CharacterClass(frozenset("01")), 1, 2),), 99)) == ["0", "1", "00", "01", "10", "11"]
    assert class_symbols(CharacterClass(frozenset("a"))) == one_symbol("a")


@pytest.mark.parametrize("character", ["\x00", "a", "\x7f", "\x80", "é", "\U0010ffff"])
def test_a_set_holds_its_characters_and_no_others(character):
    every = class_symbols(CharacterClass(frozenset(map(chr, range(128))), others=True))
    point = ord(character)
    assert holds(every, point) and holds(one_symbol(character), point)
    assert not holds(above(one_symbol(character)), point)
    assert not holds(NONE, point)
    assert holds(class_symbols(CharacterClass(frozenset(), others=True)), point) == (character > "\x7f")
