"""Report lines of an import."""

from __future__ import annotations

import json
import re
from collections.abc import Set
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final


class Level(StrEnum):
    """What happened to a piece of the file. A note changes nothing, but is worth knowing."""

    DROPPED = "dropped"
    CONVERTED = "converted"
    GUESSED = "guessed"
    NOTE = "note"


IN_ITS_PLACE: Final = "is used in its place"
EVERYWHERE: Final = "here and everywhere else"
_SAID: Final = re.compile(rf"(.+); '(.+)' {IN_ITS_PLACE}(; so at .+)?")


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One report line about one place of the file.

    `path` is that place as ``DataModel[0].TableData[3].PK``; `line` its line, from 1, if the format has lines.
    """

    level: Level
    path: str
    message: str
    line: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the form that the REST API and the page use; `line` is null if the format has none."""
        return {"level": self.level.value, "path": self.path, "message": self.message, "line": self.line or None}


def in_the_design(lines: list[ReportLine], document: str, beside: Set[str]) -> list[ReportLine]:
    """Return lines that claim a placeholder for a value only if the design has that placeholder.

    `document` is the design's text; of resources of the kinds `beside`, lines of their own say what was not taken. Any
    other placeholder that is not in the design was left out with what needs it: a line says so, unless another does.
    """
    gone = [one.path for one in lines if one.level == Level.DROPPED and one.message.endswith("left out")]
    every = {said[2] for one in lines if (said := _SAID.fullmatch(one.message))}
    held = {one for one in every if _holds(document, one, every)}
    whole = {(one.path, said[2]) for one in lines if (said := _SAID.fullmatch(one.message)) and said[2] in held}
    made = []
    for one in lines:
        said = _SAID.fullmatch(one.message)
        if said is None or said[2] in held:
            made.append(one)
        elif any(said[2] in each for path, each in whole if path == one.path):
            continue  # the line of the whole value says it
        elif one.path.split(".")[0] not in beside and not any(one.path.startswith(path) for path in gone):
            made.append(replace(one, level=Level.DROPPED, message=f"{said[1]}; left out{said[3] or ''}"))
    return made


def _holds(document: str, placeholder: str, every: Set[str]) -> bool:
    """Return whether a text has a placeholder, and not only a longer one that begins or ends with it."""
    for longer in sorted((one for one in every if placeholder in one and one != placeholder), key=len, reverse=True):
        document = document.replace(_written(longer), "")
    return _written(placeholder) in document


def _written(text: str) -> str:
    """Return a text as JSON has it inside quotation marks."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def once_each(lines: list[ReportLine]) -> list[ReportLine]:
    """Return lines without those that tell a cause again.

    A placeholder that another line says is left out, or read as something else, is not used; an assumption that holds
    everywhere is one line; the places of one unknown value are one line with their number.
    """
    replaced = {one.path for one in lines if IN_ITS_PLACE not in one.message and _replaces(one.message)}
    used = [one for one in lines if IN_ITS_PLACE not in one.message or not _is_within(one.path, replaced)]
    counts: dict[str, int] = {}
    for one in used:
        counts[one.message] = counts.get(one.message, 0) + 1
    made: list[ReportLine] = []
    told: set[str] = set()
    for one in used:
        is_repeated = one.message.endswith((IN_ITS_PLACE, EVERYWHERE))
        if is_repeated and one.message in told:
            continue
        more = counts[one.message] - 1
        places = f"; so at {more} more {'place' if more == 1 else 'places'}"
        if is_repeated and more and one.message.endswith(IN_ITS_PLACE):
            made.append(ReportLine(one.level, one.path, one.message + places, one.line))
        else:
            made.append(one)
        told.add(one.message)
    return made


def _replaces(message: str) -> bool:
    return message.endswith(("left out", "on demand)")) or "; read as " in message


def _is_within(path: str, places: set[str]) -> bool:
    """Is a path one of the places, or within one, such as ``ttl[0].enabled`` within ``ttl``?"""
    return path in places or any(path.startswith((f"{one}.", f"{one}[")) for one in places)
