"""Composes requests of independent pieces: what a sentence means is known because it was built from its meanings."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tests.modeler.core.requirements.phrasing import nouns
from tests.modeler.core.requirements.phrasing.nouns import Noun
from tests.modeler.core.requirements.phrasing.pieces import PIECES, Piece

_OWNERS: Final = {"person": nouns.PERSONS, "place": nouns.PLACES, "thing": nouns.THINGS,
                  "o": (*nouns.PERSONS, *nouns.PLACES, *nouns.THINGS)}  # fmt: skip
_OWNERS["q"] = _OWNERS["o"]
_PLAIN: Final = {"a": nouns.AMOUNTS, "t": nouns.TIMES, "n": nouns.TEXTS, "u": nouns.UNIQUE}
_WORDS: Final = {"s": nouns.STATES, "d": nouns.DONE, "role": nouns.ROLES, "k": ("5", "10", "20", "25", "50", "100")}
_PLACE: Final = re.compile(
    r"\{(es|os|[Pp]erson|[Pp]lace|thing|role|[eoqatnusdkEOQATNU])(?:_(camel|pascal|snake|kebab))?\}"
)
_VOWEL: Final = re.compile(r"\b([Aa]) (?=[aeiou])(?!(?:user|unit|unique|one|uni))")
_FORMS: Final = {
    "": lambda one: one.words,
    "camel": lambda one: one.camel,
    "pascal": lambda one: one.name,
    "snake": lambda one: one.snake,
    "kebab": lambda one: one.words.replace(" ", "-"),
}


@dataclass(frozen=True)
class Said:
    """A piece as it was said in a request: its words and the facts that they mean, each with its alternatives."""

    piece: Piece
    text: str
    facts: str


@dataclass(frozen=True)
class Request:
    """A request and the pieces that it was composed of."""

    text: str
    parts: tuple[Said, ...]
    entity: str
    words: frozenset[str]
    """The words of its nouns."""

    @property
    def line(self) -> str:
        """Return it as a line of the lists of sentences."""
        return f"{self.text} | " + "; ".join(part.facts for part in self.parts if part.facts)


class Composer:
    """Composes requests; the same seed gives the same ones. With another `step`, they are about other nouns of the
    same list.
    """

    def __init__(self, seed: int, step: int = 0) -> None:
        self.random = random.Random(seed)
        self._step = step
        self._start(self.random.choice((nouns.PLAIN, nouns.COMPOUND, nouns.VERBAL)))

    def _start(self, entities: Sequence[Noun]) -> None:
        self._entity = entities[(self.random.randrange(len(entities)) + self._step) % len(entities)]
        self._used: set[Noun] = {self._entity}
        self._is_code = self.random.random() < 0.1

    def said(self, piece: Piece, x: Said | None = None) -> Said:
        """Return a piece with nouns in its places; `x` is the phrase of what is read."""
        chosen: dict[str, Noun | str] = {"e": self._entity}
        form = _said_form(self._entity, self._is_code)
        text = piece.text.replace("{X}", "\0").replace("{es}", "\1") if x else piece.text
        for key, _ in _PLACE.findall(piece.text + piece.facts):
            self._choose(key, chosen)
        filled = _PLACE.sub(lambda found: _filled(found, chosen, form), text)
        facts = _PLACE.sub(lambda found: _filled(found, chosen), piece.facts)
        if x is not None:
            filled = filled.replace("\0", x.text).replace("\1", x.text)
        return Said(piece, filled, facts)

    def _choose(self, key: str, chosen: dict[str, Noun | str]) -> None:
        if key in _WORDS:
            chosen.setdefault(key, self.random.choice(_WORDS[key]))
        elif key.lower() in _PLAIN and key.lower() not in chosen:
            free = [Noun(one) for one in _PLAIN[key.lower()] if Noun(one) not in self._used]
            chosen[key.lower()] = self._taken(free)
        elif key in _OWNERS and key not in chosen:
            chosen[key] = self._taken([one for one in _OWNERS[key] if one.words != self._entity.words])
        elif key == "os" and "o" not in chosen:
            chosen["o"] = self._taken([one for one in _OWNERS["o"] if one.words != self._entity.words])

    def _taken(self, free: Sequence[Noun]) -> Noun:
        one = self.random.choice([one for one in free if one not in self._used] or free)
        self._used.add(one)
        return one

    def request(self) -> Request:
        """Return the next request."""
        kind = self.random.choices(("read", "count", "one", "write", "code"), (50, 8, 12, 16, 14))[0]
        self._start(self.random.choices((nouns.PLAIN, nouns.COMPOUND, nouns.VERBAL), (5, 4, 4))[0])
        return getattr(self, f"_{kind}")()

    def of(self, wanted: Sequence[Piece]) -> Request:
        """Return a request that has these pieces, and what it needs beside them."""
        self._start(self.random.choices((nouns.PLAIN, nouns.COMPOUND, nouns.VERBAL), (5, 4, 4))[0])
        heads = [one for one in wanted if one.kind in {"read", "count", "one", "write", "signature", "table"}]
        head = heads[0] if heads else Piece("read", "list {X}", "list {E}")
        front = next((one for one in wanted if one.kind == "front"), Piece("front", "{es}"))
        tails = [one for one in wanted if one not in (head, front)]
        return self._joined(head, front, tails)

    def _maybe(self, chance: float, listed: Sequence[Piece]) -> Iterator[Piece]:
        if self.random.random() < chance:
            yield self.random.choice(listed)

    def _front(self, head: Piece) -> Piece:
        if self.random.random() < 0.12 and not re.search(r"\b(all|list of|listing|which)\b", head.text):
            return self.random.choice(PIECES["front"])
        return Piece("front", "{s} {es}", "cond {s} // cond status = {s}") if self.random.random() < 0.14 else _BARE

    def _read(self) -> Request:
        head = self.random.choice(PIECES["read"])
        front = self._front(head)
        tails = [
            *self._maybe(0.7, PIECES["given"]),
            *self._maybe(0.2 * ("cond" not in front.facts), PIECES["condition"]),
        ]
        tails += self._maybe(0.25, PIECES["range"])
        tails += self._maybe(0.35 * ("order" not in front.facts), PIECES["order"])
        tails += self._maybe(0.25 * ("limit" not in front.facts), PIECES["limit"])
        if not tails and front is _BARE:
            tails.append(self.random.choice(PIECES["given"]))
        return self._joined(head, front, [*tails[:4], *self._ends()])

    def _ends(self) -> Iterator[Piece]:
        yield from self._maybe(0.15, PIECES["rate"])
        yield from self._maybe(0.06, PIECES["fresh"])
        yield from self._maybe(0.1, PIECES["noise"])

    def _count(self) -> Request:
        tails = [*self._maybe(0.6, PIECES["given"]), *self._maybe(0.2, PIECES["condition"])]
        return self._joined(self.random.choice(PIECES["count"]), _BARE, [*tails, *self._maybe(0.3, PIECES["range"])])

    def _one(self) -> Request:
        return self._joined(self.random.choice(PIECES["one"]), _BARE, list(self._ends()))

    def _write(self) -> Request:
        head = self.random.choice(PIECES["write"])
        is_late = head.facts.startswith(("update", "delete {E}; given {E}"))
        ends = (*self._maybe(0.15, PIECES["rate"]), *self._maybe(0.1, PIECES["noise"]))
        return self._joined(head, _BARE, [*self._maybe(0.15 * is_late, PIECES["write_tail"]), *ends])

    def _code(self) -> Request:
        listed = self.random.choice(("address", "address", "signature", "signature", "sql", "table"))
        if listed == "address":
            return self._address()
        if listed == "sql":
            head = self.random.choice(PIECES["sql"])
            is_open = head.facts.startswith("list {E}; given")
            at = self.random.randrange(len(PIECES["sql_clause"]))
            tails = [PIECES["sql_clause"][at]] if is_open and self.random.random() < 0.7 else []
            return self._request([self.said(head), *map(self.said, tails)], [" "] * 9)
        head = self.random.choice(PIECES["signature"] if listed == "signature" else PIECES["table"])
        ends = (*self._maybe(0.15, PIECES["rate"]), *self._maybe(0.06, PIECES["noise"]))
        return self._request([self.said(head), *map(self.said, ends)], [self.random.choice((" - ", ", ", " "))] * 3)

    def _address(self) -> Request:
        head = self.random.choice(PIECES["address"])
        parts = [self.said(head)]
        if head.facts.startswith("list"):
            for piece in self.random.sample(PIECES["parameter"], self.random.choice((0, 1, 2))):
                is_new = not any(piece.facts.split()[0] == one.facts.split()[0] for one in parts[1:])
                parts += [self.said(piece)] if is_new else []
        marks = ["&" if "?" in head.text else "?", "&", "&"][: len(parts) - 1]
        return self._request([*parts, *map(self.said, self._maybe(0.1, PIECES["rate"]))], [*marks, " - "])

    def _joined(self, head: Piece, front: Piece, tails: Sequence[Piece]) -> Request:
        x = self.said(front)
        first = self.said(head, x if "{X}" in head.text or front is not _BARE else None)
        lead = [self.said(one) for one in self._maybe(0.06, PIECES["lead"])]
        text = first.text.removesuffix("?")
        parts = [*lead, first, *([x] if front is not _BARE else [])]
        for tail in tails:
            said = self.said(tail)
            text += self._mark(tail) + said.text
            parts.append(said)
        text += "?" if first.text.endswith("?") else ""
        return self._made(" ".join((*(one.text for one in lead), text)), parts)

    def _mark(self, piece: Piece) -> str:
        if piece.text[0] in ",.!(":
            return "" if piece.text[0] in ",.!" else " "
        if piece.kind in {"given", "range", "condition", "write_tail"}:
            is_apart = piece.text.startswith(("not ", "only ", "{a} ", "status", "by status", "given "))
            return ", " if is_apart else " "
        marks = {"order": (", ", " ", ", ", " - "), "limit": (", ", " ", ", "), "noise": (" ",)}
        return self.random.choice(marks.get(piece.kind, (", ", " - ", "; ", " - ")))

    def _request(self, parts: Sequence[Said], marks: Sequence[str]) -> Request:
        text = parts[0].text
        for mark, part in zip(marks, parts[1:], strict=False):
            text += mark + part.text
        return self._made(text, parts)

    def _made(self, text: str, parts: Sequence[Said]) -> Request:
        words = frozenset(word for one in self._used for word in one.words.split())
        plain = _VOWEL.sub(lambda found: found[1] + "n ", text)
        return Request(plain, tuple(parts), self._entity.name, words)


_BARE: Final = Piece("front", "{es}")


def _said_form(entity: Noun, is_code: bool) -> str:
    """Return the form in which an entity is said in words: now and then as code has it."""
    return "camel" if is_code and " " in entity.words else ""


def _filled(found: re.Match[str], chosen: dict[str, Noun | str], said: str = "") -> str:
    key, form = found[1], found[2] or (said if found[1] in {"e", "es"} else "")
    if key in _WORDS:
        return str(chosen[key])
    if key in {"es", "os"}:
        one = chosen[key[0]]
        assert isinstance(one, Noun)
        return _FORMS[form](Noun(one.plural))
    one = chosen.get(key.lower()) or next(chosen[kind] for kind in ("person", "place", "thing") if kind in chosen)
    assert isinstance(one, Noun)
    if key.islower():
        return _FORMS[form](one)
    return _FORMS[form or ("camel" if key in "ATNU" else "pascal")](one)
