"""Servings of a pattern by intent: every index that could serve it, compared, and the pattern with its resolved key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from modeler.core.arithmetic import plain_number
from modeler.core.design.items import BASE, Entity
from modeler.core.design.needed_attributes import needed_attributes
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import Index, IndexKind, ProjectionType, Table
from modeler.core.items.sizes import Sizes
from modeler.core.keys.templates import parse
from modeler.core.servings.expecting import expected
from modeler.core.servings.filters import kept_share
from modeler.core.servings.search import Candidate, candidates
from modeler.core.servings.served import Serving
from modeler.core.servings.wanted import Wanted

WHOLE_KEY = frozenset({Operation.GET, Operation.UPDATE, Operation.DELETE, Operation.CHECK})
"""Calls that need the table's own key, all of it."""


def looked_up(
    table: Table,
    entities: tuple[Entity, ...],
    pattern: AccessPattern,
    wanted: Wanted,
    sizes: Sizes | None,
) -> tuple[list[Serving], list[Candidate]]:
    """What serves a pattern that names no key, the best first, and the candidates that nearly do."""
    whole = pattern.operation in WHOLE_KEY
    named = table.index(pattern.index)
    indexes = (table.base,) if whole else (named,) if pattern.index and named is not None else table.all_indexes
    meant = entities or table.entities
    found = list(candidates(table, meant, wanted, indexes, whole=whole, every=bool(entities)))
    served = [_served(table, meant, pattern, one, wanted, sizes) for one in found if one.serves]
    served.sort(key=lambda pair: pair[0])
    return _compared([made for _, made in served], consistent=pattern.consistent), [
        one for one in found if not one.serves
    ]


type _Rank = tuple[bool, int, bool, bool, Decimal, int, bool, bool, int, bool]


def _served(
    table: Table,
    entities: tuple[Entity, ...],
    pattern: AccessPattern,
    one: Candidate,
    wanted: Wanted,
    sizes: Sizes | None,
) -> tuple[_Rank, Serving]:
    """A candidate as a serving, with its rank."""
    index = one.index
    made = Serving(
        True,
        _reason(one),
        table.name,
        BASE if index.is_base else index.name,
        one.condition,
        names_in(one.condition),
        one.order.satisfied if one.order else None,
        one.order.reason if one.order else "",
        one.order is not None and one.order.likely,
        one.order.descending if one.order and one.order.known else pattern.descending,
        consistent_possible=index.kind is not IndexKind.GSI,
        filter=one.filter,
        requests=one.requests,
        also_reads=_also_reads(table, index, entities, one.condition),
        found=True,
    )
    made = with_projection(table, index, made, pattern, one.filter)
    made = with_expected(table, index, entities, pattern, made, sizes)
    return _rank(pattern, one, made), made


def _reason(one: Candidate) -> str:
    shown = " and ".join(f"{each.name} {each.operator} {', '.join(each.templates)}" for each in one.condition)
    rest = f", then filters by {one.filter}" if one.filter else ""
    many = f", in {one.requests} calls whose results are merged" if one.requests > 1 else ""
    return f"{one.index.name} serves it with {shown}{rest}{many}"


def rank_alone(pattern: AccessPattern, made: Serving) -> tuple[bool, int, bool, bool]:
    """The first ranking criteria of a serving: they do not depend on sizes or on other entities of the table."""
    refused = pattern.consistent and not made.consistent_possible
    # Without a share, it is unknown what a filter discards, and so what is read for it.
    return refused, made.requests, made.order_satisfied is False, bool(made.filter) and made.kept is None


def _rank(pattern: AccessPattern, one: Candidate, made: Serving) -> _Rank:
    """Smaller is better: not rejected by DynamoDB (such as a consistent read of a GSI), fewest calls, the order, which
    nothing fixes afterward; then units if sizes are given; without them what determines units: no filter, no fetches,
    more of the key used. The table's own key before an index.
    """
    return (
        *rank_alone(pattern, made),
        made.expected.total if made.expected else Decimal(0),
        len(made.also_reads),
        bool(one.filter),
        made.fetches,
        -one.used,
        not one.index.is_base,
    )


def _compared(served: list[Serving], *, consistent: bool) -> list[Serving]:
    """The servings with a sentence for each but the first: why it ranks after it."""
    return (
        [served[0], *(replace(one, comparison=_why_after(served[0], one, consistent=consistent)) for one in served[1:])]
        if served
        else []
    )


