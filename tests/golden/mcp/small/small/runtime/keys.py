"""The functions of key templates. They produce the same texts as the design's templates, byte for byte.

Texts are used as they are, numbers in DynamoDB's canonical form, booleans as ``true`` and ``false``. A value without a
text in a key (missing, a list, a map, bytes), or one that does not fit a format, raises NoKey.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from datetime import UTC, datetime, timedelta
from decimal import Context, Decimal, DivisionByZero, InvalidOperation, Overflow
from typing import Any

_NUMBERS = Context(prec=400, Emax=999999, Emin=-999999, traps=[InvalidOperation, DivisionByZero, Overflow])
_DIGITS_MAX = 38


class NoKey(ValueError):
    """A value is missing, or does not fit its place in a key."""


def text(value: Any) -> str:
    """Return a value as text inside a key."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | Decimal):
        return number_text(str(value))
    raise NoKey(f"{type(value).__name__} has no text in a key")


def number(value: Any) -> Decimal:
    """Return the value of a key attribute of type N; digits can be given as text."""
    is_number = isinstance(value, int | Decimal | str) and not isinstance(value, bool)
    found = _decimal(str(value)) if is_number else None
    if found is None:
        raise NoKey(f"{value!r} is not a number")
    return found


def data(value: Any) -> bytes:
    """Return the value of a key attribute of type B."""
    if isinstance(value, str) or not hasattr(value, "__bytes__"):
        raise NoKey(f"{type(value).__name__} is not a binary value")
    return bytes(value)


def number_text(digits: str) -> str:
    """Return the canonical text of a number, as DynamoDB stores it; the text itself if it is not a number."""
    parsed = _decimal(digits)
    if parsed is None:
        return digits
    if parsed == 0:
        return "0"
    exact = parsed.normalize(_NUMBERS)
    return format(exact, "f") if -7 < exact.adjusted() < _DIGITS_MAX else str(exact)


def joined(value: Any, separator: str) -> str:
    """Return the elements of a list with a separator between them."""
    return separator.join(map(text, value)) if isinstance(value, list | tuple) else text(value)


def pad(digits: str, width: int) -> str:
    """Return a whole number with leading zeros."""
    return str(_whole(digits)).zfill(width)


def reverse(digits: str, width: int) -> str:
    """Return the difference to the largest number of that width, so that the latest comes first."""
    left = 10**width - 1 - _whole(digits)
    if left < 0:
        raise NoKey(f"{digits} has more than {width} digits")
    return str(left).zfill(width)


def shard(value: str, count: int) -> str:
    """Return one of `count` shards, always the same for the same text."""
    return str(zlib.crc32(value.encode("utf-8", "surrogatepass")) % count)


def digest(value: str, digits: int) -> str:
    """Return the first hexadecimal digits of the SHA-256."""
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()[:digits]


def iso(value: str, kind: str = "") -> str:
    """Return a time in UTC to the millisecond. `kind`: epoch_seconds or epoch_millis if the value counts those."""
    moment = _moment(value, kind)
    return f"{moment.year:04d}-{moment.strftime('%m-%dT%H:%M:%S')}.{moment.microsecond // 1000:03d}Z"


def year(value: str, kind: str = "") -> str:
    """Return the year in UTC."""
    return f"{_moment(value, kind).year:04d}"


def month(value: str, kind: str = "") -> str:
    """Return the month in UTC: 2026-06."""
    return f"{year(value, kind)}-{_moment(value, kind).strftime('%m')}"


def date(value: str, kind: str = "") -> str:
    """Return the day in UTC: 2026-06-01."""
    return f"{year(value, kind)}-{_moment(value, kind).strftime('%m-%d')}"


def hour(value: str, kind: str = "") -> str:
    """Return the hour in UTC: 2026-06-01T08."""
    return f"{year(value, kind)}-{_moment(value, kind).strftime('%m-%dT%H')}"


def minute(value: str, kind: str = "") -> str:
    """Return the minute in UTC: 2026-06-01T08:30."""
    return f"{year(value, kind)}-{_moment(value, kind).strftime('%m-%dT%H:%M')}"


def told(pattern: str, key: Any) -> dict[str, str]:
    """Return the attributes that can be read from a key, by the groups of a pattern; nothing if it does not match."""
    found = re.fullmatch(pattern, key, re.DOTALL) if isinstance(key, str) else None
    return found.groupdict() if found else {}


def _decimal(digits: str) -> Decimal | None:
    if not digits or len(digits) > 400 or digits.strip() != digits or "_" in digits or not digits.isascii():
        return None
    try:
        parsed = _NUMBERS.create_decimal(digits)
    except (InvalidOperation, Overflow):
        return None
    return parsed if parsed.is_finite() else None


def _whole(digits: str) -> int:
    parsed = _decimal(digits)
    if parsed is None or parsed < 0 or parsed != parsed.to_integral_value() or parsed.adjusted() > 40:
        raise NoKey(f"{digits!r} is not a whole number")
    return int(parsed)


def _moment(value: str, kind: str) -> datetime:
    counted = _decimal(value)
    if kind in {"epoch_seconds", "epoch_millis"} or (counted is not None and not _looks_like_date(value)):
        seconds = counted / 1000 if counted is not None and kind == "epoch_millis" else counted
        if seconds is None or not -62_135_596_800 <= seconds <= 253_402_300_799:
            raise NoKey(f"{value!r} is not a time")
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=int(seconds * 1_000_000))
    try:
        parsed = datetime.fromisoformat(value)
        return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise NoKey(f"{value!r} is not a time") from error


def _looks_like_date(value: str) -> bool:
    return len(value) in {4, 8} and value.isdigit()
