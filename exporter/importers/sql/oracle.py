"""Oracle's DDL without words that do not affect what an item looks like: constraint states, storage, partitions.

The parser knows Oracle's types, and refuses most of these words.
"""

from __future__ import annotations

import re
from typing import Final

_QUOTED: Final = r"'(?:[^']|'')*+(?:'|\Z)|\"[^\"]*+(?:\"|\Z)|--[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)"
_STORED: Final = (
    r"(?:\s+(?:(?:pctfree|pctused|initrans|maxtrans)\s+\d+|compute\s+statistics|(?:no)?logging|(?:no)?compress|local"
    r"|reverse|tablespace\s+[\w.\"$#]+|storage\s*\([^()]*\)))"
)
_WORDS: Final = re.compile(
    rf"{_QUOTED}|(?P<index>\busing\s+index{_STORED}*+)|(?P<state>\b(?:enable|disable|rely|norely)"
    r"(?:\s+(?:no)?validate)?\b|\b(?:no)?validate\b|\bvirtual\b)|(?P<any>\bnumber\s*\(\s*\*\s*(?:,\s*0\s*)?\))"
    r"|(?P<span>\binterval\s+(?:day|year)\s*(?:\(\s*\d\s*\))?\s*to\s+(?:second|month)\s*(?:\(\s*\d\s*\))?)"
    r"|(?P<raw>\blong\s+raw\b)|(?P<units>(?<=\d)\s+(?:byte|char)(?=\s*\)))",
    re.IGNORECASE,
)
_BRACKETS: Final = re.compile(rf"{_QUOTED}|[()]", re.IGNORECASE)
_TABLE: Final = re.compile(r"\s*create\s+(?:\w+\s+){0,3}?(?:table|index)\b", re.IGNORECASE)
_INDEX: Final = re.compile(r"\A(\s*create\s+(?:(?:unique|bitmap)\s+)?index\s+)[\w\"$#]+\s*\.", re.IGNORECASE)
"""The parser knows no index with a schema."""
_REQUIRED: Final = re.compile(
    r"\s*alter\s+table\s+(?P<table>[\w.\"$#]+)\s+modify\s*\(?\s*(?P<column>\"[^\"]+\"|[\w$#]+)\s+"
    r"(?:constraint\s+[\w\"$#]+\s+)?not\s+null\b",
    re.IGNORECASE,
)


def readable(text: str) -> str:
    """Return a statement without the words that the parser refuses; every line keeps its number."""
    plain = _INDEX.sub(r"\1", _WORDS.sub(_replaced, text))
    return _closed(plain) if _TABLE.match(plain) else plain


def required_column(text: str) -> tuple[str, str] | None:
    """Return the table and the column that an ALTER TABLE ... MODIFY declares NOT NULL; None if it declares none."""
    found = _REQUIRED.match(text)
    return (found["table"], found["column"].strip('"')) if found else None


def _replaced(found: re.Match[str]) -> str:
    lines = "\n" * found[0].count("\n")
    if found["any"]:
        return f"NUMBER(38, 0){lines}"
    if found["span"]:
        return f"VARCHAR(40){lines}"
    if found["raw"]:
        return f"BLOB{lines}"
    # A column can have one of these names: then a comma or a bracket is before it.
    if found["state"] and found.string[: found.start()].rstrip()[-1:] in ("(", ","):
        return found[0]
    return f" {lines}" if found["index"] or found["state"] or found["units"] else found[0]


def _closed(text: str) -> str:
    """Return CREATE up to the end of its list of columns: storage and partitions follow it."""
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += (found[0] == "(") - (found[0] == ")")
        if found[0] == ")" and depth == 0:
            return text[: found.end()]
    return text
