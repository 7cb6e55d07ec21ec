"""What an access pattern says beyond its expressions, typed: how it is used, and what it is meant to do.

These fields are open in the JSON Schema. They are read once for each pattern (`AccessPattern.facts`), leniently: what
is not of the expected shape is as if absent, stays in the document, and a rule that needs it says what it lacks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from modeler.core.design.lenient import mapping, mappings, number, share, text, texts, whole, word

READ_YOUR_WRITE: Final = "read_your_write"
WINDOW_MS: Final = 50.0
"""Default time from the read to the write of a read-modify-write. facts/building-blocks#look-ups."""


@dataclass(frozen=True, slots=True)
class Skew:
    """How unevenly a pattern's calls fall on keys: the hottest key's share (0 to 1), or Zipf's exponent s. `attribute`
    says whose values are uneven; '': those in the partition key that the pattern names.
    """

    hottest: float | None = None
    zipf: float | None = None
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Follows:
    """A pattern that is called after another: `code` of the other, `times` for each call of it, on the same key?"""

    code: str
    times: float = 1.0
    same_key: bool = False


@dataclass(frozen=True)
class Intent:
    """What a pattern is meant to do, beside its expressions. `raw` is all of it, as it is in the document.

    The bounds of `range` are the parameters nameFrom and nameTo; `ranges` are all where it is a list, and `bounds` the
    comparison of each. `direction` is ascending, descending or newest first, or one of these for each of `order_by`.
    `window_days` is the window of time that a read covers. `one`: at most one item is meant. `returns` is what comes
    back instead of items: count, sum, average, minimum, maximum or exists; '' for items. `ranked_by`: count, sum or
    average of related items orders them. `related` are the entities whose identity is given. `page`: the limit is a
    page size. `eventual`: an eventually consistent read is good enough. `unique` attributes may not repeat.
    """

    raw: Mapping[str, Any] = field(default_factory=dict)
    given: tuple[str, ...] = ()
    range: str = ""
    ranges: tuple[str, ...] = ()
    order_by: tuple[str, ...] = ()
    direction: tuple[str, ...] = ()
    optional_filters: tuple[str, ...] = ()
    top: float | None = None
    radius_km: float | None = None
    geohash_precision: float | None = None
    window_days: float | None = None
    page_numbers: bool = False
    strict_order: bool = False
    text_search: bool = False
    one_request: bool = False
    approximate: bool = False
    upsert: bool = False
    replace: bool = False
    expects_gone: bool = False
    shared_by_tenants: bool = False
    one: bool = False
    bounds: tuple[str, ...] = ()
    returns: str = ""
    ranked_by: str = ""
    related: tuple[str, ...] = ()
    page: bool = False
    eventual: bool = False
    unique: tuple[str, ...] = ()


@dataclass(frozen=True)
class PatternFacts:
    """The facts of one pattern.

    `purpose`: online (the default), admin, report or job; `own_purpose` is '' where the pattern gives none. `delivery`:
    once (the default) or at_least_once. `fresh`: seconds after which a read must see a write, 0 for read_your_write,
    None: no demand. `examined`: items that a call examines before its filter. `window_ms`: from the read to the write
    that depends on it. `segment` of `total_segments`: of a Scan in parts.
    """

    skew: Skew | None = None
    follows: Follows | None = None
    intent: Intent = Intent()
    own_purpose: str = ""
    delivery: str = "once"
    fresh: float | None = None
    invariant: str = ""
    examined: float | None = None
    batch_size: int = 1
    retries_unprocessed: bool = False
    window_ms: float = WINDOW_MS
    segment: int | None = None
    total_segments: int | None = None

    @property
    def purpose(self) -> str:
        """What the pattern is for."""
        return self.own_purpose or "online"


ASCENDING: Final = frozenset({"ascending", "asc", "oldest first", "oldest_first", "earliest first", "smallest first"})
DESCENDING: Final = frozenset({"descending", "desc", "newest first", "newest_first", "latest first", "largest first"})
_NO_FACTS: Final = PatternFacts()
_TEXTS: Final = ("given", "order_by", "direction", "optional_filters", "unique")
_NUMBERS: Final = ("top", "radius_km", "geohash_precision", "window_days")
_ITEMS: Final = frozenset({"all", "attributes"})
RETURNS: Final = ("all", "attributes", "count", "sum", "average", "minimum", "maximum", "exists")
RANKED_BY: Final = ("count", "sum", "average")
_FLAGS: Final = (
    "page_numbers", "strict_order", "text_search", "one_request", "approximate", "upsert", "replace", "expects_gone",
    "shared_by_tenants", "one", "page", "eventual",
)  # fmt: skip


def read_facts(extra: Mapping[str, Any]) -> PatternFacts:
    """The facts among the further fields of a pattern."""
    if not extra:
        return _NO_FACTS
    fresh = extra.get("fresh")
    return PatternFacts(
        skew=_skew(mapping(extra.get("skew"))),
        follows=_follows(mapping(extra.get("follows"))),
        intent=_intent(mapping(extra.get("intent"))),
        own_purpose=text(extra.get("purpose")),
        delivery=text(extra.get("delivery")) or "once",
        fresh=0.0 if fresh == READ_YOUR_WRITE else number(fresh),
        invariant=text(extra.get("invariant")),
        examined=number(extra.get("examined")),
        batch_size=int(number(extra.get("batch_size")) or 1),
        retries_unprocessed=extra.get("retries_unprocessed") is True,
        window_ms=number(extra.get("window_ms")) or WINDOW_MS,
        segment=whole(extra.get("segment")),
        total_segments=whole(extra.get("total_segments")),
    )


def _skew(raw: Mapping[str, Any]) -> Skew | None:
    """``{"hottest": 0.3}`` or ``{"zipf": 1.1}``, and maybe ``"attribute": "songId"``; None: even."""
    made = Skew(share(raw.get("hottest")), number(raw.get("zipf")), text(raw.get("attribute")))
    return None if made.hottest is None and made.zipf is None else made


def _follows(raw: Mapping[str, Any]) -> Follows | None:
    """``{"code": "A2", "times": 20, "same_key": true}``; None: the pattern has no predecessor."""
    code = text(raw.get("code"))
    return Follows(code, number(raw.get("times")) or 1.0, raw.get("same_key") is True) if code else None


def _intent(raw: Mapping[str, Any]) -> Intent:
    if not raw:
        return _NO_FACTS.intent
    members: dict[str, Any] = {name: texts(raw.get(name)) for name in _TEXTS}
    members |= {name: number(raw.get(name)) for name in _NUMBERS}
    members |= {name: raw.get(name) is True for name in _FLAGS}
    members["direction"] = _directions(members["direction"])
    bounds = tuple(text(one.get("comparison")) for one in mappings(raw.get("bounds")))
    returns = word(mapping(raw.get("returns")).get("what"), RETURNS)
    members |= {"bounds": bounds, "returns": "" if returns in _ITEMS else returns}
    members["ranked_by"] = word(mapping(raw.get("ranked_by")).get("what"), RANKED_BY)
    members["related"] = tuple(text(one.get("entity")) for one in mappings(raw.get("related")))
    return Intent(raw=raw, range=text(raw.get("range")), ranges=texts(raw.get("range")), **members)


def _directions(listed: tuple[str, ...]) -> tuple[str, ...]:
    """Each direction, '' where it is not understood, so that the others keep their places."""
    known = tuple(word(one, ASCENDING | DESCENDING) for one in listed)
    return known if any(known) else ()
