"""Tables that could be merged. facts/modeling#rules, facts/choices#table-count."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final, NamedTuple

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.surroundings import global_table
from modeler.core.design.tables import Table
from modeler.core.rules.support.context import RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule

_TABLES_MIN: Final = 3


class _Pair(NamedTuple):
    pattern: AccessPattern
    tables: tuple[Table, Table]
    shared: str


@rule(
    "model.table_per_entity",
    WARNING,
    Scope.DESIGN,
    title="One table per entity",
    why="Data that is read together needs sequential requests, one per table; in a single table, one Query returns it",
    fix="Put the entities into one table, under the partition key that they share",
    sources="facts/choices#table-count",
)
def table_per_entity(context: RuleContext) -> Iterator[Spot]:
    single = {table.id: table for table in context.design.tables if len(table.entities) == 1}
    if len(single) < _TABLES_MIN:
        return
    pairs = list(_read_together(context, single))
    if not pairs:
        return
    shown = [
        f"{pair.pattern.label} reads {pair.tables[0].name} and {pair.tables[1].name}, which share {pair.shared}"
        for pair in pairs[:3]
    ]
    facts_: dict[str, Any] = {"tables": sorted(one.name for one in single.values())}
    yield Spot(f"{len(single)} tables hold one entity each; {'; '.join(shown)}", "tables", facts=facts_)


def _read_together(context: RuleContext, single: dict[str, Table]) -> Iterator[_Pair]:
    """Tables of one entity each that a pattern, with those it follows, reads; each pair once."""
    told: set[frozenset[str]] = set()
    for pattern in context.design.patterns:
        read = {table.id: table for table in _tables_read(context, pattern) if table.id in single}
        for one, other in combinations(read.values(), 2):
            pair = frozenset((one.id, other.id))
            shared = _shared_id(one, other)
            if shared and pair not in told and not _kept_apart(context, one, other):
                told.add(pair)
                yield _Pair(pattern, (one, other), shared)


def _tables_read(context: RuleContext, pattern: AccessPattern) -> Iterator[Table]:
    followed = pattern.facts.follows
    before = context.design.pattern(followed.code) if followed else None
    for top in (before, pattern):
        for call in context.calls if top is not None else ():
            if call.top is top and call.pattern.operation.is_read and not call.pattern.operation.is_multiple:
                table = context.design.table(call.pattern.table)
                if table is not None:
                    yield table


def _shared_id(one: Table, other: Table) -> str:
    """An attribute that both entities have and that identifies one of them; '' if none."""
    (first,), (second,) = one.entities, other.entities
    common = {attribute.name for attribute in first.attributes} & {attribute.name for attribute in second.attributes}
    ids = _ids(one, first) | _ids(other, second)
    return next(iter(sorted(common & ids)), "")


def _ids(table: Table, entity: Entity) -> set[str]:
    return {*entity.identity, *table.base.key_names}


def _kept_apart(context: RuleContext, one: Table, other: Table) -> bool:
    """Return whether there is a reason for two tables: different billing, retention, encryption, replication or
    owner.
    """
    return any(_kept(context, one)[name] != _kept(context, other)[name] for name in _kept(context, one))


def _kept(context: RuleContext, table: Table) -> dict[str, Any]:
    options, ops = table.options, table.options.operation.raw
    return {
        "billing": options.billing or "PAY_PER_REQUEST",
        "class": options.table_class or "STANDARD",
        "encryption": options.encryption,
        "regions": global_table(context.design, table),
        "retention": (table.entities[0].retention, bool(options.ttl_attribute)),
        "owner": ops.get("retention_owner") or ops.get("owner"),
    }


RULES = (table_per_entity,)
