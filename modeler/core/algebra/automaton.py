"""Shapes as small automata, and the shortest text that two of them share.

Symbols are characters, not bytes: for well-formed UTF-8 equal texts are equal bytes, prefixes are prefixes, and the
order of characters is the order of bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from modeler.core import effort
from modeler.core.algebra.symbols import Symbols, class_symbols, holds, intersection, one_symbol, pick, several
from modeler.core.keys.text_shapes import Piece, Run, Shape

_UNROLLED_MAX: Final = 64
"""Longer runs are treated as unlimited: that allows more texts than possible, so "no" stays right."""

STATES_MAX: Final = 20_000
"""States of one automaton. A key has at most 2,048 bytes; longer templates are findings of their own."""

PAIRS_MAX: Final = 40_000
WORK_MAX: Final = 400_000
"""State pairs that one comparison visits, and arc pairs that it examines: about a third of a second."""


class Arc(NamedTuple):
    """A transition to a state by one character; `part` is the template part that the character belongs to."""

    symbols: Symbols
    target: int
    part: int


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """Arcs without empty transitions, from state `start`; `final` states accept. Compared by identity: they are
    shared.
    """

    start: int
    arcs: tuple[tuple[Arc, ...], ...]
    final: frozenset[int]


class _Builder:
    def __init__(self) -> None:
        self.arcs: list[list[Arc]] = []
        self.empty: list[list[int]] = []

    def state(self) -> int:
        if len(self.arcs) >= STATES_MAX:
            effort.spend(10 * STATES_MAX)  # building takes longer than looking
            raise TooLarge
        self.arcs.append([])
        self.empty.append([])
        return len(self.arcs) - 1

    def shape(self, shape: Shape, state: int, part: int) -> int:
        for piece in shape:
            state = self.piece(piece, state, part)
        return state

    def piece(self, piece: Piece, state: int, part: int) -> int:
        match piece:
            case str():
                for character in piece:
                    state = self.step(state, one_symbol(character), part)
                return state
            case Run():
                return self.run(piece, state, part)
        end = self.state()
        for option in piece.options:
            first = self.state()
            self.empty[state].append(first)
            self.empty[self.shape(option, first, part)].append(end)
        return end

    def step(self, state: int, symbols: Symbols, part: int) -> int:
        target = self.state()
        self.arcs[state].append(Arc(symbols, target, part))
        return target

    def run(self, run: Run, state: int, part: int) -> int:
        symbols = class_symbols(run.characters)
        for _ in range(run.least):
            state = self.step(state, symbols, part)
        if run.most is None or run.most > _UNROLLED_MAX:
            loop = self.state()
            self.empty[state].append(loop)
            self.arcs[loop].append(Arc(symbols, loop, part))
            return loop
        end = self.state()
        self.empty[state].append(end)
        for _ in range(run.most - run.least):
            state = self.step(state, symbols, part)
            self.empty[state].append(end)
        return end

    def closure(self, state: int) -> list[int]:
        seen = {state: None}
        waiting = [state]
        for reached in waiting:
            for target in self.empty[reached]:
                if target not in seen:
                    seen[target] = None
                    waiting.append(target)
        return waiting


@lru_cache(maxsize=4096)
def automaton(parts: tuple[Shape, ...]) -> Automaton:
    """The automaton of consecutive shapes; each arc knows which of them it belongs to. Raises TooLarge."""
    builder = _Builder()
    start = state = builder.state()
    for part, shape in enumerate(parts):
        state = builder.shape(shape, state, part)
    arcs: list[tuple[Arc, ...]] = []
    final: set[int] = set()
    for origin in range(len(builder.arcs)):
        closed = builder.closure(origin)
        arcs.append(tuple(arc for reached in closed for arc in builder.arcs[reached]))
        if state in closed:
            final.add(origin)
    return Automaton(start, tuple(arcs), frozenset(final))


class SharedText(NamedTuple):
    """A text that both sides can be, with the text of each part on the left and on the right."""

    text: str
    left: dict[int, str]
    right: dict[int, str]


class TooLarge(Exception):
    """The product grew beyond what is worth searching; the answer is unknown."""


class Spent(TooLarge):
    """The budget of the whole analysis is used up; the answer is unknown."""


class Work:
    """The steps of one search."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps = 0


