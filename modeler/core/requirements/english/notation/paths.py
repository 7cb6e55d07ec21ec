"""Addresses of REST as rows: GET /customers/{id}/orders?limit=20."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from modeler.core.requirements.english.notation.queries import queried
from modeler.core.requirements.english.words.verbs import TRANSITIONS, act_of
from modeler.core.requirements.morphology import is_plural, words_of
from modeler.core.requirements.rows import Row
from modeler.core.requirements.slots import (
    Act,
    AttributeChange,
    Edit,
    Given,
    Slot,
    Span,
)
from modeler.core.requirements.vocabulary import Vocabulary

_PATH: Final = re.compile(
    r"\s*(?:(GET|POST|PUT|PATCH|DELETE)\s+(?:\{\w+\}(?=/)|https?://[^\s/]+)?)?(?<![^\s}/\w])"
    r"(/[^\s?]*?)(?:\?(\S*?))?(?=[:;,.)]*(?:\s|$))",
    re.IGNORECASE,
)
_PLACE: Final = re.compile(r"\{(\w+)\}|:(\w+)|<(?:\w+:)?(\w+)>")
_BY: Final = re.compile(r"(?:by|with|for)[-_]", re.IGNORECASE)
"""Begins a segment that says what the next one is: /campaigns/by-slug/{slug}."""
_ACTS: Final = {"POST": Act.CREATE, "PUT": Act.SAVE, "PATCH": Act.UPDATE, "DELETE": Act.DELETE}
_ACTIONS: Final = frozenset({"search", "lookup", "query", "find", "list", "all", "count", "export", "bulk", "batch"})
_VERSION: Final = re.compile(r"v\d+|api", re.IGNORECASE)
_SERVER: Final = frozenset(
    [
        *(
            "health",
            "healthz",
            "livez",
            "readyz",
            "ready",
            "readiness",
            "live",
            "liveness",
            "ping",
            "metrics",
            "version",
        ),
        *("docs", "openapi", "openapi.json", "openapi.yaml", "swagger", "swagger.json", "graphql", "favicon.ico"),
        *("login", "logout", "robots.txt", "status", "oauth", "token", "authorize", "callback"),
    ]
)
"""Addresses of a server itself."""


def is_of_server(text: str) -> bool:
    """Return whether an address is about the server, and no item: GET /healthz."""
    found = _PATH.match(text)
    segments = [one for one in found[2].strip("/").split("/") if not _VERSION.fullmatch(one)] if found else []
    return bool(segments) and all(one.lower() in _SERVER for one in segments)


def path_row(text: str, known: Vocabulary, *, line: int, code: str) -> Row | None:
    """Return the row of an address with its method; None if the text is none."""
    found = _PATH.match(text)
    if found is None or not any(one.isalpha() for one in found[2]):
        return None
    method = (found[1] or "GET").upper()
    whole = Span(found.start(1), found.end(1)) if found[1] else Span(found.start(2), found.end(2))
    segments = [
        (one, span) for one, span in _segments(text, found.start(2), found.end(2)) if not _VERSION.fullmatch(one)
    ]
    names = [(at, one) for at, (one, _) in enumerate(segments) if not (_PLACE.fullmatch(one) or _BY.match(one))]
    if not names:
        return None
    last, noun = names[-1]
    is_item = last < len(segments) - 1
    verb = _verb(segments, last) if len(names) > 1 else None
    if verb is not None:
        segments, (last, noun) = segments[:last], names[-2]
        is_item = last < len(segments) - 1
        method = "PATCH" if is_item and method != "GET" else method
    entity = _entity(noun, known)
    given = tuple(
        _given(segments, at, entity, known) for at in range(1, len(segments)) if _PLACE.fullmatch(segments[at][0])
    )
    act = _ACTS.get(method) or (Act.GET if is_item or not is_plural(words_text(noun)) else Act.LIST)
    spans = tuple(segments[at][1] for at in range(len(segments)) if _PLACE.fullmatch(segments[at][0]))
    row = Row(
        text,
        line=line,
        code=code,
        operation=Slot(act, (whole,)),
        entities=Slot((entity,), (segments[last][1],)),
        given=Slot(given or None, spans),
    )
    row = _with_values(row, found.end()) if act in {Act.CREATE, Act.SAVE, Act.UPDATE} else row
    made = queried(row, found[3] or "", found.start(3), found.end(), known)
    return made if verb is None else replace(made, unread=tuple(sorted((verb, *made.unread))))


def _with_values(row: Row, end: int) -> Row:
    """Return the row with what follows an address: PATCH /rooms/{id} with closed=true."""
    said = _VALUES.match(row.text, end)
    if said is None:
        return row
    pairs = (one.partition("=") for one in re.split(r"\s*(?:,|and|&)\s*", said[1]))
    changes = tuple(AttributeChange(Edit.SET, name.strip(), value.strip()) for name, _, value in pairs)
    return replace(row, changes=Slot(changes, (Span(said.start(1), said.end(1)),)))


_VALUES: Final = re.compile(r"\s*,?\s*(?:with\s+)?(\w+\s*=\s*[\w.-]+(?:\s*(?:,|and|&)\s*\w+\s*=\s*[\w.-]+)*)")


def _verb(segments: list[tuple[str, Span]], last: int) -> Span | None:
    """Return where a last segment is that only says what is done: /orders/{id}/cancel, /products/search."""
    said, span = segments[last]
    is_end = last == len(segments) - 1 and not is_plural(words_text(said))
    first = words_of(said.replace("-", " "))[0]
    is_of_item = last > 0 and _PLACE.fullmatch(segments[last - 1][0]) is not None
    is_verb = said.lower() in _ACTIONS or first in TRANSITIONS or (is_of_item and act_of(first) is Act.UPDATE)
    return span if is_end and is_verb and last > 0 else None


def words_text(segment: str) -> str:
    """Return the last word of a segment, as it is: line-items is items."""
    return re.split(r"[^A-Za-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", segment))[-1].lower()


def _segments(text: str, start: int, end: int) -> list[tuple[str, Span]]:
    found = re.finditer(r"[^/]+", text[start:end])
    return [(one.group(), Span(start + one.start(), start + one.end())) for one in found]


def _entity(segment: str, known: Vocabulary) -> str:
    words = words_of(segment.replace("-", " ").replace("_", " "))
    held = known.called(words) or (known.headed(words[0]) if len(words) == 1 else None)
    return held.name if held is not None else "".join(one[:1].upper() + one[1:] for one in words)


def _given(segments: list[tuple[str, Span]], at: int, entity: str, known: Vocabulary) -> Given:
    """Return what a place in an address gives: the identity of the segment before it, or an attribute of its own
    name.
    """
    before = at - 1 - (at > 1 and _BY.match(segments[at - 1][0]) is not None)
    owner = _entity(segments[before][0], known)
    place = segments[at][0].strip("{}:<>").split(":")[-1]
    words = words_of(place)
    if words[-1:] != ("id",) and words != words_of(owner):
        return Given(place)
    held = known.entity(owner)
    name = held.identity[-1] if held is not None else f"{owner[:1].lower()}{owner[1:]}Id"
    return Given(name, of=owner)
