"""Requirements as text and JSON for the command line: rows, slots, what was not understood, and questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from exporter.importers.beginnings import beginning
from exporter.importers.support.source import Source
from exporter.importers.support.text_lines import text_lines
from modeler.core.design.model import Design
from modeler.core.errors import DocumentInvalid
from modeler.core.requirements.codec import plain_value, reading_json
from modeler.core.requirements.english.reading import LINE_MAX, LINES_MAX, read_line
from modeler.core.requirements.nouns import Nouns, nouns
from modeler.core.requirements.rows import Reading, Row
from modeler.core.requirements.sentences import sentence
from modeler.core.requirements.vocabulary import NOTHING_KNOWN, Vocabulary

_WIDTH: Final = 12


def requirements_of(raw: bytes, design: Design | None = None, filename: str = "") -> tuple[Reading, Nouns]:
    """Return what the lines of a file say, with the names of a design if there is one, and the nouns of all rows. An
    OpenAPI description, a GraphQL schema and rows of a spreadsheet have lines too (exporter.importers.beginnings).

    Raises DocumentInvalid if no line is a requirement.
    """
    known = Vocabulary.of(design) if design is not None else NOTHING_KNOWN
    rows: list[Row] = []
    left: list[tuple[int, str]] = []
    for place, (line, text) in enumerate(text_lines(beginning(Source(raw, filename)).text)):
        made = read_line(text, known, line=line) if place < LINES_MAX and len(text) <= LINE_MAX else ()
        rows.extend(made)
        if not made:
            left.append((line, text[:LINE_MAX]))
    if not rows:
        raise DocumentInvalid(
            "the file has no requirement; write one per line, such as: orders of a customer, newest first",
            code="document.no_model",
        )
    return Reading(tuple(rows), tuple(left)), nouns(rows, known)


def requirements_json(reading: Reading, found: Nouns) -> dict[str, Any]:
    """Return rows as their JSON Schema has them, and beside them the proposed nouns."""
    proposed = found.proposed
    return {
        **reading_json(reading),
        "proposed": {
            "entities": [one.name for one in proposed.entities],
            "attributes": [f"{one.entity}.{one.name}" for one in proposed.attributes],
            "relations": [
                {"parent": one.parent, "child": one.child, **({"via": one.via} if one.via else {})}
                for one in proposed.relations
            ],
        },
    }


def requirements_text(reading: Reading, found: Nouns) -> str:
    """Return rows with their slots, questions, and the words that filled none."""
    return "\n".join([*_rows(reading), *_proposed(found), *_left(reading), ""])


def _rows(reading: Reading) -> Iterator[str]:
    for row in reading.rows:
        code = f"{row.code}: " if row.code else ""
        yield f"line {row.line}: {code}{row.text}"
        if made := sentence(row):
            yield _line("read as", made)
        for name, slot in row.slots:
            if slot.value is not None:
                unnamed = "a time, " if name in {"range", "order"} and not slot.value[0].attribute else ""
                yield _line(name, unnamed + _plain(plain_value(slot.value)) + (" (unsure)" if slot.question else ""))
        if row.unread_words:
            yield _line("not read", ", ".join(f'"{one}"' for one in row.unread_words))
        for name, question in row.questions:
            yield _line("question", f"{name}: {question.text}")
            for number, choice in enumerate(question.choices, 1):
                yield _line("", f"{number}. {choice.label}")
        yield ""


def _line(name: str, text: str) -> str:
    return f"  {name:<{_WIDTH}}{text}"


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(map(_plain, value))
    if isinstance(value, dict):
        return " ".join(f"{name}={_plain(one)}" for name, one in value.items() if one != "")
    return f"{value:g}" if isinstance(value, float) else str(value)


def _proposed(found: Nouns) -> Iterator[str]:
    proposed = found.proposed
    if proposed.entities:
        yield "proposed entities: " + ", ".join(one.name for one in proposed.entities)
    if proposed.attributes:
        yield "proposed attributes: " + ", ".join(f"{one.entity}.{one.name}" for one in proposed.attributes)


def _left(reading: Reading) -> Iterator[str]:
    for line, text in reading.not_understood:
        yield f"line {line}: not understood: {text}"
