"""Numbers with leading zeros in the samples of a file: DynamoDB keeps none, so an id such as ``007`` becomes ``7``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from exporter.importers.support.report_lines import Level, ReportLine

_ZEROS: Final = re.compile(r"[+-]?0[0-9]+(?:\.[0-9]+)?")
_TYPED: Final = re.compile(r'"N"\s*:\s*"([^"\\]{1,50})"|"NS"\s*:\s*\[([^\]]{1,20000})\]')


def has_leading_zeros(text: str) -> bool:
    """Does a number lose digits of the text, such as those of a zip code, when it is stored?"""
    return _ZEROS.fullmatch(text) is not None


def lost_zeros(found: Iterable[tuple[str, str, int]]) -> Iterator[ReportLine]:
    """Yield one line for all numbers that lose zeros, given with their places and lines; none if there are none."""
    lost = [one for one in found if has_leading_zeros(one[1])]
    if lost:
        path, text, line = lost[0]
        more = f" ({len(lost)} such numbers)" if len(lost) > 1 else ""
        said = f"{text[:40]} is a Number, which DynamoDB and the design store without its zeros{more}; "
        yield ReportLine(Level.CONVERTED, path, f"{said}make an id, a phone number, or a zip code a String", line)


def typed_numbers(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the numbers with leading zeros in DynamoDB JSON, in any file; the first one with its line."""
    place, line = "", 0
    for match in _TYPED.finditer(text):
        given = [match[1]] if match[1] is not None else re.findall(r'"([^"\\]{1,50})"', match[2])
        for one in filter(has_leading_zeros, given):
            if not line:
                line = text.count("\n", 0, match.start()) + 1
                place = f"line {line}"
            yield place, one, line


def plain_numbers(data: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Yield the numbers that samples of our own JSON write as plain texts."""
    for table in _objects(data.get("tables")):
        for entity in _objects(table.get("entities")):
            numbers = {one.get("name") for one in _objects(entity.get("attributes")) if one.get("type") == "N"}
            for at, item in enumerate(_objects(entity.get("items"))):
                values = item.get("values")
                for name, value in (values if isinstance(values, Mapping) else item).items():
                    if name in numbers and isinstance(value, str):
                        path = f"tables.{table.get('name')}.entities.{entity.get('name')}.items[{at}].{name}"
                        yield path, value, 0


def _objects(raw: Any) -> Iterator[Mapping[str, Any]]:
    return (one for one in raw if isinstance(one, Mapping)) if isinstance(raw, list) else iter(())
