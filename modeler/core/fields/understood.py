"""The values of open settings that the core uses; the readers in `modeler.core.design` treat others as absent."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from modeler.core.design.cost_scenarios import GROWTH_MAX, MONTHS_MAX, TIMES_MAX, within
from modeler.core.design.lenient import number, share, whole
from modeler.core.design.table_settings import ALARMS, TRAFFIC_SHAPES, read_alarms, read_hours, read_traffic

_CLOSE: Final = 0.7
_FLAGS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def nothing_meant(_: Any) -> Any:
    """No value is clearly meant."""
    return None


@dataclass(frozen=True, slots=True)
class Accepted:
    """The values of a setting that the core uses: `text` names them after "is not". `meant` returns the accepted value
    that another one clearly means, or None. `single`: of a list, each member must be one of these.
    """

    text: str
    accepts: Callable[[Any], bool]
    meant: Callable[[Any], Any] = nothing_meant
    single: Accepted | None = None


def words(*listed: str, more: Collection[str] = ()) -> Accepted:
    """One of some words, in capitals or small letters, or of `more` spellings that are not listed."""
    named = {one.lower(): one for one in listed}
    known = {*named, *map(str.lower, more)}

    def accepts(raw: Any) -> bool:
        return isinstance(raw, str) and _fold(raw) in known

    def meant(raw: Any) -> str | None:
        found = get_close_matches(_fold(raw), named, 1, _CLOSE) if isinstance(raw, str) else []
        return named[found[0]] if found else None

    return Accepted(alternatives(listed), accepts, meant)


def _fold(raw: str) -> str:
    return raw.strip().lower()


def alternatives(listed: Collection[str]) -> str:
    """Words as a sentence has them: "a, b or c"."""
    *first, last = listed
    return f"{', '.join(first)} or {last}" if first else last


def each_of(word: Accepted, text: str = "") -> Accepted:
    """A word, or a list of words."""

    def accepts(raw: Any) -> bool:
        return all(map(word.accepts, raw)) if isinstance(raw, list | tuple) else word.accepts(raw)

    return Accepted(text or f"{word.text}, or a list of these", accepts, word.meant, word)


def _numeric(raw: Any) -> float | None:
    if not isinstance(raw, str):
        return None
    text = raw.strip()
    percent = text.endswith("%")
    try:
        value = float(text.removesuffix("%"))
    except ValueError:
        return None
    return value / 100 if percent else value


def _meant_number(raw: Any) -> float | None:
    value = number(_numeric(raw))
    return None if value is None or str(raw).strip().endswith("%") else int(value) if value.is_integer() else value


def _meant_share(raw: Any) -> float | None:
    return share(_numeric(raw))


def _is_price(raw: Any) -> bool:
    return number(_numeric(raw) if isinstance(raw, str) and not raw.strip().endswith("%") else raw) is not None


FLAG: Final = Accepted(
    "true or false",
    lambda raw: isinstance(raw, bool),
    lambda raw: _FLAGS.get(_fold(raw)) if isinstance(raw, str) else None,
)
ALARMED: Final = Accepted(
    f"true, false, {alternatives(ALARMS)}",
    lambda raw: isinstance(raw, bool) or read_alarms(raw) != "",
    lambda raw: _FLAGS.get(_fold(raw)) if isinstance(raw, str) else None,
)
NUMBER: Final = Accepted("a number of at least 0", lambda raw: number(raw) is not None, _meant_number)
WHOLE: Final = Accepted(
    "a whole number of at least 0",
    lambda raw: whole(raw) is not None,
    lambda raw: int(value) if (value := _meant_number(raw)) is not None and float(value).is_integer() else None,
)
SHARE: Final = Accepted("a number from 0 to 1", lambda raw: share(raw) is not None, _meant_share)
TIMES: Final = Accepted(
    f"a number above 0, at most {TIMES_MAX:g}", lambda raw: bool(within(raw, TIMES_MAX)), _meant_number
)
PERCENT_PER_MONTH: Final = Accepted(
    f"a number from 0 to {GROWTH_MAX:g}", lambda raw: within(raw, GROWTH_MAX) is not None, _meant_number
)
MONTHS_AHEAD: Final = Accepted(
    f"a whole number from 0 to {MONTHS_MAX}", lambda raw: (count := whole(raw)) is not None and count <= MONTHS_MAX
)
PRICE: Final = Accepted("a number of dollars", _is_price)
TEXT: Final = Accepted("text", lambda raw: isinstance(raw, str))
NAMES: Final = each_of(TEXT, "a name or a list of names")
SHAPE: Final = Accepted(
    alternatives(TRAFFIC_SHAPES), lambda raw: isinstance(raw, str) and read_traffic(raw) is not None
)
HOURS: Final = Accepted("a list of 24 or 168 numbers that are not all 0", lambda raw: bool(read_hours(raw)))
CURVE: Final = Accepted(
    f"{', '.join(TRAFFIC_SHAPES)}, 24 or 168 numbers, or an object with shape or hours",
    lambda raw: read_traffic(raw) is not None,
)
