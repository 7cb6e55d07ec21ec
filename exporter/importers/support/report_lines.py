"""Report lines of an import."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Level(StrEnum):
    """What happened to a piece of the file. A note changes nothing, but is worth knowing."""

    DROPPED = "dropped"
    CONVERTED = "converted"
    GUESSED = "guessed"
    NOTE = "note"


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
