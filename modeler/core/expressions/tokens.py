"""Splits the text of an expression into tokens. Never raises: incomplete text has tokens too.

The parser, the check for redundant parentheses and renaming all read the same tokens, so they agree on what is a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

KEYWORDS: Final = frozenset({"AND", "OR", "NOT", "IN", "BETWEEN"})
CONSTANTS: Final = frozenset({"TRUE", "FALSE", "NULL"})
_RESERVED: Final = KEYWORDS | CONSTANTS
SECTIONS: Final = frozenset({"SET", "REMOVE", "ADD", "DELETE"})

_PUNCTUATION: Final = {
    "(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB", ",": "COMMA", ".": "DOT", "+": "PLUS", "-": "MINUS",
}  # fmt: skip

# An unclosed quote consumes the rest (BROKEN): what follows it is probably text that is being typed.
_SCANNER: Final = re.compile(
    r"""
    (?P<BLANK>\s++)
  | (?P<STRING>'(?:[^']|'')*+')
  | (?P<QUOTED>"(?:[^"]|"")*+")
  | (?P<BROKEN>['"].*+)
  | (?P<MARKER>\{@[^{}'"\s]++\})
  | (?P<ALIAS>\#[A-Za-z0-9_]++)
  | (?P<VALUE>:[A-Za-z0-9_]++)
  | (?P<NUMBER>-?[0-9]++(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)
  | (?P<NAME>[^\W\d]\w*+)
  | (?P<COMPARATOR><>|<=|>=|<|>)
  | (?P<EQUALS>=)
  | (?P<PUNCTUATION>[()\[\],.+-])
  | (?P<OTHER>.)
    """,
    re.VERBOSE | re.DOTALL,
)

# DynamoDB's own scanner: no literals, so a quote, a minus or a non-ASCII letter is a separate token.
_DYNAMODB_SCANNER: Final = re.compile(
    r"""
    (?P<BLANK>\s++)
  | (?P<ALIAS>\#[A-Za-z0-9_]++)
  | (?P<VALUE>:[A-Za-z0-9_]++)
  | (?P<NUMBER>[0-9]++)
  | (?P<NAME>[A-Za-z][A-Za-z0-9_]*+)
  | (?P<COMPARATOR><>|<=|>=|<|>)
  | (?P<EQUALS>=)
  | (?P<PUNCTUATION>[()\[\],.+-])
  | (?P<OTHER>.)
    """,
    re.VERBOSE | re.DOTALL,
)

# After one of these a minus is a subtraction; anywhere else it is a number's sign.
_ENDS_AN_OPERAND: Final = frozenset(
    {"NAME", "ALIAS", "VALUE", "NUMBER", "QUOTED", "STRING", "CONSTANT", "RPAR", "RSQB", "MARKER"}
)


class Token(NamedTuple):
    """One word of an expression: its type, its text as typed, and where it is (`end` is exclusive)."""

    type: str
    text: str
    start: int
    end: int


def tokenise(text: str, *, literals: bool = True) -> Iterator[Token]:
    """The tokens of a text without the blanks; their slices in order make up the text. Without `literals` they are
    those of DynamoDB's own dialect.

    Types: STRING QUOTED BROKEN MARKER ALIAS VALUE NUMBER INDEX NAME CONSTANT AND OR NOT IN BETWEEN COMPARATOR EQUALS
    LPAR RPAR LSQB RSQB COMMA DOT PLUS MINUS OTHER.
    """
    scanner = _SCANNER if literals else _DYNAMODB_SCANNER
    before = ""
    position = 0
    while position < len(text):
        found = scanner.match(text, position)
        if found is None or found.lastgroup is None:
            return
        kind, word = found.lastgroup, found.group()
        if kind == "NUMBER" and word[0] == "-" and before in _ENDS_AN_OPERAND:
            kind, word = "PUNCTUATION", "-"
        start, position = position, position + len(word)
        if kind == "BLANK":
            continue
        before = _refine(kind, word, before)
        yield Token(before, word, start, position)


def _refine(kind: str, word: str, before: str) -> str:
    match kind:
        case "PUNCTUATION":
            return _PUNCTUATION[word]
        case "NUMBER" if before == "LSQB" and word.isdigit():
            return "INDEX"
        case "NAME" if before != "DOT" and (upper := word.upper()) in _RESERVED:
            return upper if upper in KEYWORDS else "CONSTANT"
    return kind


_BARE: Final = re.compile(r"[^\W\d]\w*+")


def is_bare(name: str, *, nested: bool = False) -> bool:
    """Whether a name can be written without quotes in the literal dialect, as the first part of a path or after a
    dot.
    """
    return _BARE.fullmatch(name) is not None and (nested or name.upper() not in _RESERVED)


def quoted(name: str) -> str:
    """A name in double quotes; a double quote inside is doubled."""
    return '"' + name.replace('"', '""') + '"'


def unquoted(token: str) -> str:
    """The content of a STRING or QUOTED token: without the outer quotes, with doubled quotes reduced to one."""
    quote = token[0]
    return token[1:-1].replace(quote * 2, quote)
