"""Key templates found in stored keys: which attribute stands where in a key's text, and what is literal.

Every template that leaves this module gives each row exactly the key that it has, and none to a row that has none;
where no such template is found the key stays an attribute of its own (``{PK}``), which is always right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from modeler.core.keys import Literal, Reference, print_template

type Column = tuple[str | None, ...]
"""One text a row; None where the row has none."""

_DELIMITERS: Final = ("#", "::", "|", "/", "~", ":")
_DELIMITERS_MAX: Final = 30
"""A text with more of them is data, not a key that somebody composed."""
_OVERLOADED: Final = re.compile(r"(?i)^(?:gsi|lsi)[-_]?\d|(?:^|[-_\d])(?:pk|sk)[-_]?\d*$")
_OVERLOADED_EXACT: Final = re.compile(r"(?:PK|SK)[-_]?\d*$")
_DATE: Final = re.compile(r"\d{4}-\d\d(?:-\d\d(?:T[\d:.]+.*)?)?$")
_EMAIL: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_CLOCK: Final = re.compile(r"T\d\d:\d\d")


@dataclass(slots=True)
class Pool:
    """The texts of an entity's attributes, row by row. What is read back from a key joins it (`found`)."""

    columns: dict[str, Column]
    prefixes: Mapping[str, str]
    entity: str
    taken: frozenset[str] = frozenset()
    found: dict[str, Column] = field(default_factory=dict)
    literals: dict[str, str] = field(default_factory=dict)

    def attribute(self, column: Column, before: str = "") -> str | None:
        """The attribute that has exactly these texts, if one surely does. `before` is the literal in front of them."""
        for name, texts in (*self.found.items(), *self.columns.items()):
            if all(text is None or text == own for text, own in zip(column, texts, strict=True)) and (
                self._is_same(name, column, before) if name in self.found else _is_telling(name, column)
            ):
                return name
        return None

    def _is_same(self, name: str, column: Column, before: str) -> bool:
        # o#12345 and c#12345 in one item are an order and a customer that happen to have one number.
        literal = self.literals[name]
        return not before or not literal or before == literal or len(set(column) - {None}) > 1

    def new_attribute(self, name: str, column: Column, before: str = "") -> str:
        """Adds an attribute read back from a key under a free name, and gives that name."""
        base = name
        number = 2
        lower = {taken.lower() for taken in (*self.taken, *self.columns, *self.found)}
        while name.lower() in lower:
            name = f"{base}{number}"
            number += 1
        self.found[name] = column
        self.literals[name] = before
        return name


def is_overloaded(name: str) -> bool:
    """Is it a name that only keys have (PK, GSI1-SK, ``State#Date``), not that of a fact?"""
    return "#" in name or bool(_OVERLOADED.search(name) or _OVERLOADED_EXACT.search(name))


def infer_template(key: str, column: Column, pool: Pool, alias: str = "") -> str:
    """A template for one key attribute that gives exactly `column`; ``{key}`` where none is found.

    `alias` is what a facet calls the key (``SubId#SKU``); its words name what is read back.
    """
    plain = print_template((Reference(key),))
    if not is_overloaded(key):
        return plain
    known = dict(pool.found)
    for parts in _candidates(key, column, pool, alias):
        if parts and rendered(parts, pool) == column:
            used = {part.attribute for part in parts if isinstance(part, Reference)}
            pool.found = {name: texts for name, texts in pool.found.items() if name in used or name in known}
            return print_template(parts)
        pool.found = dict(known)
    return plain


def rendered(parts: Sequence[Literal | Reference], pool: Pool) -> Column:
    """What a template of plain references gives each row."""
    columns = {**pool.columns, **pool.found}
    rows = len(next(iter(columns.values()), ()))
    texts: list[str | None] = [""] * rows
    for part in parts:
        for row in range(rows):
            more = part.text if isinstance(part, Literal) else columns[part.attribute][row]
            before = texts[row]
            texts[row] = None if more is None or before is None else before + more
    return tuple(texts)


def _candidates(key: str, column: Column, pool: Pool, alias: str) -> Iterator[tuple[Literal | Reference, ...]]:
    if name := pool.attribute(column):
        yield (Reference(name),)
    for delimiter in _DELIMITERS:
        if split := _split(column, delimiter):
            yield _from_segments(split, delimiter, pool, alias or (key if "#" in key else ""))
    present = [text for text in column if text is not None]
    if alias and "#" not in alias and alias != key and alias.isidentifier():
        yield (Reference(pool.new_attribute(alias, column)),)
    # One word for every row, with no digit in it, says what the item is and not which one.
    if len(set(present)) == 1 and not any(letter.isdigit() for letter in present[0]) and present[0]:
        yield (Literal(present[0]),)


