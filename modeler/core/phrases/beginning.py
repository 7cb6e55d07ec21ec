"""A new design from access patterns as text: entities, their attributes, and initial keys.

The keys are the simplest that separate the entities: an independent entity has its own collection, and one that belongs
to another is in that one's collection. They are a starting point: findings and servings show what is not served.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.documents.reading import from_document
from modeler.core.phrases.lines import Clause, Phrase, phrase_of
from modeler.core.phrases.meaning import meaning
from modeler.core.phrases.plainer import ASPECTS, without_aspects
from modeler.core.phrases.words import words_of

LINES_MAX: Final = 500
TABLE: Final = "app-main"
_OWNING: Final = frozenset({"of", "for", "in", "from", "belonging to", "on", "at", "under", "within"})
_OWN: Final = frozenset({("id",), ("key",)})
_TRAITS: Final = frozenset(
    {"status", "state", "name", "title", "email", "address", "price", "quantity", "stock", "balance", "amount"}
    | {"total", "count", "score", "rank", "role", "level"}
)
"""Parts of a thing rather than separate things."""
_TIMES: Final = frozenset({"date", "time", "day", "month", "year", "week", "range", "period", "window"})


@dataclass(slots=True)
class _Kind:
    """An entity as far as the lines mention it: attributes by name with what they look like, and its owner."""

    name: str
    attributes: dict[str, dict[str, Any]] = field(default_factory=dict)
    owner: str = ""

    @property
    def id(self) -> str:
        return f"{self.name[:1].lower()}{self.name[1:]}Id"

    def has(self, name: str, **fields: Any) -> None:
        self.attributes.setdefault(name, {"name": name, "type": "S", **fields})


def begun(text: str, name: str = "Untitled") -> tuple[Design, tuple[str, ...]]:
    """A design with the entities and patterns that lines of text mention, and what was not understood of which line.

    Codes that are not given are numbered (A1, A2...). Lines beyond LINES_MAX are ignored, with a note.
    """
    lines = [phrase for phrase in map(phrase_of, text.splitlines()) if phrase is not None]
    notes = [f"only the first {LINES_MAX} lines were read"] if len(lines) > LINES_MAX else []
    lines = _traits(lines[:LINES_MAX])
    kinds = _kinds(lines)
    table = {
        "name": TABLE,
        "partition_key": [{"name": "PK", "type": "S"}],
        "sort_key": [{"name": "SK", "type": "S"}],
        "settings": {"billing": "PAY_PER_REQUEST"},
        "entities": [_entity(kind) for kind in kinds.values()],
    }
    document: dict[str, Any] = {"keysheet": 1, "name": name, "tables": [table], "access_patterns": []}
    design = from_document(document)
    for code, phrase in _coded(lines):
        meant = meaning(design.tables[0], phrase)
        document["access_patterns"].append({**meant.fields, "code": code})
        notes.extend(f"{code}: {note}" for note in meant.notes)
    return from_document(document), tuple(notes)


def _coded(lines: Iterable[Phrase]) -> Iterator[tuple[str, Phrase]]:
    """Each line with a unique code."""
    listed = list(lines)
    taken = {phrase.code for phrase in listed if phrase.code}
    used: set[str] = set()
    number = 0
    for phrase in listed:
        code = phrase.code
        while not code or code in used:
            number += 1
            code = f"A{number}" if f"A{number}" not in taken else ""
        used.add(code)
        yield code, phrase


def _traits(lines: list[Phrase]) -> list[Phrase]:
    """ "Update order status" as the status of an order, if other lines mention orders or the last word is a trait."""
    nouns = {_noun(said) for one in lines for said in (one.subject, *(clause.words for clause in one.clauses))}
    made = []
    for phrase in lines:
        words = words_of(phrase.subject)
        is_known = len(words) > 1 and (words[-1] in _TRAITS or words[-2] in nouns)
        if phrase.verb == "update" and is_known and not _is_attribute(phrase) and words[-1] not in ASPECTS:
            owner = Clause("of", " ".join(words[:-1]))
            phrase = replace(phrase, subject=words[-1], clauses=(owner, *phrase.clauses))
        made.append(phrase)
    return made


def _kinds(lines: Iterable[Phrase]) -> dict[str, _Kind]:
    """The entities: the last word of each subject, and what the subjects belong to."""
    listed = list(lines)
    found: dict[str, _Kind] = {}
    subjects = {_noun(phrase.subject) for phrase in listed if _noun(phrase.subject) and not _is_attribute(phrase)}
    for phrase in listed:
        noun = _noun(phrase.clauses[0].words) if _is_attribute(phrase) else _noun(phrase.subject)
        if not noun:
            continue
        kind = found.setdefault(noun, _Kind(_title(noun)))
        kind.has(kind.id, format="id")
        _learn(kind, phrase, subjects, found)
    return found


def _is_attribute(phrase: Phrase) -> bool:
    """ "Update the status of an order" mentions an order."""
    return phrase.verb == "update" and bool(phrase.clauses) and phrase.clauses[0].joint == "of"


def _noun(words: str) -> str:
    return (without_aspects(words_of(words)) or ("",))[-1]


def _title(noun: str) -> str:
    return noun[:1].upper() + noun[1:]


def _camel(words: Iterable[str]) -> str:
    first, *rest = words
    return first + "".join(map(_title, rest))


def _learn(kind: _Kind, phrase: Phrase, subjects: set[str], found: dict[str, _Kind]) -> None:
    """Learn from one line about an entity: its owners, attributes that it is found by, states, and its time."""
    if _is_attribute(phrase):
        kind.has(_camel(words_of(phrase.subject)))
    for clause in phrase.clauses[1:] if _is_attribute(phrase) else phrase.clauses:
        words = words_of(clause.words)
        if not words or words in _OWN or set(words) <= _TIMES:
            continue
        is_into = phrase.verb == "create" and clause.joint in {"to", "into", "onto"}
        if (clause.joint in _OWNING or is_into) and (len(words) == 1 or words[-1] in subjects):
            _owned(kind, words[-1], found)
        elif words != words_of(kind.name):
            _described(kind, clause.words)
    if phrase.order is not None or phrase.range is not None:
        measured = [word for word in words_of(phrase.order or "") if word not in _TIMES]
        kind.has(_camel(measured), type="N") if measured else kind.has("createdAt", format="iso")
    for word in without_aspects(words_of(phrase.subject))[:-1] if not _is_attribute(phrase) else ():
        _state(kind, "status", word.upper())


def _described(kind: _Kind, said: str) -> None:
    """ "by email and tenant", "with status OPEN": attributes, the last with the value that follows it."""
    for part in re.split(r"\s+and\s+|,\s*", said):
        own, last = words_of(part), (part.split() or [""])[-1]
        if len(own) > 1 and last.isupper():
            _state(kind, _camel(own[:-1]), last)
        elif own:
            kind.has(_camel(own), **_looks(own[-1]))


def _state(kind: _Kind, name: str, member: str) -> None:
    attribute = kind.attributes.setdefault(name, {"name": name, "type": "S"})
    attribute["format"] = "enum"
    attribute.setdefault("values", {})[member] = 0.1


def _owned(kind: _Kind, noun: str, found: dict[str, _Kind]) -> None:
    owner = found.setdefault(noun, _Kind(_title(noun)))
    owner.has(owner.id, format="id")
    kind.has(owner.id, format="id")
    kind.owner = kind.owner or (owner.name if owner is not kind else "")


def _looks(word: str) -> dict[str, Any]:
    return {"format": "email"} if word in {"email", "mail"} else {}


def _entity(kind: _Kind) -> dict[str, Any]:
    own, base = f"{{{kind.id}}}", kind.name.upper()
    if kind.owner:
        owner = _Kind(kind.owner)
        time = "{createdAt}#" if "createdAt" in kind.attributes else ""
        keys = {"PK": f"{owner.name.upper()}#{{{owner.id}}}", "SK": f"{base}#{time}{own}"}
    else:
        keys = {"PK": f"{base}#{own}", "SK": base}
    attributes = list(kind.attributes.values())
    for attribute in attributes:
        shares = attribute.get("values")
        if shares:
            attribute["values"] = {**shares, "OTHER": round(max(0.0, 1 - 0.1 * len(shares)), 4)}
    return {
        "name": kind.name,
        "identity": [kind.id],
        "attributes": attributes,
        "overloads": [{"index": None, "keys": keys}],
        "items": [{"values": {one["name"]: _sample(kind, one) for one in attributes}}],
    }


def _sample(kind: _Kind, attribute: dict[str, Any]) -> str:
    """An initial value of an attribute, so that the grid shows what the keys do."""
    name, looks = attribute["name"], attribute.get("format", "")
    if attribute.get("values"):
        return str(next(iter(attribute["values"])))
    if looks == "iso":
        return "2026-01-15T09:30:00Z"
    if looks == "email":
        return "ada@example.com"
    if attribute["type"] == "N":
        return "1"
    return f"{name.removesuffix('Id')[:1].lower()}-1" if looks == "id" else f"{name} of {_a(kind.name.lower())}"


def _a(noun: str) -> str:
    return f"{'an' if noun[:1] in set('aeiou') else 'a'} {noun}"
