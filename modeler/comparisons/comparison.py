"""Comparison of two designs or revisions: the differences as text, and their impact."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from modeler.core.design.model import Design as CoreDesign
from modeler.core.design.parts import Part, Parts, living
from modeler.core.documents.parts_codec import design_of
from modeler.core.edits.differences import differences
from modeler.core.edits.matching import matched
from modeler.core.migration import CodedChange, analyse_change, coded_changes, plan, sample_moves
from modeler.core.migration.steps import StepAction
from modeler.history.versions import names_of, revision_meant
from modeler.loading import parts_at, read_current
from modeler.models import Analysis, Design
from modeler.permissions import Action
from modeler.revision_analysis import DesignMemory, result_of, versions
from modeler.selectors import design_for
from modeler.to_json import to_json
from modeler.wording.change_details import Told, told_in_short

WEIGHED_KEPT: Final = 32


@dataclass(frozen=True)
class ComparedDesign:
    """One side: a design that the person can see, at a revision, with the names of that revision."""

    row: Design
    revision: int
    names: tuple[str, ...]

    @cached_property
    def stored(self) -> Parts:
        """All parts, with the tombstones whose names others show."""
        now = read_current(self.row.pk)
        return now.parts if now.revision == self.revision else parts_at(self.row, self.revision)

    @cached_property
    def parts(self) -> dict[str, Part]:
        """The visible parts."""
        return living(self.stored)

    @cached_property
    def design(self) -> CoreDesign:
        """The design of these parts."""
        return design_of(self.stored)

    @property
    def title(self) -> str:
        """The title of this side: the version's name, or the revision number."""
        return self.names[0] if self.names else f"revision {self.revision}"

    @property
    def is_newest(self) -> bool:
        """Is it the current revision?"""
        return self.revision == self.row.revision

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        own = {"design": str(self.row.pk), "name": self.row.name}
        return {**own, "revision": self.revision, "versions": list(self.names)}


@dataclass(frozen=True)
class DraftedDesign(ComparedDesign):
    """A design as a change would leave it, before it is stored: `drafted` are its parts."""

    drafted: Parts

    @cached_property
    def stored(self) -> Parts:
        """All parts, with the tombstones whose names others show."""
        return self.drafted


def side_of(*, design_id: UUID | str, by: Any, revision: str = "") -> ComparedDesign:
    """One side of a comparison; `revision` is a number, a version's name, or '' for the newest. Raises Missing."""
    row = design_for(by, design_id, Action.SEE)
    meant = revision_meant(row, revision)
    return ComparedDesign(row, meant, tuple(version.name for version in names_of(row, [meant]).get(meant, ())))


@dataclass(frozen=True)
class DesignComparison:
    """The differences between two sides."""

    before: ComparedDesign
    after: ComparedDesign

    @cached_property
    def differences(self) -> tuple[CodedChange, ...]:
        """The differences that affect DynamoDB, each with its code."""
        return coded_changes(self.before.design, self.after.design)

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """All differences as text; sample items are counted."""
        before, after = self.before.parts, self._matched
        return tuple(told_in_short(differences(before, after), before, after))

    @cached_property
    def _matched(self) -> Parts:
        """The parts after, with the IDs that the same parts have before."""
        before, after = self.before.parts, self.after.parts
        return after if self.before.row.pk == self.after.row.pk else matched(before, self.after.design)


def comparison(before: ComparedDesign, after: ComparedDesign) -> DesignComparison:
    """Two sides and their comparison."""
    return DesignComparison(before, after)


