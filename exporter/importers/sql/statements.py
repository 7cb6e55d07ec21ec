"""SQL text as statements with their lines, and those that define tables as sqlglot parses them; data is skipped.

Statements are parsed one by one, so that one that cannot be read affects no other. PostgreSQL, MySQL, SQL Server, and
Oracle.
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

from exporter.importers.sql import oracle
from exporter.importers.sql.scripts import (
    ROUTINE,
    batches,
    cleaned,
    dialect_of,
    elements,
    end_of_routine,
    unguarded,
)
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
    r"\s*(?:create\s+(?:\w+\s+){0,4}?(?:table|type|index|domain)|alter\s+table|drop\s+(?:\w+\s+)?table|comment\s+on)\b",
    re.IGNORECASE,
)
_ASKING: Final = re.compile(r"\s*(?:select\b.*\bfrom|update|delete\s+from|with)\b", re.IGNORECASE | re.DOTALL)
_ASKED_LENGTH: Final = 20_000
_SCHEMA: Final = re.compile(r"\s*create\s+schema\b", re.IGNORECASE)
_UNREAD: Final = re.compile(
    r"\browguidcol\b|\bwith\s+(?:no)?check(?=\s+add\b)|\bnot\s+for\s+replication\b"
    r"|(?<=[\s\]])(?:asc|desc)(?=\s*[,)])|(?P<kept>\b(?:primary\s+key|unique|create))\s+(?:non)?clustered\b"
    r"|\bwith\s*\(\s*(?:pad_index|statistics_\w+|fillfactor|ignore_dup_key|sort_in_tempdb|online|data_compression|"
    r"allow_\w+|optimize_\w+)\s*=[^()]*\)(?:\s*on\s+(?:\[\w+\]|\w+))?",
    re.IGNORECASE,
)
"""Words of SQL Server that the parser does not know, and that do not change the columns or keys of a table."""
_LISTED: Final = re.compile(r"(\s*alter\s+table\s+\S+\s+add)\s+(?:column\s+)?(?=\()", re.IGNORECASE)
"""Columns or constraints in brackets: the parser knows this form in Oracle's dialect only; MySQL accepts it too."""
_UNBOUND: Final = re.compile(r"\s*alter\s+table\s+\S+\s+drop\s+constraint\b", re.IGNORECASE)
_PARSER_WORDS: Final = re.compile(r"\s*(?:but got <Token|(?:missing )?for <class ').*", re.DOTALL)
_OTHERS: Final = ("postgres", "mysql", "sqlite")
"""Dialects that are tried for a statement that the script's own does not know."""
_COPY: Final = re.compile(r"\s*copy\s.*\sfrom\s+stdin\b", re.IGNORECASE | re.DOTALL)

