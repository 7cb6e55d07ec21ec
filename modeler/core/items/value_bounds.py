"""How many bytes a value takes, from declared sizes, enum shares, samples and formats. facts/item-sizes#values.

Every span names its source, so that numbers derived from it can too. Averages are expectations: averages of sums are
sums of averages, which is why items are estimated attribute by attribute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from modeler.core.design.items import Attribute
from modeler.core.keys.attribute_formats import format_of, value_lengths
from modeler.core.keys.key_formats import FormatCall, apply_formats
from modeler.core.values.attribute_values import (
    AttributeType,
    AttributeValue,
    number,
    number_size,
    string,
    utf8_length,
    value_size,
)

SAMPLES_READ_MAX: Final = 200
"""Only this many samples of an entity are measured: more make the analysis slower but the average no better."""


class SizeSource(StrEnum):
    """Where a size comes from, best first; the value is its name in a sentence."""

    TEMPLATE = "key templates"
    DECLARED = "declared sizes"
    SHARES = "enum values"
    SAMPLES = "samples"
    FORMAT = "formats"
    ASSUMED = "assumption"


class ByteSpan(NamedTuple):
    """Bytes of a value: least, expected, most (None: not known). `certain`: the bounds hold for every value."""

    minimum: float
    average: float
    maximum: float | None
    sources: frozenset[SizeSource]
    certain: bool = False

    def at_most(self, limit: float) -> ByteSpan:
        """The span of a text truncated to `limit`."""
        maximum = limit if self.maximum is None else min(self.maximum, limit)
        return ByteSpan(min(self.minimum, limit), min(self.average, limit), maximum, self.sources, self.certain)


@lru_cache(maxsize=1024, typed=True)
def exactly(size: float, source: SizeSource) -> ByteSpan:
    """The span of a constant size."""
    return ByteSpan(size, size, size, frozenset({source}), certain=True)


def together(spans: Iterable[ByteSpan]) -> ByteSpan:
    """The span of a text that consists of these."""
    minimum: float = 0
    average: float = 0
    maximum: float | None = 0
    sources: frozenset[SizeSource] = frozenset()
    certain = True
    for least, expected, most, named, sure in spans:
        minimum += least
        average += expected
        maximum = None if maximum is None or most is None else maximum + most
        sources = sources | named if sources else named
        certain = certain and sure
    return ByteSpan(minimum, average, maximum, sources, certain)


# The usual size of a text with such a format, if nothing better is known: our values, shown as estimates.
_TYPICAL_TEXT: Final[dict[str, int]] = {
    "id": 16, "slug": 16, "sequence": 6, "iso": 24, "epoch_seconds": 10, "epoch_millis": 13, "enum": 8, "integer": 4,
    "money": 6, "decimal": 6, "email": 24, "phone": 14, "geohash": 6, "hash": 64, "path": 24, "url": 60, "text": 100,
    "html": 1000, "json": 200, "boolean": 4, "file": 32_768, "image": 32_768,
}  # fmt: skip
# Numbers by facts/item-sizes#numbers: 1 byte, and 1 for each pair of digits.
_TYPICAL_NUMBER: Final[dict[str, int]] = {
    "epoch_seconds": 6, "epoch_millis": 8, "sequence": 4, "integer": 3, "money": 4, "year": 3
}  # fmt: skip
_NUMBER_BYTES_MAX: Final = 21
_TYPICAL_ELEMENTS: Final = 4
_TYPICAL_ELEMENT_BYTES: Final = 20
_TYPICAL_BYTES: Final = 16


def value_span(attribute: Attribute, samples: Sequence[AttributeValue]) -> ByteSpan:
    """Bytes of the values of an attribute (without its name), where an item has it."""
    if attribute.size is not None:
        most = attribute.size.maximum
        least = 0.0 if most is None or most > attribute.size.average else attribute.size.average
        return ByteSpan(least, attribute.size.average, most, frozenset({SizeSource.DECLARED}), certain=most is not None)
    if attribute.values:
        return _of_shares(attribute, value_size)
    match attribute.type:
        case AttributeType.BOOL | AttributeType.NULL:
            return exactly(1, SizeSource.FORMAT)
        case AttributeType.S:
            return _text_value(attribute, samples)
        case AttributeType.N:
            return _measured(samples, value_size) or _number(attribute)
        case AttributeType.B:
            return _measured(samples, value_size) or _assumed(_TYPICAL_BYTES)
    return _elements(attribute, samples)


def undeclared_span(samples: Sequence[AttributeValue]) -> ByteSpan:
    """Bytes of the values of an attribute that only samples have."""
    return _measured(samples, value_size) or _assumed(_TYPICAL_BYTES)


def text_span(
    attribute: Attribute | None, calls: tuple[FormatCall, ...], samples: Sequence[AttributeValue]
) -> ByteSpan:
    """Bytes that a reference `{attribute:calls}` adds to a key, if the item has the attribute."""
    fixed = _fixed_by_formats(calls)
    if fixed is not None:
        return fixed

    def length(value: AttributeValue) -> int | None:
        text = apply_formats(value, calls, attribute.format if attribute else "")
        return None if text is None else utf8_length(text)

    if attribute is None:
        return _measured(samples, length) or _assumed(_TYPICAL_BYTES)
    if attribute.values:
        return _of_shares(attribute, lambda value: length(value) or 0)
    if attribute.size is not None and attribute.type is AttributeType.S:
        return _cut(value_span(attribute, samples), calls)
    lengths = value_lengths(attribute)
    if lengths[0] == lengths[1]:
        return _cut(exactly(lengths[0], SizeSource.FORMAT), calls)
    return _measured(samples, length) or _cut(_typical_text(attribute), calls)


def _fixed_by_formats(calls: tuple[FormatCall, ...]) -> ByteSpan | None:
    """The span of a reference whose last format alone determines its length."""
    for call in reversed(calls):
        match call.name, call.argument:
            case (("pad" | "reverse"), int(width)):
                return exactly(width, SizeSource.TEMPLATE)
            case "hash", int(digits):
                return exactly(min(digits, 64), SizeSource.TEMPLATE)
            case "shard", int(count):
                widths = [len(str(shard)) for shard in range(count)]
                average = sum(widths) / len(widths)
                return ByteSpan(widths[0], average, widths[-1], frozenset({SizeSource.TEMPLATE}), certain=True)
            case (("lower" | "upper"), _):
                continue
            case name, _ if name in _TIME_BYTES:
                return exactly(_TIME_BYTES[name], SizeSource.TEMPLATE)
        return None
    return None


_TIME_BYTES: Final = {"iso": 24, "year": 4, "month": 7, "date": 10, "hour": 13, "minute": 16}


def _cut(span: ByteSpan, calls: tuple[FormatCall, ...]) -> ByteSpan:
    for call in calls:
        if call.name == "first" and isinstance(call.argument, int):
            span = span.at_most(call.argument)
    return span


def _of_shares(attribute: Attribute, measure: Callable[[AttributeValue], int]) -> ByteSpan:
    """The expectation over an enum's members, weighted by their shares."""
    sizes = [(measure(enum_value(attribute, text)), share) for text, share in attribute.values.items()]
    total = sum(share for _, share in sizes)
    weights = sizes if total > 0 else [(size, 1.0) for size, _ in sizes]
    average = sum(size * share for size, share in weights) / (total if total > 0 else len(sizes))
    plain = [size for size, _ in sizes]
    return ByteSpan(min(plain), average, max(plain), frozenset({SizeSource.SHARES}), certain=True)


