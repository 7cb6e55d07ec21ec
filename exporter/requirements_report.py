"""Requirements as text and JSON for the command line: rows, slots, what was not understood, and questions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from exporter.importers import import_text
from exporter.importers.beginnings import Beginning, beginning
from exporter.importers.designs_in_text import is_design
from exporter.importers.support.source import Source
from exporter.importers.support.text_lines import text_lines
from exporter.targets.base import text_block
from modeler.core.design.model import Design
from modeler.core.errors import DocumentInvalid, Invalid
from modeler.core.requirements.board import description_text, volume_text
from modeler.core.requirements.codec import reading_json
from modeler.core.requirements.english.descriptions.blocks import joined_lists
from modeler.core.requirements.english.reading import describes, read_line, read_numbered
from modeler.core.requirements.english.words.lexicon import UNITS
from modeler.core.requirements.nouns import Nouns, nouns
from modeler.core.requirements.readable import readable
from modeler.core.requirements.recovered import rows_of
from modeler.core.requirements.rows import TextReading
from modeler.core.requirements.vocabulary import NOTHING_KNOWN, Vocabulary
from modeler.wording.slot_words import words_of_slot

_WIDTH: Final = 12


@dataclass(frozen=True, slots=True)
class Requirements:
    """What a file says: rows and what was not understood, the nouns of all rows, and what kind of file it is."""

    reading: TextReading
    nouns: Nouns
    begun: Beginning
    named: frozenset[str] = frozenset()
    """The entities that the rows or the design name."""


def requirements_of(raw: bytes, design: Design | None = None, filename: str = "", period: float = 0.0) -> Requirements:
    """Return what the lines of a file say, with the names of a design if there is one, and the nouns of all rows.

    The kinds of files that `exporter.importers.beginnings` knows have lines too; `period` are the seconds of a log of
    queries that does not say them. A design in any format, and SQL DDL, has the rows of its access patterns.

    Raises DocumentInvalid if no line is a requirement.
    """
    source = Source(raw, filename)
    if is_design(source):
        return of_design(import_text(raw, filename).design)
    begun = beginning(source, period)
    known = Vocabulary.of(design) if design is not None else NOTHING_KNOWN
    reading = read_numbered(_lines_of(begun.text, known), known)
    if not (reading.rows or reading.descriptions):
        raise DocumentInvalid(
            "the file has no requirement; write one per line, such as: orders of a customer, newest first",
            code="document.no_model",
        )
    found = nouns(reading.rows, known, reading.descriptions)
    named = frozenset({one.name for one in found.entities} | {one.name for one in known.entities})
    return Requirements(reading, found, begun, named)


def _lines_of(text: str, known: Vocabulary) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text. If all bullets describe entities, the other lines are requirements; beside a list of
    requirements, those that are wholly understood.
    """
    joined = joined_lists(text)
    listed = [one for one in map(str.lstrip, joined.splitlines()) if one.startswith(_BULLETS)]
    is_list = any(not describes(one.lstrip(_MARKS), known) for one in listed)
    return text_lines(joined, prose=lambda line: not is_list or describes(line, known) or _is_understood(line, known))


def _is_understood(line: str, known: Vocabulary) -> bool:
    """Return whether a line of prose is a request and was read to its last word."""
    rows = read_line(line, known)
    return bool(rows) and all(row.operation.value and row.entities.value and not row.unread for row in rows)


_MARKS: Final = "-*+• "
_BULLETS: Final = ("- ", "* ", "+ ", "• ", "|", *"0123456789")
"""How lines of a list or a table begin."""


def of_design(design: Design) -> Requirements:
    """Return the rows of a design's access patterns: their intent, or what their keys and filters show. Their
    nouns are the design's: none is proposed.
    """
    rows = rows_of(design)
    said = tuple(row for row in rows if row.text)
    places = dict(enumerate(design.patterns, 1))
    left = tuple((row.line, places[row.line].label) for row in rows if not row.text)
    if not said:
        raise DocumentInvalid("the design has no access pattern that names an entity", code="document.no_model")
    return Requirements(TextReading(said, left), Nouns(), Beginning("a design", ""))


