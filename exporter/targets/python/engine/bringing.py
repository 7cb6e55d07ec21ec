"""Bringing items to the new design: what copying and filling have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from enum import StrEnum
from typing import Any, ClassVar, Self

from .calls import Calls, Invalid
from .control import Control
from .problems import Problem, Trouble
from .routes import Direction, Leg
from .stored_values import digest, key_text

ATTEMPTS_MAX = 20


class Outcome(StrEnum):
    """What became of one item."""

    WRITTEN = "written"
    UNCHANGED = "unchanged"
    REMOVED = "removed"
    SUPERSEDED = "superseded"
    NOT_MOVED = "not_moved"
    PROBLEM = "problem"


class Bringer(ABC):
    """Brings items of a leg's source to its target. Problems of items are kept in the control table until they end."""

    remembers: ClassVar[bool]
    """Whether an entry of the control table says for each item where it is at the target."""

    def __init__(self, leg: Leg, direction: Direction, control: Control, calls: Calls) -> None:
        self.leg = leg
        self.name = f"{leg.name}#{direction}"
        self.control = control
        self.calls = calls
        self._troubled = {digest(key_text(key)) for key, _ in control.problems(self.name)}

    def paced(self, calls: Calls) -> Self:
        """Return the same with other calls; what is known about problems is shared."""
        other = copy(self)
        other.calls = calls
        return other

    def bring(self, key: Mapping[str, Any], *images: Mapping[str, Any]) -> Outcome:
        """Make the target hold what the source holds under a key now.

        `images` are what the item was before changes, if known: they tell where a copy is that nothing else knows of.
        """
        return self._in_order(key, lambda: self._bring(key, images))

    def take(self, item: Mapping[str, Any]) -> Outcome:
        """Bring an item that a scan has read, unless a later change was brought already."""
        return self._in_order(self.leg.source.key(item), lambda: self._take(item))

    def knows(self, key: Mapping[str, Any]) -> bool:
        """Return whether it knows where the copy of an item is: then a change needs no image."""
        del key
        return True

    @abstractmethod
    def _bring(self, key: Mapping[str, Any], images: Sequence[Mapping[str, Any]]) -> Outcome: ...

    @abstractmethod
    def _take(self, item: Mapping[str, Any]) -> Outcome: ...

    def _in_order(self, key: Mapping[str, Any], work: Callable[[], Outcome]) -> Outcome:
        mark = digest(key_text(key))
        try:
            outcome = work()
        except Invalid as error:
            trouble = Trouble.TOO_LARGE if error.is_about_size else Trouble.REFUSED
            outcome = self._troubles(key, mark, Problem(trouble, str(error)))
        except Problem as problem:
            outcome = self._troubles(key, mark, problem)
        else:
            if mark in self._troubled:
                self.control.forget_problem(self.name, key)
                self._troubled.discard(mark)
        self.calls.evidence.add(outcome.value)
        return outcome

    def _troubles(self, key: Mapping[str, Any], mark: str, problem: Problem) -> Outcome:
        self.control.note_problem(self.name, key, problem)
        self._troubled.add(mark)
        return Outcome.PROBLEM