@contextmanager
def counted(left: Automaton, right: Automaton) -> Iterator[Work]:
    """Count the steps of a search against the budget of the analysis."""
    work = Work()
    try:
        yield work
    finally:
        # The size counts too: whether these two had to be built depends on what was compared before.
        effort.spend(work.steps + len(left.arcs) + len(right.arcs))


def shared_text(left: Automaton, right: Automaton) -> SharedText | None:
    """A shortest text that both accept, or None if there is none. Raises TooLarge instead of searching forever."""
    with counted(left, right) as work:
        return _shared_text(left, right, work)


def _shared_text(left: Automaton, right: Automaton, work: Work) -> SharedText | None:
    first = (left.start, right.start)
    came_from: dict[tuple[int, int], tuple[tuple[int, int], str, int, int] | None] = {first: None}
    queue = deque([first])
    while queue:
        pair = queue.popleft()
        if pair[0] in left.final and pair[1] in right.final:
            return _path(pair, came_from)
        work.steps += len(left.arcs[pair[0]]) * len(right.arcs[pair[1]])
        if work.steps > WORK_MAX or len(came_from) > PAIRS_MAX:
            raise TooLarge
        for one, other in common_arcs(left.arcs[pair[0]], right.arcs[pair[1]]):
            target = (one.target, other.target)
            if target not in came_from:
                came_from[target] = (pair, pick(intersection(one.symbols, other.symbols)), one.part, other.part)
                queue.append(target)
    return None


def common_arcs(left: tuple[Arc, ...], right: tuple[Arc, ...]) -> Iterator[tuple[Arc, Arc]]:
    """The arcs that both sides can take with one character."""
    for one in left:
        ascii_mask, beyond = one.symbols
        for other in right:
            # Most have no common ASCII character, and none beyond: they are skipped before a set is made.
            if ascii_mask & other.symbols.ascii or (
                beyond and other.symbols.beyond and intersection(one.symbols, other.symbols).beyond
            ):
                yield one, other


def _path(
    end: tuple[int, int], came_from: dict[tuple[int, int], tuple[tuple[int, int], str, int, int] | None]
) -> SharedText:
    steps: list[tuple[str, int, int]] = []
    pair = end
    while (step := came_from[pair]) is not None:
        pair, character, one, other = step
        steps.append((character, one, other))
    left: dict[int, str] = {}
    right: dict[int, str] = {}
    for character, one, other in reversed(steps):
        left[one] = left.get(one, "") + character
        right[other] = right.get(other, "") + character
    return SharedText("".join(character for character, _, _ in reversed(steps)), left, right)


def accepts(made: Automaton, text: str) -> bool:
    """Return whether this is one of its texts."""
    states = {made.start}
    for character in text:
        point = ord(character)
        states = {arc.target for state in states for arc in made.arcs[state] if holds(arc.symbols, point)}
    return not made.final.isdisjoint(states)


def words(shape: Shape, count: int) -> Iterator[str]:
    """Up to `count` different texts of a shape, the shortest first; none if it allows none."""
    try:
        made = automaton((shape,))
    except TooLarge:
        return
    distance = distances(made)
    if made.start not in distance:
        return
    seen: set[str] = set()
    for length in range(distance[made.start], distance[made.start] + _UNROLLED_MAX):
        for text in _words_of_length(made, distance, length):
            if text not in seen:
                seen.add(text)
                yield text
            if len(seen) >= count:
                return


@lru_cache(maxsize=1024)
def distances(made: Automaton) -> Mapping[int, int]:
    """Transitions from each state to the nearest final one; states that reach none are absent."""
    before: dict[int, set[int]] = {}
    for origin, arcs in enumerate(made.arcs):
        for arc in arcs:
            before.setdefault(arc.target, set()).add(origin)
    distance = dict.fromkeys(made.final, 0)
    queue = deque(made.final)
    while queue:
        state = queue.popleft()
        for origin in before.get(state, ()):
            if origin not in distance:
                distance[origin] = distance[state] + 1
                queue.append(origin)
    return distance


def _words_of_length(made: Automaton, distance: Mapping[int, int], length: int) -> Iterator[str]:
    stack = [(made.start, "")]
    while stack:
        state, text = stack.pop()
        if len(text) == length:
            if state in made.final:
                yield text
            continue
        stack.extend(
            (arc.target, text + character)
            for arc in reversed(made.arcs[state])
            if distance.get(arc.target, length) < length - len(text)
            for character in reversed(several(arc.symbols))
        )
