"""Patterns that name the key they read by: whether DynamoDB accepts it, and entities write it."""

from __future__ import annotations

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, KeyCondition
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse
from modeler.core.keys.written_keys import written_keys
from modeler.core.servings.binding import shards_of
from modeler.core.servings.found import WHOLE_KEY, names_in
from modeler.core.servings.key_agreement import mismatches
from modeler.core.servings.key_legality import ProblemKind, ServingProblem, legality
from modeler.core.servings.ordering import KeyOrder, order_of
from modeler.core.servings.served import Serving
from modeler.core.servings.wanted import wanted_order


def by_key(table: Table, index: Index, entities: tuple[Entity, ...], pattern: AccessPattern) -> Serving:
    """How a pattern with a key condition is served."""
    whole = pattern.operation in WHOLE_KEY
    problems: list[ServingProblem] = []
    if whole and not index.is_base:
        message = f"{pattern.operation} uses the table's own key, not {index.name}"
        problems.append(ServingProblem(ProblemKind.MISSING, message, "use Query, or remove the index"))
    elif better := _named_elsewhere(table, index, pattern):
        message = f"the given keys belong to {better.name}, but the pattern names {index.name}"
        problems.append(ServingProblem(ProblemKind.MISSING, message, f"name the index {better.name}"))
    else:
        problems.extend(legality(index, pattern.key, whole=whole))
        problems.extend(() if problems else mismatches(table, index, entities, pattern))
    if problems:
        first = problems[0]
        return Serving(False, first.message, table.name, pattern.index, problems=tuple(problems), change=first.change)
    ordered = tuple(sorted(pattern.key, key=lambda condition: index.key_names.index(condition.name)))
    shown = " and ".join(f"{one.name} {one.operator} {', '.join(one.templates)}" for one in ordered)
    order = _order(table, index, entities, pattern)
    return Serving(
        True,
        f"one item of {table.name}: {shown}" if whole else f"one item collection of {index.name}: {shown}",
        table.name,
        pattern.index,
        ordered,
        names_in(ordered),
        None if order is None else order.satisfied,
        "" if order is None else order.reason,
        order is not None and order.likely,
        order.descending if order is not None and order.known else pattern.descending,
        consistent_possible=index.kind is not IndexKind.GSI,
        requests=max(pattern.fan_out, _shards(index, entities, pattern)),
    )


def _named_elsewhere(table: Table, index: Index, pattern: AccessPattern) -> Index | None:
    """The index whose keys the condition names, if it is not the one that the pattern names."""
    names = {condition.name for condition in pattern.key}
    if names & set(index.key_names):
        return None
    return next((other for other in table.all_indexes if names <= set(other.key_names)), None)


def _shards(index: Index, entities: tuple[Entity, ...], pattern: AccessPattern) -> int:
    """How many calls are needed for shards of a partition key that the pattern has no value for."""
    count = 1
    attributes = {name: one for entity in reversed(entities) for name, one in entity.attributes_by_name.items()}
    partition = {key.name for key in index.partition_key}
    for condition in pattern.key:
        if condition.name in partition:
            for part in parse(condition.templates[0]).references if condition.templates else ():
                if part.attribute not in pattern.parameters:
                    count *= max(1, shards_of(part, attributes.get(part.attribute)))
    return count


def _order(table: Table, index: Index, entities: tuple[Entity, ...], pattern: AccessPattern) -> KeyOrder | None:
    """Compare the requested order with the order of this condition, including the pattern's own direction."""
    wanted, directions = wanted_order(pattern)
    if not wanted:
        return None
    order = None
    for entity in entities or table.entities:
        for key in written_keys(table, entity, index):
            known = _known(index, pattern.key, key.templates)
            sort = key.templates[len(index.partition_key) :]
            order = order_of(index, sort, entity, known, wanted, directions)
            if not order.satisfied:
                return order
    if order is not None and order.known and order.descending != pattern.descending:
        way = "descending" if order.descending else "ascending"
        return KeyOrder(False, f"{order.reason}, but it must be read {way}", order.descending, known=True)
    return order


def _known(index: Index, key: tuple[KeyCondition, ...], templates: tuple[KeyTemplate | None, ...]) -> frozenset[str]:
    """The attributes of the written key to which the condition gives one value, part by part until it no longer
    matches.
    """
    given = {condition.name: condition for condition in key}
    names: set[str] = set()
    for element, written in zip(index.keys, templates, strict=True):
        condition = given.get(element.name)
        if condition is None or written is None or condition.operator not in {"=", "begins_with", "between"}:
            continue
        if condition.operator == "=":
            names |= set(written.attributes)
            continue
        # Between two bounds, whatever both begin with has one value.
        low, high = parse(condition.templates[0]).parts, parse(condition.templates[-1]).parts
        ranged = condition.operator == "between"
        for place, (mine, theirs) in enumerate(zip(low, written.parts, strict=False)):
            if ranged and (place >= len(high) or not _same_start(mine, high[place])):
                break
            if isinstance(mine, Reference) and isinstance(theirs, Reference):
                names.add(theirs.attribute)
            if ranged and mine != high[place]:
                break
    return frozenset(names)


def _same_start(low: LiteralText | Reference, high: LiteralText | Reference) -> bool:
    """Return whether the bounds of a range are the same so far: `#` and `#~` are, where the range follows."""
    if isinstance(low, LiteralText) and isinstance(high, LiteralText):
        return high.text.startswith(low.text) or low.text.startswith(high.text)
    return low == high
