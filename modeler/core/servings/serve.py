"""How an access pattern is served, and why: index, key condition, order, projection; or exactly what is missing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.items.sizes import Sizes
from modeler.core.keys.written_keys import written_keys
from modeler.core.servings.found import looked_up, with_expected, with_projection
from modeler.core.servings.key_legality import ProblemKind, ServingProblem
from modeler.core.servings.named import by_key
from modeler.core.servings.search import Candidate
from modeler.core.servings.served import Serving
from modeler.core.servings.wanted import Wanted, wanted_of

_KEYED: Final = {
    Operation.BATCH_GET: Operation.GET,
    Operation.TRANSACT_GET: Operation.GET,
    Operation.BATCH_WRITE: Operation.PUT,
}
"""Calls of several keys or items of one kind, if no steps say more."""


def serving(design: Design, pattern: AccessPattern, sizes: Sizes | None = None) -> Serving:
    """The best way in which the design serves a pattern. For a pattern without a key, the index is found (`found`).

    With `sizes` (keep one for many patterns) the answer includes what a call is expected to take, and candidates are
    compared by units; without, by what determines units. Never raises on an invalid design.
    """
    return servings(design, pattern, sizes)[0]


def servings(design: Design, pattern: AccessPattern, sizes: Sizes | None = None) -> tuple[Serving, ...]:
    """Every way in which the design serves a pattern, the best first, each later one with the reason in `comparison`.

    A pattern that names its key has one; an unserved one has one too, which says what is missing and what would serve
    it. Ranked by rejection by DynamoDB, calls, order, units (with `sizes`), other entities included, filter, fetches,
    key parts used.
    """
    if pattern.operation in _KEYED and not pattern.steps and (pattern.key or pattern.entities):
        one = replace(pattern, operation=_KEYED[pattern.operation])
        return tuple(_several(pattern, made) for made in servings(design, one, sizes))
    if pattern.operation.is_multiple:
        return (_of_steps(design, pattern, sizes),)
    table = design.table(pattern.table)
    if table is None:
        what = f"there is no table {pattern.table!r}" if pattern.table else "it names no table"
        return (_unserved(what, "name a table of the design", ProblemKind.MISSING),)
    index = table.index(pattern.index)
    if index is None:
        message = f"{table.name} has no index {pattern.index!r}"
        change = f"name one of {', '.join(i.name for i in table.indexes) or 'none'}"
        return (_unserved(message, change, ProblemKind.MISSING),)
    entities = design.entities_of(pattern)
    if unknown := [name for name in pattern.entities if table.entity(name) is None]:
        message = f"{table.name} has no entity {', '.join(unknown)}"
        return (_unserved(message, "name entities of the table", ProblemKind.MISSING),)
    if pattern.operation is Operation.PUT:
        return (_put(table, entities),)
    if pattern.operation is not Operation.SCAN and not pattern.key:
        return _without_key(table, entities, pattern, sizes)
    if pattern.operation is Operation.SCAN:
        made = Serving(True, f"reads all of {index.name}, page by page", table.name, pattern.index)
    else:
        made = by_key(table, index, entities, pattern)
    if made.served and pattern.operation.is_read:
        made = with_projection(table, index, made, pattern, "")
        if pattern.operation is not Operation.SCAN:
            made = with_expected(table, index, entities or table.entities, pattern, made, sizes)
    return (made,)


def _several(pattern: AccessPattern, made: Serving) -> Serving:
    """What several keys are expected to take: each as one, and twice in a transaction. facts/throughput#reads."""
    if made.expected is None:
        return made
    keys = pattern.items_returned or pattern.facts.batch_size if pattern.fan_out == 1 else 1
    twice = 1
    if pattern.operation is Operation.TRANSACT_GET:
        twice = 2 if pattern.consistent else 4
    return replace(made, expected=made.expected.times(keys, twice))


def _unserved(message: str, change: str, kind: ProblemKind) -> Serving:
    return Serving(False, message, problems=(ServingProblem(kind, message, change),), change=change)


def _of_steps(design: Design, pattern: AccessPattern, sizes: Sizes | None) -> Serving:
    if not pattern.steps:
        return _unserved(f"a {pattern.operation} without steps does nothing", "add its steps", ProblemKind.MISSING)
    parts = [serving(design, step, sizes) for step in pattern.members]
    for step, part in zip(pattern.steps, parts, strict=True):
        if not part.served:
            return replace(part, reason=f"step {step.label or step.operation}: {part.reason}")
    return replace(parts[0], reason=f"each of its {len(parts)} steps is served", expected=None)


def _put(table: Table, entities: tuple[Entity, ...]) -> Serving:
    for entity in entities:
        # Another rule reports an incomplete template.
        if not any(None not in key.templates for key in written_keys(table, entity, table.base)):
            change = f"give {entity.name} a template for {', '.join(table.base.key_names)}"
            return _unserved(f"{entity.name} has no complete key in {table.name}", change, ProblemKind.MISSING)
    return Serving(True, f"puts an item into {table.name}", table.name)


def _without_key(
    table: Table, entities: tuple[Entity, ...], pattern: AccessPattern, sizes: Sizes | None
) -> tuple[Serving, ...]:
    """Find the index that serves the pattern's input."""
    wanted = wanted_of(pattern, entities or table.entities)
    if wanted.problem:
        return (_unserved(wanted.problem, "correct the filter", ProblemKind.UNREADABLE),)
    served, near = looked_up(table, entities, pattern, wanted, sizes)
    if served:
        return tuple(served)
    return (_nothing(table, entities, pattern, wanted, near),)


def _distance(one: Candidate) -> tuple[bool, bool, bool, int, int]:
    """How far a candidate is from serving: one without any given value is further than one with some."""
    return not one.lacks, bool(one.why_not), bool(one.unbound and not one.binds), len(one.unbound), -one.used


def _nothing(
    table: Table, entities: tuple[Entity, ...], pattern: AccessPattern, wanted: Wanted, near: list[Candidate]
) -> Serving:
    given = ", ".join(sorted(wanted.names))
    if not near:
        names = ", ".join(entity.name for entity in entities or table.entities) or "anything"
        message = f"no index contains {names}" + (f", so it cannot be queried by {given}" if given else "")
        return _unserved(message, "give the entity key templates", ProblemKind.MISSING)
    nearest = min(near, key=_distance)
    problem = f"no key can be built from {given}" if given else "it has no input to build a key from"
    if pattern.operation is Operation.QUERY and given:
        problem = f"needs a Scan: {problem}"
    other = f"add a GSI whose partition key is made of {given}" if given else "declare the input of the access pattern"
    if nearest.unbound:
        needs = ", ".join(nearest.unbound)
        message, change = f"{problem} ({nearest.index.name} also needs {needs})", f"give {needs}, or {other}"
        if not given:
            message = f"{problem} ({nearest.index.name} needs {needs})"
    else:
        message, change = f"{nearest.why_not}, so no index serves {given or 'it'}", other
        if nearest.lacks:
            change = f"include {', '.join(nearest.lacks)} in {nearest.index.name}"
    return _unserved(message, change, ProblemKind.MISSING)
