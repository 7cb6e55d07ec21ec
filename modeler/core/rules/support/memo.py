"""Answers that are kept from one analysis of a design to the next, by the parts that they follow from."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import repeat
from typing import Any, Final

from modeler.core.capacity.heat import HeatCache
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.items.sizes import Sizes

_UNKNOWN: Final = object()


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
