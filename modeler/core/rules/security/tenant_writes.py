"""Writes of one tenant that another tenant can send. facts/modeling#tenants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.nodes import Comparison, Name, Path, Placeholder
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.phrases import and_list
from modeler.core.rules.security.tenancy import pooled
from modeler.core.rules.support.context import Call, RuleContext, entity_path
from modeler.core.rules.support.example_values import example_value
from modeler.core.rules.support.read_costs import purpose_of
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import key_sources
from modeler.core.rules.support.write_targets import add_condition, is_unread, names_in_terms, written_by
from modeler.core.values.json_values import to_plain

_CHANGES: Final = frozenset({Operation.UPDATE, Operation.DELETE})
_OWN: Final = frozenset({"", "online"})


@rule(
    "tenant.write_without_tenant",
    WARNING,
    Scope.TABLE,
    title="Write by an id alone does not check the tenant",
    why="The key has no tenant: a caller of another tenant who sends the id changes the item",
    fix="Require the tenant in the condition of the write, or start the key with it",
    sources="facts/modeling#tenants, facts/building-blocks#p13",
    fixes=True,
)
def write_without_tenant(context: RuleContext, table: Table) -> Iterator[Spot]:
    tenancy = pooled(context)
    if tenancy is None:
        return
    unchecked: dict[str, list[Call]] = {}
    for call in context.calls_on(table):
        if call.pattern.operation in _CHANGES and purpose_of(call) in _OWN and _is_open(call, tenancy.attribute):
            for entity in written_by(context, call):
                unchecked.setdefault(entity.name, []).append(call)
    for entity in table.entities:
        calls = unchecked.get(entity.name, [])
        holds = entity.attribute(tenancy.attribute) is not None and tenancy.attribute not in key_sources(entity)
        if calls and holds and entity.name not in tenancy.shared:
            labels = list(dict.fromkeys(call.label for call in calls))
            change = "changes" if len(labels) == 1 else "change"
            message = (
                f"{and_list(labels)} {change} a {entity.name} by its key, and nothing compares {tenancy.attribute}"
            )
            facts = {"patterns": [call.top.id for call in calls]}
            fixes = _comparing(entity, [call.pattern for call in calls], tenancy.attribute)
            yield Spot(message, entity_path(table, entity), entity.id, "overloads", facts, fixes=fixes)


def _is_open(call: Call, tenant: str) -> bool:
    """Return whether nothing in the write compares the tenant."""
    if is_unread(call.pattern):
        return False
    shared = call.pattern.facts.intent.shared_by_tenants or call.top.facts.intent.shared_by_tenants
    return not shared and not any(tenant in used for _, used in names_in_terms(call.pattern))


def _comparing(entity: Entity, patterns: list[AccessPattern], tenant: str) -> tuple[Fix, ...]:
    """Compare the tenant in each of the writes; none if one of them has an expression of its own."""
    edits: list[Edit] = []
    for pattern in patterns:
        added = Comparison("=", Path((Name(tenant),)), Placeholder(f":{tenant}"))
        more = () if pattern.condition.strip() or pattern.update.strip() else add_condition(pattern, added)
        if not more or not pattern.id:
            return ()
        edits += more
        value = example_value(entity, pattern, tenant)
        if value is not None and tenant not in pattern.parameters:
            edits.append(Put(pattern.id, f"parameters.{tenant}", to_plain(value, value.type)))
    return (Fix(f"Require {tenant} = :{tenant}", tuple(edits)),)


RULES = (write_without_tenant,)
