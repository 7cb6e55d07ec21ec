"""What can be required of a migration, so that a machine or a script waits for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..migration import Migration
from ..routes import Route

FOLLOWED_SECONDS = 120.0


def is_followed(migration: Migration, route: Route) -> bool:
    """Return whether somebody reads the stream of a route."""
    seconds = migration.control.seconds_since_followed(route.name)
    return seconds is not None and seconds <= FOLLOWED_SECONDS


REQUIRED: Mapping[str, Callable[[Migration], bool]] = {
    "followed": lambda migration: all(is_followed(migration, route) for route in migration.routes),
    "backfilled": Migration.is_backfilled,
    "no-problems": lambda migration: not any(migration.problems()),
    "compared": lambda migration: migration.control.state().verified,
}
"""What `status --require` asks for, so that a machine can wait for it."""
