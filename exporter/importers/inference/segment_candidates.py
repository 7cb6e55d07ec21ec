"""Candidate sources for a segment of a key: an entity's attributes row by row, plain or through a format."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Final

from modeler.core.keys.key_formats import FORMATS, FormatCall
from modeler.core.keys.templates import Reference

type Column = tuple[str | None, ...]
"""One text per row; None if the row has none."""

_TIMES: Final[Mapping[int, str]] = {4: "year", 7: "month", 10: "date", 13: "hour", 16: "minute", 24: "iso"}
"""The time format of a text with this many characters."""
_SHARDS: Final = (
    2,
    3,
    4,
    5,
    6,
    8,
    10,
    12,
    16,
    20,
    24,
    25,
    32,
    40,
    48,
    50,
    64,
    100,
    128,
    200,
    256,
    500,
    512,
    1000,
    1024,
)
_SHARD_BITS: Final = 8.0
"""With at least this many bits in agreement, which cannot be chance, a number is treated as a shard of an attribute."""
_WIDTH_MAX: Final = 38
_HASH_MIN: Final = 6
_TRIED_FIRST: Final = 30
_EPOCH_MILLIS: Final = (13, "epoch_millis")
_EPOCH_SECONDS: Final = (10, "epoch_seconds")


@dataclass(slots=True)
class Pool:
    """The texts of an entity's attributes, row by row. What is read back from a key is added (`found`).

    `formats` are the known formats of attributes, by name, as rendering needs them; `fixed` are attributes that a
    condition of the key ties to one value: such a segment is a literal. `shown` are texts that other entities show to
    be values, by the literal before them.
    """

    columns: dict[str, Column]
    prefixes: Mapping[str, str]
    entity: str
    taken: frozenset[str] = frozenset()
    found: dict[str, Column] = field(default_factory=dict)
    literals: dict[str, str] = field(default_factory=dict)
    formats: dict[str, str] = field(default_factory=dict)
    fixed: frozenset[str] = frozenset()
    shown: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def attribute(self, column: Column, before: str = "") -> str | None:
        """Return the attribute that certainly has exactly these texts, if any. `before` is the literal before them."""
        having = (
            name
            for name, texts in (*self.found.items(), *self.columns.items())
            if name not in self.fixed
            and _is_within(column, texts)
            and (self._is_same(name, column, before) if name in self.found else _is_telling(name, column))
        )
        return min(having, key=lambda name: self.unlike(name, before), default=None)

    def unlike(self, name: str, before: str) -> int:
        """Rank an attribute among others with the same texts, the best first: named as the literal before them is, or
        as the entity is. In a few items, two ids have the same values by chance.
        """
        word = "".join(letter for letter in before.lower() if letter.isalnum())
        meant = "".join(letter for letter in self.prefixes.get(word, word).lower() if letter.isalnum())
        own = "".join(letter for letter in self.entity.lower() if letter.isalnum())
        plain = name.lower().replace("_", "").replace("-", "")
        if meant and (plain.startswith(meant) or (len(meant) > 2 and meant.startswith(plain.removesuffix("id")))):
            return 0
        return 1 if own and plain.removesuffix("id") in (own, "") else 2

    def source(self, column: Column, before: str = "") -> Reference | None:
        """Return the attribute, plain or through one format, that certainly produces exactly these texts, if any."""
        if name := self.attribute(column, before):
            return Reference(name)
        for call in _calls(column):
            for name, texts in self.columns.items():
                if name not in self.fixed and self._gives(name, texts, call, column):
                    return Reference(name, (call,))
        return None

    def render(self, part: Reference) -> Column:
        """Return what a reference gives each row."""
        texts = self.found[part.attribute] if part.attribute in self.found else self.columns[part.attribute]
        for call in part.formats:
            form = self.formats.get(part.attribute, "")
            texts = tuple(
                None if text is None else FORMATS[call.name].apply(text, call.argument, form) for text in texts
            )
        return texts

    def subset(self, mask: Sequence[bool], fixed: frozenset[str] = frozenset()) -> Pool:
        """Return the same pool for some rows only."""
        chosen = {name: tuple(compress(column, mask)) for name, column in self.columns.items()}
        found = {name: tuple(compress(column, mask)) for name, column in self.found.items()}
        columns = {name: column for name, column in chosen.items() if any(text is not None for text in column)}
        return Pool(
            columns, self.prefixes, self.entity, self.taken, found, dict(self.literals), self.formats, fixed, self.shown
        )

    def join(self, part: Pool, mask: Sequence[bool]) -> None:
        """Take over what was read back from some rows; the others have None there."""
        for name, column in part.found.items():
            texts = iter(column)
            old = self.found.get(name) or (None,) * len(mask)
            self.found[name] = tuple(next(texts) if held else was for held, was in zip(mask, old, strict=True))
        self.literals.update(part.literals)

    def new_attribute(self, name: str, column: Column, before: str = "") -> str:
        """Add an attribute read back from a key under a free name, and return that name."""
        base = name
        number = 2
        lower = {taken.lower() for taken in (*self.taken, *self.columns, *self.found)}
        while name.lower() in lower:
            name = f"{base}{number}"
            number += 1
        self.found[name] = column
        self.literals[name] = before
        return name

    def _is_same(self, name: str, column: Column, before: str) -> bool:
        # o#12345 and c#12345 in one item are an order and a customer that share a number by chance.
        literal = self.literals[name]
        return not before or not literal or before == literal or len(set(column) - {None}) > 1

    def _gives(self, name: str, texts: Column, call: FormatCall, column: Column) -> bool:
        if not _is_formatted(call, name, texts, column):
            return False
        if call.name in _TIMES.values() and (form := _epoch(texts)):
            self.formats.setdefault(name, form)
        form = self.formats.get(name, "")
        apply, argument = FORMATS[call.name].apply, call.argument
        pairs = zip(column, texts, strict=True)
        return all(text is None or (own is not None and apply(own, argument, form) == text) for text, own in pairs)


def _is_within(column: Column, texts: Column) -> bool:
    return all(text is None or text == own for text, own in zip(column, texts, strict=True))


def _is_telling(name: str, column: Column) -> bool:
    """Is an attribute with these texts certainly the one meant, and not one with the same texts by chance?"""
    present = [text for text in column if text is not None]
    if len(set(present)) > 1:
        return True
    return len(present[0]) >= 3 or (name.lower().endswith("id") and present[0] != "")


def _calls(column: Column) -> Iterator[FormatCall]:
    """Return the few formats most likely to have produced these texts, the most likely first."""
    present = [text for text in column if text is not None]
    lengths = {len(text) for text in present}
    width = lengths.pop() if len(lengths) == 1 else 0
    digits = all(text.isascii() and text.isdigit() for text in present)
    if width in _TIMES and all(text[:1].isdigit() for text in present):
        yield FormatCall(_TIMES[width])
    if digits and 2 <= width <= _WIDTH_MAX:
        yield FormatCall("pad", width)
        yield FormatCall("reverse", width)
    if digits and max(map(len, present)) <= 4 and not any(len(text) > 1 and text[0] == "0" for text in present):
        largest = max(map(int, present))
        rows = len(set(present)) if len(present) < _TRIED_FIRST else len(present)
        yield from (
            FormatCall("shard", count) for count in _SHARDS if count > largest and _is_by_no_chance(count, rows)
        )
    if not digits and all(text == text.lower() for text in present):
        yield FormatCall("lower")
        if width >= _HASH_MIN and width <= 64 and all(set(text) <= set("0123456789abcdef") for text in present):
            yield FormatCall("hash", width)
    if not digits and all(text == text.upper() for text in present):
        yield FormatCall("upper")


def _is_by_no_chance(count: int, rows: int) -> bool:
    return (count.bit_length() - 1) * rows >= _SHARD_BITS


def _is_formatted(call: FormatCall, name: str, texts: Column, column: Column) -> bool:
    """Can it be this attribute at all? A quick check, careful with texts that are too short to decide."""
    at = next((row for row, text in enumerate(column) if text is not None), 0)
    own, text = texts[at], column[at]
    if own is None or text is None or len(own) > 2048:
        return False
    if call.name == "shard":
        return zlib.crc32(own.encode("utf-8", "surrogatepass")) % int(call.argument or 1) == int(text)
    if call.name in ("pad", "reverse"):
        return own.isascii() and own.isdigit() and len(own) <= len(text) and _is_telling(name, column)
    if call.name in _TIMES.values():
        return len(own) >= len(text) and _is_telling(name, column)
    return len(text) >= 3 and _is_telling(name, column)


def _epoch(texts: Column) -> str:
    present = {len(text) if text.isascii() and text.isdigit() else 0 for text in texts if text is not None}
    return next((form for length, form in (_EPOCH_MILLIS, _EPOCH_SECONDS) if present == {length}), "")
