"""The formats of key templates: how each converts a value. docs/glossary.md#key-templates.

Every format is a total function of text: it returns a text, or None if the value does not fit.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final

from modeler.core.values.attribute_values import AttributeValue, as_decimal, normal_number


@dataclass(frozen=True, slots=True)
class FormatCall:
    """A format as used: its name and its one argument."""

    name: str
    argument: int | str | None = None

    def __str__(self) -> str:
        match self.argument:
            case None:
                return self.name
            case int():
                return f"{self.name}({self.argument})"
            case text:
                return f"{self.name}('{text.replace(chr(39), chr(39) * 2)}')"


@dataclass(frozen=True, slots=True)
class Format:
    """The argument that a format needs, and its conversion."""

    name: str
    argument: type[int] | type[str] | None
    apply: Callable[[str, int | str | None, str], str | None]
    largest: int = 0

    def argument_problem(self, argument: int | str | None) -> str:
        """Return a sentence if the argument does not fit, else ''."""
        if self.argument is None:
            return "" if argument is None else f"{self.name} takes no argument"
        if not isinstance(argument, self.argument):
            return (
                f"{self.name} takes {'a whole number' if self.argument is int else 'a text'}, as in {self._example()}"
            )
        if isinstance(argument, int) and not 1 <= argument <= self.largest:
            return f"{self.name} takes a number from 1 to {self.largest}"
        return ""

    def _example(self) -> str:
        return f"{self.name}(6)" if self.argument is int else f"{self.name}('#')"


def _whole_number(text: str) -> int | None:
    parsed = as_decimal(text)
    if parsed is None or parsed < 0 or parsed != parsed.to_integral_value() or parsed.adjusted() > 40:
        return None
    return int(parsed)


def _pad(text: str, width: int | str | None, _: str) -> str | None:
    value = _whole_number(text)
    return None if value is None else str(value).zfill(int(width or 0))


def _reverse(text: str, width: int | str | None, _: str) -> str | None:
    value = _whole_number(text)
    largest = 10 ** int(width or 0) - 1
    return None if value is None or value > largest else str(largest - value).zfill(int(width or 0))


def _shard(text: str, count: int | str | None, _: str) -> str:
    return str(zlib.crc32(text.encode("utf-8", "surrogatepass")) % int(count or 1))


def _hash(text: str, digits: int | str | None, _: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[: int(digits or 64)]


def instant(text: str, attribute_format: str) -> datetime | None:
    """The UTC time of a value: epoch seconds or milliseconds by the attribute's format, else ISO text."""
    number = as_decimal(text)
    if attribute_format in {"epoch_seconds", "epoch_millis"} or (number is not None and not _looks_like_date(text)):
        if number is None:
            return None
        seconds = number / 1000 if attribute_format == "epoch_millis" else number
        return _from_epoch(seconds)
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError:
        return None
    try:
        return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)
    except OverflowError:
        return None


def _looks_like_date(text: str) -> bool:
    return len(text) in {4, 8} and text.isdigit()


def _from_epoch(seconds: Decimal) -> datetime | None:
    if not -62_135_596_800 <= seconds <= 253_402_300_799:
        return None
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=int(seconds * 1_000_000))


def _time(example: str) -> Callable[[str, int | str | None, str], str | None]:
    """A format that gives as much of an ISO time as the example."""
    length = len(example)

    def apply(text: str, _: int | str | None, attribute_format: str) -> str | None:
        moment = instant(text, attribute_format)
        # Not strftime: it is slow, and on some platforms does not pad a year below 1000, as the order needs.
        return None if moment is None else moment.isoformat(timespec="minutes")[:length]

    return apply


def _iso(text: str, _: int | str | None, attribute_format: str) -> str | None:
    moment = instant(text, attribute_format)
    if moment is None:
        return None
    return f"{moment.replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"


FORMATS: Final[Mapping[str, Format]] = {
    item.name: item
    for item in (
        Format("lower", None, lambda text, _, __: text.lower()),
        Format("upper", None, lambda text, _, __: text.upper()),
        Format("first", int, lambda text, count, _: text[: int(count or 0)], largest=2048),
        Format("join", str, lambda text, _, __: text),
        Format("pad", int, _pad, largest=38),
        Format("reverse", int, _reverse, largest=38),
        Format("iso", None, _iso),
        Format("year", None, _time("2026")),
        Format("month", None, _time("2026-01")),
        Format("date", None, _time("2026-01-31")),
        Format("hour", None, _time("2026-01-31T08")),
        Format("minute", None, _time("2026-01-31T08:30")),
        Format("shard", int, _shard, largest=9999),
        Format("hash", int, _hash, largest=64),
    )
}


def value_text(value: AttributeValue) -> str | None:
    """A scalar as text inside an S key: S as it is, N canonical, BOOL as true or false; other types have none."""
    match value.type:
        case "S":
            return str(value.data)
        case "N":
            return normal_number(value.data)
        case "BOOL":
            return "true" if value.data else "false"
    return None


def apply_formats(value: AttributeValue, calls: tuple[FormatCall, ...], attribute_format: str) -> str | None:
    """Apply formats to a value from left to right; None if one does not fit."""
    if calls and calls[0].name == "join":
        text = _joined(value, str(calls[0].argument))
        calls = calls[1:]
    else:
        text = value_text(value)
    for call in calls:
        if text is None:
            return None
        text = FORMATS[call.name].apply(text, call.argument, attribute_format)
    return text


def _joined(value: AttributeValue, separator: str) -> str | None:
    if value.type != "L":
        return value_text(value)
    texts = [value_text(element) for element in value.data]
    return None if None in texts else separator.join(text for text in texts if text is not None)
