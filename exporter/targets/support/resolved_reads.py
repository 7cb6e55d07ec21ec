"""Resolves reads by intent to an index and key, for targets that emit requests."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from exporter.targets.base import Export
from exporter.targets.support.per_design_cache import once
from modeler.core.design.model import Design
from modeler.core.servings.known import asked_design


@once
def _changed(design: Design) -> Design | None:
    made = asked_design(design)
    return None if made is design else made  # the cache must not keep the design itself alive


def asked(design: Design) -> Design:
    """Return the design with each read by intent resolved as its serving reads it."""
    return _changed(design) or design


def by_key(build: Callable[[Design], Export]) -> Callable[[Design], Export]:
    """Return a builder that receives the design with reads resolved (`asked_design`)."""

    @wraps(build)
    def built(design: Design) -> Export:
        return build(asked(design))

    return built
