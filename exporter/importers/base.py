"""What every importer promises: a file's bytes in, a design and a report out. Pure: no file, no network, no clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from exporter.importers.lines import Level, ReportLine
from exporter.importers.source import Source
from modeler.core.design import Design

__all__ = ["Guess", "Imported", "Importer", "Level", "Report", "ReportLine"]


@dataclass(frozen=True, slots=True)
class Guess:
    """Something that the file does not say and that was inferred from its items, for a person to confirm.

    `part` is the id of the entity or overload that it made; `confidence` is from 0 to 1.
    """

    sentence: str
    part: str
    path: str
    confidence: float

    def as_json(self) -> dict[str, Any]:
        """As the REST API and the page show it."""
        return {"sentence": self.sentence, "part": self.part, "path": self.path, "confidence": self.confidence}


@dataclass(frozen=True, slots=True)
class Imported:
    """A design read from a file, what was dropped or mended on the way, and what was guessed."""

    design: Design
    report: tuple[ReportLine, ...] = ()
    guesses: tuple[Guess, ...] = ()
    importer: str = ""

    def with_lines(self, lines: tuple[ReportLine, ...]) -> Imported:
        """The same with lines put in front of the report."""
        return replace(self, report=lines + self.report)


@dataclass(frozen=True, slots=True)
class Importer:
    """One import format. `claims` says at a glance whether a source is of it; `read` raises DocumentInvalid.

    `title` is what the format is called with its article ("a CloudFormation template").
    """

    name: str
    title: str
    claims: Callable[[Source], bool]
    read: Callable[[Source], Imported]


class Report:
    """Collects lines while a file is read."""

    def __init__(self) -> None:
        self.lines: list[ReportLine] = []
        self.guesses: list[Guess] = []

    def dropped(self, path: str, message: str) -> None:
        """Something of the file is not in the design."""
        self.lines.append(ReportLine(Level.DROPPED, path, message))

    def mended(self, path: str, message: str) -> None:
        """Something is in the design in another form than in the file."""
        self.lines.append(ReportLine(Level.MENDED, path, message))

    def guessed(self, path: str, message: str) -> None:
        """Something is in the design that the file does not say."""
        self.lines.append(ReportLine(Level.GUESSED, path, message))

    def note(self, path: str, message: str) -> None:
        """Nothing was changed."""
        self.lines.append(ReportLine(Level.NOTE, path, message))

    def guess(self, sentence: str, *, part: str, path: str, confidence: float) -> None:
        """Something to confirm; it stands in the report too."""
        self.guesses.append(Guess(sentence, part, path, confidence))
        self.guessed(path, sentence)
