"""Times, and identifiers that contain a time, moved by whole years: order, months, days, and sizes do not change."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from exporter.importers.live.masking_tokens import Tokens
from modeler.core.values.attribute_values import number_size

_YEARS: Final = (4, 8, 12, 16, 20, 24)
"""Multiples of four keep February 29."""
_CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_SECONDS_LEAST: Final = 1_000_000_000
_SECONDS_MOST: Final = 4_102_444_800
_NEAR: Final = 200


class Times:
    """Masks of times with one secret, which determines the number of years to move."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._years = _YEARS[tokens.below(len(_YEARS), "years")]

    def date(self, text: str) -> str:
        """Return a month, a date, or an ISO time in another year; years outside the current era wrap around."""
        year = int(text[:4])
        moved = 1000 + (year - 1000 + self._years) % 2000
        if text[4:10] == "-02-29" and not _is_leap(moved):
            return f"{moved:04d}-02-28{text[10:]}"
        return f"{moved:04d}{text[4:]}"

    def epoch(self, text: str) -> str:
        """Return seconds or milliseconds since 1970, moved in the same way; '' for a number that is neither."""
        if not text.isdigit() or len(text) not in (10, 13):
            return ""
        scale = 1 if len(text) == 10 else 1000
        seconds, rest = divmod(int(text), scale)
        if not _SECONDS_LEAST <= seconds < _SECONDS_MOST:
            return ""
        # A round number stays as round as it was: trailing zeros take no bytes.
        unit = 10 ** (len(text) - len(text.rstrip("0")))
        base = (self._moved_seconds(seconds) * scale + rest) // unit * unit
        sized = (str(base + near * unit) for near in range(_NEAR))
        return next((moved for moved in sized if number_size(moved) == number_size(text)), "")

    def ulid(self, text: str) -> str:
        """Return a ULID whose time is moved and whose random part is replaced."""
        millis = 0
        for letter in text[:10]:
            millis = millis * 32 + _CROCKFORD.index(letter)
        moved = self._moved_millis(millis)
        head = "".join(_CROCKFORD[moved >> 5 * place & 31] for place in range(9, -1, -1))
        drawn = self._tokens.stream(text.encode(), 16)
        return head + "".join(_CROCKFORD[one & 31] for one in drawn)

    def uuid(self, text: str) -> str:
        """Return a UUID of the same version; the time of a version 7 UUID is moved."""
        plain = text.replace("-", "")
        head = plain[:12]
        is_timed = plain[12] == "7"
        head = f"{self._moved_millis(int(head, 16)):012x}" if is_timed else self._tokens.hex_text(plain)[:12]
        drawn = self._tokens.hex_text(plain + "x")[:19]
        whole = head + plain[12] + drawn[:3] + plain[16] + drawn[3:18]
        whole = whole.upper() if text != text.lower() else whole
        return "-".join((whole[:8], whole[8:12], whole[12:16], whole[16:20], whole[20:]))

    def _moved_millis(self, millis: int) -> int:
        seconds, rest = divmod(millis, 1000)
        if not _SECONDS_LEAST <= seconds < _SECONDS_MOST:
            # Not a time of this era: it is replaced, and the largest that fits stays within its bits.
            return self._tokens.below(1 << 47, f"millis {millis}")
        return self._moved_seconds(seconds) * 1000 + rest

    def _moved_seconds(self, seconds: int) -> int:
        moment = datetime.fromtimestamp(seconds, UTC)
        year = moment.year + self._years
        day = 28 if (moment.month, moment.day) == (2, 29) and not _is_leap(year) else moment.day
        return int(moment.replace(year=year, day=day).timestamp())


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
