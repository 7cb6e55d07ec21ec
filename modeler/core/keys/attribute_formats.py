"""Attribute formats: what the values of an attribute look like, and so which texts a key can become.

A format declares the characters that a value can contain, its length and its structure; parsing, order, size and
overlap of key templates (algebra/) follow from these. Lengths are in characters. For an attribute without a format only
its type is known: `is_declared` is false for it, and questions about its characters are answered "unknown", never
inferred.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from modeler.core.design.items import Attribute
from modeler.core.keys.text_shapes import (
    ANY,
    BASE62,
    CROCKFORD,
    DIGITS,
    EMAIL,
    GEOHASH,
    HEX,
    ID,
    PATH,
    SLUG,
    URL,
    CharacterClass,
    Either,
    Run,
    Shape,
    characters,
)
from modeler.core.values.attribute_values import AttributeType

ONE_DIGIT: Final = Run(DIGITS)
_YEAR: Final = Either((("20", Run(DIGITS, 2, 2)), (Run(characters("123456789")), Run(DIGITS, 3, 3))))
_MONTH: Final = Either((("0", Run(characters("123456789"))), ("1", Run(characters("012")))))
_DAY: Final = Either(
    (("0", Run(characters("123456789"))), (Run(characters("12")), ONE_DIGIT), ("3", Run(characters("01"))))
)
_HOUR: Final = Either(((Run(characters("01")), ONE_DIGIT), ("2", Run(characters("0123")))))
_SIXTY: Final[Shape] = (Run(characters("012345")), ONE_DIGIT)

YEAR: Final[Shape] = (_YEAR,)
MONTH: Final[Shape] = (_YEAR, "-", _MONTH)
DATE: Final[Shape] = (*MONTH, "-", _DAY)
HOUR: Final[Shape] = (*DATE, "T", _HOUR)
MINUTE: Final[Shape] = (*HOUR, ":", *_SIXTY)
ISO_MILLIS: Final[Shape] = (*MINUTE, ":", *_SIXTY, ".", Run(DIGITS, 3, 3), "Z")
_FRACTION: Final = Either(((), (".", Run(DIGITS, 1, 9))))
_ZONE: Final = Either((("Z",), (), (Run(characters("+-")), _HOUR, ":", *_SIXTY)))
_ISO: Final[Shape] = (*MINUTE, ":", *_SIXTY, _FRACTION, _ZONE)
_INTEGER: Final[Shape] = (Either((("0",), (Run(characters("123456789")), Run(DIGITS, 0, 37)))),)
_DECIMALS: Final = Either(((), (".", Run(DIGITS, 0, 37), Run(characters("123456789")))))
# A number stored as text can have leading and trailing zeros, which an N value never has.
_DIGITS_AS_TEXT: Final[Shape] = (Run(DIGITS, 1, 38),)
_INTEGER_AS_TEXT: Final[Shape] = (Either(((), ("-",))), *_DIGITS_AS_TEXT)
_DECIMAL_AS_TEXT: Final[Shape] = (*_INTEGER_AS_TEXT, Either(((), (".", Run(DIGITS, 1, 38)))))
_AS_TEXT: Final[Mapping[str, Shape]] = {
    "sequence": _DIGITS_AS_TEXT,
    "epoch_seconds": _DIGITS_AS_TEXT,
    "epoch_millis": _DIGITS_AS_TEXT,
    "integer": _INTEGER_AS_TEXT,
    "money": _DECIMAL_AS_TEXT,
    "decimal": _DECIMAL_AS_TEXT,
}
_DECIMAL: Final[Shape] = (*_INTEGER, _DECIMALS)
NUMBER: Final[Shape] = (Either(((), ("-",))), *_DECIMAL, Either(((), ("E", Run(characters("+-")), Run(DIGITS, 1, 3)))))
BOOLEAN: Final[Shape] = (Either((("true",), ("false",))),)


def _uuid(version: str) -> Shape:
    return (Run(HEX, 8, 8), "-", Run(HEX, 4, 4), "-", version, Run(HEX, 3, 3), "-", Run(characters("89ab")),
            Run(HEX, 3, 3), "-", Run(HEX, 12, 12))  # fmt: skip


@dataclass(frozen=True, slots=True)
class AttributeFormat:
    """What the values of an attribute look like.

    `time`: the value is a moment, so `month`, `date` and similar formats can be applied. `ordered`: the bytewise order
    of the values is the order of their meaning (dates, ULIDs). `unique`: no two generated values are equal. `types` are
    the DynamoDB types that it fits.
    """

    name: str
    label: str
    characters: CharacterClass
    min_length: int
    max_length: int | None
    shape: Shape
    example: str
    time: bool = False
    ordered: bool = False
    unique: bool = False
    types: tuple[AttributeType, ...] = (AttributeType.S,)


def _of_characters(
    name: str, label: str, allowed: CharacterClass, least: int, most: int | None, example: str
) -> AttributeFormat:
    return AttributeFormat(name, label, allowed, least, most, (Run(allowed, least, most),), example)


_N: Final = (AttributeType.N,)
_SN: Final = (AttributeType.S, AttributeType.N)

FORMATS: Final[Mapping[str, AttributeFormat]] = {
    made.name: made
    for made in (
        _of_characters("id", "Identifier (letters, digits, - _ .)", ID, 1, 128, "o-9001"),
        _of_characters("slug", "Slug (lower case, digits, -)", SLUG, 1, 128, "blue-shoes"),
        AttributeFormat("uuid4", "UUID, random", HEX | characters("-"), 36, 36, _uuid("4"),
                        "3f2b8c1e-4a5d-4e6f-8a7b-9c0d1e2f3a4b", unique=True),
        AttributeFormat("uuid7", "UUID, time-ordered", HEX | characters("-"), 36, 36, _uuid("7"),
                        "019a8f3c-1b2d-7e4f-8a6b-7c8d9e0f1a2b", ordered=True, unique=True),
        AttributeFormat("ulid", "ULID", CROCKFORD, 26, 26, (Run(characters("01234567")), Run(CROCKFORD, 25, 25)),
                        "01JD8Z6X4T9V2K7M3N5P8Q1R4S", ordered=True, unique=True),
        AttributeFormat("ksuid", "KSUID (ordered by second)", BASE62, 27, 27, (Run(BASE62, 27, 27),),
                        "2pKXq3mVdT5cXr0E8yYw1nJ9aBc", ordered=True, unique=True),
        AttributeFormat("sequence", "Counter", DIGITS, 1, 38, _INTEGER, "42", unique=True, types=_SN),
        AttributeFormat("date", "Date", DIGITS | characters("-"), 10, 10, DATE, "2026-06-01", time=True, ordered=True),
        AttributeFormat("month", "Month", DIGITS | characters("-"), 7, 7, MONTH, "2026-06", ordered=True),
        AttributeFormat("year", "Year", DIGITS, 4, 4, YEAR, "2026", ordered=True, types=_SN),
        AttributeFormat("iso", "Time, ISO 8601", DIGITS | characters("-+:.TZ"), 19, 35, _ISO,
                        "2026-06-01T08:30:00.000Z", time=True, ordered=True),
        AttributeFormat("epoch_seconds", "Time, seconds since 1970", DIGITS, 1, 12, _INTEGER, "1780302600", time=True,
                        types=_SN),
        AttributeFormat("epoch_millis", "Time, milliseconds since 1970", DIGITS, 1, 15, _INTEGER, "1780302600000",
                        time=True, types=_SN),
        _of_characters("enum", "One of several words", ID | characters(" "), 1, 64, "OPEN"),
        AttributeFormat("integer", "Whole number", DIGITS | characters("-"), 1, 39, (Either(((), ("-",))), *_INTEGER),
                        "7", types=_SN),
        AttributeFormat("money", "Amount of money", DIGITS | characters("-."), 1, 39,
                        (Either(((), ("-",))), *_DECIMAL), "149.00", types=_SN),
        AttributeFormat("decimal", "Number", DIGITS | characters("-.E+"), 1, 44, NUMBER, "3.14", types=_SN),
        AttributeFormat("email", "Email address", EMAIL | characters("@"), 3, 254,
                        (Run(EMAIL, 1, 64), "@", Run(ID, 1, 189)), "ada@example.org"),
        _of_characters("phone", "Phone number", DIGITS | characters("+- ()"), 3, 24, "+49 30 123456"),
        _of_characters("country", "Country code", characters(string.ascii_uppercase), 2, 2, "DE"),
        _of_characters("currency", "Currency code", characters(string.ascii_uppercase), 3, 3, "EUR"),
        _of_characters("geohash", "Geohash", GEOHASH, 1, 12, "u33db"),
        _of_characters("hash", "Hash, hexadecimal", HEX, 1, 128, "9f86d081884c7d65"),
        _of_characters("path", "Path with separators", PATH, 1, None, "root#engineering"),
        _of_characters("url", "URL", URL, 1, None, "https://example.org/x"),
        _of_characters("text", "Free text", ANY, 0, None, "Any text"),
        _of_characters("html", "HTML or Markdown", ANY, 0, None, "<p>Any text</p>"),
        _of_characters("json", "JSON text", ANY, 1, None, '{"a": 1}'),
        AttributeFormat("boolean", "Yes or no", characters("aeflrstu"), 4, 5, BOOLEAN, "true",
                        types=(AttributeType.S, AttributeType.BOOL)),
        _of_characters("file", "File content", ANY, 0, None, "…"),
        _of_characters("image", "Image content", ANY, 0, None, "…"),
    )
}  # fmt: skip
"""Every format without an argument, by name. `shard(N)` (a stored random shard) takes one: see `format_of`."""

_SHARD: Final = re.compile(r"shard\((\d{1,5})\)")
_UNDECLARED: Final[Mapping[AttributeType, AttributeFormat]] = {
    AttributeType.S: _of_characters("", "Not specified", ANY, 1, None, "text"),
    AttributeType.N: AttributeFormat("", "Not specified", DIGITS | characters("-.E+"), 1, 44, NUMBER, "1", types=_N),
    AttributeType.BOOL: FORMATS["boolean"],
}
_NO_TEXT: Final = AttributeFormat(
    "", "Not representable in a key", CharacterClass(frozenset()), 1, None, (Either(()),), ""
)


def is_format(name: str) -> bool:
    """Return whether it is the name of a format. The empty name is one: nothing declared."""
    return not name or name in FORMATS or bool(_SHARD.fullmatch(name))


def shard_count(attribute: Attribute) -> int:
    """The shard count of a stored random shard; 0 for every other attribute."""
    found = _SHARD.fullmatch(attribute.format)
    return int(found[1]) if found else 0


@lru_cache(maxsize=1024)
def shard_format(count: int) -> AttributeFormat:
    """The format of a stored random shard: a decimal number from 0 to `count` - 1."""
    width = len(str(max(count - 1, 0)))
    shape: Shape = (number_shape(0, count - 1),) if count <= 1000 else _INTEGER
    return AttributeFormat(f"shard({count})", f"Random shard of {count}", DIGITS, 1, width, shape, "3", types=_SN)


def number_shape(first: int, last: int) -> Either:
    """The decimal texts from `first` to `last`, each spelled out."""
    return Either(tuple((str(value),) for value in range(first, last + 1)))


def format_of(attribute: Attribute) -> AttributeFormat:
    """The format of an attribute; the default of its type if none is declared or the name is unknown."""
    if made := FORMATS.get(attribute.format):
        return made
    if found := _SHARD.fullmatch(attribute.format):
        return shard_format(int(found[1]))
    return _UNDECLARED.get(attribute.type, _NO_TEXT)


def is_declared(attribute: Attribute) -> bool:
    """Return whether the values are described: by a format, a list of values, or a type whose texts are known."""
    return bool(attribute.values) or attribute.type is not AttributeType.S or (
        bool(attribute.format) and is_format(attribute.format)
    )  # fmt: skip


def value_class(attribute: Attribute) -> CharacterClass:
    """The characters that a value of the attribute can contain, as text inside a key."""
    if attribute.values:
        return _class_of_texts(tuple(attribute.values))
    return format_of(attribute).characters


@lru_cache(maxsize=1024)
def _class_of_texts(texts: tuple[str, ...]) -> CharacterClass:
    used = frozenset("".join(texts))
    return CharacterClass(frozenset(c for c in used if c <= "\x7f"), any(c > "\x7f" for c in used))


def value_shape(attribute: Attribute) -> Shape:
    """The texts that a value of the attribute can be, inside a key."""
    if attribute.values:
        return (Either(tuple((value,) for value in attribute.values)),)
    if attribute.type is AttributeType.S and attribute.format in _AS_TEXT:
        return _AS_TEXT[attribute.format]
    if attribute.range is not None and attribute.range[0] >= 0 and attribute.format in {"integer", "money", "decimal"}:
        return _INTEGER if attribute.format == "integer" else _DECIMAL
    return format_of(attribute).shape


def value_lengths(attribute: Attribute) -> tuple[int, int | None]:
    """The minimum and maximum length of a value as text, in characters; None: unlimited."""
    if attribute.values:
        lengths = [len(value) for value in attribute.values]
        return min(lengths), max(lengths)
    made = format_of(attribute)
    most = made.max_length
    if attribute.size is not None and attribute.size.maximum is not None:
        most = int(attribute.size.maximum) if most is None else min(most, int(attribute.size.maximum))
    if attribute.range is not None and attribute.range[0] >= 0 and made.name in {"sequence", "integer"}:
        most = len(str(int(attribute.range[1])))
    return min(made.min_length, most if most is not None else made.min_length), most
