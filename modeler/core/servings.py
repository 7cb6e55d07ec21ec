"""How an access pattern is served, and why: index, key condition, order, projection; or exactly what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from modeler.core.design import Design
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Placeholder, paths_of
from modeler.core.expressions.parse import parse_condition
from modeler.core.items import Entity
from modeler.core.key_agreement import mismatches
from modeler.core.key_legality import ProblemKind, ServingProblem, legality
from modeler.core.keys import parse
from modeler.core.patterns import ALL_ATTRIBUTES, AccessPattern, KeyCondition, Operation
from modeler.core.serving_search import Candidate, search
from modeler.core.tables import Index, IndexKind, ProjectionType, Table
from modeler.core.written_keys import written_keys

_FULL_KEY = frozenset({Operation.GET, Operation.UPDATE, Operation.DELETE, Operation.CHECK})


@dataclass(frozen=True, slots=True)
class Serving:
    """Whether a pattern is served, and by what.

    `index` is None for the table's own key. `condition` is the key condition, in the order of the key schema, and
    `bound` the attributes and parameters in it. `order_satisfied` is None where no order is demanded. `missing` are
    attributes that the pattern needs and the index does not carry; `fetches` says that a second read brings them (a
    GetItem each on a GSI, DynamoDB's own on an LSI). `consistent_possible`: could this read be strongly consistent?
    `reason` is a sentence either way; `change` the smallest one that would serve an unserved pattern.
    """

    served: bool
    reason: str
    table: str = ""
    index: str | None = None
    condition: tuple[KeyCondition, ...] = ()
    bound: tuple[str, ...] = ()
    order_satisfied: bool | None = None
    projection_complete: bool = True
    missing: tuple[str, ...] = ()
    fetches: bool = False
    consistent_possible: bool = True
    problems: tuple[ServingProblem, ...] = ()
    change: str = ""
    found: bool = False


def serving(design: Design, pattern: AccessPattern) -> Serving:
    """How the design serves a pattern. A pattern without a key is offered the index that serves it (`found`)."""
    if pattern.operation.is_multiple:
        return _of_steps(design, pattern)
    table = design.table(pattern.table)
    if table is None:
        what = f"there is no table {pattern.table!r}" if pattern.table else "it names no table"
        return _unserved(what, "name a table of the design", ProblemKind.MISSING)
    index = table.index(pattern.index)
    if index is None:
        message = f"{table.name} has no index {pattern.index!r}"
        return _unserved(
            message, f"name one of {', '.join(i.name for i in table.indexes) or 'none'}", ProblemKind.MISSING
        )
    entities = design.entities_of(pattern)
    if unknown := [name for name in pattern.entities if table.entity(name) is None]:
        message = f"{table.name} has no entity {', '.join(unknown)}"
        return _unserved(message, "name entities of the table", ProblemKind.MISSING)
    match pattern.operation:
        case Operation.SCAN:
            made = Serving(True, f"reads all of {index.name}, page by page", table.name, pattern.index)
        case Operation.PUT:
            made = _put(table, entities)
        case _ if not pattern.key:
            made = _without_key(table, entities, pattern)
        case _:
            made = _with_key(table, index, entities, pattern)
    return _with_projection(table, made, pattern) if made.served and pattern.operation.is_read else made


def _unserved(message: str, change: str, kind: ProblemKind, key: str = "") -> Serving:
    return Serving(False, message, problems=(ServingProblem(kind, message, change, key),), change=change)


def _of_steps(design: Design, pattern: AccessPattern) -> Serving:
    if not pattern.steps:
        return _unserved(f"a {pattern.operation} without steps does nothing", "add its steps", ProblemKind.MISSING)
    parts = [serving(design, _step(pattern, step)) for step in pattern.steps]
    for step, part in zip(pattern.steps, parts, strict=True):
        if not part.served:
            return replace(part, reason=f"step {step.label or step.operation}: {part.reason}")
    return replace(parts[0], reason=f"each of its {len(parts)} steps is served")


def _step(pattern: AccessPattern, step: AccessPattern) -> AccessPattern:
    """A step speaks of the whole pattern's table and parameters where it does not say its own."""
    parameters = {**pattern.parameters, **step.parameters}
    return replace(step, table=step.table or pattern.table, parameters=parameters)


def _put(table: Table, entities: tuple[Entity, ...]) -> Serving:
    for entity in entities:
        # A half-typed template is another rule's finding.
        if not any(None not in key.templates for key in written_keys(table, entity, table.base)):
            change = f"give {entity.name} a template for {', '.join(table.base.key_names)}"
            return _unserved(f"{entity.name} has no complete key in {table.name}", change, ProblemKind.MISSING)
    return Serving(True, f"puts an item into {table.name}", table.name)


def _with_key(table: Table, index: Index, entities: tuple[Entity, ...], pattern: AccessPattern) -> Serving:
    whole = pattern.operation in _FULL_KEY
    problems: list[ServingProblem] = []
    if whole and not index.is_base:
        message = f"{pattern.operation} takes the table's own key, not {index.name}"
        problems.append(ServingProblem(ProblemKind.MISSING, message, "use Query, or leave the index out"))
    elif better := _named_elsewhere(table, index, pattern):
        message = f"{better.name}'s keys are given, and the pattern names {index.name}"
        problems.append(ServingProblem(ProblemKind.MISSING, message, f"name the index {better.name}"))
    else:
        problems.extend(legality(index, pattern.key, whole=whole))
        problems.extend(() if problems else mismatches(table, index, entities, pattern))
    if problems:
        first = problems[0]
        return Serving(False, first.message, table.name, pattern.index, problems=tuple(problems), change=first.change)
    ordered = tuple(sorted(pattern.key, key=lambda condition: index.key_names.index(condition.name)))
    bound = _names_in(ordered)
    shown = " and ".join(f"{one.name} {one.operator} {', '.join(one.templates)}" for one in ordered)
    return Serving(
        True,
        f"one item collection of {index.name}: {shown}" if not whole else f"one item of {table.name}: {shown}",
        table.name,
        pattern.index,
        ordered,
        bound,
        _order_satisfied(table, index, entities, pattern),
        consistent_possible=index.kind is not IndexKind.GSI,
    )


def _names_in(key: tuple[KeyCondition, ...]) -> tuple[str, ...]:
    templates = [parse(text) for condition in key for text in condition.templates]
    return tuple(dict.fromkeys(name for template in templates for name in template.attributes))


def _named_elsewhere(table: Table, index: Index, pattern: AccessPattern) -> Index | None:
    """The index whose keys the condition names, where it is not the one that the pattern names."""
    names = {condition.name for condition in pattern.key}
    if names & set(index.key_names):
        return None
    return next((other for other in table.all_indexes if names <= set(other.key_names)), None)


def _order_satisfied(table: Table, index: Index, entities: tuple[Entity, ...], pattern: AccessPattern) -> bool | None:
    """Does the index's order bring the items in the order that the intent names? None where it names none."""
    intent = pattern.extra.get("intent")
    wanted = intent.get("order_by") if isinstance(intent, Mapping) else None
    if not isinstance(wanted, str) or not wanted:
        return None
    bound = set(_names_in(pattern.key))
    for entity in entities:
        for key in written_keys(table, entity, index):
            sort = key.templates[len(index.partition_key) :]
            names = [name for template in sort if template is not None for name in template.attributes]
            if next((name for name in names if name not in bound), None) != wanted:
                return False
    return True


def _without_key(table: Table, entities: tuple[Entity, ...], pattern: AccessPattern) -> Serving:
    """Look for the index that serves what the pattern is given: its parameters."""
    best = search(table, entities, pattern, whole=pattern.operation in _FULL_KEY)
    if not isinstance(best, Candidate):
        return _unserved(best.message, best.change, best.kind)
    name = None if best.index.is_base else best.index.name
    shown = " and ".join(f"{one.name} {one.operator} {', '.join(one.templates)}" for one in best.condition)
    return Serving(
        True,
        f"{best.index.name} serves it with {shown}",
        table.name,
        name,
        best.condition,
        _names_in(best.condition),
        _order_satisfied(table, best.index, entities, replace(pattern, key=best.condition)),
        consistent_possible=best.index.kind is not IndexKind.GSI,
        found=True,
    )


def _with_projection(table: Table, made: Serving, pattern: AccessPattern) -> Serving:
    index = table.index(made.index)
    if index is None or index.is_base or index.projection.type is ProjectionType.ALL:
        return made
    carried = {*table.base.key_names, *index.key_names}
    if index.projection.type is ProjectionType.INCLUDE:
        carried |= set(index.projection.attributes)
    needed = needed_attributes(pattern)
    missing = tuple(sorted(name for name in needed if name not in carried))
    return replace(made, missing=missing, projection_complete=not missing, fetches=bool(missing))


def needed_attributes(pattern: AccessPattern) -> frozenset[str]:
    """The attributes that a read speaks of in its projection and filter; nothing demanded where it lists none."""
    listed = {path.split(".")[0].split("[")[0] for path in pattern.projection if path != ALL_ATTRIBUTES}
    names = {pattern.names.get(name, name) for name in listed}
    if pattern.filter:
        try:
            for path in paths_of(parse_condition(pattern.filter)):
                first = path.parts[0]
                unknown = isinstance(first, Placeholder) and first.text not in pattern.names
                names |= set() if unknown else {name_of(path, pattern.names)}
        except ExpressionInvalid:
            return frozenset(names)
    return frozenset(names)
