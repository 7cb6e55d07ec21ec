"""A migration as one object: its routes, its control table, and what each command does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from .bringing import Bringer
from .calls import Calls
from .control import Control, Phase, Segment, State
from .copying import Copier
from .evidence import Evidence
from .exports.backfilling import ExportBackfill, refuse_gap
from .exports.manifest import TableExport, exports_by_table
from .filling import Filler
from .pace import Pace
from .problems import Problem, Stopped
from .routes import Direction, Route, tables_of
from .scanning import WHOLE, Part, Scan, pages
from .shapes import StoredTable
from .stored_values import Item
from .streaming import Follower
from .verifying import Comparison, Differences, counted_in_index, expected_in_indexes

STATE_SECONDS = 1.0
"""How often `throttle` and `pause` are looked at."""


@dataclass(frozen=True)
class Clients:
    """What boto3 gives: the client of a DynamoDB resource (whose values are Python's), and that of streams."""

    dynamodb: Any
    streams: Any


class Migration:
    """All routes of a design's change. One object per process; threads share it."""

    def __init__(
        self, routes: Iterable[Route], clients: Clients, control_table: str, names: Mapping[str, str] | None = None
    ) -> None:
        self.routes = tuple(route.deployed(names or {}) for route in routes)
        self.clients = clients
        self.evidence = Evidence()
        self.calls = Calls(clients.dynamodb, self.evidence)
        self.pace = Pace()
        self.part = WHOLE
        self.exports: dict[str, list[TableExport]] = {}
        self.control = Control(control_table, self.calls)
        self._bringers: dict[tuple[str, Direction, int], Bringer] = {}
        self._followers: dict[str, Follower] = {}

    # What brings items.

    def direction(self, route: Route, state: State) -> Direction:
        """Return the direction in which a route's changes go in a phase.

        Copies go back once the new table serves. Keys of indexes are kept for the new design until a revert.
        """
        if route.in_place:
            return Direction.BACK if state.phase is Phase.REVERTED else Direction.FORWARD
        serving = state.came_from if state.phase is Phase.HOLDING else state.phase
        return serving.direction

    def bringer(self, route: Route, direction: Direction, generation: int) -> Bringer:
        """Return what brings the items of a route in a direction."""
        known = (route.name, direction, generation)
        if known not in self._bringers:
            leg, back = route.leg(direction), route.leg(_opposite(direction))
            self._bringers[known] = (
                Filler(leg, direction, self.control, self.calls)
                if route.in_place
                else Copier(leg, back, direction, generation, self.control, self.calls)
            )
        return self._bringers[known]

    def active(self) -> Iterator[tuple[Route, Bringer]]:
        """Yield each route with what brings its items now."""
        state = self.control.state()
        for route in self.routes:
            yield route, self.bringer(route, self.direction(route, state), state.generation)

    def follower(self, route: Route, table: StoredTable) -> Follower:
        """Return what reads the stream of a table for a route. Raises Stopped if the table has none."""
        name = f"{route.name}#{table.deployed}"
        if name not in self._followers:
            told = self.clients.dynamodb.describe_table(TableName=table.deployed)["Table"]
            arn = told.get("LatestStreamArn")
            if not arn or not (told.get("StreamSpecification") or {}).get("StreamEnabled"):
                raise Stopped(f"{table.deployed} has no stream: turn it on with NEW_AND_OLD_IMAGES")
            self._followers[name] = Follower(name, arn, self.clients.streams, self.control, self.evidence)
        return self._followers[name]

    # The work.

    def backfill(
        self,
        *,
        segments: int,
        go_on: Callable[[], bool],
        again: bool = False,
        part: Part = WHOLE,
        exports: Sequence[TableExport] = (),
    ) -> bool:
        """Bring every item that was stored before the stream was followed. Returns whether all of the part is done.

        `again` begins anew and reads each item again: after records of a stream were lost. Tables that have `exports`
        are not scanned. Raises Stopped if an export does not reach up to what the stream has.
        """
        self.exports = exports_by_table(exports)
        self.part = part
        self._look_at_state()
        done = [self._fill_route(route, bringer, segments, go_on, again) for route, bringer in self.active()]
        return all(done)

    def _fill_route(
        self, route: Route, bringer: Bringer, segments: int, go_on: Callable[[], bool], again: bool
    ) -> bool:
        slow = bringer.paced(self.calls.paced(self.pace))
        if again:
            self.control.forget_scan(bringer.name)
        table = bringer.leg.source
        if exports := self.exports.get(table.deployed):
            refuse_gap(exports, self.control.followed_since(route.name), self.follower(route, table).began())
            export = ExportBackfill(slow, exports, self.control, again=again)
            return export.run(lambda: self._may_go_on(go_on), self.part)

        def work(item: Item) -> None:
            if again:
                slow.bring(bringer.leg.source.key(item))
            else:
                slow.take(item)

        scan = Scan(bringer.name, table.deployed, self.control, slow.calls)
        return scan.run(segments, work, lambda: self._may_go_on(go_on), self.part)

    def _may_go_on(self, go_on: Callable[[], bool]) -> bool:
        while go_on():
            if not self._look_at_state().paused:
                return True
            time.sleep(STATE_SECONDS)
        return False

    def _look_at_state(self) -> State:
        state = self.control.state()
        self.pace.limit_to(state.units_per_second and state.units_per_second / self.part.of)
        return state

    def follow(self) -> int:
        """Read each stream once and bring what changed. Returns the number of records."""
        count = 0
        for route, bringer in self.active():
            count += self.follower(route, bringer.leg.source).round(bringer)
            self.control.beat(route.name)
        return count

    def begin_following(self) -> None:
        """Note that the streams are read from now on. Raises Stopped if a table has none."""
        for route, bringer in self.active():
            self.follower(route, bringer.leg.source)
            self.control.beat(route.name)

    def catch_up(self, pause: Callable[[], object] = lambda: time.sleep(0.2)) -> int:
        """Bring all changes that the streams have. Returns the number of records."""
        return sum(
            self.follower(route, bringer.leg.source).catch_up(bringer, pause) for route, bringer in self.active()
        )

    def diff(self, *, sample: int | None = None, repair: bool = False) -> Differences:
        """Compare both sides; `sample`: one of so many segments of each table. Raises nothing for what differs.

        Items that were not migrated are problems of every comparison, whether it meets them or not.
        """
        found = Differences()
        for _, bringer in self.active():
            found += self._comparison(bringer, repair).of_segments(range(1), sample or 1)
        found.problems = max(found.problems, sum(1 for _ in self.problems()))
        if sample is None:
            self.control.set(verified=self.control.state().generation if found.is_empty else 0)
        return found

    def _comparison(self, bringer: Bringer, repair: bool) -> Comparison:
        route = next(one for one in self.routes if one.name == bringer.leg.name)
        back = route.leg(Direction.BACK if bringer.leg.source is route.old else Direction.FORWARD)
        return Comparison(bringer, back, self.calls.paced(self.pace), repair=repair)

    def counts(self) -> Iterator[tuple[str, str, int, int]]:
        """Yield table, index, the items that its keys put into it, and the items that it lists."""
        for _, bringer in self.active():
            leg = bringer.leg
            table = leg.target.deployed
            items = chain.from_iterable(found for found, _ in pages(self.calls, table, 0, 1, None, 500))
            for index, expected in expected_in_indexes(leg, items).items():
                yield table, index, expected, counted_in_index(self.calls, table, index)

    def problems(self) -> Iterator[tuple[str, Item, Problem]]:
        """Yield the items that are not migrated: the route, the key at the source, and why."""
        for route, bringer in self.active():
            for key, problem in self.control.problems(bringer.name):
                yield route.name, key, problem

    def retry_problems(self) -> int:
        """Bring items with problems again. Returns how many still have one."""
        for _, bringer in self.active():
            for key, _ in list(self.control.problems(bringer.name)):
                bringer.bring(key)
        return sum(1 for _ in self.problems())

    def progress(self) -> Iterator[tuple[str, list[Segment], int | None]]:
        """Yield the name of each backfill, its segments, and how many it has (None: it has not begun)."""
        for _, bringer in self.active():
            yield bringer.name, self.control.segments(bringer.name), self.control.planned_segments(bringer.name)

    def is_backfilled(self) -> bool:
        """Return whether every backfill that is needed is complete."""
        return all(self.control.is_done(bringer.name) for _, bringer in self.active())

    def tables(self) -> Iterator[StoredTable]:
        """Yield the tables of both designs that the migration reads or writes."""
        return tables_of(self.routes)


def _opposite(direction: Direction) -> Direction:
    return Direction.BACK if direction is Direction.FORWARD else Direction.FORWARD


class Stop:
    """Tells running work to stop at its next checkpoint: a flag that signals and threads can set."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def now(self, *_: object) -> None:
        """Ask for the end; also usable as the handler of a signal."""
        self._event.set()

    def go_on(self) -> bool:
        """Return whether work goes on."""
        return not self._event.is_set()

    def wait(self, seconds: float) -> None:
        """Wait, at most until somebody stops the work."""
        self._event.wait(seconds)
