"""The texts that something can be: runs of characters and alternatives, with their lengths in characters."""

from __future__ import annotations

import string
from dataclasses import dataclass
from functools import cached_property
from typing import Final


@dataclass(frozen=True, slots=True)
class CharacterClass:
    """A set of characters: some of ASCII, and either all others (`others`) or none of them."""

    ascii: frozenset[str]
    others: bool = False

    def __contains__(self, character: str) -> bool:
        return character in self.ascii or (self.others and character > "\x7f")

    def allows(self, text: str) -> bool:
        """Return whether the text consists only of these characters."""
        return all(character in self for character in text)

    def __or__(self, other: CharacterClass) -> CharacterClass:
        return CharacterClass(self.ascii | other.ascii, self.others or other.others)


def characters(text: str) -> CharacterClass:
    """The class of the ASCII characters of a text."""
    return CharacterClass(frozenset(text))


ANY: Final = CharacterClass(frozenset(map(chr, range(128))), others=True)
DIGITS: Final = characters(string.digits)
HEX: Final = characters("0123456789abcdef")
BASE62: Final = characters(string.ascii_letters + string.digits)
CROCKFORD: Final = characters("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
ID: Final = characters(string.ascii_letters + string.digits + "-_.")
SLUG: Final = characters(string.ascii_lowercase + string.digits + "-")
GEOHASH: Final = characters("0123456789bcdefghjkmnpqrstuvwxyz")
EMAIL: Final = characters(string.ascii_letters + string.digits + "!#$%&'*+/=?^_`{|}~.-")
PATH: Final = CharacterClass(ANY.ascii - frozenset(map(chr, range(32))), others=True)
URL: Final = characters("".join(map(chr, range(33, 127))))


@dataclass(frozen=True, slots=True)
class Run:
    """From `least` to `most` characters of one class (`most` None: unlimited)."""

    characters: CharacterClass
    least: int = 1
    most: int | None = 1


@dataclass(frozen=True)
class Either:
    """One of several shapes; the most likely first, because witnesses are taken from it."""

    options: tuple[Shape, ...]

    @cached_property
    def shortest(self) -> int:
        """The minimum number of characters of its texts, counted once: the shapes of dates are in many keys."""
        return min(map(shortest, self.options), default=0)

    @cached_property
    def longest(self) -> int | None:
        """The maximum number of characters of its texts; None: unlimited."""
        lengths = [longest(option) for option in self.options]
        known = [length for length in lengths if length is not None]
        return max(known, default=0) if len(known) == len(lengths) else None

    @cached_property
    def goes_beyond_ascii(self) -> bool:
        """Whether one of its texts can contain multi-byte characters."""
        return any(map(goes_beyond_ascii, self.options))


type Piece = str | Run | Either
type Shape = tuple[Piece, ...]


def shortest(shape: Shape) -> int:
    """The minimum number of characters of a shape's texts."""
    total = 0
    for piece in shape:
        match piece:
            case str():
                total += len(piece)
            case Run(_, least):
                total += least
            case Either():
                total += piece.shortest
    return total


def longest(shape: Shape) -> int | None:
    """The maximum number of characters of a shape's texts; None: unlimited."""
    total = 0
    for piece in shape:
        match piece:
            case str():
                most: int | None = len(piece)
            case Run():
                most = piece.most
            case Either():
                most = piece.longest
        if most is None:
            return None
        total += most
    return total


def goes_beyond_ascii(shape: Shape) -> bool:
    """Return whether a text of the shape can contain multi-byte characters."""
    for piece in shape:
        match piece:
            case str():
                found = not piece.isascii()
            case Run(characters):
                found = characters.others
            case Either():
                found = piece.goes_beyond_ascii
        if found:
            return True
    return False


"""A text's structure: consecutive pieces; a str is that text itself."""
