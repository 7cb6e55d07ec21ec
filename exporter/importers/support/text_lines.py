"""The lines of a text that may be requirements: plain, bulleted, numbered, or rows of a Markdown table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

_FENCE: Final = re.compile(r"\s*(```|~~~)")
_HEADING: Final = re.compile(r"\s*(?:#{1,6}\s|={3,}\s*$|-{3,}\s*$|>|<!--)")
_BULLET: Final = re.compile(r"\s*(?:[-*+•]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?(.*)")
RULE: Final = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*")
_MARKS: Final = re.compile(r"\*\*|__|`|~~")
_LINK: Final = re.compile(r"\[([^\[\]]{1,200})\]\([^()\s]{0,500}\)")
_CODE: Final = re.compile(r"[A-Za-z]{0,4}-?\d{1,4}")
_RATE: Final = re.compile(r"[\d,.]+\s*[km]?", re.IGNORECASE)
_PER_SECOND: Final = re.compile(r"\s*(?:/\s*s(?:ec)?|per second|rps|tps|qps)\s*$", re.IGNORECASE)
_WORDS: Final = (
    "pattern",
    "access",
    "description",
    "query",
    "what",
    "question",
    "use case",
    "requirement",
    "user story",
)
_WEAKER: Final = ("operation", "name")
"""Columns of these names hold the request only if no other does: an operation can be a word, such as "update"."""
_CODES: Final = ("#", "code", "id", "no", "no.", "nr", "number", "pattern id")
_PER: Final = r"(?:per sec(?:ond)?|/ ?s(?:ec)?|rps|tps|qps)"
_RATES: Final = re.compile(
    rf"rate|average|avg|calls|(?:(?:average|avg|calls|reads|writes|requests|req|ops|rate) ?)*\(?{_PER}\)?|peak rps"
)
_PEAKS: Final = re.compile(rf"(?:peak|max(?:imum)?)(?: (?:calls|requests|rate|load))?(?: ?\(?{_PER}\)?)?")


def text_lines(
    text: str, plainly: Callable[[str], str] = str, *, prose: Callable[[str], bool] = lambda line: False
) -> Iterator[tuple[int, str]]:
    """Yield each line that may be a requirement, with its number; headings, code, and empty lines are skipped.

    `plainly` rewrites the words of a line.

    If a file has bullets or tables, the prose around them is not part of the list, except the lines that `prose` takes.
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
            cells = [without_marks(cell) for cell in row.strip().strip("|").split("|")]
            if RULE.fullmatch(row):
                continue
            if header is None:
                header = [cell.lower() for cell in cells]
                if is_header(header):
                    continue
            if found := _of_row(header, cells, plainly):
                yield number, found
        elif bullet := _BULLET.match(row):
            code = re.match(r"\s*(\d{1,4})[.)]\s", row)
            yield number, (f"{code[1]}. " if code else "") + plainly(without_marks(bullet[1]))
        elif is_prose or prose(without_marks(row)):
            yield number, plainly(without_marks(row))


def without_marks(text: str) -> str:
    """Return a line without Markdown marks."""
    return _MARKS.sub("", _LINK.sub(r"\1", text)).strip()


def is_header(cells: Sequence[str]) -> bool:
    """Return whether cells in lower case name the columns of a table of requirements."""
    words = (*_WORDS, *_WEAKER)
    return any(cell in _CODES or cell.startswith(words) for cell in cells)


def columns_read(header: Sequence[str]) -> frozenset[int]:
    """Return the columns of a table that its lines contain; the header is in lower case."""
    request = _request(header)
    others = (place for place, cell in enumerate(header) if cell in _CODES or _is_rate(cell, _RATES, _PEAKS))
    return frozenset({*others, request} - {-1}) if request >= 0 else frozenset(range(len(header)))


def _of_row(header: Sequence[str], cells: Sequence[str], plainly: Callable[[str], str]) -> str:
    """Return a table row as a line: its code, the request, its rates."""
    named = is_header(header)
    at = _request(header) if named else -1
    if at < 0 or at >= len(cells):
        at = max(range(len(cells)), key=lambda place: len(cells[place]))
    codes = (place for place, cell in enumerate(header) if named and cell in _CODES)
    code = next((cells[place] for place in codes if place < len(cells) and place != at), "")
    if not code and not named and at > 0:
        code = cells[0]
    rate, peak = (
        next(
            (
                bare
                for p, name in enumerate(header)
                if named
                and _is_rate(name, which)
                and p < len(cells)
                and _RATE.fullmatch(bare := _PER_SECOND.sub("", cells[p]))
            ),
            "",
        )
        for which in (_RATES, _PEAKS)
    )
    rates = ", ".join(filter(None, (rate and f"{rate}/s", peak and f"peak {peak}")))
    front = f"{code}: " if _CODE.fullmatch(code) else ""
    return f"{front}{plainly(cells[at])}{f' ({rates})' if rates else ''}" if cells[at] else ""


def _request(header: Sequence[str]) -> int:
    """Return the column of the request; -1 if no column is named so."""
    return next((found for words in (_WORDS, _WEAKER) if (found := _column(header, words)) >= 0), -1)


def _column(header: Sequence[str], words: Sequence[str]) -> int:
    """Return the column that the first matching word names; a longer name that begins with the word also matches."""
    exact = (place for word in words for place, cell in enumerate(header) if cell == word)
    begun_so = (
        place for word in words for place, cell in enumerate(header) if cell.startswith(word) and cell not in _CODES
    )
    return next(exact, next(begun_so, -1))


def _is_rate(name: str, *kinds: re.Pattern[str]) -> bool:
    return any(kind.fullmatch(name) for kind in kinds)
