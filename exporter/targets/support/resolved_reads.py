"""Reads that name no key, with the key that serves them: what formats want that ask DynamoDB themselves."""

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
    return None if made is design else made  # what is remembered must not keep the design itself alive


def asked(design: Design) -> Design:
    """The design with each read that names no key as its serving asks it."""
    return _changed(design) or design


def by_key(build: Callable[[Design], Export]) -> Callable[[Design], Export]:
    """A builder that is given the design as its servings ask it (`asked_design`)."""

    @wraps(build)
    def built(design: Design) -> Export:
        return build(asked(design))

    return built
