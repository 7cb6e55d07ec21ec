"""What every importer provides: a file's bytes in, a design and a report out. Pure: no file, network, or clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from exporter.importers.support.parameters import FileParameter
from exporter.importers.support.report_lines import Level, ReportLine
from exporter.importers.support.source import Source
from modeler.core.design.model import Design

__all__ = ["Guess", "Imported", "Importer", "Level", "Report", "ReportLine"]


@dataclass(frozen=True, slots=True)
class Guess:
    """Something that the file does not specify and that was inferred from its items, for a person to confirm.

    `part` is the id of what was inferred: an entity or an overload; for files of items only, also the table (its key)
    or an index. `confidence` is from 0 to 1.
    """

    sentence: str
    part: str
    path: str
    confidence: float

    def as_json(self) -> dict[str, Any]:
        """Return the form that the REST API and the page use."""
        return {"sentence": self.sentence, "part": self.part, "path": self.path, "confidence": self.confidence}


@dataclass(frozen=True, slots=True)
class Imported:
    """A design read from a file, what was dropped or converted on the way, and what was inferred.

    `places`: the line of the file on which a part (by its id), or a field of it (``<id>.settings.billing``), appears,
    where the format has lines. `unsaid`: names of table settings that the file cannot specify (``ttl_attribute``), so
    that a design that has them does not count as different. `is_own`: Keysheet wrote the file, so what it leaves out is
    not in the design. `parameters`: values that the file leaves to its deployment.
    """

    design: Design
    report: tuple[ReportLine, ...] = ()
    guesses: tuple[Guess, ...] = ()
    importer: str = ""
    places: Mapping[str, int] = field(default_factory=dict)
    unsaid: frozenset[str] = frozenset()
    is_own: bool = False
    parameters: tuple[FileParameter, ...] = ()

    def with_lines(self, lines: tuple[ReportLine, ...]) -> Imported:
        """Return the same import with lines added at the start of the report."""
        return replace(self, report=lines + self.report)


@dataclass(frozen=True, slots=True)
class Importer:
    """One import format. `claims` checks quickly whether a source has this format; `read` raises DocumentInvalid.

    `title` is the format's name with its article ("a CloudFormation template").
    """

    name: str
    title: str
    claims: Callable[[Source], bool]
    read: Callable[[Source], Imported]


class Report:
    """Collects report lines while a file is read; `line` is the line in the file, or 0 if the format has no lines."""

    def __init__(self) -> None:
        self.lines: list[ReportLine] = []
        self.guesses: list[Guess] = []

    def dropped(self, path: str, message: str, line: int = 0) -> None:
        """Report something in the file that is not in the design."""
        self.lines.append(ReportLine(Level.DROPPED, path, message, line))

    def converted(self, path: str, message: str, line: int = 0) -> None:
        """Report something that the design holds in a different form than the file."""
        self.lines.append(ReportLine(Level.CONVERTED, path, message, line))

    def guessed(self, path: str, message: str, line: int = 0) -> None:
        """Report something in the design that the file does not specify."""
        self.lines.append(ReportLine(Level.GUESSED, path, message, line))

    def guessed_at(self, path: str) -> list[ReportLine]:
        """Return the lines that report an inference at a place of the file."""
        return [one for one in self.lines if one.path == path and one.level == Level.GUESSED]

    def note(self, path: str, message: str, line: int = 0) -> None:
        """Report something that changed nothing."""
        self.lines.append(ReportLine(Level.NOTE, path, message, line))

    def guess(self, sentence: str, *, part: str, path: str, confidence: float) -> None:
        """Report an inference to confirm."""
        self.guesses.append(Guess(sentence, part, path, confidence))
        self.guessed(path, sentence)