def _split(column: Column, delimiter: str) -> list[Column]:
    """The columns between the delimiters, where every row has as many of them."""
    present = [text for text in column if text is not None]
    if not present or any(delimiter not in text for text in present):
        return []
    if delimiter == ":" and any(_CLOCK.search(text) for text in present):
        return []
    counts = {text.count(delimiter) for text in present}
    if len(counts) != 1 or max(counts) > _DELIMITERS_MAX:
        return []
    pieces = [None if text is None else text.split(delimiter) for text in column]
    return [tuple(None if piece is None else piece[at] for piece in pieces) for at in range(counts.pop() + 1)]


def _from_segments(columns: list[Column], delimiter: str, pool: Pool, alias: str) -> tuple[Literal | Reference, ...]:
    resolved: list[Literal | Reference | None] = [
        _resolve(column, at, columns, pool) for at, column in enumerate(columns)
    ]
    if all(isinstance(part, Literal) for part in resolved):
        resolved[-1] = None
    names = _alias_names(alias, columns, resolved)
    parts: list[Literal | Reference] = []
    literal = ""
    for at, part in enumerate(resolved):
        literal += delimiter if at else ""
        if isinstance(part, Literal):
            literal += part.text
            continue
        parts += [Literal(literal)] if literal else []
        parts.append(part or Reference(_read_back(at, columns, pool, names.get(at))))
        literal = ""
    return (*parts, Literal(literal)) if literal else tuple(parts)


def _read_back(at: int, columns: list[Column], pool: Pool, said: str | None) -> str:
    """The attribute to be read back from one place; the same value may stand twice in one key."""
    before = _literal_before(at, columns)
    known = None if said else pool.attribute(columns[at], before)
    return known or pool.new_attribute(said or _name(at, columns, pool), columns[at], before)


def _literal_before(at: int, columns: list[Column]) -> str:
    return (_constant(columns[at - 1]) or "") if at else ""


def _resolve(column: Column, at: int, columns: list[Column], pool: Pool) -> Literal | Reference | None:
    """What stands at one place: an attribute, a literal, or something to be read back (None)."""
    present = [text for text in column if text is not None]
    if set(present) == {""}:
        return Literal("")
    before = _literal_before(at, columns)
    if name := pool.attribute(column, before):
        return Reference(name)
    if len(set(present)) > 1 or any(letter.isdigit() for letter in present[0]):
        return None
    # ORG#plutomi: a word after one in capitals, and not in capitals itself, is that thing's name.
    if before.isupper() and not present[0].isupper():
        return None
    return Literal(present[0])


def _constant(column: Column) -> str | None:
    present = {text for text in column if text is not None}
    return present.pop() if len(present) == 1 else None


def _alias_names(alias: str, columns: list[Column], resolved: list[Literal | Reference | None]) -> dict[int, str]:
    """What a key's alias (``SubId#SKU``) calls the places to be read back, by place."""
    places = [at for at, part in enumerate(resolved) if part is None]
    words = [word for word in re.split(r"[#:|/]", alias) if word.isidentifier()]
    if len(words) == len(columns):
        return {at: words[at] for at in places}
    used = {part.attribute.lower() for part in resolved if isinstance(part, Reference)}
    literals = {part.text.lower() for part in resolved if isinstance(part, Literal)}
    named = [word for word in words if word.lower() not in used]
    if len(named) > len(places):
        named = [word for word in named if word.lower() not in literals]
    return dict(zip(places, named, strict=True)) if len(named) == len(places) else {}


def _name(at: int, columns: list[Column], pool: Pool) -> str:
    """A name for what is read back: after the literal before it, as customerId for ``c#12345``."""
    present = [text for text in columns[at] if text is not None]
    before = _literal_before(at, columns)
    if all(_DATE.match(text) for text in present):
        word = _camel(before)
        return word if re.search(r"(?i)date|time|at$", word) else "date"
    if all(_EMAIL.fullmatch(text) for text in present):
        return "email"
    if before and not any(letter.isdigit() for letter in before):
        word = _camel(pool.prefixes.get(before.lower(), before))
        return word if word.lower().endswith("id") else f"{word}Id"
    return f"{_camel(pool.entity)}Id"


def _camel(text: str) -> str:
    words = [word for word in re.split(r"[^A-Za-z0-9]+", text) if word]
    if not words:
        return "value"
    first = words[0].lower() if words[0].isupper() else words[0][0].lower() + words[0][1:]
    rest = "".join(word[0].upper() + (word[1:].lower() if word.isupper() else word[1:]) for word in words[1:])
    return first + rest if not first[0].isdigit() else f"value{first}"


def _is_telling(name: str, column: Column) -> bool:
    """Is an attribute with these texts surely the one meant, and not one that happens to hold the same?"""
    present = [text for text in column if text is not None]
    if len(set(present)) > 1:
        return True
    return len(present[0]) >= 3 or (name.lower().endswith("id") and present[0] != "")
