"""What the reader makes of composed requests: which facts are right, and which pieces lose theirs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from modeler.core.requirements.english.reading import read_line
from tests.modeler.core.requirements.expected import Wanted, as_wanted, facts, matches, wanted
from tests.modeler.core.requirements.phrasing.compose import Request, Said

_HEADS = frozenset({"read", "count", "one", "write", "address", "signature", "sql", "table"})
_NAMING = frozenset({"entities", "given", "range", "order", "cond", "set", "add", "remove", "returns"})


@dataclass
class Outcome:
    """One request: what was said that nobody meant, and what was meant and not said, with the part that means it."""

    request: Request
    filled: int
    wrong: list[str]
    asked: int
    missing: list[tuple[Said, str]]

    @property
    def invented(self) -> list[str]:
        """Return the wrong facts that would put a name into a design."""
        return [one for one in self.wrong if one.split()[0] in _NAMING]


@dataclass
class Tally:
    """The outcomes of many requests."""

    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Return the share of the filled facts that are right."""
        filled = sum(one.filled for one in self.outcomes)
        return 1 - sum(len(one.wrong) for one in self.outcomes) / max(filled, 1)

    @property
    def recall(self) -> float:
        """Return the share of the meant facts that are said."""
        asked = sum(one.asked for one in self.outcomes)
        return 1 - sum(len(one.missing) for one in self.outcomes) / max(asked, 1)

    @property
    def invented(self) -> list[str]:
        """Return the facts that nobody meant, each with its request."""
        return [f"{one.request.text}: {fact}" for one in self.outcomes for fact in one.invented]

    def lost(self) -> list[tuple[float, int, str]]:
        """Return the pieces that lose facts: the share of the requests with them, how many, and the piece."""
        total: Counter[str] = Counter()
        losing: Counter[str] = Counter()
        for one in self.outcomes:
            named = {_named(part) for part in one.request.parts}
            total.update(named)
            losing.update({_named(part) for part, _ in one.missing})
        return sorted(((count / total[name], count, name) for name, count in losing.items()), reverse=True)

    def broken(self) -> list[tuple[float, int, str]]:
        """Return the pieces by the share of requests with them in which something is wrong or missing."""
        found: defaultdict[str, list[bool]] = defaultdict(list)
        for one in self.outcomes:
            for part in one.request.parts:
                found[_named(part)].append(bool(one.wrong or one.missing))
        return sorted(((sum(bad) / len(bad), sum(bad), name) for name, bad in found.items()), reverse=True)


def _named(part: Said) -> str:
    return f"{part.piece.kind}: {part.piece.text}"


@cache
def _wanted(text: str, has_act: bool) -> tuple[Wanted, ...]:
    return tuple(wanted(text, has_act=has_act)) if text else ()


def outcome(request: Request) -> Outcome:
    """Read one request and compare."""
    rows = read_line(request.text)
    asked = [(part, one) for part in request.parts for one in _wanted(part.facts, part.piece.kind in _HEADS)]
    ways = {way for _, one in asked for way in one.ways}
    said = [as_wanted(fact, ways) for row in rows for fact in facts(row)]
    missing = [
        (part, " // ".join(one.ways))
        for part, one in asked
        if not one.is_optional and not any(matches(fact, way) for fact in said for way in one.ways)
    ]
    wrong = [fact for fact in said if not any(matches(fact, way) for way in ways)]
    return Outcome(request, len(said), wrong, sum(not one.is_optional for _, one in asked), missing)


def tally(requests: Iterable[Request]) -> Tally:
    """Read many requests and compare."""
    return Tally([outcome(one) for one in requests])