def _why_after(best: Serving, other: Serving, *, consistent: bool) -> str:
    mine, its = other.index or other.table, best.index or best.table
    if best.consistent_possible and not other.consistent_possible and consistent:
        return f"{mine} is a GSI, which does not support strongly consistent reads"
    if other.requests > best.requests:
        return f"{mine} needs {other.requests} calls, {its} {best.requests}"
    if other.order_satisfied is False and best.order_satisfied:
        return f"{mine} does not provide the order: {other.order_reason}"
    if other.filter and other.kept is None and (not best.filter or best.kept is not None):
        return f"{mine} must filter by {other.filter}, and how much that discards is unknown; {its} does not"
    if best.expected and other.expected and other.expected.total > best.expected.total:
        more, less = plain_number(other.expected.total), plain_number(best.expected.total)
        return f"{mine} takes {more} units per call, {its} {less}"
    if len(other.also_reads) > len(best.also_reads):
        return f"{mine} also reads {', '.join(other.also_reads)}"
    if other.filter and not best.filter:
        return f"{mine} must filter by {other.filter}, {its} does not"
    if other.fetches and not best.fetches:
        return f"{mine} does not project {', '.join(other.missing)}, {its} does"
    return f"{its} uses more of the given values, or needs no index"


def names_in(key: tuple[KeyCondition, ...]) -> tuple[str, ...]:
    """Attributes and parameters in a key condition, each once."""
    return tuple(
        dict.fromkeys(name for condition in key for text in condition.templates for name in parse(text).attributes)
    )


def _also_reads(
    table: Table, index: Index, entities: tuple[Entity, ...], condition: tuple[KeyCondition, ...]
) -> tuple[str, ...]:
    """Other entities that the key condition may match, as far as the literal texts of the templates show."""
    meant = {entity.name for entity in entities}
    name = BASE if index.is_base else index.name
    asked = [(one.name, one.templates[0], one.operator) for one in condition]
    caught = []
    # Plain loops: for a table of many entities this is most of the time of looking up an index.
    for entity in table.entities:
        if entity.name in meant:
            continue
        found = False
        for overload in entity.overloads:
            if overload.index == name:
                found = True
                if not _is_apart(overload.keys, asked):
                    caught.append(entity.name)
                    break
        if not found and not all(_is_apart(keys, asked) for keys in _implied(table, index, entity)):
            caught.append(entity.name)
    return tuple(caught)


def _is_apart(written: Mapping[str, str], asked: list[tuple[str, str, str]]) -> bool:
    for key, text, operator in asked:
        template = written.get(key)
        if template is not None and _apart(template, text, operator):
            return True
    return False


def _implied(table: Table, index: Index, entity: Entity) -> list[Mapping[str, str]]:
    """Without an overload, an entity is in an index by attributes of its own, if it has them all."""
    base = table.base.key_names
    return [{}] if all(name in base or entity.attribute(name) for name in index.key_names) else []


@lru_cache(maxsize=16384)
def _start(source: str) -> tuple[str, bool]:
    """The literal text that a template starts with, and whether that is all of it."""
    template = parse(source)
    return template.literal_prefix, template.is_constant


@lru_cache(maxsize=65536)
def _apart(written: str, asked: str, operator: str) -> bool:
    """Return whether literal texts alone show that a written key does not match a condition."""
    if operator in {">", ">=", "<", "<="}:
        return False
    start, constant = _start(asked)
    theirs, whole = _start(written)
    if operator == "=" and constant and whole:
        return start != theirs
    return not (start.startswith(theirs) or theirs.startswith(start))


def with_projection(table: Table, index: Index, made: Serving, pattern: AccessPattern, extra_filter: str) -> Serving:
    """The serving with the attributes that the pattern needs and the index lacks."""
    if index.is_base or index.projection.type is ProjectionType.ALL:
        return made
    carried = {*table.base.key_names, *index.key_names}
    if index.projection.type is ProjectionType.INCLUDE:
        carried |= set(index.projection.attributes)
    asked = replace(pattern, filter=extra_filter) if made.found and pattern.filter != extra_filter else pattern
    missing = tuple(sorted(name for name in needed_attributes(asked) if name not in carried))
    return replace(made, missing=missing, projection_complete=not missing, fetches=bool(missing))


def with_expected(
    table: Table, index: Index, entities: tuple[Entity, ...], pattern: AccessPattern, made: Serving, sizes: Sizes | None
) -> Serving:
    """The serving with the share that its filter keeps and its expected cost, if sizes are given."""
    if sizes is None:
        return made
    text = made.filter if made.found else pattern.filter
    kept = None
    if text.strip():
        share = kept_share(table, index, entities, text, pattern.parameters, sizes, pattern.names, pattern.values)
        kept = share.value if share is not None else None
    made = replace(made, kept=kept)
    return replace(made, expected=expected(table, index, entities, pattern, made, sizes))


def served_pattern(pattern: AccessPattern, made: Serving) -> AccessPattern:
    """The pattern resolved by a serving: its index, key condition, direction, and remaining filter."""
    if not made.served or not made.found:
        return pattern
    return replace(pattern, index=made.index, key=made.condition, descending=made.descending, filter=made.filter)