def enum_value(attribute: Attribute, text: str) -> AttributeValue:
    """A member of an enum as a value of the attribute's type."""
    return number(text) if attribute.type is AttributeType.N else string(text)


def _measured(samples: Iterable[AttributeValue], measure: Callable[[AttributeValue], int | None]) -> ByteSpan | None:
    sizes = [size for value in samples if (size := measure(value)) is not None]
    if not sizes:
        return None
    return ByteSpan(min(sizes), sum(sizes) / len(sizes), max(sizes), frozenset({SizeSource.SAMPLES}))


def _text_value(attribute: Attribute, samples: Sequence[AttributeValue]) -> ByteSpan:
    lengths = value_lengths(attribute)
    if lengths[0] == lengths[1]:
        return exactly(lengths[0], SizeSource.FORMAT)
    return _measured(samples, value_size) or _typical_text(attribute)


def _typical_text(attribute: Attribute) -> ByteSpan:
    made = format_of(attribute)
    least, most = value_lengths(attribute)
    typical: float = _TYPICAL_TEXT.get(made.name, _TYPICAL_BYTES)
    if most is not None:
        typical = min(typical, most)
    source = SizeSource.FORMAT if made.name else SizeSource.ASSUMED
    return ByteSpan(least, max(typical, least), most, frozenset({source}))


def _number(attribute: Attribute) -> ByteSpan:
    if attribute.range is not None:
        low, high = (number_size(str(bound)) for bound in attribute.range)
        # Between the bounds a number may need every digit pair of the larger one, and a fraction more.
        return ByteSpan(1, max(low, high), _NUMBER_BYTES_MAX, frozenset({SizeSource.FORMAT}), certain=True)
    typical = _TYPICAL_NUMBER.get(attribute.format)
    source = SizeSource.ASSUMED if typical is None else SizeSource.FORMAT
    return ByteSpan(1, typical or 4, _NUMBER_BYTES_MAX, frozenset({source}), certain=True)


def _elements(attribute: Attribute, samples: Sequence[AttributeValue]) -> ByteSpan:
    """Lists, maps and sets: declared numbers of elements with the size from samples. facts/item-sizes#values."""
    if attribute.elements is None:
        return _measured(samples, value_size) or _assumed(_TYPICAL_ELEMENTS * _TYPICAL_ELEMENT_BYTES)
    header = 3 if attribute.type in (AttributeType.L, AttributeType.M) else 0
    # A sample of another type is invalid, not large: it does not show the element size.
    fitting = [value for value in samples if value.type == attribute.type]
    counts = [len(value.data) for value in fitting]
    if sum(counts):
        each = (sum(map(value_size, fitting)) - header * len(fitting)) / sum(counts)
        sources = frozenset({SizeSource.DECLARED, SizeSource.SAMPLES})
    else:
        each, sources = _TYPICAL_ELEMENT_BYTES, frozenset({SizeSource.DECLARED, SizeSource.ASSUMED})
    most = None if attribute.elements.maximum is None else header + attribute.elements.maximum * each
    return ByteSpan(header, header + attribute.elements.average * each, most, sources)


def _assumed(size: float) -> ByteSpan:
    return ByteSpan(0, size, None, frozenset({SizeSource.ASSUMED}))