@dataclass(frozen=True, slots=True)
class ComparedSum:
    """One figure on both sides; None if one side has none."""

    what: str
    before: Decimal | None
    after: Decimal | None

    @property
    def change(self) -> Decimal | None:
        """After minus before."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def distance(self) -> Decimal | None:
        """The absolute difference."""
        return None if self.change is None else abs(self.change)


_LISTS: Final = ("appearing", "going", "uncounted", "moving", "at_once", "steps", "of_plan")


@dataclass(frozen=True)
class Weight:
    """The impact of a difference: new and resolved findings, cost and capacity on both sides, the migration plan.

    `uncounted` says what the cost of a side does not include, so that it is a lower bound. `pattern_units` (per call)
    and `pattern_dollars` (per month) are those of access patterns whose figures differ.
    `moving` are sample items that get another key, enter an index or leave one. `at_once` are findings on deploying the
    new design in one step, `of_plan` findings on the plan itself.
    """

    appearing: tuple[Mapping[str, Any], ...]
    going: tuple[Mapping[str, Any], ...]
    staying: int
    cost: tuple[ComparedSum, ...]
    uncounted: tuple[str, ...]
    capacity: tuple[ComparedSum, ...]
    pattern_units: tuple[ComparedSum, ...]
    pattern_dollars: tuple[ComparedSum, ...]
    moving: tuple[Mapping[str, Any], ...]
    at_once: tuple[Mapping[str, Any], ...]
    steps: tuple[Mapping[str, Any], ...]
    of_plan: tuple[Mapping[str, Any], ...]

    @property
    def moves_items(self) -> bool:
        """Does a step of the plan bring stored items to new keys?"""
        return any(step["action"] == StepAction.BACKFILL for step in self.steps)

    def as_json(self) -> dict[str, Any]:
        """Plain JSON; decimals as texts."""
        sums = {
            name: [{**to_json(one), "change": to_json(one.change)} for one in getattr(self, name)]
            for name in ("cost", "capacity", "pattern_units", "pattern_dollars")
        }
        lists = {name: list(getattr(self, name)) for name in _LISTS}
        return {**lists, **sums, "staying": self.staying}


def weigh(made: DesignComparison) -> Weight:
    """Compute the impact now. Takes as long as two analyses if none is stored."""
    old, new = _result(made.before), _result(made.after)
    was, is_now = _findings(old), _findings(new)
    before, after = made.before.design, made.after.design
    way = plan(before, after)
    return Weight(
        appearing=tuple(one for key, one in is_now.items() if key not in was),
        going=tuple(one for key, one in was.items() if key not in is_now),
        staying=len(was.keys() & is_now.keys()),
        cost=tuple(_costs(old["cost"], new["cost"])),
        uncounted=tuple(dict.fromkeys([*unasked(before, after), *old["cost"]["unknown"], *new["cost"]["unknown"]])),
        capacity=tuple(_loads(old["capacity"], new["capacity"])),
        pattern_units=tuple(_differing(_units_of_calls(old["capacity"]), _units_of_calls(new["capacity"]))),
        pattern_dollars=tuple(_differing(_dollars(old["cost"]), _dollars(new["cost"]))),
        moving=tuple(one.as_json() for one in sample_moves(before, after)),
        at_once=tuple(to_json(one.as_json()) for one in analyse_change(before, after)),
        steps=tuple(way.as_json()),
        of_plan=tuple(to_json(one.as_json()) for one in analyse_change(before, after, way)),
    )


def unasked(*sides: CoreDesign) -> Iterator[str]:
    """Yield what the cost of a side without access patterns lacks."""
    for side in sides:
        if side.tables and not side.patterns:
            yield "the requests of a design without access patterns"


_results: Final[OrderedDict[tuple[Any, ...], Mapping[str, Any]]] = OrderedDict()
_results_lock: Final = threading.Lock()


def _result(side: ComparedDesign) -> Mapping[str, Any]:
    """The analysis of one side: stored, or computed by this process and kept a while; that of a draft is not kept."""
    if isinstance(side, DraftedDesign):
        return result_of(side.design, DesignMemory())
    key = (side.row.pk, side.revision, *versions().values())
    with _results_lock:
        kept = _results.get(key)
    if kept is None:
        stored = Analysis.objects.filter(design=side.row, revision=side.revision, **versions()).first()
        kept = stored.result if stored is not None else result_of(side.design, DesignMemory())
    with _results_lock:
        _results[key] = kept
        _results.move_to_end(key)
        while len(_results) > WEIGHED_KEPT:
            _results.popitem(last=False)
    return kept


def _findings(result: Mapping[str, Any]) -> dict[tuple[str, str], Mapping[str, Any]]:
    return {(one["rule"], one["path"]): one for one in result["findings"]["findings"]}


def _costs(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[ComparedSum]:
    """The cost per month in each capacity mode of both sides, and in the cheapest."""
    for mode in dict.fromkeys([*old["modes"], *new["modes"]]):
        yield ComparedSum(mode, *(_amount(side["modes"].get(mode, {}).get("total")) for side in (old, new)))
    yield ComparedSum("as in the design", _amount(old["total"]), _amount(new["total"]))
    yield ComparedSum("cheapest", _amount(old["cheapest"]), _amount(new["cheapest"]))


def _loads(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[ComparedSum]:
    """Units per second of each table and index, average and peak."""
    was, is_now = _places(old), _places(new)
    for place in dict.fromkeys([*is_now, *was]):
        for direction in ("read", "write"):
            for when in ("average", "peak"):
                sides = (_amount(side.get(place, {}).get(direction, {}).get(when)) for side in (was, is_now))
                yield ComparedSum(f"{place}, {direction}s, {when}", *sides)


def _places(capacity: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {one["place"]["index"] or one["place"]["table"]: one for one in capacity["places"]}


def _differing(was: Mapping[str, Decimal], is_now: Mapping[str, Decimal]) -> Iterator[ComparedSum]:
    """The figures that are not the same on both sides; those that only one side has are among them."""
    for what in dict.fromkeys([*is_now, *was]):
        if was.get(what) != is_now.get(what):
            yield ComparedSum(what, was.get(what), is_now.get(what))


def _units_of_calls(capacity: Mapping[str, Any]) -> dict[str, Decimal]:
    """Units of one call by access pattern and direction, all tables and indexes together."""
    found: dict[str, Decimal] = {}
    for pattern in capacity["patterns"]:
        for load in pattern["loads"]:
            what = f"{pattern['label']}, {load['direction']} units"
            found[what] = found.get(what, Decimal(0)) + (_amount(load["per_call"]) or Decimal(0))
    return found


def _dollars(cost: Mapping[str, Any]) -> dict[str, Decimal]:
    return {one["label"]: Decimal(str(one["amount"])) for one in cost["patterns"]}


def _amount(figure: Mapping[str, Any] | None) -> Decimal | None:
    return None if not figure or figure.get("value") is None else Decimal(str(figure["value"]))
