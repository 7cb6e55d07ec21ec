"""Answers that are kept from one analysis of a design to the next, by the parts that they follow from."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from itertools import repeat
from operator import is_
from typing import Any, Final

from modeler.core.capacity.heat import HeatCache
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.items.sizes import Sizes

_UNKNOWN: Final = object()
_NOTHING_KEPT: Final[tuple[Table | None, tuple[object, ...], Any]] = (None, (_UNKNOWN,), None)


class Memo:
    """Answers by the identity of the frozen parts that they follow from. Keep one between the runs of one design.

    A part that an edit replaced is another object, so its answers are not found; answers that a run did not use are
    dropped at its end. The parts are kept with the answer, so that no id can be reused while it is remembered.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], tuple[tuple[Any, ...], Any]] = {}
        self._used: dict[tuple[object, ...], tuple[tuple[Any, ...], Any]] = {}
        self.capacity = CapacityCache()
        self.sizes: Sizes = self.capacity.sizes
        """Size estimates, the same that capacity is computed from."""
        self.servings = self.capacity.servings
        self.heat = HeatCache(self.capacity)

    def get[T](self, question: str, parts: tuple[object, ...], answer: Callable[[], T]) -> T:
        """Return the answer to a question about parts, computed if unknown."""
        key = (question, *map(id, parts))
        found = self._used.get(key) or self._known(key)
        if found is None:
            found = self._used[key] = (parts, answer())
        value: T = found[1]
        return value

    def of_each[M, T](
        self, question: str, parts: tuple[object, ...], members: tuple[M, ...], answer: Callable[[M], T]
    ) -> tuple[T, ...]:
        """Return the answer about each member of a tuple, such as the entities of a table, that follows from the member
        and from the parts. Answers are computed only for members that the tuple of the run before did not have.
        """
        key = (question, *map(id, parts))
        found = self._used.get(key) or self._known(key)
        if found is not None and found[0][-1] is members:
            answers: tuple[T, ...] = found[1]
            return answers
        known = {} if found is None else dict(zip(map(id, found[0][-1]), found[1], strict=True))
        kept = map(known.get, map(id, members), repeat(_UNKNOWN))
        answers = tuple([answer(one) if old is _UNKNOWN else old for one, old in zip(members, kept, strict=True)])
        self._used[key] = ((*parts, members), answers)
        return answers

    def of_equals[T](self, question: str, about: Hashable, answer: Callable[[], T]) -> T:
        """The answer to a question about a value, one for all that are equal: a hundred entities with one key template
        are compared once.
        """
        key = (question, (about,))
        found = self._used.get(key) or self._known(key)
        if found is None:
            found = self._used[key] = ((), answer())
        value: T = found[1]
        return value

    def _known(self, key: tuple[object, ...]) -> tuple[tuple[Any, ...], Any] | None:
        """An answer of the run before, which is kept for the next as well."""
        found = self._kept.get(key)
        if found is not None:
            self._used[key] = found
        return found

    def end_run(self) -> None:
        """Forget what this run did not use."""
        self._kept, self._used = self._used, {}


def of_part[P: (AccessPattern, Entity), T](answer: Callable[[P], T]) -> Callable[[P], T]:
    """Keep the answer to a question about an access pattern or an entity alone with it, as a property that it has.
    Twenty rules ask what a condition compares, in each run.
    """
    name = f"{answer.__module__}.{answer.__qualname__}"

    @wraps(answer)
    def kept(part: P) -> T:
        held = part.__dict__
        if name not in held:
            held[name] = answer(part)
        value: T = held[name]
        return value

    return kept


def of_pattern_on_table[T](answer: Callable[[Table, AccessPattern], T]) -> Callable[[Table, AccessPattern], T]:
    """The same for a question whose answer also follows from the attributes of a table's entities, and from what the
    entities that the pattern names write into their keys (as `bind` does). Kept for the last such table.
    """
    name = f"{answer.__module__}.{answer.__qualname__}"

    @wraps(answer)
    def kept(table: Table, pattern: AccessPattern) -> T:
        last, by, value = pattern.__dict__.get(name, _NOTHING_KEPT)
        if last is not table:
            parts = _bound_by(table, pattern)
            if len(by) != len(parts) or not all(map(is_, by, parts)):
                value = answer(table, pattern)
            pattern.__dict__[name] = (table, parts, value)
        found: T = value
        return found

    return kept


def _bound_by(table: Table, pattern: AccessPattern) -> tuple[object, ...]:
    named = [found for one in pattern.entities if (found := table.entity(one)) is not None] or table.entities
    return (*table.attribute_lists, *(entity.overloads for entity in named), *(entity.attributes for entity in named))
