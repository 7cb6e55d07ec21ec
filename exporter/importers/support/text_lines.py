"""The lines of a text that may be requirements: plain, bulleted, numbered, or rows of a Markdown table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

_FENCE: Final = re.compile(r"\s*(```|~~~)")
_HEADING: Final = re.compile(r"\s*(?:#{1,6}\s|={3,}\s*$|-{3,}\s*$|>|<!--)")
_BULLET: Final = re.compile(r"\s*(?:[-*+•]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?(.*)")
_RULE: Final = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*")
_MARKS: Final = re.compile(r"\*\*|__|`|~~")
_LINK: Final = re.compile(r"\[([^\[\]]{1,200})\]\([^()\s]{0,500}\)")
_CODE: Final = re.compile(r"[A-Za-z]{0,4}-?\d{1,4}")
_RATE: Final = re.compile(r"[\d,.]+\s*[km]?", re.IGNORECASE)
_PER_SECOND: Final = re.compile(r"\s*(?:/\s*s(?:ec)?|per second|rps|tps|qps)\s*$", re.IGNORECASE)
_WORDS: Final = ("pattern", "access", "description", "query", "what", "question", "operation", "use case", "name")
_CODES: Final = ("#", "code", "id", "no", "no.", "nr", "number", "pattern id")
_RATES: Final = ("rps", "rate", "average", "avg", "per second", "tps", "qps", "peak rps", "calls")
_PEAKS: Final = ("peak", "max", "maximum", "peak rps")


def text_lines(text: str, plainly: Callable[[str], str] = str) -> Iterator[tuple[int, str]]:
    """Yield each line that may be a requirement, with its number; headings, code, and empty lines are skipped.

    `plainly` rewrites the words of a line.

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
            cells = [_without_marks(cell) for cell in row.strip().strip("|").split("|")]
            if _RULE.fullmatch(row):
                continue
            if header is None:
                header = [cell.lower() for cell in cells]
                if is_header(header):
                    continue
            if found := _of_row(header, cells, plainly):
                yield number, found
        elif bullet := _BULLET.match(row):
            code = re.match(r"\s*(\d{1,4})[.)]\s", row)
            yield number, (f"{code[1]}. " if code else "") + plainly(_without_marks(bullet[1]))
        elif is_prose:
            yield number, plainly(_without_marks(row))


def _without_marks(text: str) -> str:
    """Return a line without Markdown marks."""
    return _MARKS.sub("", _LINK.sub(r"\1", text)).strip()


def is_header(cells: Sequence[str]) -> bool:
    """Return whether cells in lower case name the columns of a table of requirements."""
    return any(cell in (*_WORDS, *_CODES) or any(cell.startswith(word) for word in _WORDS) for cell in cells)


def columns_read(header: Sequence[str]) -> frozenset[int]:
    """Return the columns of a table that its lines contain; the header is in lower case."""
    request = _column(header, _WORDS)
    others = (place for words in (_CODES, _RATES, _PEAKS) for place in _places(header, words, True))
    return frozenset({*others, request} - {-1}) if request >= 0 else frozenset(range(len(header)))


def _of_row(header: Sequence[str], cells: Sequence[str], plainly: Callable[[str], str]) -> str:
    """Return a table row as a line: its code, the request, its rates."""
    named = is_header(header)
    at = _column(header, _WORDS) if named else -1
    if at < 0 or at >= len(cells):
        at = max(range(len(cells)), key=lambda place: len(cells[place]))
    code = next((cells[place] for place in _places(header, _CODES, named) if place < len(cells) and place != at), "")
    if not code and not named and at > 0:
        code = cells[0]
    rate, peak = (
        next(
            (
                bare
                for p in _places(header, words, named)
                if p < len(cells) and _RATE.fullmatch(bare := _PER_SECOND.sub("", cells[p]))
            ),
            "",
        )
        for words in (_RATES, _PEAKS)
    )
    rates = ", ".join(filter(None, (rate and f"{rate}/s", peak and f"peak {peak}")))
    front = f"{code}: " if _CODE.fullmatch(code) else ""
    return f"{front}{plainly(cells[at])}{f' ({rates})' if rates else ''}" if cells[at] else ""


def _column(header: Sequence[str], words: Sequence[str]) -> int:
    """Return the column that the first matching word names; a longer name that begins with the word also matches."""
    exact = (place for word in words for place, cell in enumerate(header) if cell == word)
    begun_so = (
        place for word in words for place, cell in enumerate(header) if cell.startswith(word) and cell not in _CODES
    )
    return next(exact, next(begun_so, -1))


def _places(header: Sequence[str], words: Sequence[str], named: bool) -> Iterator[int]:
    return (place for place, cell in enumerate(header) if named and cell in words)
