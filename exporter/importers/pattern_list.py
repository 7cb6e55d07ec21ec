"""Access patterns as text: one per line, bulleted or numbered, or in a Markdown table, with initial entities and keys.

modeler.core.phrases reads the English of a line; this module finds the lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from exporter.importers.items.item_tables import table_name
from exporter.importers.support.base import Imported, Importer, Report
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid
from modeler.core.phrases.beginning import LINES_MAX, begun
from modeler.core.phrases.lines import LINE_MAX, phrase_of

_EXTENSIONS: Final = frozenset({"md", "markdown", "txt", "text"})
_FENCE: Final = re.compile(r"\s*(```|~~~)")
_HEADING: Final = re.compile(r"\s*(?:#{1,6}\s|={3,}\s*$|-{3,}\s*$|>|<!--)")
_BULLET: Final = re.compile(r"\s*(?:[-*+•]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?(.*)")
_RULE: Final = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*")
_MARKS: Final = re.compile(r"\*\*|__|`|~~")
_LINK: Final = re.compile(r"\[([^\[\]]{1,200})\]\([^()\s]{0,500}\)")
_CODE: Final = re.compile(r"[A-Za-z]{0,4}-?\d{1,4}")
_RATE: Final = re.compile(r"[\d,.]+\s*[km]?", re.IGNORECASE)
_WORDS: Final = ("pattern", "access", "description", "query", "what", "question", "operation", "use case", "name")
_CODES: Final = ("#", "code", "id", "no", "no.", "nr", "number", "pattern id")
_RATES: Final = ("rps", "rate", "average", "avg", "per second", "tps", "qps", "peak rps", "calls")
_PEAKS: Final = ("peak", "max", "maximum", "peak rps")
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
    lines = [text for _, text in _lines(source.text)][:_LOOKED]
    meant = [phrase for phrase in map(phrase_of, lines) if phrase is not None and phrase.subject]
    return len(meant) >= 1 and sum(bool(one.verb or one.clauses or one.order is not None) for one in meant) * 2 > len(
        lines
    )


def _read(source: Source) -> Imported:
    report = Report()
    found = list(_lines(source.text))
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


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line that may be an access pattern, with its number; headings, code, and empty lines are skipped.

    If a file has bullets or tables, the prose around them is not part of the list.
    """
    rows = text.splitlines()
    lists = [row for row in rows if _BULLET.match(row) or row.lstrip().startswith("|")]
    is_prose = not lists
    header: Sequence[str] | None = None
    fenced = False
    for number, row in enumerate(rows, 1):
        if _FENCE.match(row):
            fenced = not fenced
        elif fenced or not row.strip() or _HEADING.match(row):
            header = None if not row.strip() else header
        elif row.lstrip().startswith("|"):
            cells = [_plain(cell) for cell in row.strip().strip("|").split("|")]
            if _RULE.fullmatch(row):
                continue
            if header is None:
                header = [cell.lower() for cell in cells]
                if _is_header(header):
                    continue
            if found := _of_row(header, cells):
                yield number, found
        elif bullet := _BULLET.match(row):
            code = re.match(r"\s*(\d{1,4})[.)]\s", row)
            yield number, (f"{code[1]}. " if code else "") + _said_plainly(_plain(bullet[1]))
        elif is_prose:
            yield number, _said_plainly(_plain(row))


def _plain(text: str) -> str:
    """Return a line without Markdown marks."""
    return _MARKS.sub("", _LINK.sub(r"\1", text)).strip()


def _said_plainly(text: str) -> str:
    """Return a line without remarks; a user story is reduced to what its user needs."""
    text = _REMARK.sub("", text)
    if story := _STORY.fullmatch(text):
        wanted, count = re.subn(r"\b(?:my|our)\s+([\w-]+)", rf"\1 of a {story[1]}", story[2], count=1)
        text = wanted if count else story[2]
    for pattern, by in _SAID_OTHERWISE:
        text = pattern.sub(by, text)
    return text


def _is_header(cells: Sequence[str]) -> bool:
    return any(cell in (*_WORDS, *_CODES) or any(cell.startswith(word) for word in _WORDS) for cell in cells)


def _of_row(header: Sequence[str], cells: Sequence[str]) -> str:
    """Return a table row as a line: its code, the request, its rates."""
    named = _is_header(header)
    at = _column(header, _WORDS) if named else -1
    if at < 0 or at >= len(cells):
        at = max(range(len(cells)), key=lambda place: len(cells[place]))
    code = next((cells[place] for place in _places(header, _CODES, named) if place < len(cells) and place != at), "")
    if not code and not named and at > 0:
        code = cells[0]
    rate, peak = (
        next((cells[p] for p in _places(header, words, named) if p < len(cells) and _RATE.fullmatch(cells[p])), "")
        for words in (_RATES, _PEAKS)
    )
    rates = ", ".join(filter(None, (rate and f"{rate}/s", peak and f"peak {peak}")))
    front = f"{code}: " if _CODE.fullmatch(code) else ""
    return f"{front}{_said_plainly(cells[at])}{f' ({rates})' if rates else ''}" if cells[at] else ""


def _column(header: Sequence[str], words: Sequence[str]) -> int:
    """Return the column that the first matching word names; a longer name that begins with the word also matches."""
    exact = (place for word in words for place, cell in enumerate(header) if cell == word)
    begun_so = (
        place for word in words for place, cell in enumerate(header) if cell.startswith(word) and cell not in _CODES
    )
    return next(exact, next(begun_so, -1))


def _places(header: Sequence[str], words: Sequence[str], named: bool) -> Iterator[int]:
    return (place for place, cell in enumerate(header) if named and cell in words)


IMPORTER: Final = Importer("patterns", "a list of access patterns", _claims, _read)
