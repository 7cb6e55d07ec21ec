"""Mutes: which findings one covers, and whether its place still exists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from modeler.core.design.model import Design, Mute
from modeler.core.design.parts import ROOT
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Table
from modeler.core.findings import Finding

_STEPS: Final = re.compile(r"\.steps\[\d+\]")


def covers(mute: Mute, finding: Finding) -> bool:
    """Return whether the mute hides the finding. Without a reason it hides nothing."""
    if mute.rule != finding.rule or not mute.reason.strip():
        return False
    if not mute.part:
        return mute.path == finding.path
    if mute.part != finding.part or mute.field not in ("", finding.field):
        return False
    # The steps of a pattern share the pattern's part: muting a finding of one does not mute it for another.
    return not mute.path or _STEPS.findall(mute.path) == _STEPS.findall(finding.path)


def place_finder(design: Design) -> Callable[[Mute], bool]:
    """A function that returns whether the place of a mute is in the design."""
    parts = frozenset(_part_ids(design))
    places = tuple(_places(design))

    def is_there(mute: Mute) -> bool:
        if mute.part:
            return mute.part in parts
        if not mute.path.startswith(("tables.", "patterns.")):
            return True
        return any(_is_at(mute.path, place) for place in places)

    return is_there


def _part_ids(design: Design) -> Iterator[str]:
    yield ROOT
    yield from (pattern.id for pattern in _with_steps(design.patterns))
    for table in design.tables:
        yield from (table.id, *(index.id for index in table.indexes), *(item.id for item in table.unassigned))
        for entity in table.entities:
            yield entity.id
            for held in (entity.attributes, entity.overloads, entity.items):
                yield from (part.id for part in held)


def _with_steps(patterns: Iterable[AccessPattern]) -> Iterator[AccessPattern]:
    for pattern in patterns:
        yield pattern
        yield from _with_steps(pattern.steps)


def _places(design: Design) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The places of the design, each with the lists below it that have their own places."""
    for pattern in design.patterns:
        yield f"patterns.{pattern.label}", ()
    for table in design.tables:
        yield from _places_of(table)


def _places_of(table: Table) -> Iterator[tuple[str, tuple[str, ...]]]:
    path = f"tables.{table.name}"
    yield path, (".indexes.", ".entities.", ".unassigned.")
    yield from ((f"{path}.indexes.{index.name}", ()) for index in table.indexes)
    yield from ((f"{path}.unassigned.{item.id}", ()) for item in table.unassigned)
    for entity in table.entities:
        below = f"{path}.entities.{entity.name}"
        yield below, (".attributes.", ".items.")
        for attribute in entity.attributes:
            # A finding about a long name truncates it.
            yield from ((f"{below}.attributes.{name}", ()) for name in {attribute.name, attribute.name[:60]})
        yield from ((f"{below}.items.{item.id}", ()) for item in entity.items)


def _is_at(path: str, place: tuple[str, tuple[str, ...]]) -> bool:
    name, lists = place
    rest = path[len(name) :] if path.startswith(name) else None
    return rest is not None and (not rest or (rest[0] in ".[" and not rest.startswith(lists)))
