"""Scenes, one for each requested revision, built once per process however many requests come at the same time."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection
from psycopg import sql

from designer.page.comments import SILENCE, Talk, talk_of, talk_version
from designer.page.scene import Scene, gathered_before, stored_again
from modeler.core.errors import Missing
from modeler.loading import read_current
from modeler.models import Analysis, Design, Thread, Version
from modeler.revision_analysis import analysis_renew, is_by_current_rules
from modeler.turns import give_connection_back

KEPT: Final = 24
SMALL_PARTS: Final = 400
"""Parts of a small design. Small ones are most, so ten times as many of their scenes are kept."""

NAMED: Final = 100
"""Maximum number of names of revisions in a scene, newest first."""


class KeptValues[K: Hashable, V]:
    """The most recently used values by key, which weigh no more than `size` together. Of several threads that miss one
    key, one makes the value, others wait.
    """

    def __init__(self, size: int, weigh: Callable[[V], int] = lambda _: 1) -> None:
        self._size = size
        self._weigh = weigh
        self._weight = 0
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()
        self._making: dict[K, threading.Event] = {}

    def peek(self, key: K) -> V | None:
        """The value of a key if it is cached; never waits."""
        with self._lock:
            return self._values.get(key)

    def recent(self, key: K) -> V | None:
        """The value of a key if it is cached, which counts as a use; never waits."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: K, value: V) -> None:
        """Cache a value, in place of one with the same key."""
        with self._lock:
            if key in self._values:
                self._weight -= self._weigh(self._values.pop(key))
            self._values[key] = value
            self._weight += self._weigh(value)
            while self._weight > self._size and len(self._values) > 1:
                self._weight -= self._weigh(self._values.popitem(last=False)[1])

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key, created now if it is not cached."""
        while True:
            with self._lock:
                if key in self._values:
                    self._values.move_to_end(key)
                    return self._values[key]
                waiting = self._making.get(key)
                if waiting is None:
                    made = self._making[key] = threading.Event()
                    break
            give_connection_back()
            waiting.wait(timeout=30)
        try:
            value = make()
            self.put(key, value)
            return value
        finally:
            with self._lock:
                del self._making[key]
            made.set()


_newest: Final[weakref.WeakValueDictionary[UUID, Scene]] = weakref.WeakValueDictionary()


def _weight(scene: Scene) -> int:
    return max(1, len(scene.parts) // SMALL_PARTS)


_scenes: Final[KeptValues[tuple[Any, ...], Scene]] = KeptValues(KEPT * 10, _weight)


class _State(NamedTuple):
    """The revisions of a design and of its items, its newest analysis, the version of its comments, and names of its
    revisions.
    """

    revision: int
    items_revision: int
    stamp: int
    said: str
    named: tuple[tuple[int, str], ...]

    def key(self, design_id: UUID) -> tuple[Any, ...]:
        """The key of the scene that shows this."""
        silent = (design_id, self.revision, self.stamp)
        return (*silent, self.said, self.named) if self.said or self.named else silent


def scene_of(design_id: UUID) -> Scene:
    """The current scene of a design. Raises Missing. Each push and each page asks for it, and few find anything new:
    one statement tells whether the last one is still current, and what another one is made of.
    """
    state = _state_of(design_id)
    found = _scenes.recent(state.key(design_id))
    return found if found is not None else _made(design_id, state)


def _state_of(design_id: UUID) -> _State:
    with connection.cursor() as cursor:
        cursor.execute(_state_statement(), {"design": design_id, "named": NAMED})
        row = cursor.fetchone()
    if row is None:
        raise Missing("the design does not exist", code="design.missing")
    revision, items_revision, stamp, threads, changed_at, revisions, names = row
    named = tuple(zip(revisions or (), names or (), strict=True))
    return _State(revision, items_revision, stamp or 0, talk_version(threads, changed_at), named)


@lru_cache(maxsize=1)
def _state_statement() -> sql.Composed:
    """Raw SQL, as in modeler.loading: four queries of the ORM took ten times as long as Postgres needs to answer."""
    tables = {model.__name__: sql.Identifier(model._meta.db_table) for model in (Design, Analysis, Thread, Version)}
    return sql.SQL("""
        SELECT design.revision, design.items_revision, newest.id, said.threads, said.changed_at,
               named.revisions, named.names
        FROM {Design} design
        LEFT JOIN LATERAL (
            SELECT id FROM {Analysis} WHERE design_id = design.id AND revision <= design.revision
            ORDER BY revision DESC, at DESC LIMIT 1
        ) newest ON TRUE
        CROSS JOIN LATERAL (
            SELECT count(*) AS threads, max(changed_at) AS changed_at FROM {Thread} WHERE design_id = design.id
        ) said
        CROSS JOIN LATERAL (
            SELECT array_agg(revision ORDER BY revision DESC, name) AS revisions,
                   array_agg(name ORDER BY revision DESC, name) AS names
            FROM (SELECT revision, name FROM {Version} WHERE design_id = design.id
                  ORDER BY revision DESC, name LIMIT %(named)s) newest_names
        ) named
        WHERE design.id = %(design)s
    """).format(**tables)


def _made(design_id: UUID, state: _State) -> Scene:
    seen = Design(pk=design_id, revision=state.revision, items_revision=state.items_revision)
    loaded = read_current(design_id, seen)
    state = state._replace(revision=loaded.revision)

    def make() -> Scene:
        before = _newest.get(design_id)
        made = Scene(
            design_id=design_id,
            revision=loaded.revision,
            design=loaded.design,
            parts=loaded.parts,
            given=stored_again(loaded.design, before),
            earlier=gathered_before(loaded.design, before),
            **_analysis(design_id, state.stamp, before),
        )
        _newest[design_id] = made
        return made

    silent = _scenes.get(state._replace(said="", named=()).key(design_id), make)
    if not state.said and not state.named:
        return silent
    talk = _talks.get((design_id, state.said), lambda: talk_of(design_id, state.said)) if state.said else SILENCE
    return _scenes.get(state.key(design_id), lambda: silent.with_talk(talk, state.named))


OF_ANALYSIS: Final = ("analysis", "analysed", "stamp", "is_outdated", "analysed_at")


def _analysis(design_id: UUID, stamp: int, before: Scene | None) -> dict[str, Any]:
    """What a scene has of an analysis: that of the scene before, unless there is a newer one."""
    if before is not None and before.stamp == stamp:
        return {name: getattr(before, name) for name in OF_ANALYSIS}
    newest = Analysis.objects.filter(pk=stamp).first() if stamp else None
    if newest is None:
        return {"stamp": stamp}
    is_outdated = not is_by_current_rules(newest)
    if is_outdated:
        # After an upgrade: once per process, because the scene is kept.
        analysis_renew(design_id)
    return dict(zip(OF_ANALYSIS, (newest.result, newest.revision, stamp, is_outdated, newest.at), strict=True))


_talks: Final[KeptValues[tuple[UUID, str], Talk]] = KeptValues(KEPT)
