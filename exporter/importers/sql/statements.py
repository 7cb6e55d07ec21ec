"""SQL text as statements with their lines, and those that define tables as sqlglot parses them; data is skipped.

Statements are parsed one by one, so that one that cannot be read affects no other. PostgreSQL and MySQL.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from exporter.importers.support.base import Report
from modeler.core.errors import DocumentInvalid

STATEMENTS_MAX: Final = 5000
_STATEMENT_MAX: Final = 100_000
_DEPTH_MAX: Final = 40
_PIECES: Final = re.compile(
    r"--[^\n]*|^\#[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|'(?:[^'\\]|''|\\.)*+(?:'|\Z)|\"(?:[^\"]|\"\")*+(?:\"|\Z)"
    r"|`[^`]*+(?:`|\Z)|\$(?P<tag>\w*)\$|[();]",
    re.DOTALL | re.MULTILINE,
)
_TELLING: Final = re.compile(
    r"\s*(?:create\s+(?:\w+\s+){0,3}?(?:table|type|index)|alter\s+table|comment\s+on)\b", re.IGNORECASE
)
_COPY: Final = re.compile(r"\s*copy\s.*\sfrom\s+stdin\b", re.IGNORECASE | re.DOTALL)
_MYSQL: Final = re.compile(r"`|\bengine\s*=|\bauto_increment\b|\bunsigned\b|(?<!as )\benum\s*\(", re.IGNORECASE)

logging.getLogger("sqlglot").setLevel(logging.ERROR)


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement and the line, from 1, on which it begins."""

    text: str
    line: int


def statements(text: str) -> Iterator[Statement]:
    """Return a script's statements. Raises DocumentInvalid, naming the line, if there are too many or
    one is too long.
    """
    start, line, depth, position, count = 0, 1, 0, 0, 0
    while found := _PIECES.search(text, position):
        position = found.end()
        if found["tag"] is not None:
            # A dollar-quoted body: everything in it is one text.
            end = text.find(found[0], position)
            position = len(text) if end < 0 else end + len(found[0])
        elif found[0] == "(":
            depth += 1
            if depth > _DEPTH_MAX:
                raise _refused(text.count("\n", 0, position) + 1, f"brackets nested deeper than {_DEPTH_MAX} levels")
        elif found[0] == ")":
            depth = max(0, depth - 1)
        elif found[0] == ";":
            piece = text[start : found.start()]
            count += 1
            if count > STATEMENTS_MAX:
                raise _refused(line, f"more than {STATEMENTS_MAX:,} statements; keep only those that create tables")
            yield _statement(piece, line)
            if _COPY.match(piece):
                end = text.find("\n\\.", position)
                position = len(text) if end < 0 else end + 3
            line += text.count("\n", start, position)
            start, depth = position, 0
    if text[start:].strip():
        yield _statement(text[start:], line)


def _statement(piece: str, line: int) -> Statement:
    blank = len(piece) - len(piece.lstrip())
    return Statement(piece.strip(), line + piece.count("\n", 0, blank))


def described(text: str, report: Report) -> Iterator[tuple[Statement, exp.Expression]]:
    """Yield the statements that define tables, parsed; all others share one report line."""
    dialect = "mysql" if _MYSQL.search(text) else "postgres"
    passed = 0
    for statement in statements(text):
        bare = _without_comments(statement.text)
        if not bare:
            continue
        if not _TELLING.match(bare):
            passed += 1
            continue
        if len(bare) > _STATEMENT_MAX:
            raise _refused(statement.line, f"a statement of {len(bare):,} characters; the limit is {_STATEMENT_MAX:,}")
        parsed = _parsed(statement, dialect, report)
        if parsed is not None:
            yield statement, parsed
    if passed:
        report.note(
            "",
            f"skipped {passed} {'statement that does' if passed == 1 else 'statements that do'} not define "
            "tables (data, grants, functions)",
        )


def _without_comments(text: str) -> str:
    return _PIECES.sub(
        lambda found: " " if found[0][:2] in ("--", "/*") or found[0][:1] == "#" else found[0], text
    ).strip()


def _parsed(statement: Statement, dialect: str, report: Report) -> exp.Expression | None:
    try:
        found = sqlglot.parse_one(statement.text, dialect=dialect)
    except SqlglotError as error:
        errors = getattr(error, "errors", None) or [{}]
        line = statement.line + int(errors[0].get("line") or 1) - 1
        column = errors[0].get("col") or 1
        why = str(errors[0].get("description") or "it cannot be read")[:200]
        report.dropped(f"line {line}, column {column}", f"unknown SQL ({why}); left out", line)
        return None
    except (RecursionError, ValueError, TypeError, AttributeError, IndexError, KeyError) as error:
        report.dropped(
            f"line {statement.line}", f"this cannot be read ({type(error).__name__}); left out", statement.line
        )
        return None
    return found if isinstance(found, exp.Expression) else None


def _refused(line: int, why: str) -> DocumentInvalid:
    return DocumentInvalid(f"line {line}: {why}", path=f"line {line}", code="document.too_large")
