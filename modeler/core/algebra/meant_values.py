"""The intended order of an attribute, and test values in that order: those at which string order goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from enum import Enum, auto
from math import isfinite
from typing import Final

from modeler.core.algebra.automaton import words
from modeler.core.algebra.shapes import reference_shape
from modeler.core.algebra.witnesses import typed
from modeler.core.design.items import Attribute
from modeler.core.keys.attribute_formats import format_of, value_class, value_lengths
from modeler.core.keys.templates import Reference
from modeler.core.keys.text_shapes import CharacterClass
from modeler.core.values.attribute_values import AttributeType, AttributeValue, as_decimal


class Meaning(Enum):
    """The intended order of an attribute; MADE: an id that starts with its creation time, NONE: its text."""

    NUMBER = auto()
    TIME = auto()
    MADE = auto()
    WORDS = auto()
    ENUM = auto()
    RANDOM = auto()
    NONE = auto()


NUMBERS: Final = frozenset({"sequence", "integer", "money", "decimal"})
TIMES: Final = frozenset({"epoch_seconds", "epoch_millis", "iso", "date", "month", "year"})
_RANDOM: Final = frozenset({"uuid4", "hash"})
_WORDS: Final = frozenset({"text", "email", "html"})
_FRACTIONS: Final = frozenset({"money", "decimal", ""})


def meaning_of(attribute: Attribute, formats: Sequence[str] = ()) -> Meaning:
    """The intended order of an attribute; `formats` are the names of those that its reference applies."""
    form = attribute.format
    if form in _RANDOM or form.startswith("shard("):
        return Meaning.RANDOM
    if attribute.values and attribute.type is not AttributeType.N:
        return Meaning.ENUM
    if form in TIMES or (formats and formats[0] in {"iso", "year", "month", "date", "hour", "minute"}):
        return Meaning.TIME
    if form in NUMBERS or attribute.type is AttributeType.N:
        return Meaning.NUMBER
    if format_of(attribute).ordered:
        return Meaning.MADE
    # If ids are written in one case, the resulting order is the intended one.
    return Meaning.WORDS if form in _WORDS or {"lower", "upper"} & set(formats) else Meaning.NONE


def meant_values(attribute: Attribute, reference: Reference, meaning: Meaning, behind: str) -> list[AttributeValue]:
    """Test values in the intended order. `behind` is the literal text that follows the value in the key."""
    if attribute.values:
        texts = list(attribute.values)
        if attribute.type is AttributeType.N:
            numbers = {text: number for text in texts if (number := as_decimal(text)) is not None}
            texts = sorted(numbers, key=lambda text: numbers[text])
        return [typed(attribute, text) for text in texts]
    match meaning:
        case Meaning.NUMBER:
            return [typed(attribute, f"{number:f}") for number in _numbers(attribute, reference)]
        case Meaning.TIME:
            return [typed(attribute, text) for text in _times(attribute)]
    return [typed(attribute, text) for text in _texts(attribute, reference, meaning, behind)]


def _numbers(attribute: Attribute, reference: Reference) -> list[Decimal]:
    """Numbers around a change of digit count or sign; no wider than padding if no range is known."""
    widest = max((int(call.argument or 0) for call in reference.formats if call.name in {"pad", "reverse"}), default=0)
    least, most = _range(attribute, widest)
    powers = [Decimal(10) ** power for power in range(min(len(str(int(max(abs(least), abs(most))))), 19) + 1)]
    found = {least, most, Decimal(0), Decimal(2), *powers, *(power - 1 for power in powers)}
    found |= {-number for number in found}
    if attribute.format in _FRACTIONS and not reference.formats:
        found |= {Decimal("0.5"), Decimal("1.5"), Decimal("10.25")}
    return sorted(number + 0 for number in found if least <= number <= most)


def known_range(attribute: Attribute) -> tuple[Decimal, Decimal] | None:
    """The declared minimum and maximum, if both are finite numbers."""
    if attribute.range is None or not all(isfinite(bound) for bound in attribute.range):
        return None
    return Decimal(str(attribute.range[0])), Decimal(str(attribute.range[1]))


def _range(attribute: Attribute, widest: int) -> tuple[Decimal, Decimal]:
    known = known_range(attribute)
    if known is not None:
        return known
    most = Decimal(10) ** (widest or min(value_lengths(attribute)[1] or 12, 12)) - 1
    return (Decimal(0) if attribute.format == "sequence" or widest else -most), most


_MOMENTS: Final = (
    "1999-12-31T23:59:59.999Z",
    "2001-09-09T01:46:39.999Z",
    "2001-09-09T01:46:41.000Z",
    "2026-06-01T08:30:00.000Z",
    "2026-06-01T08:30:00.500Z",
    "2026-12-31T23:59:59.999Z",
    "2027-01-01T00:00:00.000Z",
)
_LENGTHS: Final = {"date": 10, "month": 7, "year": 4}
_ISO_TEXTS: Final = ("2026-06-01T08:30:00Z", "2026-06-01T08:30:00.5Z", "2026-06-01T08:30:01Z")
# Epoch seconds have ten digits from September 2001 until 2286; other times have a declared range.
_SECONDS: Final = ("0", "9", "10", "999999999", "1000000000", "1780302600", "4102444800")


def _times(attribute: Attribute) -> Sequence[str]:
    match attribute.format:
        case "epoch_seconds" | "epoch_millis":
            unit = "000" if attribute.format == "epoch_millis" else ""
            texts = [text + unit if text != "0" else text for text in _SECONDS]
            known = known_range(attribute)
            if known is None:
                return [text for text in texts if len(text) >= len(_SECONDS[-1]) + len(unit)]
            low, high = known
            inside = {low, high, *(Decimal(text) for text in texts)}
            return [f"{number:f}" for number in sorted(inside) if low <= number <= high]
        case "date" | "month" | "year":
            return list(dict.fromkeys(text[: _LENGTHS[attribute.format]] for text in _MOMENTS))
        case "iso" if not _has_one_length(attribute):
            return [*_MOMENTS[:3], *_ISO_TEXTS, *_MOMENTS[5:]]
    return _SECONDS[1:] if attribute.type is AttributeType.N else _MOMENTS


def _has_one_length(attribute: Attribute) -> bool:
    return attribute.size is not None and attribute.size.maximum == attribute.size.average


def _texts(attribute: Attribute, reference: Reference, meaning: Meaning, behind: str) -> list[str]:
    """Texts in their own order, and, if a value can continue, with characters that sort before the following text."""
    shape = reference_shape(attribute, ())
    found = list(words(shape, 12))
    held = value_class(attribute)
    least, most = value_lengths(attribute)
    if most is None or most > least:
        base = next((text for text in found if text), "")
        found.extend(base + character for character in _around(held, behind) if base)
    if meaning is Meaning.WORDS:
        found.extend(_NAMES if attribute.format != "email" else (f"{name}@x.org" for name in _NAMES))
        upper = any(call.name == "upper" for call in reference.formats)
        return sorted({text for text in found if held.allows(text)}, key=str.upper if upper else str.lower)
    return sorted(set(found))


_NAMES: Final = ("Zoe", "adam")


def _around(held: CharacterClass, behind: str) -> list[str]:
    """Characters that a value can contain and that sort before the following text, or are its first."""
    if not behind:
        return []
    before = [character for character in sorted(held.ascii) if character <= behind[0]]
    printable = [character for character in before if character >= " "]
    return (printable or before)[-3:]
