"""Scenes, one for each requested revision, built once per process however many requests come at the same time."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Final
from uuid import UUID

from designer.page.comments import SILENCE, Talk, talk_of, talk_version
from designer.page.scene import Scene, gathered_before, stored_again
from modeler.loading import read_current
from modeler.models import Analysis, Version
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


def scene_of(design_id: UUID) -> Scene:
    """The current scene of a design. Raises Missing."""
    loaded = read_current(design_id)
    newest = (
        Analysis.objects.filter(design_id=design_id, revision__lte=loaded.revision).order_by("-revision", "-at").first()
    )
    stamp = newest.pk if newest else 0
    is_outdated = newest is not None and not is_by_current_rules(newest)

    def make() -> Scene:
        if is_outdated:
            # After an upgrade: once per process, because the scene is kept.
            analysis_renew(design_id)
        before = _newest.get(design_id)
        made = Scene(
            design_id=design_id,
            revision=loaded.revision,
            design=loaded.design,
            parts=loaded.parts,
            analysis=newest.result if newest else {},
            analysed=newest.revision if newest else 0,
            stamp=stamp,
            given=stored_again(loaded.design, before),
            earlier=gathered_before(loaded.design, before),
            is_outdated=is_outdated,
        )
        _newest[design_id] = made
        return made

    silent = _scenes.get((design_id, loaded.revision, stamp), make)
    version, named = talk_version(design_id), _named(design_id)
    if not version and not named:
        return silent
    talk = _talks.get((design_id, version), lambda: talk_of(design_id, version)) if version else SILENCE
    key = (design_id, loaded.revision, stamp, version, named)
    return _scenes.get(key, lambda: silent.with_talk(talk, named))


def _named(design_id: UUID) -> tuple[tuple[int, str], ...]:
    named = Version.objects.filter(design_id=design_id).order_by("-revision", "name")
    return tuple(named.values_list("revision", "name")[:NAMED])


_talks: Final[KeptValues[tuple[UUID, str], Talk]] = KeptValues(KEPT)
