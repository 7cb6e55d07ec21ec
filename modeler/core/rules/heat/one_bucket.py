"""Windows of time that are longer than what one partition key holds. facts/choices#time-bucket."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

from modeler.core.capacity.growth import BUCKET_SECONDS
from modeler.core.capacity.populations import is_now
from modeler.core.design.items import Attribute
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Index, Table
from modeler.core.fixes import put
from modeler.core.keys.key_formats import FormatCall, apply_formats
from modeler.core.keys.templates import Reference, parse
from modeler.core.rules.heat.shards_and_buckets import bucketed_reads
from modeler.core.rules.support.context import RuleContext, pattern_path
from modeler.core.rules.support.hot_keys import WrittenCell
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_DAY: Final = 86_400.0
_SECONDS: Final = {"minute": 60.0, "hour": 3_600.0, "day": _DAY, "week": 7 * _DAY, "month": 30 * _DAY,
            "quarter": 91 * _DAY, "year": 365 * _DAY}  # fmt: skip
_NUMBERS: Final = {word: float(number) for number, word in enumerate(
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1)
} | {"fourteen": 14.0, "twenty": 20.0, "twenty-four": 24.0, "thirty": 30.0, "sixty": 60.0, "ninety": 90.0}  # fmt: skip
_TRAILING: Final = re.compile(
    r"(?i)\b(?:last|past|trailing|previous|rolling) (?:([\w-]+)[ -])?(minute|hour|day|week|month|quarter|year)s?\b"
)
_MANY_IN_ONE: Final = 24
"""A window of less than this part of a bucket is rarely cut."""


@rule(
    "query.one_bucket",
    WARNING,
    Scope.TABLE,
    title="Window of time is read from a single bucket",
    why="A window seldom begins with a bucket: what is in the bucket before, or after, is not returned",
    fix="Query each bucket that the window touches, and merge the results",
    sources="facts/building-blocks#p10, facts/choices#time-bucket",
    fixes=True,
)
def one_bucket(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index, call, cell, seconds in bucketed_reads(context, table):
        pattern = context.asked(call.pattern)
        if pattern.fan_out // cell.shards > 1 or call.top is not call.pattern:
            continue
        crossed = _crossed(pattern, index, cell)
        window = _window(pattern, seconds)
        if not crossed and (window is None or window < seconds / _MANY_IN_ONE):
            continue
        needed = math.ceil((window or 1) / seconds) + 1
        message = f"{call.label} reads one {cell.label}, and its window reaches into {needed - 1} more{crossed}"
        fixes = put(f"Read {needed} buckets", pattern.id, "fan_out", needed * cell.shards)
        yield Spot(message, pattern_path(call.top), call.pattern.id, "key", {"requests": needed}, fixes=fixes)


def _window(pattern: AccessPattern, seconds: float) -> float | None:
    """Seconds of a window that begins anywhere in a bucket, as one does that ends now, or that is longer than the
    bucket; None if the pattern is not about one.
    """
    days = pattern.facts.intent.window_days
    told = _TRAILING.search(pattern.name)
    if told is None:
        return days * _DAY if days is not None and days * _DAY > seconds else None
    if days is not None:
        return days * _DAY
    number = (told[1] or "1").lower()
    count = float(number) if number.isdecimal() else _NUMBERS.get(number, 1.0)
    return count * _SECONDS[told[2].lower()]


def _crossed(pattern: AccessPattern, index: Index, cell: WrittenCell) -> str:
    """The example bound that is in another bucket than the one that the read gives; '' if there is none."""
    names = {key.name for key in index.partition_key}
    asked = [parse(one.templates[0]) for one in pattern.key if one.name in names and one.operator == "="]
    for mine, theirs in zip(asked, cell.partition, strict=False):
        for given, held in zip(mine.references, theirs.references, strict=False):
            attribute = cell.entity.attribute(held.attribute)
            if not is_now(attribute, held) or attribute is None:
                continue
            form = held.formats[-1] if held.formats else FormatCall("date")
            bucket = _shown(pattern, given, form, attribute)
            if form.name not in BUCKET_SECONDS or bucket is None:
                continue
            for name, is_lower in _bounds(pattern, index):
                other = _shown(pattern, Reference(name), form, attribute)
                if other is not None and (other < bucket if is_lower else _is_behind(pattern, name, other, bucket)):
                    return f": {name}, its example, is in {other}, and the key of {bucket} is read"
    return ""


def _bounds(pattern: AccessPattern, index: Index) -> Iterator[tuple[str, bool]]:
    """The parameters that alone form a bound of the sort key, each with whether it is a lower one."""
    names = {key.name for key in index.sort_key}
    for condition in pattern.key:
        if condition.name not in names or condition.operator in {"=", "begins_with"}:
            continue
        for number, text in enumerate(condition.templates):
            references = parse(text).references
            if len(references) == 1 and not references[0].formats:
                yield references[0].attribute, number == 0 and condition.operator not in {"<", "<="}


def _is_behind(pattern: AccessPattern, name: str, other: str, bucket: str) -> bool:
    """Return whether an upper bound is in a later bucket, and not just where that begins."""
    begins = re.fullmatch(re.escape(other) + r"(-01)*(T00(:00)*([.]0+)?Z?)?", str(pattern.parameters.get(name)))
    return other > bucket and begins is None


def _shown(pattern: AccessPattern, given: Reference, form: FormatCall, attribute: Attribute) -> str | None:
    """The bucket of an example value; None if it has none, or the value is not a whole time."""
    example = pattern.parameters.get(given.attribute)
    if isinstance(example, dict) and len(example) == 1:
        (example,) = example.values()
    if not isinstance(example, str | int):
        return None
    text = str(example)
    whole = apply_formats(AttributeValue(AttributeType.S, text), (form,), attribute.format)
    if whole is not None:
        return whole
    return text if _BUCKETS.get(form.name, _NEVER).fullmatch(text) else None


_NEVER: Final = re.compile(r"(?!)")
_BUCKETS: Final = {
    "year": re.compile(r"\d{4}"),
    "month": re.compile(r"\d{4}-\d\d"),
    "date": re.compile(r"\d{4}-\d\d-\d\d"),
    "hour": re.compile(r"\d{4}-\d\d-\d\dT\d\d"),
    "minute": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d"),
}

RULES = (one_bucket,)
