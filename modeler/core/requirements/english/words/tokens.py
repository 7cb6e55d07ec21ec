"""Tokens of a line: words, numbers, values and punctuation, with their places in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isinf
from typing import Final

from modeler.core.requirements.english.words.lexicon import NUMBERS

_TOKEN: Final = re.compile(
    r"""
      (?P<quoted>"[^"]{1,80}"|'[^']{1,80}'(?=\W|$)|“[^”]{1,80}”)
    | (?P<place>\{\w{1,60}\})
    | (?P<date>\d{4}-\d{2}-\d{2}(?:T\d{2}(?::\d{2}(?::\d{2}(?:\.\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w-]))
    | (?P<number>\d+(?:[.,]\d+)*(?:[km](?=\b))?)
    | (?P<possessive>['’]s\b|(?<=s)['’](?=\s))
    | (?P<word>[^\W\d_][\w]*(?:[-'’.][^\W\d_]\w*)*)
    | (?P<mark>>=|<=|<>|!=|[^\w\s])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CALL: Final = re.compile(
    r"(?:get|list|find|fetch|query|search|load|create|add|save|put|update|set|delete|remove|count)(?=[A-Z][A-Za-z])"
    r"|[a-z]{2,}(?=[A-Z]\w*By[A-Z])"
)
_PASCAL: Final = re.compile(r"(?:[A-Z][a-z0-9]+){2,5}")
"""A name of an entity as code has it: ExamResult."""
_BRITISH: Final = re.compile(r"\b(fav|lab|harb|neighb)our")
_POSSESSIVE: Final = re.compile(r"['’]s$")
_IDS: Final = frozenset({"id", "ids", "uuid", "guid"})
_IS: Final = frozenset({"that", "which", "who", "what", "it", "there", "where", "how", "here", "he", "she"})
"""Words after which "'s" is "is" and no possessive."""


@dataclass(frozen=True, slots=True)
class WordToken:
    """One token. `low` is the text in lower case; `kind` is word, number, date, mark, possessive, quoted or place."""

    text: str
    low: str
    start: int
    end: int
    kind: str

    @property
    def is_word(self) -> bool:
        """Return whether it is a word."""
        return self.kind == "word"

    @property
    def is_value(self) -> bool:
        """Return whether it is a value as such: RESERVED, "blue", 42, true."""
        is_capital = self.is_word and len(self.text) > 1 and self.text.isupper() and self.low not in _IDS
        return is_capital or self.kind in {"quoted", "number", "date"} or self.low in {"true", "false"}

    @property
    def plain(self) -> str:
        """Return the value without quotation marks and without commas in numbers."""
        if self.kind == "quoted":
            return self.text[1:-1]
        return str(number_of(self)) if self.kind == "number" else self.text


def tokens(text: str) -> tuple[WordToken, ...]:
    """Return the tokens of a line."""
    found = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "mark"
        said, start = match.group(), match.start()
        if kind == "word" and (tail := _POSSESSIVE.search(said)):
            cut = start + tail.start()
            found.append(WordToken(text[start:cut], text[start:cut].lower(), start, cut, "word"))
            is_verb = text[start:cut].lower() in _IS
            low, kind = ("is", "word") if is_verb else ("'s", "possessive")
            found.append(WordToken(text[cut : match.end()], low, cut, match.end(), kind))
            continue
        if kind == "word" and _has_will(said):
            cut = start + len(said) - 3
            found.append(WordToken(text[start:cut], text[start:cut].lower(), start, cut, "word"))
            found.append(WordToken(text[cut : match.end()], "will", cut, match.end(), "word"))
            continue
        if kind == "word" and (_CALL.match(said) or _PASCAL.fullmatch(said)):
            found.extend(_parts(said, start))
            continue
        low = "'s" if kind == "possessive" else said.lower().replace("’", "'").replace("e-mail", "email")
        low = _BRITISH.sub(r"\1or", low)
        if said == "&":
            low, kind = "and", "word"
        found.append(WordToken(said, low, start, match.end(), kind))
    return tuple(found)


def _has_will(said: str) -> bool:
    """Return whether a word is a relative or a noun with "will": that'll, who'll."""
    return said.lower().replace("’", "'") in {"that'll", "which'll", "who'll", "what'll", "it'll"}


def _parts(name: str, start: int) -> Iterator[WordToken]:
    """Yield the words of the name of a function: getOrdersByCustomerId."""
    for part in re.finditer(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name):
        at = start + part.start()
        yield WordToken(part.group(), part.group().lower(), at, start + part.end(), "word")


def number_of(token: WordToken) -> int | float | None:
    """Return the number that a token is: 10,000, 2.5, 3k, 2M, two; None for other tokens, for 12m, which can be
    meters, minutes or millions, and for what is too large to be a number here.
    """
    if token.kind != "number":
        return NUMBERS.get(token.low)
    digits, scale = token.low, 1
    if token.text.endswith("m"):
        return None
    if digits[-1] in "km":
        digits, scale = digits[:-1], 1000 if digits[-1] == "k" else 1_000_000
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?", digits) is None:
        return None
    made = float(digits.replace(",", "")) * scale
    if isinf(made):
        return None
    return int(made) if made == int(made) else made
