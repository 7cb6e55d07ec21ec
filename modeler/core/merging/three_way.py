"""A three-way merge over parts: the parts from which both sides began, those of the main line, those of the branch.

A field that one side changed gets that side's value. A field that both sides changed to different values is a conflict,
and so is a part that one side removed and the other side edited or extended. A conflict shows both values and the one
before; until somebody chooses, the main line's value stays. An order of siblings that both sides changed does not
conflict: the main line's order stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from modeler.core.design.parts import Json, Part, PartKind, Parts
from modeler.core.edits.changes import same
from modeler.core.errors import Invalid

REMOVED: Final = "removed"
"""The field of a conflict about the part itself: one side removed it, the other side edited or extended it."""

_POSITION: Final = "position"


class Side(StrEnum):
    """A side of a merge."""

    MAIN = "main"
    BRANCH = "branch"

    @property
    def other(self) -> Side:
        """The side that it is merged with."""
        return Side.BRANCH if self is Side.MAIN else Side.MAIN


type Choices = Mapping[tuple[str, str], Side]
"""The chosen side of a conflict, by part and field."""


@dataclass(frozen=True, slots=True)
class MergeConflict:
    """A field of a part that both sides changed. Values are None where the field is absent. If `field` is `REMOVED`,
    the value of the side that removed the part is True. `name` and `kind` describe the part. `chosen` is None until
    somebody chooses.
    """

    part: str
    field: str
    kind: PartKind
    name: str
    before: Json
    main: Json
    branch: Json
    chosen: Side | None = None

    def as_json(self) -> dict[str, Json]:
        """Plain JSON."""
        own = ("part", "field", "name", "before", "main", "branch")
        chosen = None if self.chosen is None else self.chosen.value
        return {**{name: getattr(self, name) for name in own}, "kind": self.kind.value, "chosen": chosen}


@dataclass(frozen=True, slots=True)
class Merge:
    """The merged parts, without tombstones, and all conflicts in the order of the parts, chosen or not."""

    parts: dict[str, Part]
    conflicts: tuple[MergeConflict, ...]

    @property
    def open(self) -> tuple[MergeConflict, ...]:
        """The conflicts for which nobody has chosen a side."""
        return tuple(one for one in self.conflicts if one.chosen is None)


def three_way(base: Parts, main: Parts, branch: Parts, choices: Choices | None = None) -> Merge:
    """Merge the visible parts of both sides (without tombstones). Raises Invalid if an id is a part of one kind in one
    side and of another kind, or below another part, in the other side.
    """
    merging = _Merging(base, {Side.MAIN: main, Side.BRANCH: branch}, choices or {})
    parts = {part.id: part for part in merging.parts()}
    return Merge(parts, tuple(merging.conflicts))


class _Merging:
    """One merge. `conflicts` are complete once `parts` is exhausted."""

    def __init__(self, base: Parts, sides: Mapping[Side, Parts], choices: Choices) -> None:
        self.base, self.sides, self.choices = base, sides, choices
        self.conflicts: list[MergeConflict] = []
        self._below = {side: _dependents(parts) for side, parts in sides.items()}
        self._kept: set[str] = set()

    def parts(self) -> Iterator[Part]:
        """The merged parts, parents first, in the order of the main line; what only the branch has follows."""
        for part_id in _parents_first(*self.sides.values()):
            merged = self._merged(part_id)
            if merged is not None and self._has_place(merged):
                self._kept.add(part_id)
                yield merged

    def _has_place(self, part: Part) -> bool:
        """Whether everything that it cannot exist without is merged: its parent, and an overload's index."""
        return all(one in self._kept or not self._is_known(one) for one in _needs(part))

    def _is_known(self, part_id: str) -> bool:
        """Whether any side has or had it: an overload can name an index that was never there."""
        return part_id in self.base or any(part_id in parts for parts in self.sides.values())

    def _merged(self, part_id: str) -> Part | None:
        main, branch = self.sides[Side.MAIN].get(part_id), self.sides[Side.BRANCH].get(part_id)
        base = self.base.get(part_id)
        if main is not None and branch is not None:
            return self._fields(base, main, branch)
        there = main or branch
        if there is None or base is None:
            return there
        _check_same_place(base, there)
        remover = Side.BRANCH if branch is None else Side.MAIN
        return there if self._survives(part_id, remover) else None

    def _survives(self, part_id: str, remover: Side) -> bool:
        """Whether a part stays that one side removed."""
        top = self._top(part_id, remover)
        if top != part_id:
            return self._is_contested(top, remover) and self._choice(top, REMOVED) is not remover
        if not self._is_contested(part_id, remover):
            return False
        part = self.base[part_id]
        removed = {remover: True, remover.other: None}
        conflict = self._conflict(part, REMOVED, None, removed[Side.MAIN], removed[Side.BRANCH])
        return (conflict.chosen or Side.MAIN) is not remover

    def _top(self, part_id: str, remover: Side) -> str:
        """The highest part with which this one was removed."""
        for above in _needs(self.base[part_id]):
            if above in self.base and above not in self.sides[remover]:
                return self._top(above, remover)
        return part_id

    def _is_contested(self, top: str, remover: Side) -> bool:
        """Whether the other side edited or extended what was removed."""
        side = remover.other
        found = _found_below(self.sides[side], self._below[side], top)
        return any(not _is_unchanged(self.base.get(part.id), part) for part in found)

    def _fields(self, base: Part | None, main: Part, branch: Part) -> Part:
        _check_same_place(main, branch)
        if main is branch or (base is branch):
            return main
        before = base.fields if base is not None else {}
        fields = dict(main.fields)
        for field in dict.fromkeys((*main.fields, *branch.fields, *before)):
            value = self._value(main, field, before.get(field), main.fields.get(field), branch.fields.get(field))
            fields[field] = value
        kept = {field: value for field, value in fields.items() if value is not None}
        return Part(main.id, main.kind, main.parent, kept)

    def _value(self, part: Part, field: str, before: Json, main: Json, branch: Json) -> Json:
        if same(before, branch) or same(main, branch):
            return main
        if same(before, main):
            return branch
        if field == _POSITION:
            return main
        return branch if self._conflict(part, field, before, main, branch).chosen is Side.BRANCH else main

    def _conflict(self, part: Part, field: str, before: Json, main: Json, branch: Json) -> MergeConflict:
        chosen = self._choice(part.id, field)
        conflict = MergeConflict(part.id, field, part.kind, part.name, before, main, branch, chosen)
        self.conflicts.append(conflict)
        return conflict

    def _choice(self, part: str, field: str) -> Side | None:
        return self.choices.get((part, field))


