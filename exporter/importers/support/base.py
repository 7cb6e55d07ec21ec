"""What every importer promises: a file's bytes in, a design and a report out. Pure: no file, no network, no clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from exporter.importers.support.report_lines import Level, ReportLine
from exporter.importers.support.source import Source
from modeler.core.design.model import Design

__all__ = ["Guess", "Imported", "Importer", "Level", "Report", "ReportLine"]


@dataclass(frozen=True, slots=True)
class Guess:
    """Something that the file does not say and that was inferred from its items, for a person to confirm.

    `part` is the id of what it made: an entity or an overload, or of items alone the table (its key) or an index.
    `confidence` is from 0 to 1.
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
    """A design read from a file, what was dropped or converted on the way, and what was guessed.

    `places`: on which line of the file a part stands (by its id), and a field of it (``<id>.settings.billing``), where
    the format knows lines. `unsaid`: fields that the file can say nothing of, so that they are no difference to a
    design that has them: names of settings of tables (``ttl_attribute``).
    """

    design: Design
    report: tuple[ReportLine, ...] = ()
    guesses: tuple[Guess, ...] = ()
    importer: str = ""
    places: Mapping[str, int] = field(default_factory=dict)
    unsaid: frozenset[str] = frozenset()

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
    """Collects lines while a file is read; `line` is that of the file, 0 where the format knows none."""

    def __init__(self) -> None:
        self.lines: list[ReportLine] = []
        self.guesses: list[Guess] = []

    def dropped(self, path: str, message: str, line: int = 0) -> None:
        """Something of the file is not in the design."""
        self.lines.append(ReportLine(Level.DROPPED, path, message, line))

    def converted(self, path: str, message: str, line: int = 0) -> None:
        """Something is in the design in another form than in the file."""
        self.lines.append(ReportLine(Level.CONVERTED, path, message, line))

    def guessed(self, path: str, message: str, line: int = 0) -> None:
        """Something is in the design that the file does not say."""
        self.lines.append(ReportLine(Level.GUESSED, path, message, line))

    def note(self, path: str, message: str, line: int = 0) -> None:
        """Nothing was changed."""
        self.lines.append(ReportLine(Level.NOTE, path, message, line))

    def guess(self, sentence: str, *, part: str, path: str, confidence: float) -> None:
        """Something to confirm; it stands in the report too."""
        self.guesses.append(Guess(sentence, part, path, confidence))
        self.guessed(path, sentence)
