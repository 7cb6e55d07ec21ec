"""Fractional positions: a text that sorts between two others, so that moving one part changes no other."""

from __future__ import annotations

from typing import Final

DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_BASE: Final = len(DIGITS)


def between(low: str, high: str) -> str:
    """A position strictly between two ('' is the open end). Never ends in 0, so there is always room below it. At the
    end it counts up, so that thousands of appended parts keep short positions.

    Raises ValueError if `low` is not below `high`.
    """
    if high and low >= high:
        raise ValueError(f"{low!r} is not before {high!r}")
    if low and not high:
        return _next(low)
    result = ""
    index = 0
    bounded = bool(high)
    while True:
        floor = DIGITS.index(low[index]) if index < len(low) else 0
        ceiling = DIGITS.index(high[index]) if bounded and index < len(high) else _BASE
        if ceiling - floor > 1:
            return result + DIGITS[(floor + ceiling) // 2]
        result += DIGITS[floor]
        bounded = bounded and ceiling == floor
        index += 1


def _next(low: str) -> str:
    """The next count: after the leading z's, a number with that many digits plus two."""
    above = len(low) - len(low.lstrip(DIGITS[-1]))
    width = above + 2
    value = 0
    for digit in low[above : above + width].ljust(width, DIGITS[0]):
        value = value * _BASE + DIGITS.index(digit)
    return DIGITS[-1] * above + _digits(value + 1, width)


def spread(count: int) -> list[str]:
    """Positions for a fresh list of `count` parts, evenly spaced and in order."""
    width = 1
    while _BASE**width <= count * 2:
        width += 1
    step = _BASE**width / (count + 1)
    return [_digits(int(step * (index + 1)), width) for index in range(count)]


def _digits(value: int, width: int) -> str:
    text = ""
    for _ in range(width):
        value, digit = divmod(value, _BASE)
        text = DIGITS[digit] + text
    return text.rstrip("0") or "1"
