"""Ranges of texts as automata: every text at least, or at most, as large as some text of a template.
facts/ordering#key-order.

The order is that of UTF-8 bytes, which is the order of code points; a text sorts after each of its prefixes.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from modeler.core.algebra.automaton import (
    PAIRS_MAX,
    WORK_MAX,
    Arc,
    Automaton,
    TooLarge,
    Work,
    common_arcs,
    counted,
    distances,
)
from modeler.core.algebra.symbols import EVERY, NONE, Symbols, above, below, intersection


@lru_cache(maxsize=1024)
def at_least(made: Automaton, *, strict: bool = False) -> Automaton:
    """The texts that are not smaller than some accepted text (`strict`: greater than one)."""
    lively = distances(made)
    rest = len(made.arcs)
    arcs: list[tuple[Arc, ...]] = []
    for state, leaving in enumerate(made.arcs):
        mine = [arc for arc in leaving if arc.target in lively]
        # Anything that follows a whole accepted text, or leaves one upward, is greater.
        upwards = [EVERY] if state in made.final else [above(arc.symbols) for arc in mine]
        arcs.append((*mine, *_to(rest, upwards)))
    arcs.append((Arc(EVERY, rest, 0),))
    final = {rest} if strict else {rest, *made.final}
    return Automaton(made.start, tuple(arcs), frozenset(final))


@lru_cache(maxsize=1024)
def at_most(made: Automaton, *, strict: bool = False) -> Automaton:
    """The texts that are not greater than some accepted text (`strict`: smaller than one)."""
    lively = distances(made)
    rest = len(made.arcs)
    arcs: list[tuple[Arc, ...]] = []
    final: set[int] = {rest}
    for state, leaving in enumerate(made.arcs):
        mine = [arc for arc in leaving if arc.target in lively]
        arcs.append((*mine, *_to(rest, [below(arc.symbols) for arc in mine])))
        # A text that ends where an accepted one continues is a prefix of it, and smaller.
        if mine or (state in made.final and not strict):
            final.add(state)
    arcs.append((Arc(EVERY, rest, 0),))
    return Automaton(made.start, tuple(arcs), frozenset(final))


def _to(target: int, sets: list[Symbols]) -> tuple[Arc, ...]:
    """Arcs to one state; a set that is part of another is left out."""
    kept: list[Symbols] = []
    for symbols in sets:
        if symbols != NONE and symbols not in kept:
            kept.append(symbols)
    return tuple(Arc(symbols, target, 0) for symbols in kept)


def both(left: Automaton, right: Automaton) -> Automaton:
    """The texts that both accept; arcs keep the part of the left. Raises TooLarge instead of growing forever."""
    with counted(left, right) as work:
        return _both(left, right, work)


def _both(left: Automaton, right: Automaton, work: Work) -> Automaton:
    numbers = {(left.start, right.start): 0}
    queue = deque(numbers)
    arcs: list[tuple[Arc, ...]] = []
    while queue:
        one, other = queue.popleft()
        work.steps += len(left.arcs[one]) * len(right.arcs[other])
        if work.steps > WORK_MAX or len(numbers) > PAIRS_MAX:
            raise TooLarge
        leaving = []
        for mine, theirs in common_arcs(left.arcs[one], right.arcs[other]):
            pair = (mine.target, theirs.target)
            if pair not in numbers:
                numbers[pair] = len(numbers)
                queue.append(pair)
            leaving.append(Arc(intersection(mine.symbols, theirs.symbols), numbers[pair], mine.part))
        arcs.append(tuple(leaving))
    final = frozenset(number for (one, other), number in numbers.items() if one in left.final and other in right.final)
    return Automaton(0, tuple(arcs), final)
