"""Changing who serves: the cut-over, its revert, and what is left afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from .control import Phase, State
from .migration import Migration
from .problems import Stopped
from .routes import Direction, Route
from .shapes import StoredTable

HOLD_SECONDS = 4.0
"""How long writers are held before the last changes are read: twice the time for which a gate remembers the phase."""


def cut_over(migration: Migration, sleep: Callable[[float], None] = time.sleep) -> State:
    """Let the new design serve. Happens, or leaves the old one serving. Raises Stopped."""
    state = migration.control.state()
    if state.phase is Phase.NEW:
        return state
    if state.phase is not Phase.HOLDING:
        _check(migration, state)
        state = migration.control.enter(state, Phase.HOLDING)
    try:
        return _switch(migration, state, Phase.NEW, sleep)
    except BaseException:
        _give_up(migration)
        raise


def revert(migration: Migration, segments: int = 4, sleep: Callable[[float], None] = time.sleep) -> State:
    """Let the old design serve again, with every change that was made since the cut-over. Raises Stopped."""
    state = migration.control.state()
    if state.phase is Phase.OLD:
        raise Stopped("the old design serves: there is nothing to revert")
    if state.phase is Phase.NEW:
        state = migration.control.enter(state, Phase.HOLDING)
    if state.phase is Phase.HOLDING:
        if state.came_from is not Phase.NEW:
            return _give_up(migration)
        try:
            state = _switch(migration, state, Phase.REVERTED, sleep)
        except BaseException:
            _give_up(migration)
            raise
    if any(route.in_place for route in migration.routes):
        migration.backfill(segments=segments, go_on=lambda: True)
    return state


def _check(migration: Migration, state: State) -> None:
    if not migration.is_backfilled():
        raise Stopped("the backfill is not complete: run `backfill`")
    if left := migration.retry_problems():
        raise Stopped(f"{left} {'item is' if left == 1 else 'items are'} not migrated: look at `problems`")
    if not state.verified:
        raise Stopped("both sides were not compared, or differ: run `diff`")


def _switch(migration: Migration, state: State, phase: Phase, sleep: Callable[[float], None]) -> State:
    """Read the last changes while writers wait, then change the phase."""
    sleep(HOLD_SECONDS)
    migration.catch_up(lambda: sleep(0.3))
    if left := migration.retry_problems():
        raise Stopped(f"{left} items that changed last are not migrated: look at `problems`")
    _skip_own_records(migration, state, sleep)
    return migration.control.enter(state, phase)


def _skip_own_records(migration: Migration, state: State, sleep: Callable[[float], None]) -> None:
    """Pass over the records of the other side: until now, only this program has written there."""
    for route in migration.routes:
        if not route.in_place:
            target = route.leg(migration.direction(route, state)).target
            migration.follower(route, target).catch_up(None, lambda: sleep(0.1))


def _give_up(migration: Migration) -> State:
    """Let writers go on where they were."""
    state = migration.control.state()
    if state.phase is not Phase.HOLDING:
        return state
    return migration.control.enter(state, state.came_from)


def clean_up(migration: Migration) -> list[str]:
    """Remove the control table, and return what is left to do by hand. Raises Stopped unless one design serves."""
    state = migration.control.state()
    if state.phase is Phase.HOLDING:
        raise Stopped("writers are held: run `cut-over` or `revert` first")
    if state.phase is Phase.OLD:
        made = [migration.control.name, *filter(None, map(_made_by, migration.routes))]
        raise Stopped(
            "nothing was cut over, so the old tables still serve. To give the migration up, stop `follow`, then delete "
            f"by hand: {', '.join(made)}"
        )
    direction = Direction.FORWARD if state.phase is Phase.NEW else Direction.BACK
    left = [told for route in migration.routes for told in _left(route, direction)]
    migration.calls.client.delete_table(TableName=migration.control.name)
    return left


def _made_by(route: Route) -> str:
    """Return what the old design does not need: a table only if nothing else is in it."""
    new = route.new.deployed
    if route.in_place:
        return ", ".join(f"the index {name} of {new}" for name in _only_of(route.new, route.old))
    return f"the items of {', '.join(route.entities.values())} in {new}" if route.new_exists else f"the table {new}"


def _left(route: Route, direction: Direction) -> Iterator[str]:
    leg = route.leg(direction)
    table, names = leg.source.deployed, ", ".join(leg.entities)
    if route.in_place:
        indexes = _only_of(leg.source, leg.target)
        yield from (f"delete the index {name} of {table}; nothing here deletes it" for name in indexes)
    elif route.old_stays if direction is Direction.FORWARD else route.new_exists:
        yield f"export {table} to S3, then delete the items of {names} in it; nothing here deletes them"
    else:
        only = ", ".join(shape.entity for shape in leg.source.shapes if shape.entity not in leg.entities)
        alone = f", which alone has the items of {only}" if only else ""
        yield f"export {table} to S3{alone}, then delete it; nothing here deletes it"


def _only_of(table: StoredTable, other: StoredTable) -> list[str]:
    """Return the indexes that one design has and the other does not."""
    return [name for name in table.indexes if name not in other.indexes]
