"""What is said about the places of a file that is read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Level(StrEnum):
    """What became of a piece of the file. A note changes nothing, but somebody should know."""

    DROPPED = "dropped"
    CONVERTED = "converted"
    GUESSED = "guessed"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One thing about one place of the file.

    `path` is that place as ``DataModel[0].TableData[3].PK``; `line` its line, from 1, where the format knows lines.
    """

    level: Level
    path: str
    message: str
    line: int = 0

    def as_json(self) -> dict[str, Any]:
        """As the REST API and the page show it; `line` is null where the format knows none."""
        return {"level": self.level.value, "path": self.path, "message": self.message, "line": self.line or None}
