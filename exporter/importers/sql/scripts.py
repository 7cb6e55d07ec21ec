"""What is in a script of SQL besides statements: commands of clients, delimiters, batches, and bodies of routines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_META: Final = re.compile(r"^[ \t]*\\[a-zA-Z!?][^\n]*", re.MULTILINE)
_DELIMITER: Final = re.compile(r"^[ \t]*delimiter[ \t]+(\S{1,8})[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
_GO: Final = re.compile(r"^[ \t]*go(?:[ \t]+\d{1,6})?[ \t]*;?[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
_SQL_SERVER: Final = re.compile(r"^[ \t]*go[ \t]*\r?$|\[dbo\]\s*\.", re.MULTILINE | re.IGNORECASE)
_AS_SQL_SERVER: Final = re.compile(
    r"\bidentity\s*\(\s*\d+\s*,|\bnvarchar\s*\(|\buniqueidentifier\b|\bdatetime2\b", re.IGNORECASE
)
"""Words that SQL Server has, and others sometimes."""
_ORACLE: Final = re.compile(r"\bn?varchar2\s*\(|\bnumber\s*\(\s*(?:\d|\*)|\bsegment\s+creation\b", re.IGNORECASE)
_SLASH: Final = re.compile(r"^[ \t]*/[ \t]*\r?$", re.MULTILINE)
"""A line of SQL*Plus that runs what is before it."""
_TERADATA: Final = re.compile(
    r"\bcreate\s+(?:multiset|set)\s+table\b|\bprimary\s+index\s*\(|\bnot\s+casespecific\b", re.IGNORECASE
)
_CLICKHOUSE: Final = re.compile(
    r"\bengine\s*=\s*\w*MergeTree\b|\bLowCardinality\s*\(|\bgenerateUUIDv4\b", re.IGNORECASE
)
_SNOWFLAKE: Final = re.compile(
    r"[\w\"]\s+variant\b\s*(?:not\s+null\s*)?[,)]|\btimestamp_(?:n|l)?tz\b|\bcluster\s+by\s*\(", re.IGNORECASE
)
_MYSQL: Final = re.compile(r"`|\bengine\s*=|\bauto_increment\b|\bunsigned\b|(?<!as )\benum\s*\(", re.IGNORECASE)
_UNDONE: Final = re.compile(
    r"^[ \t]*--[ \t]*(?:\+goose[ \t]+down|\+migrate[ \t]+down|migrate:down|//[ \t]*@undo)\b.*?"
    r"(?=^[ \t]*--[ \t]*(?:\+goose[ \t]+up|\+migrate[ \t]+up|migrate:up)\b|\Z)",
    re.MULTILINE | re.IGNORECASE | re.DOTALL,
)
"""The part of a migration (goose, sql-migrate, dbmate, MyBatis) that takes back what its other part makes."""
ROUTINE: Final = re.compile(
    r"\s*(?:create|alter)\s+(?:or\s+(?:replace|alter)\s+)?(?:definer\s*=\s*\S+\s+)?"
    r"(?:procedure|proc|function|trigger|event)\b",
    re.IGNORECASE,
)
_BLOCKS: Final = re.compile(
    r"--[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|'(?:[^'\\]|''|\\.)*+(?:'|\Z)|\"[^\"]*+(?:\"|\Z)|`[^`]*+(?:`|\Z)"
    r"|\bend\s+(?:if|loop|while|repeat)\b|\b(?P<open>begin|case)\b|\b(?P<close>end)\b|(?P<stop>;)",
    re.DOTALL | re.IGNORECASE,
)
_ELEMENTS: Final = re.compile(
    r"'(?:[^'\\]|''|\\.)*+(?:'|\Z)|\"[^\"]*+(?:\"|\Z)|--[^\n]*|[()]|\bcreate\s+(?:unique\s+)?"
    r"(?P<kind>table|view|index|domain|sequence|type)\b",
    re.DOTALL | re.IGNORECASE,
)

_STEPS: Final = re.compile(
    r"'(?:[^']|'')*+(?:'|\Z)|\[[^\]]*+(?:\]|\Z)|\"[^\"]*+(?:\"|\Z)|--[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|[()]"
    r"|\bon\s+(?:update|delete)\b|(?P<kind>\b(?:create|alter)\s+table\b)"
    r"|\b(?P<other>if|begin|end|else|while|print|insert|exec|execute|declare|select|update|delete|raiserror|return)\b",
    re.DOTALL | re.IGNORECASE,
)


def dialect_of(text: str) -> str:
    """Return sqlglot's name of the dialect that a script is written in."""
    if _SQL_SERVER.search(text):
        return "tsql"
    for dialect, words in (("teradata", _TERADATA), ("clickhouse", _CLICKHOUSE), ("snowflake", _SNOWFLAKE)):
        if words.search(text):
            return dialect
    if _ORACLE.search(text):
        return "oracle"
    if _MYSQL.search(text):
        return "mysql"
    return "tsql" if _AS_SQL_SERVER.search(text) else "postgres"


