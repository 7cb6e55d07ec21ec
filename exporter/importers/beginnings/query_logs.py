"""Logs and statistics of queries as lines: an export of pg_stat_statements or of MySQL's digests, a log of PostgreSQL,
and the general or slow log of MySQL; or a script of statements. Statements that say the same are one line, with the
rate of all their calls.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import Final

from exporter.importers.sql.query_rows import NotRead, row_of
from exporter.importers.sql.statements import statements
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid
from modeler.core.requirements.english.canonical.sentences import sentence
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import Slot

CALLS_MAX: Final = 500_000
STATEMENTS_MAX: Final = 2_000
_SHORT: Final = 60.0
"""A log of fewer seconds tells no rate."""
_QUERIES: Final = ("query", "query_text", "digest_text", "sql_text", "statement")
_COUNTS: Final = ("calls", "count_star", "exec_count", "executions")
_SEEN: Final = ("first_seen", "last_seen")
_POSTGRES: Final = re.compile(
    r"^(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?)?(?P<prefix>.*?)\bLOG:\s+(?:duration: [\d.]+ ms\s+)?"
    r"(?:statement|execute [^:]*): (?P<sql>.*)$"
)
_ENTRY: Final = re.compile(
    r"^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d.*?\b(?:LOG|DETAIL|ERROR|STATEMENT|HINT|WARNING|FATAL|NOTICE):"
)
_GENERAL: Final = re.compile(
    r"^(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?)?\s*\d+ (?P<act>[A-Z][a-z]+(?: [a-z]+)?)(?:\t(?P<sql>.*))?$"
)
_SLOW: Final = re.compile(r"^# (?:Time: (?P<time>\S+)|User@Host|Query_time|Thread_id|Schema)")
_NOISE: Final = re.compile(r"^(?:use \S+|set timestamp=\d+);?$", re.IGNORECASE)
_STATEMENT: Final = re.compile(
    r"\s*(?:select\s+(?!(?:an?|the|any|every|one|some)\s+(?!from\b))[^;]*\bfrom\s+(?!(?:an?|the)\s)"
    r"|insert\s+into\b|update\s+\S+\s+set\b[^;]*=|delete\s+from\b[^;]*\bwhere\b)",
    re.IGNORECASE,
)
"""How a script begins; "Select a seat from the plan" is English."""
_COMMENTS: Final = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
_PLACE: Final = re.compile(r"\$(\d+)")
_LITERAL: Final = re.compile(r"'(?:[^'\\]|''|\\.)*'|(?<![\w.$])(?<!limit )-?\d+(?:\.\d+)?(?![\w.])", re.IGNORECASE)


@dataclass
class LoggedCalls:
    """Statements and how often each was called; `seconds` is the time in which, 0 if nothing says it."""

    dialect: str
    statements: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    times: list[datetime] = field(default_factory=list)

    def add(self, statement: str, calls: int = 1) -> None:
        """Add calls of a statement; those that differ in values only are one."""
        said = " ".join(statement.split()).rstrip("; ")
        if said and not _NOISE.match(said):
            self.statements[said] += calls

    def at(self, moment: str | None) -> None:
        """Note a time of the log."""
        if moment:
            made = datetime.fromisoformat(moment.replace("Z", ""))
            self.times = [min([*self.times, made]), max([*self.times, made])]

    @property
    def period(self) -> float:
        """Return the seconds in which the calls were made; 0 if that is not known."""
        between = (self.times[-1] - self.times[0]).total_seconds() if self.times else 0.0
        return self.seconds or (between if between >= _SHORT else 0.0)


@dataclass(frozen=True, slots=True)
class Queries:
    """Lines for the board, the most frequent first, and the statements that no line says, each with the reason."""

    lines: tuple[str, ...]
    not_read: tuple[str, ...]


def is_query_log(source: Source) -> bool:
    """Return whether a source has statements with their calls, or is a log of statements."""
    return _kind(source) is not None


def queries_of(source: Source, period: float = 0.0) -> Queries:
    """Return the requests of a log. `period` are the seconds of the statistics, where the file does not say them.

    Without a period, a line names the number of calls, and the board asks in what time they were made.
    """
    read = _kind(source)
    calls = read(source) if read is not None else LoggedCalls("postgres")
    if period:
        calls.seconds = period
    rows: Counter[Row] = Counter()
    left: Counter[str] = Counter()
    for statement, count in islice(calls.statements.most_common(), STATEMENTS_MAX):
        try:
            row = row_of(_PLACE.sub(r" :p\1 ", statement), calls.dialect)
        except NotRead as error:
            left[f"{_general(statement)[:200]} ({error})"] += count
            continue
        if row is not None:
            rows[row] += count
    if read is _script:
        return Queries(tuple(map(sentence, rows)), tuple(left))
    said = tuple(_line(row, count, calls.period) for row, count in rows.most_common())
    return Queries(said, tuple(text for text, _ in left.most_common()))


def _line(row: Row, count: int, period: float) -> str:
    """Return a row as a line, with its rate or its number of calls."""
    if period:
        return sentence(replace(row, rate=Slot(float(f"{count / period:.3g}"))))
    return f"{sentence(row)} ({count} calls)"


def _general(statement: str) -> str:
    """Return a statement without its values: what is listed is a kind of statement, and no data of a person."""
    return _LITERAL.sub("?", statement)


def _kind(source: Source) -> Callable[[Source], LoggedCalls] | None:
    if source.looks_like_json:
        return None
    head = source.text[:20_000]
    first = next((line for line in head.splitlines() if line.strip()), "").lower()
    cells = [one.strip(' "\ufeff') for one in re.split(r"[,;\t|]", first)]
    if set(cells) & set(_QUERIES) and set(cells) & set(_COUNTS):
        return _statistics
    lines = head.splitlines()
    if any(_POSTGRES.match(line) for line in lines):
        return _postgres_log
    if any(_SLOW.match(line) and line.startswith("# Query_time") for line in lines):
        return _slow_log
    if any((found := _GENERAL.match(line)) is not None and found["act"] in {"Query", "Execute"} for line in lines):
        return _general_log
    return _script if _STATEMENT.match(_COMMENTS.sub("", head)) and ";" in head else None


def _script(source: Source) -> LoggedCalls:
    """Read statements that end with semicolons: requests without a number of calls."""
    calls = LoggedCalls("mysql" if "`" in source.text else "postgres")
    for one in list(statements(source.text, calls.dialect))[:STATEMENTS_MAX]:
        calls.add(_COMMENTS.sub("", one.text))
    return calls


def _statistics(source: Source) -> LoggedCalls:
    """Read rows of pg_stat_statements or events_statements_summary_by_digest."""
    text = source.text.lstrip("\ufeff")
    first = text.lstrip().split("\n", 1)[0]
    separator = max(",;\t|", key=first.count)
    try:
        rows = list(islice(csv.reader(io.StringIO(text.lstrip(), newline=""), delimiter=separator), STATEMENTS_MAX + 1))
    except csv.Error as error:
        raise DocumentInvalid(f"the rows cannot be read: {error}", code="document.rows") from error
    names = [one.strip().lower() for one in rows[0]]
    query = next(names.index(one) for one in _QUERIES if one in names)
    count = next(names.index(one) for one in _COUNTS if one in names)
    calls = LoggedCalls("mysql" if names[query] == "digest_text" else "postgres")
    for row in rows[1:]:
        if len(row) > max(query, count) and (number := row[count].strip().replace(",", "")).isdigit():
            calls.add(row[query], int(number))
            for one in _SEEN:
                if one in names and len(row) > names.index(one):
                    calls.at(_moment(row[names.index(one)]))
    return calls


def _moment(text: str) -> str | None:
    found = re.match(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d", text.strip())
    return found[0] if found else None


def _postgres_log(source: Source) -> LoggedCalls:
    """Read a log with log_statement or log_min_duration_statement: a statement can go on in further lines."""
    calls = LoggedCalls("postgres")
    said: list[str] = []
    for line in _lines(source):
        found = _POSTGRES.match(line)
        if found is not None or _ENTRY.match(line):
            calls.add(_general(" ".join(said)))
            said = [found["sql"]] if found is not None else []
            calls.at(found["time"] if found is not None else None)
        elif said and line[:1] in {"\t", " "}:
            said.append(line)
        else:
            calls.add(_general(" ".join(said)))
            said = []
    calls.add(_general(" ".join(said)))
    return calls


def _general_log(source: Source) -> LoggedCalls:
    """Read MySQL's general log."""
    calls = LoggedCalls("mysql")
    said: list[str] = []
    for line in _lines(source):
        found = _GENERAL.match(line)
        if found is None:
            said += [line] if said else []
            continue
        calls.add(_general(" ".join(said)))
        calls.at(found["time"])
        said = [found["sql"] or ""] if found["act"] in {"Query", "Execute"} else []
    calls.add(_general(" ".join(said)))
    return calls


def _slow_log(source: Source) -> LoggedCalls:
    """Read MySQL's slow log. What was fast is not in it: its rates are those of the slow calls."""
    calls = LoggedCalls("mysql")
    said: list[str] = []
    for line in _lines(source):
        found = _SLOW.match(line)
        if found is None:
            said += [] if line.startswith(("#", "/")) or _NOISE.match(line.strip()) else [line]
            continue
        calls.add(_general(" ".join(said)))
        said = []
        calls.at(_moment(found["time"] or ""))
    calls.add(_general(" ".join(said)))
    return calls


def _lines(source: Source) -> Iterator[str]:
    lines = source.text.splitlines()
    if len(lines) > CALLS_MAX:
        raise DocumentInvalid(
            f"the log has more than {CALLS_MAX:,} lines; take a part of it", code="document.too_large"
        )
    yield from lines