logging.getLogger("sqlglot").setLevel(logging.ERROR)


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement and the line, from 1, on which it begins."""

    text: str
    line: int


def statements(text: str, dialect: str = "postgres") -> Iterator[Statement]:
    """Return a script's statements. Raises DocumentInvalid, naming the line, if there are too many or
    one is too long.
    """
    count = 0
    for batch, before in batches(cleaned(text, dialect), dialect):
        if dialect == "tsql" and ROUTINE.match(_without_comments(batch[:10_000])):
            continue
        for one in _of_batch(batch, dialect):
            count += 1
            if count > STATEMENTS_MAX:
                said = f"more than {STATEMENTS_MAX:,} statements; keep only those that create tables"
                raise _refused(before + one.line, said)
            yield Statement(one.text, before + one.line)


def _of_batch(text: str, dialect: str) -> Iterator[Statement]:
    start, line, depth, position = 0, 1, 0, 0
    is_quoted = False
    while found := _PIECES.search(text, position):
        position = found.end()
        if found["tag"] is not None:
            # A dollar-quoted body: everything in it is one text, the semicolons of a routine too.
            end = text.find(found[0], position)
            position, is_quoted = (len(text) if end < 0 else end + len(found[0])), True
        elif found[0] == "(":
            depth += 1
            if depth > _DEPTH_MAX:
                raise _refused(text.count("\n", 0, position) + 1, f"brackets nested deeper than {_DEPTH_MAX} levels")
        elif found[0] == ")":
            depth = max(0, depth - 1)
        elif found[0] == ";":
            piece = text[start : found.start()]
            if not is_quoted and ROUTINE.match(_without_comments(piece[:2000])):
                position = end_of_routine(text, start) + 1
                piece = text[start : position - 1]
            yield from _each(piece, line, dialect)
            if _COPY.match(piece):
                end = text.find("\n\\.", position)
                position = len(text) if end < 0 else end + 3
            line += text.count("\n", start, position)
            start, depth, is_quoted = position, 0, False
    if text[start:].strip():
        yield from _each(text[start:], line, dialect)


def _each(piece: str, line: int, dialect: str) -> Iterator[Statement]:
    """Return a statement; of CREATE SCHEMA, those within it; of conditions of SQL Server, those that they guard."""
    inner = list(elements(piece)) if _SCHEMA.match(piece) else []
    if dialect == "tsql" and not inner:
        inner = list(unguarded(piece))
    for text, at in inner:
        yield _statement(text, line + piece.count("\n", 0, at))
    if not inner:
        yield _statement(piece, line)


def _statement(piece: str, line: int) -> Statement:
    blank = len(piece) - len(piece.lstrip())
    return Statement(piece.strip(), line + piece.count("\n", 0, blank))


def described(
    text: str, report: Report, asked: list[Statement] | None = None
) -> Iterator[tuple[Statement, exp.Expression]]:
    """Yield the statements that define tables, parsed. Those that query or change rows are added to `asked`; all others
    share one report line.
    """
    dialect = dialect_of(text)
    passed = 0
    for statement in statements(text, dialect):
        bare = _without_comments(statement.text)
        if not bare:
            continue
        if not _TELLING.match(bare):
            if asked is not None and _ASKING.match(bare) and len(bare) <= _ASKED_LENGTH:
                asked.append(Statement(bare, statement.line))
            else:
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
    """Return a statement in the script's dialect, else in the first other one that knows it; None, with a report line,
    if none does.
    """
    wanted = _UNREAD.sub(_kept, statement.text) if dialect == "tsql" else statement.text
    wanted = oracle.readable(wanted) if dialect == "oracle" else wanted
    if _LISTED.match(wanted):
        wanted, dialect = _LISTED.sub(r"\1 ", wanted, count=1), "oracle"
    if _UNBOUND.match(wanted):
        return None
    place, why = "", ""
    for word in dict.fromkeys((dialect, *_OTHERS)):
        try:
            found = sqlglot.parse_one(wanted, dialect=word)
        except SqlglotError as error:
            errors = getattr(error, "errors", None) or [{}]
            line = statement.line + int(errors[0].get("line") or 1) - 1
            why_not = _PARSER_WORDS.sub("", str(errors[0].get("description") or "it cannot be read"))
            said = f"unknown SQL ({why_not[:200].strip()}); left out"
            place, why = place or f"line {line}, column {errors[0].get('col') or 1}", why or said
        except (RecursionError, ValueError, TypeError, AttributeError, IndexError, KeyError) as error:
            said = f"this cannot be read ({type(error).__name__}); left out"
            place, why = place or f"line {statement.line}", why or said
        else:
            if isinstance(found, exp.Command) and word != dialect:
                continue
            return found if isinstance(found, exp.Expression) else None
    report.dropped(place, why, int(place.split(",")[0].removeprefix("line ")))
    return None


def _kept(found: re.Match[str]) -> str:
    lines = "\n" * found[0].count("\n")
    return f"{found['kept'] or ''} {lines}"


def _refused(line: int, why: str) -> DocumentInvalid:
    return DocumentInvalid(f"line {line}: {why}", path=f"line {line}", code="document.too_large")
