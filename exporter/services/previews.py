"""What an import would create, before it is stored: counts and names, what was dropped or converted,
what was inferred.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from exporter.importers import IMPORTERS, FileParameter, Guess, Imported, Level, ReportLine
from exporter.services.import_drafts import Held
from modeler.core.design.model import Design as CoreDesign
from modeler.core.design.tables import Index
from modeler.wording.change_details import Told

LINES_SHOWN: Final = 1000
CHANGES_SHOWN: Final = 500
PARAMETERS_SHOWN: Final = 100
LEVELS: Final = (Level.DROPPED, Level.CONVERTED, Level.NOTE)
"""The levels of report lines that are not inferences: losses come first."""


@dataclass(frozen=True)
class PreviewedChange:
    """What an import would change in an existing design, at a revision: as text, and how many parts it affects."""

    told: tuple[Told, ...]
    parts: int
    revision: int

    @property
    def shown(self) -> tuple[Told, ...]:
        """The first changes, as many as a page lists."""
        return self.told[:CHANGES_SHOWN]

    @property
    def more(self) -> int:
        """How many are not listed."""
        return max(0, len(self.told) - CHANGES_SHOWN)

    @property
    def is_nothing(self) -> bool:
        """Does the file equal the design?"""
        return not self.told


@dataclass(frozen=True, slots=True)
class PreviewQuestion:
    """What to decide about one part: all inferences about it, and how they can be corrected.

    `name` is the name of a table, an entity, an index, or an access pattern, `templates` are those of an overload by
    key attribute. A part that has neither can only be kept, and a table is never dropped: its items are in it.
    """

    part: str
    guesses: tuple[Guess, ...]
    name: str = ""
    templates: tuple[tuple[str, str], ...] = ()
    may_drop: bool = True

    @property
    def confidence(self) -> float:
        """The lowest confidence of its inferences."""
        return min(guess.confidence for guess in self.guesses)

    @property
    def is_open(self) -> bool:
        """Can the decision be anything but keep?"""
        return bool(self.name or self.templates)


@dataclass(frozen=True)
class Preview:
    """An import as it was read. `change` is for an import into an existing design, else None."""

    held: Held
    imported: Imported
    change: PreviewedChange | None = None

    @property
    def design(self) -> CoreDesign:
        """The design that the file holds."""
        return self.imported.design

    @property
    def title(self) -> str:
        """The format that was read, with its article: "a NoSQL Workbench model"."""
        name = self.imported.importer
        return next((one.title for one in IMPORTERS if one.name == name), name)

    @cached_property
    def parameters(self) -> tuple[FileParameter, ...]:
        """The parameters that something in the design depends on, those without a value first."""
        used = (one for one in self.imported.parameters if one.is_used or one.is_given)
        return tuple(sorted(used, key=lambda one: one.is_known)[:PARAMETERS_SHOWN])

    @cached_property
    def guesses(self) -> tuple[Guess, ...]:
        """What a person can confirm or reject, the least certain first."""
        return tuple(sorted(self.imported.guesses, key=lambda guess: guess.confidence))

    @cached_property
    def questions(self) -> tuple[PreviewQuestion, ...]:
        """The inferences by the part that they are about, the least certain first."""
        by_part: dict[str, list[Guess]] = {}
        for guess in self.guesses:
            by_part.setdefault(guess.part, []).append(guess)
        names: dict[str, str] = {}
        templates: dict[str, tuple[tuple[str, str], ...]] = {}
        for table in self.design.tables:
            names[table.id] = table.name
            names |= {index.id: index.name for index in table.indexes}
            names |= {entity.id: entity.name for entity in table.entities}
            overloads = (one for entity in table.entities for one in entity.overloads)
            templates |= {one.id: tuple(one.keys.items()) for one in overloads}
        names |= {pattern.id: pattern.name for pattern in self.design.patterns}
        tables = {table.id for table in self.design.tables}
        return tuple(
            PreviewQuestion(part, tuple(found), names.get(part, ""), templates.get(part, ()), part not in tables)
            for part, found in by_part.items()
        )

    @cached_property
    def _of_guesses(self) -> frozenset[tuple[str, str]]:
        return frozenset((guess.path, guess.sentence) for guess in self.imported.guesses)

    @cached_property
    def lines(self) -> tuple[ReportLine, ...]:
        """The report without the lines of inferences that are listed separately."""
        return tuple(
            line
            for line in self.imported.report
            if line.level is not Level.GUESSED or (line.path, line.message) not in self._of_guesses
        )

    def by_level(self) -> Iterator[tuple[Level, tuple[ReportLine, ...]]]:
        """The lines in groups; assumptions that cannot be confirmed are with what was converted."""
        for level in LEVELS:
            also = {level, Level.GUESSED} if level is Level.CONVERTED else {level}
            if found := tuple(line for line in self.lines if line.level in also):
                yield level, found

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many there are of each kind."""
        design = self.design
        return {
            "tables": len(design.tables),
            "indexes": sum(len(table.indexes) for table in design.tables),
            "entities": sum(len(table.entities) for table in design.tables),
            "attributes": sum(len(entity.attributes) for _, entity in design.entities()),
            "patterns": len(design.patterns),
            "items": sum(1 for _ in design.items()),
        }

    def tables(self) -> list[dict[str, Any]]:
        """Each table with its indexes and entities by name, and how many items each entity has."""
        return [
            {
                "name": table.name,
                "indexes": [index.name for index in table.indexes],
                "entities": [{"name": entity.name, "items": len(entity.items)} for entity in table.entities],
                "unassigned": len(table.unassigned),
            }
            for table in self.design.tables
        ]

    def keyed_tables(self) -> list[dict[str, Any]]:
        """The same with the names of all keys."""
        return [
            one | {"key": " / ".join(table.base.key_names), "keys": [_keyed(index) for index in table.indexes]}
            for one, table in zip(self.tables(), self.design.tables, strict=True)
        ]

    def as_json(self) -> dict[str, Any]:
        """Return the form that the REST API uses; long lists are cut, `counts` and `lines` give their full length."""
        return {
            "importer": self.imported.importer,
            "name": self.design.name,
            "counts": self.counts,
            "tables": self.tables(),
            "patterns": [{"code": one.code, "name": one.name} for one in self.design.patterns[:LINES_SHOWN]],
            "report": [line.as_json() for line in self.lines[:LINES_SHOWN]],
            "lines": len(self.lines),
            "parameters": [one.as_json() for one in self.parameters],
            "guesses": [guess.as_json() for guess in self.guesses[:LINES_SHOWN]],
            "revision": self.change.revision if self.change else None,
            "changes": [one.as_json() for one in self.change.told[:CHANGES_SHOWN]] if self.change else None,
        }


def _keyed(index: Index) -> str:
    return f"{index.name}: {' / '.join(index.key_names)}"