def _is_unchanged(before: Part | None, part: Part) -> bool:
    if before is None:
        return False
    fields = (before.fields.keys() | part.fields.keys()) - {_POSITION}
    return all(same(before.fields.get(field), part.fields.get(field)) for field in fields)


def _check_same_place(one: Part, other: Part) -> None:
    if one.kind is not other.kind or one.parent != other.parent:
        raise Invalid(f"{other.name or other.kind} has the id of a part elsewhere; give it a different id", path=one.id)


def _needs(part: Part) -> Iterator[str]:
    """The parts without which a part does not exist: its parent, and the index of an overload."""
    if part.parent:
        yield part.parent
    if part.kind is PartKind.OVERLOAD and part.fields.get("index"):
        yield str(part.fields["index"])


def dependents(parts: Parts, top: str) -> Iterator[Part]:
    """A part and everything that cannot exist without it: its children, the overloads of an index."""
    return _found_below(parts, _dependents(parts), top)


def _found_below(parts: Parts, below: Mapping[str, set[str]], top: str) -> Iterator[Part]:
    waiting, seen = [top], {top}
    while waiting:
        part_id = waiting.pop()
        if part_id in parts:
            yield parts[part_id]
        new = below.get(part_id, set()) - seen
        seen |= new
        waiting.extend(new)


def _dependents(parts: Parts) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for part in parts.values():
        for above in _needs(part):
            found.setdefault(above, set()).add(part.id)
    return found


def _parents_first(*sides: Parts) -> Iterator[str]:
    """Every id, each after the parts that it needs."""
    given: set[str] = set()
    for parts in sides:
        for part_id in parts:
            yield from _after_needs(part_id, sides, given)


def _after_needs(part_id: str, sides: tuple[Parts, ...], given: set[str]) -> Iterator[str]:
    if part_id in given:
        return
    given.add(part_id)
    for parts in sides:
        if part_id in parts:
            for above in _needs(parts[part_id]):
                if any(above in one for one in sides):
                    yield from _after_needs(above, sides, given)
    yield part_id
