"""Parses one line of English as an access pattern: "A2: open orders of a customer, newest first, 20 a page (50/s, peak
400)".

Parsed by its words alone; `meaning` determines what it means in a design.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from modeler.core.phrases.words import VERBS, words_of

LINE_MAX: Final = 400

_CODE: Final = re.compile(
    r"^\s*(?:[-*•]\s+)?(?:([A-Za-z]{1,4}-?\d{1,4}|\d{1,4})\s*[.):\-–]\s*|([A-Z]{1,4}-?\d{1,4})\s+)?"
)
_NUMBER: Final = r"(\d[\d,]*(?:\.\d+)?)\s*(k|m)?"
_RATE: Final = re.compile(
    rf"{_NUMBER}\s*(?:calls\s+|times\s+|requests\s+)?"
    r"(?:/\s*|per\s+|a\s+|an\s+|each\s+)(seconds?|secs?|s|minutes?|mins?|min|m|hours?|h|days?|d)\b|"
    + rf"{_NUMBER}\s*(rps|tps|qps)\b",
    re.IGNORECASE,
)
_PEAK: Final = re.compile(
    rf"\b(?:peaks?\s*(?:at|of|:)?|up\s+to|at\s+most)\s*{_NUMBER}(?:\s*(?:/\s*s|per\s+second|a\s+second|rps))?",
    re.IGNORECASE,
)
_SECONDS: Final = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_LIMIT: Final = re.compile(
    r"\b(?:(?:the\s+)?(latest|last|newest|most recent|first|top|oldest)\s+(\d{1,6})\b"
    r"|(?:limit|at most)\s+(\d{1,6})\b|(\d{1,6})\s+(?:a|per)\s+page\b)",
    re.IGNORECASE,
)
_NEWEST: Final = re.compile(
    r"^\s*(?:get |read |fetch |the |a |an )*(latest|newest|most recent|last)\s+(?=\w)", re.IGNORECASE
)
_ORDER: Final = re.compile(
    r"[,;]?\s*\b(?:(newest|latest|most\s+recent(?:ly\s+\w+)?|oldest|earliest)(?:\s+ones)?\s+first"
    r"|(highest|largest|biggest|lowest|smallest|cheapest)\s*([\w\- ]*?)\s*first"
    r"|(?:sorted|ordered|in\s+order)\s+(?:by|of)\s+([\w\- ]+?)"
    r"(?:\s*,?\s*(desc(?:ending)?|asc(?:ending)?|newest\s+first|oldest\s+first))?(?=$|[,;.(])"
    r"|in\s+(reverse\s+)?(?:chronological|time)\s+order)",
    re.IGNORECASE,
)
_RANGE: Final = re.compile(
    r"\b(?:(due|made|created|placed|dated|updated|expiring)\s+)?"
    r"(?:(?:within|in|by|for|over)\s+(?:a|an|the|some|given)?\s*"
    r"((?:\w+\s+)?(?:date|time|price)\s*(?:range|window|period)|(?:range|window|period)(?:\s+of\s+(?:one\s+|a\s+)?\w+)?|month|day|week|year|period|time\s+span)"
    r"|between\s+(?:two|a|the)?\s*([\w\- ]+?)(?:\s+and\s+(?:a|another|the)?\s*[\w\-]+)?(?=$|[,;.(]|\s+(?:of|for)\s)"
    r"|(since|after|from|before|until|up\s+to)\s+(?:a|an|the|some|given)\s+([\w\-]+(?:\s+(?:date|time))?))",
    re.IGNORECASE,
)
_VERB: Final = re.compile(
    r"^\s*("
    + "|".join(sorted((word.replace(" ", r"\s+") for words in VERBS.values() for word in words), key=len, reverse=True))
    + r")\b\s*",
    re.IGNORECASE,
)
_JOINTS: Final = re.compile(
    r"\s+(?:(of|for|in|from|belonging to|onto?|at|under|within|into|to|by|with|that are|which are|that have|whose|"
    r"where|using|given|as)\s+)",
    re.IGNORECASE,
)
_ARTICLES: Final = re.compile(
    r"^(?:(?:all|any|every|the|an?|one|each|some|its|their|this|that|given|single|certain)\s+)+", re.IGNORECASE
)
_ONE: Final = re.compile(r"^(?:an?|one|the|single|this|that|each)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Clause:
    """A preposition and what follows it: ("of", "customer"), ("by", "email"), ("with", "status OPEN")."""

    joint: str
    words: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """One parsed line. `verb` is read, create, update, delete, count, all, or '' if none is given; `subject` what it is
    about; `order` an attribute's words ('' is time) with `descending`, None without an order; `range` the words of what
    is bounded, and `bounds` which ends: "from", "to" or "both".
    """

    text: str
    code: str = ""
    verb: str = ""
    said: str = ""
    subject: str = ""
    is_one: bool = False
    clauses: tuple[Clause, ...] = ()
    order: str | None = None
    descending: bool = False
    range: str | None = None
    bounds: str = "both"
    limit: int | None = None
    average: float | None = None
    peak: float | None = None


def phrase_of(line: str) -> Phrase | None:
    """Parse one line; None for a line without words. Text beyond LINE_MAX is cut."""
    text = " ".join(line[:LINE_MAX].split())
    code = _CODE.match(text)
    said = text[code.end() :] if code else text
    name = said.rstrip(" .;")
    if not re.search(r"[^\W\d_]", said):
        return None
    said, average, peak = _rates(said)
    said, limit, newest = _limit(said)
    said, order, descending = _order(said)
    if order is None and newest is not None:
        order, descending = ("score" if re.match(r".*\btop\s+\d", text, re.IGNORECASE) else ""), newest
    said, ranged, bounds = _range(said)
    verb, word, said = _verb(said.strip(" ,;.()"))
    subject, clauses = _clauses(said)
    return Phrase(
        text=_named(name),
        code=((code.group(1) or code.group(2) or "") if code else "").upper(),
        verb=verb,
        said=word,
        subject=_ARTICLES.sub("", subject),
        is_one=bool(_ONE.match(subject)) and _is_singular(subject),
        clauses=clauses,
        order=order,
        descending=descending,
        range=ranged,
        bounds=bounds,
        limit=limit,
        average=average,
        peak=peak,
    )


def _named(text: str) -> str:
    """The name: without the rates, which have separate fields."""
    bare = re.sub(r"\s*\([^()]*\)\s*$", "", text)
    return (bare[:1].upper() + bare[1:])[:255] or text[:255]


def _number(digits: str, scale: str | None) -> float:
    return float(digits.replace(",", "")) * {"k": 1e3, "m": 1e6}.get((scale or "").lower(), 1.0)


def _rates(text: str) -> tuple[str, float | None, float | None]:
    """Calls per second on average and at peak, and the text without them."""
    average = peak = None
    found = _PEAK.search(text)
    if found:
        peak = _number(found.group(1), found.group(2))
        text = text[: found.start()] + " " + text[found.end() :]
    found = _RATE.search(text)
    if found:
        digits, scale, unit = found.group(1) or found.group(4), found.group(2) or found.group(5), found.group(3) or "s"
        average = _number(digits, scale) / _SECONDS[unit[0].lower()]
        text = text[: found.start()] + " " + text[found.end() :]
    return re.sub(r"\(\s*[,;]?\s*\)", " ", text), average, peak


def _limit(text: str) -> tuple[str, int | None, bool | None]:
    """How many are requested, and whether those are the newest (True), the oldest (False) or unspecified (None)."""
    found = _LIMIT.search(text)
    if not found:
        first = re.match(
            r"^\s*(?:get |read |fetch |the |a |an )*(latest|newest|most recent|last)\s+(?=\w)", text, re.IGNORECASE
        )
        if not first:
            return text, None, None
        return text[: first.start(1)] + text[first.end() :], 1, True
    which, *numbers = found.groups()
    number = next(one for one in numbers if one)
    newest = {"first": None, "top": True, "oldest": False}.get((which or "first").lower(), True)
    return text[: found.start()] + text[found.end() :], int(number), newest


def _order(text: str) -> tuple[str, str | None, bool]:
    """What the items are ordered by ('' is time), and whether the greatest is first."""
    found = _ORDER.search(text)
    if not found:
        return text, None, False
    rest = text[: found.start()] + text[found.end() :]
    time, extreme, measured, named, direction, reverse = found.groups()
    if time:
        return rest, "", not time.lower().startswith(("oldest", "earliest"))
    if extreme:
        return rest, measured.strip(), not extreme.lower().startswith(("lowest", "smallest", "cheapest"))
    if named:
        return rest, named.strip(), bool(direction) and direction.lower().startswith(("desc", "newest"))
    return rest, "", bool(reverse)


def _range(text: str) -> tuple[str, str | None, str]:
    """What is bounded, and at which ends."""
    found = _RANGE.search(text)
    if not found:
        return text, None, "both"
    when, window, between, end, ended = found.groups()
    rest = text[: found.start()] + text[found.end() :]
    if end:
        return (
            rest,
            " ".join(filter(None, (when, ended))),
            "to" if end.lower().startswith(("before", "until", "up")) else "from",
        )
    return rest, " ".join(filter(None, (when, (window or between or "").strip()))), "both"


def _verb(text: str) -> tuple[str, str, str]:
    """The kind of the verb, the verb as written, and what follows."""
    found = _VERB.match(text)
    if not found:
        return "", "", text
    said = " ".join(found.group(1).lower().split())
    # "open orders" is about a status, "open an order" about an act.
    if said in {"open", "new", "record", "post", "book"} and not re.match(
        r"(?:an?|the|all|every)\s", text[found.end() :], re.IGNORECASE
    ):
        return "", "", text
    kind = next(kind for kind, words in VERBS.items() if said in words)
    return kind, said, text[found.end() :]


def _clauses(text: str) -> tuple[str, tuple[Clause, ...]]:
    """The subject, and the clauses that belong to it."""
    pieces = _JOINTS.split(text)
    subject, clauses = pieces[0].strip(" ,;."), []
    for joint, words in zip(pieces[1::2], pieces[2::2], strict=True):
        bare = _ARTICLES.sub("", words.strip(" ,;.")).strip()
        if bare:
            clauses.append(Clause(" ".join(joint.lower().split()), bare))
    return subject, tuple(clauses)


def _is_singular(subject: str) -> bool:
    return words_of(subject)[-1:] == tuple(re.findall(r"[^\W_]+", subject.lower())[-1:])
