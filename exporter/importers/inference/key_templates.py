"""Key templates inferred from stored keys: which attribute is at each place of a key's text, and what is literal.

Every template that this module returns gives each row exactly the key that it has, and none to a row without one. If no
such template is found, the key remains an attribute (``{PK}``), which is always right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from exporter.importers.inference.delimiter_walk import SOFT, affixed, walk
from exporter.importers.inference.segment_candidates import Column, Pool
from modeler.core.keys.templates import LiteralText, Reference, print_template

__all__ = ["Column", "Pool", "infer_template", "is_overloaded", "rendered"]

_DELIMITERS: Final = ("#", "::", "|", "/", "~", ":")
_DELIMITERS_MAX: Final = 30
"""A text with more segments is data, not a composed key."""
_OVERLOADED: Final = re.compile(r"(?i)^(?:gsi|lsi)[-_]?\d|(?:^|[-_\d])(?:pk|sk)[-_]?\d*$")
_OVERLOADED_EXACT: Final = re.compile(r"(?:PK|SK)[-_]?\d*$")
_DATE: Final = re.compile(r"\d{4}-\d\d(?:-\d\d(?:[T ][\d:.]+.*)?)?$")
_EMAIL: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_LAST: Final = 2
_CLOCK: Final = re.compile(r"\d[T ]\d\d:\d\d")
_OF_ELECTRODB: Final = re.compile(r"\$[a-z][\w-]*_\d{1,3}")
"""How ElectroDB writes an entity and its version: not a fact of an item, although it contains a digit."""
_SOFT_WORD: Final = re.compile(rf"([A-Za-z]{{2,}}[{re.escape(SOFT)}])[^{re.escape(SOFT)}]")

type _Part = LiteralText | Reference


def is_overloaded(name: str) -> bool:
    """Is it a name that only keys have (PK, GSI1-SK, ``State#Date``), and not that of a fact?"""
    return "#" in name or bool(_OVERLOADED.search(name) or _OVERLOADED_EXACT.search(name))


def infer_template(key: str, column: Column, pool: Pool, alias: str = "", *, is_probe: bool = False) -> str:
    """Return a template for one key attribute that produces exactly `column`; ``{key}`` if none is found.

    `alias` is the facet's alias of the key (``SubId#SKU``); its words name what is read back. With `is_probe`, the last
    resort is not tried.
    """
    plain = print_template((Reference(key),))
    if not is_overloaded(key):
        return _composed(column, pool) or plain
    known = dict(pool.found)
    best: tuple[int, str, dict[str, Column]] | None = None
    for parts, resort in _candidates(key, column, pool, alias):
        if resort and (best is not None or (is_probe and resort == _LAST)):
            break
        if parts and rendered(parts, pool) == column:
            used = {part.attribute for part in parts if isinstance(part, Reference)}
            found = {name: texts for name, texts in pool.found.items() if name in used or name in known}
            cost = len(found) - len(known)
            best = best if best is not None and best[0] <= cost else (cost, print_template(parts), found)
        pool.found = dict(known)
        if best is not None and best[0] == 0:
            break
    if best is None:
        return plain
    pool.found = best[2]
    return best[1]


def _composed(column: Column, pool: Pool) -> str:
    """Return the template of a key named after several facts (``{state}#{city}``); '' if it is not."""
    for delimiter in _DELIMITERS:
        parts = _told_segments(column, delimiter, pool)
        if sum(isinstance(part, Reference) for part in parts) > 1 and rendered(parts, pool) == column:
            return print_template(parts)
    return ""


def _told_segments(column: Column, delimiter: str, pool: Pool) -> tuple[_Part, ...]:
    """Return segments if attributes and literals explain every one; () if one would have to be read back."""
    known = dict(pool.found)
    parts = _from_segments(split, delimiter, pool, "") if (split := _split(column, delimiter)) else ()
    is_told = pool.found == known and any(isinstance(part, Reference) for part in parts)
    pool.found = known
    return parts if is_told else ()


def rendered(parts: Sequence[LiteralText | Reference], pool: Pool) -> Column:
    """Return what a template gives each row."""
    rows = len(next(iter((*pool.columns.values(), *pool.found.values())), ()))
    texts: list[str | None] = [""] * rows
    for part in parts:
        column = (part.text,) * rows if isinstance(part, LiteralText) else pool.render(part)
        for row, more in enumerate(column):
            before = texts[row]
            texts[row] = None if more is None or before is None else before + more
    return tuple(texts)


def _candidates(key: str, column: Column, pool: Pool, alias: str) -> Iterator[tuple[tuple[_Part, ...], int]]:
    """Yield templates to try, and their rank (1, or 2 for the last resort): a resort is used only if
    nothing before it fits.
    """
    source = pool.source(column)
    # An attribute named as keys are, of another index, is a copy of this key: what both are made of says more.
    is_copy = source is not None and not source.formats and is_overloaded(source.attribute)
    if source is not None and not is_copy:
        yield (source,), 0
    for delimiter in _DELIMITERS:
        if split := _split(column, delimiter):
            yield _from_segments(split, delimiter, pool, alias or (key if "#" in key else "")), 0
    yield prefixed(column, pool) or (), 0
    for delimiter in SOFT:
        yield _told_segments(column, delimiter, pool), 0
    yield walk(column, pool), 0
    if source is not None and is_copy:
        yield (source,), 0
    present = [text for text in column if text is not None]
    if alias and "#" not in alias and alias != key and alias.isidentifier():
        yield (Reference(pool.new_attribute(alias, column)),), 1
    if len(set(present)) == 1 and present[0] and _is_word(present[0]):
        yield (LiteralText(present[0]),), 1
    before, inner, after = affixed(column)
    if before:
        word = _camel(before)
        name = pool.new_attribute(f"{word}Id" if before[-1] in SOFT and word[-2:] != "Id" else word, inner, before)
        yield (LiteralText(before), Reference(name), *([LiteralText(after)] if after else [])), _LAST


def _split(column: Column, delimiter: str) -> list[Column]:
    """Return the columns between the delimiters, if every row has the same number of them."""
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


def _is_word(text: str) -> bool:
    """Is it a text that names a kind of item rather than one item? It has no digit, apart from ElectroDB versions."""
    return bool(_OF_ELECTRODB.fullmatch(text)) or not any(letter.isdigit() for letter in text)


def prefixed(column: Column, pool: Pool) -> tuple[_Part, ...] | None:
    """Match a word, a mark that values also contain (``USER_``, ``Order-``), and an attribute,
    identified only by that attribute.
    """
    present = [text for text in column if text is not None]
    found = _SOFT_WORD.match(present[0]) if present else None
    if found is None or any(not text.startswith(found[1]) for text in present):
        return None
    rest = tuple(None if text is None else text.removeprefix(found[1]) for text in column)
    source = pool.source(rest, found[1][:-1])
    return (LiteralText(found[1]), source) if source else None


def _from_segments(columns: list[Column], delimiter: str, pool: Pool, alias: str) -> tuple[_Part, ...]:
    resolved = [_resolve(column, at, columns, pool) for at, column in enumerate(columns)]
    # A key of words alone names the kind of item; its last word is a value only if something else follows it.
    if all(_only_literals(parts) for parts in resolved) and any(columns[-1]):
        resolved[-1] = None
    names = _alias_names(alias, columns, resolved)
    made: list[_Part] = []
    for at, parts in enumerate(resolved):
        own = parts if parts is not None else (Reference(_read_back(at, columns, pool, names.get(at))),)
        for part in ((LiteralText(delimiter),) if at else ()) + own:
            if isinstance(part, LiteralText) and made and isinstance(made[-1], LiteralText):
                made[-1] = LiteralText(made[-1].text + part.text)
            elif not isinstance(part, LiteralText) or part.text:
                made.append(part)
    return tuple(made)


def _only_literals(parts: tuple[_Part, ...] | None) -> bool:
    return parts is not None and all(isinstance(part, LiteralText) for part in parts)


def _read_back(at: int, columns: list[Column], pool: Pool, said: str | None) -> str:
    """Return the attribute to read back from one place; the same value can occur twice in one key."""
    before = _literal_before(at, columns)
    known = None if said else pool.attribute(columns[at], before)
    return known or pool.new_attribute(said or _name(at, columns, pool), columns[at], before)


def _literal_before(at: int, columns: list[Column]) -> str:
    return (_constant(columns[at - 1]) or "") if at else ""


def _resolve(column: Column, at: int, columns: list[Column], pool: Pool) -> tuple[_Part, ...] | None:
    """Return what is at one place: an attribute, a literal, both, or something to be read back (None)."""
    present = [text for text in column if text is not None]
    if set(present) == {""}:
        return (LiteralText(""),)
    before = _literal_before(at, columns)
    if source := pool.source(column, before):
        return (source,)
    if both := prefixed(column, pool):
        return both
    if len(set(present)) > 1 or not _is_word(present[0]):
        return None
    # ORG#plutomi: a word after an upper-case word, and not upper case itself, is that thing's name.
    if before.isupper() and (not present[0].isupper() or present[0] in pool.shown.get(before, ())):
        return None
    return (LiteralText(present[0]),)


def _constant(column: Column) -> str | None:
    present = {text for text in column if text is not None}
    return present.pop() if len(present) == 1 else None


def _alias_names(alias: str, columns: list[Column], resolved: list[tuple[_Part, ...] | None]) -> dict[int, str]:
    """Return names for the places to be read back, by place, from a key's alias (``SubId#SKU``)."""
    places = [at for at, parts in enumerate(resolved) if parts is None]
    known = [part for parts in resolved for part in parts or ()]
    words = [word for word in re.split(r"[#:|/]", alias) if word.isidentifier()]
    if len(words) == len(columns):
        return {at: words[at] for at in places}
    used = {part.attribute.lower() for part in known if isinstance(part, Reference)}
    literals = {part.text.lower() for part in known if isinstance(part, LiteralText)}
    named = [word for word in words if word.lower() not in used]
    if len(named) > len(places):
        named = [word for word in named if word.lower() not in literals]
    return dict(zip(places, named, strict=True)) if len(named) == len(places) else {}


def _name(at: int, columns: list[Column], pool: Pool) -> str:
    """Return a name for what is read back, from the literal before it: customerId for ``c#12345``."""
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
