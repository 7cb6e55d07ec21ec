"""Access patterns as text: one per line, bulleted or numbered, or in a Markdown table, with initial entities and keys.

modeler.core.phrases reads the English of a line; this module finds the lines.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from exporter.importers.items.item_tables import table_name
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.source import Source
from exporter.importers.support.text_lines import text_lines
from modeler.core.errors import DocumentInvalid
from modeler.core.phrases.beginning import LINES_MAX, begun
from modeler.core.phrases.lines import LINE_MAX
from modeler.core.requirements.english.reading import read_line

_EXTENSIONS: Final = frozenset({"md", "markdown", "txt", "text"})
_LOOKED: Final = 200
_REMARK: Final = re.compile(r"\s*\([^()\d]*\)")
"""A remark: parentheses without a number, such as (daily) or (by a transaction)."""
_SAID_OTHERWISE: Final = (
    (re.compile(r"\s+[-–—]\s+(?=\d)(.*)$"), r" (\1)"),
    (re.compile(r"\b([\d,.]+\s*[km]?)\s*(rps|tps|qps)\s+(?:at\s+)?peak\b", re.IGNORECASE), r"\1 \2, peak \1"),
    (re.compile(r"^(?:scan|query)\s+(?:of\s+)?(?=all\b)", re.IGNORECASE), "get "),
    (re.compile(r"^put\s+", re.IGNORECASE), "add "),
)
"""Phrases that mean the same as the words that modeler.core.phrases reads."""
_STORY: Final = re.compile(
    r"as an? ([\w-]{1,40}),? (?:i|we) (?:want|need|would like|must be able|can|should be able)(?: to)?"
    r"(?: be able to)? (.+?)(?:,? (?:so that|in order to) .*)?",
    re.IGNORECASE,
)


def _claims(source: Source) -> bool:
    if source.looks_like_json or "\0" in source.text:
        return False
    if source.extension in _EXTENSIONS:
        return True
    if source.extension:
        return False
    lines = [text for _, text in islice(text_lines(source.text, _said_plainly), _LOOKED)]
    return sum(_is_requirement(text) for text in lines) * 2 > len(lines)


def _is_requirement(text: str) -> bool:
    """Return whether a line asks for something: a noun alone ("hello") or words without a meaning do not."""
    return any(row.entities.value for row in read_line(text[:LINE_MAX]))


def _read(source: Source) -> Imported:
    report = Report()
    found = list(text_lines(source.text, _said_plainly))
    for line, text in found:
        if len(text) > LINE_MAX:
            message = (
                f"a line of {len(text):,} characters is too long for an access pattern; only its first "
                f"{LINE_MAX} were read"
            )
            report.dropped(f"line {line}", message, line)
    if len(found) > LINES_MAX:
        report.dropped(
            f"line {found[LINES_MAX][0]}", f"only the first {LINES_MAX} access patterns were read", found[LINES_MAX][0]
        )
    found = found[:LINES_MAX]
    for line, text in found:
        if not _is_requirement(text):
            report.dropped(f"line {line}", f"not understood as an access pattern: {text[:200]}", line)
    found = [(line, text) for line, text in found if _is_requirement(text)]
    design, notes = begun("\n".join(text[:LINE_MAX] for _, text in found), table_name(source.filename))
    if not design.patterns:
        raise DocumentInvalid(
            "the file has no access patterns; write one per line, such as: orders of a customer, newest first",
            code="document.no_model",
        )
    where = dict(zip((pattern.code for pattern in design.patterns), (line for line, _ in found), strict=False))
    for note in notes:
        line = where.get(note.split(":", 1)[0], 0)
        report.note(f"line {line}" if line else "", note, line)
    for _, entity in design.entities():
        for overload in entity.overloads:
            written = ", ".join(f"{name} = {text}" for name, text in overload.keys.items())
            report.guess(
                f"{entity.name}: {written}, the simplest possible keys", part=overload.id, path="", confidence=0.5
            )
    return Imported(design, tuple(report.lines), tuple(report.guesses))


def _said_plainly(text: str) -> str:
    """Return a line without remarks; a user story is reduced to what its user needs."""
    text = _REMARK.sub("", text)
    if story := _STORY.fullmatch(text):
        wanted, count = re.subn(r"\b(?:my|our)\s+([\w-]+)", rf"\1 of a {story[1]}", story[2], count=1)
        text = wanted if count else story[2]
    for pattern, by in _SAID_OTHERWISE:
        text = pattern.sub(by, text)
    return text


IMPORTER: Final = Importer("patterns", "a list of access patterns", _claims, _read)
