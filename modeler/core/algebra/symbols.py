"""Sets of characters for the arcs of automata: a mask over ASCII, and ranges of code points beyond.

Code-point order is the order of UTF-8 bytes, which is DynamoDB's order of strings (facts/ordering#key-order).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from modeler.core.keys.text_shapes import CharacterClass

_ASCII_END: Final = 0x80
_LAST: Final = 0x10FFFF
_SURROGATES: Final = range(0xD800, 0xE000)
_ALL_ASCII: Final = (1 << _ASCII_END) - 1
_PREFERRED: Final = "a012345BCDEFO#-_"
_ACUTE: Final = 0xE9


class Symbols(NamedTuple):
    """A set of characters: bits of `ascii`, and for the others the ranges of `beyond` (first and last code point)."""

    ascii: int
    beyond: tuple[tuple[int, int], ...] = ()


NONE: Final = Symbols(0)
_BEYOND: Final = ((_ASCII_END, _LAST),)
EVERY: Final = Symbols(_ALL_ASCII, _BEYOND)


@lru_cache(maxsize=1024)
def class_symbols(characters: CharacterClass) -> Symbols:
    """The set of a character class."""
    mask = 0
    for character in characters.ascii:
        mask |= 1 << ord(character)
    return Symbols(mask, _BEYOND if characters.others else ())


@lru_cache(maxsize=1024)
def one_symbol(character: str) -> Symbols:
    """The set of one character."""
    point = ord(character)
    return Symbols(1 << point) if point < _ASCII_END else Symbols(0, ((point, point),))


def holds(symbols: Symbols, point: int) -> bool:
    """Return whether the character of this code point is in the set."""
    if point < _ASCII_END:
        return bool(symbols.ascii >> point & 1)
    return any(first <= point <= last for first, last in symbols.beyond)


def intersection(left: Symbols, right: Symbols) -> Symbols:
    """The characters in both sets."""
    if left is right:
        return left
    beyond = left.beyond
    if beyond != right.beyond:
        beyond = () if not beyond or not right.beyond else _common(beyond, right.beyond)
    return Symbols(left.ascii & right.ascii, beyond)


@lru_cache(maxsize=1024)
def _common(left: tuple[tuple[int, int], ...], right: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    pairs = ((max(a, c), min(b, d)) for a, b in left for c, d in right)
    return tuple((first, last) for first, last in pairs if first <= last)


@lru_cache(maxsize=4096)
def above(symbols: Symbols) -> Symbols:
    """The characters after the first of the set."""
    if symbols.ascii:
        lowest = symbols.ascii & -symbols.ascii
        return Symbols(_ALL_ASCII & ~((lowest << 1) - 1), _BEYOND)
    first = min((first for first, _ in symbols.beyond), default=_LAST)
    return Symbols(0, ((first + 1, _LAST),)) if first < _LAST else NONE


@lru_cache(maxsize=4096)
def below(symbols: Symbols) -> Symbols:
    """The characters before the last of the set."""
    if symbols.beyond:
        last = max(last for _, last in symbols.beyond)
        return Symbols(_ALL_ASCII, ((_ASCII_END, last - 1),) if last > _ASCII_END else ())
    return Symbols((1 << (symbols.ascii.bit_length() - 1)) - 1) if symbols.ascii else NONE


@lru_cache(maxsize=4096)
def pick(symbols: Symbols) -> str:
    """A character of a nonempty set, preferably a readable one."""
    for character in _PREFERRED:
        if symbols.ascii >> ord(character) & 1:
            return character
    if symbols.ascii:
        return _printable_first(symbols.ascii)
    for first, last in symbols.beyond:
        if first <= _ACUTE <= last:
            return chr(_ACUTE)
        if first not in _SURROGATES:
            return chr(first)
        if last >= _SURROGATES.stop:
            return chr(_SURROGATES.stop)
    return chr(symbols.beyond[0][0])


def _printable_first(mask: int) -> str:
    printable = mask >> 32
    lowest = ((printable & -printable).bit_length() + 31) if printable else (mask & -mask).bit_length() - 1
    return chr(lowest)


@lru_cache(maxsize=4096)
def several(symbols: Symbols) -> tuple[str, ...]:
    """Some characters of a set, to make different texts."""
    found = tuple(character for character in "a0123456789bcdefg" if symbols.ascii >> ord(character) & 1)
    return found or (pick(symbols),)