def cleaned(text: str, dialect: str) -> str:
    """Return the script without what only a client reads, and without what undoes a migration; every line keeps its
    number.
    """
    text = _UNDONE.sub(lambda found: "\n" * found[0].count("\n"), text)
    if dialect == "postgres":
        return _META.sub("", text)
    if dialect != "mysql" or not (found := [*_DELIMITER.finditer(text)]):
        return text
    pieces, at, mark = [], 0, ";"
    for one in found:
        pieces.append(_ended(text[at : one.start()], mark))
        at, mark = one.end(), one.group(1)
    pieces.append(_ended(text[at:], mark))
    return "".join(pieces)


def _ended(text: str, mark: str) -> str:
    """Return a part of a script in which statements end with another mark, with semicolons at their ends."""
    return text if mark == ";" else re.sub(rf"{re.escape(mark)}[ \t]*(?=\r?$)", ";", text, flags=re.MULTILINE)


def batches(text: str, dialect: str) -> Iterator[tuple[str, int]]:
    """Return the batches of a script, with the lines before each: SQL Server's end with GO, Oracle's with a slash."""
    at = line = 0
    ends = {"tsql": _GO, "oracle": _SLASH}.get(dialect)
    for one in ends.finditer(text) if ends is not None else ():
        yield text[at : one.start()], line
        line += text.count("\n", at, one.end())
        at = one.end()
    yield text[at:], line


def end_of_routine(text: str, start: int) -> int:
    """Return where a routine that begins at `start` ends: the semicolon after its last END, or its first one."""
    depth = 0
    for found in _BLOCKS.finditer(text, start):
        depth += bool(found["open"]) - bool(found["close"])
        if found["stop"] and depth <= 0:
            return found.start()
    return len(text)


def elements(text: str) -> Iterator[tuple[str, int]]:
    """Return the statements within CREATE SCHEMA, with the position of each; none if it has none."""
    depth = 0
    starts = []
    for found in _ELEMENTS.finditer(text):
        depth += (found[0] == "(") - (found[0] == ")")
        if found["kind"] and depth == 0:
            starts.append(found.start())
    for begin, end in zip(starts, [*starts[1:], len(text)][: len(starts)], strict=True):
        yield text[begin:end], begin


def unguarded(text: str) -> Iterator[tuple[str, int]]:
    """Return the tables that a piece of SQL Server's SQL creates or alters, with the position of each.

    They can be behind conditions (``IF OBJECT_ID('a') IS NULL CREATE TABLE a (...)``), and no semicolon has to be
    between two of them. None if the piece is one statement.
    """
    depth, begin, guarded = 0, -1, False
    for found in _STEPS.finditer(text):
        depth += (found[0] == "(") - (found[0] == ")")
        if depth > 0 or not (found["kind"] or found["other"]):
            continue
        if begin >= 0:
            yield text[begin : found.start()], begin
        guarded = guarded or bool(found["other"]) or begin >= 0
        begin = found.start() if found["kind"] else -1
    if begin >= 0 and guarded:
        yield text[begin:], begin