_NUMBER: Final = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", re.IGNORECASE)


def seconds_of(text: str) -> float:
    """Return a period in seconds: 86400, 24h, 7 days. Raises Invalid for other text."""
    found = _NUMBER.fullmatch(text)
    unit = UNITS.get(found[2].lower() or "s") if found is not None else None
    if found is None or unit is None or not float(found[1]):
        raise Invalid("write a period as a number and a unit, such as 24h or 7 days")
    return float(found[1]) * unit


def requirements_json(made: Requirements) -> dict[str, Any]:
    """Return rows as their JSON Schema has them, and beside them the proposed nouns and the kind of file: its title,
    how many lines were left out, and what no line says.
    """
    proposed, begun = made.nouns.proposed, made.begun
    told = {"title": begun.title, "left": begun.left, "not_read": list(begun.not_read)}
    return {
        **reading_json(made.reading),
        **({"beginning": told} if begun.title else {}),
        "proposed": {
            "entities": [one.name for one in proposed.entities],
            "attributes": [f"{one.entity}.{one.name}" for one in proposed.attributes],
            "relations": [
                {"parent": one.parent, "child": one.child, **({"via": one.via} if one.via else {})}
                for one in proposed.relations
            ],
        },
    }


def requirements_text(made: Requirements) -> str:
    """Return rows with their slots, questions, and the words that filled none."""
    begun = made.begun
    head = [f"the file is {begun.title}", ""] if begun.title else []
    tail = [f"not read: {one}" for one in begun.not_read]
    tail += [f"{begun.left} further lines were left out"] if begun.left else []
    return text_block(
        [
            *head,
            *_rows(made.reading),
            *_descriptions(made.reading),
            *_proposed(made.nouns),
            *_volumes(made),
            *_left(made.reading),
            *tail,
        ]
    )


def _rows(reading: TextReading) -> Iterator[str]:
    for row in reading.rows:
        code = f"{row.code}: " if row.code else ""
        yield f"line {row.line}: {code}{row.text}"
        if made := readable(row):
            yield _line("read as", made)
        for name, slot in row.slots:
            if slot.value is not None:
                yield _line(name, words_of_slot(name, slot.value) + (" (unsure)" if slot.question else ""))
        if row.unread_words:
            yield _line("not read", ", ".join(f'"{one}"' for one in row.unread_words))
        for name, question in row.questions:
            yield _line("question", f"{name}: {question.text}")
            for number, choice in enumerate(question.choices, 1):
                yield _line("", f"{number}. {choice.label}")
        yield ""


def _line(name: str, text: str) -> str:
    return f"  {name:<{_WIDTH}}{text}"


def _proposed(found: Nouns) -> Iterator[str]:
    proposed = found.proposed
    if proposed.entities:
        yield "proposed entities: " + ", ".join(one.name for one in proposed.entities)
    if proposed.attributes:
        yield "proposed attributes: " + ", ".join(f"{one.entity}.{one.name}" for one in proposed.attributes)
    if proposed.relations:
        yield "proposed relations: " + ", ".join(f"{one.parent} to {one.child}" for one in proposed.relations)


def _descriptions(reading: TextReading) -> Iterator[str]:
    for one in reading.descriptions:
        yield f"line {one.line}: {description_text(one)}"
    if reading.descriptions:
        yield ""


def _volumes(made: Requirements) -> Iterator[str]:
    for one in made.reading.volumes:
        is_named = {one.entity, one.parent or one.entity} <= made.named
        yield f"line {one.line}: {volume_text(one)}{'' if is_named else '; no requirement names this entity yet'}"


def _left(reading: TextReading) -> Iterator[str]:
    for line, text in reading.not_understood:
        yield f"line {line}: not understood: {text}"
