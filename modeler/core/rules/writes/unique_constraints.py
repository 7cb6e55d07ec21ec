"""Constraint items, which keep a value unique. facts/building-blocks#p2, facts/building-blocks#p3."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.nodes import Condition, Function
from modeler.core.fixes import AddPart, Fix
from modeler.core.keys.templates import parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import by_code
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import as_transaction, base_keys, key_sources, together, writes
from modeler.core.rules.support.write_targets import (
    changes_of,
    condition_text,
    exists,
    is_member,
    names_in_terms,
    table_of,
    writers_of,
    written_by,
)
from modeler.core.values.json_values import to_plain

_IDENTIFYING: Final = re.compile(r"(?i)(^|_)(e_?mail|user_?name|login|slug|handle|phone(_?number)?|nick_?name)$")


def _constraints(context: RuleContext, table: Table, entity: Entity) -> list[tuple[Entity, frozenset[str]]]:
    """The entities that keep values of this one unique, each with the attributes that it covers."""
    own = entity.attributes_by_name.keys()
    found = ((one, key_sources(one) & own) for one in _constraints_of(context, table).get(entity.name, ()))
    return [(one, covered) for one, covered in found if covered]


def _constraints_of(context: RuleContext, table: Table) -> dict[str, list[Entity]]:
    """The entities that keep values of another one unique, by its name."""

    def gathered() -> dict[str, list[Entity]]:
        found: dict[str, list[Entity]] = {}
        for one in table.entities:
            if one.constraint_of:
                found.setdefault(one.constraint_of, []).append(one)
        return found

    return context.once(("constraints", id(table)), gathered)


@rule(
    "write.zombie_constraint",
    ERROR,
    Scope.NEIGHBOURS,
    title="Constraint item outlives the item it was made for",
    why="The value stays reserved: nobody can use it again, and nothing shows who holds it",
    fix="Delete the constraint item in the same transaction",
    sources="facts/building-blocks#p2",
    fixes=True,
    operations={Operation.DELETE, Operation.UPDATE},
)
def zombie_constraint(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None or not _constraints_of(context, table):
        return
    for entity in written_by(context, call):
        for constraint, kept in _constraints(context, table, entity):
            deletes = pattern.operation is Operation.DELETE
            changed = kept if deletes else kept & changes_of(table, pattern).keys()
            if not changed or writes(context, call, constraint, Operation.DELETE):
                continue
            does = "deletes" if deletes else f"changes {', '.join(sorted(changed))} of"
            message = f"{call.label} {does} {entity.name} and leaves its {constraint.name} behind"
            field = "operation" if deletes else "update" if pattern.update.strip() else "set"
            facts_ = {"constraint": constraint.id}
            fixes = _with_constraint(call, entity, constraint) if deletes else ()
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, facts_, fixes=fixes)


def _with_constraint(call: Call, entity: Entity, constraint: Entity) -> tuple[Fix, ...]:
    """The delete as a transaction that also deletes the constraint."""
    pattern = call.pattern
    needed = key_sources(constraint)
    sample = next((item.values for item in entity.items if needed <= item.values.keys()), {})
    example = {name: to_plain(sample[name], sample[name].type) for name in sorted(needed & sample.keys())}
    gone: dict[str, Any] = {
        "operation": Operation.DELETE.value,
        "entities": [constraint.name],
        "key": {name: str(template) for name, template in base_keys(constraint).items()},
        "if": " AND ".join(condition_text(exists(name)) for name in list(base_keys(constraint))[:1]),
        "parameters": {**example, **{name: raw for name, raw in pattern.parameters.items() if name in needed}},
    }
    label = f"Delete its {constraint.name} in the same transaction"
    if is_member(call):
        whole = call.within if call.in_transaction else None
        return (Fix(label, (AddPart(whole.id, "steps", gone),)),) if whole else ()
    return (Fix(label, as_transaction(pattern, [gone], f"No {constraint.name} outlives its {entity.name}")),)


@rule(
    "write.unique_not_enforced",
    WARNING,
    Scope.DESIGN,
    title="Unique attribute without a uniqueness check",
    why="Two writers can both look up the value, find nothing and write; an index does not reject duplicates",
    fix="Put a constraint item whose key is the value, with attribute_not_exists, in the same transaction",
    sources="facts/building-blocks#p2, facts/building-blocks#p3",
)
def unique_not_enforced(context: RuleContext) -> Iterator[Spot]:
    keyed = {table.name: _by_source(table) for table in context.design.tables}
    for table, entity in context.design.entities():
        unchecked: list[str] = []
        for names in entity.unique:
            if not names or (key_sources(entity) and key_sources(entity) <= set(names)):
                continue
            held = {id(one): one for name in names for one in keyed[table.name].get(name, ())}
            fit = [one for one in held.values() if one is not entity and key_sources(one) <= set(names)]
            # Without a guard of its own, an entity can share that of another one.
            constraints = [one for one in fit if one.constraint_of == entity.name] or fit
            if constraints:
                yield from _unchecked_puts(context, table, entity, names, constraints)
            else:
                unchecked.append(", ".join(names))
        if unchecked:
            message = f"{' and '.join(unchecked)} of {entity.name} must be unique, but no item's key enforces it"
            path = f"tables.{table.name}.entities.{entity.name}.unique"
            yield Spot(message, path, entity.id, "unique", {"attributes": unchecked})


def _by_source(table: Table) -> dict[str, list[Entity]]:
    """By an attribute, the entities whose key has it."""
    found: dict[str, list[Entity]] = {}
    for entity in table.entities:
        for name in key_sources(entity):
            found.setdefault(name, []).append(entity)
    return found


def _unchecked_puts(
    context: RuleContext, table: Table, entity: Entity, names: tuple[str, ...], constraints: list[Entity]
) -> Iterator[Spot]:
    for call in writers_of(context, entity):
        if call.pattern.operation is not Operation.PUT or table_of(context, call) is not table:
            continue
        if not any(_is_put_once(context, call, constraint) for constraint in constraints):
            message = (
                f"{call.label} puts {entity.name} without a new {constraints[0].name}, so two items can have "
                f"the same {', '.join(names)}"
            )
            facts_ = {"attributes": list(names), "constraint": constraints[0].id}
            yield Spot(message, f"{call.path}.operation", call.top.id, "operation", facts_)


def _is_put_once(context: RuleContext, call: Call, constraint: Entity) -> bool:
    """Return whether the same transaction puts the constraint only if it does not exist."""
    return any(
        one.pattern.operation is Operation.PUT
        and constraint in written_by(context, one)
        and any("attribute_not_exists" in str(term) for term, _ in names_in_terms(one.pattern))
        for one in together(context, call)
    )


@rule(
    "write.checked_by_query",
    WARNING,
    Scope.DESIGN,
    title="Query before a create does not keep a value unique",
    why="Another request can write the same value between the query and the put, and an index lags behind its table",
    fix="Put a constraint item whose key is the value, with attribute_not_exists, in the same transaction",
    sources="facts/building-blocks#p2, facts/building-blocks#p3",
)
def checked_by_query(context: RuleContext) -> Iterator[Spot]:
    for pattern in context.design.patterns:
        for read, put in _looked_up_then_put(context, pattern):
            entity, names = _kept_by_lookup(context, read, put)
            if entity is not None:
                message = (
                    f"{pattern.label} looks for a {entity.name} with this {', '.join(sorted(names))} in {read.index}, "
                    "then puts one: two requests at once find nothing"
                )
                field = "steps" if pattern.steps else "follows"
                yield Spot(message, f"patterns.{pattern.label}.{field}", pattern.id, field, {"attributes": list(names)})


def _looked_up_then_put(context: RuleContext, pattern: AccessPattern) -> Iterator[tuple[AccessPattern, AccessPattern]]:
    """Queries of an index for one item, each with a later put of the same pattern, or that follows it."""
    told = pattern.facts.follows
    before = by_code(context, told.code) if told is not None else None
    pairs = [(before, pattern)] if before is not None else []
    if pattern.operation is Operation.STEPS:
        pairs = [(read, put) for at, put in enumerate(pattern.steps) for read in pattern.steps[:at]]
    for read, put in pairs:
        is_lookup = read.operation is Operation.QUERY and bool(read.index) and (read.items_returned or 0) <= 1
        if is_lookup and put.operation is Operation.PUT:
            yield read, put


_WHOLE: Final = frozenset({"lower", "upper", "pad", "reverse"})
"""Formats that keep values apart."""


def _kept_by_lookup(
    context: RuleContext, read: AccessPattern, put: AccessPattern
) -> tuple[Entity | None, frozenset[str]]:
    """The entity that is both looked up and put, with the attributes of its index key: None if the put's own key holds
    them, so that its condition finds a duplicate, or if they are declared unique, which another rule judges.
    """
    for entity in context.design.entities_of(read):
        overload = next((one for one in entity.overloads if one.index == read.index), None)
        if entity.name not in put.entities or overload is None:
            continue
        texts = [parse(text) for name, text in overload.keys.items() if any(one.name == name for one in read.key)]
        # A month or a shard of a value looks for many items.
        if any(one.formats and one.formats[0].name not in _WHOLE for template in texts for one in template.references):
            continue
        names = frozenset(name for template in texts for name in template.attributes)
        if names and not names <= key_sources(entity) and not any(set(one) <= names for one in entity.unique):
            return entity, names
    return None, frozenset()


@rule(
    "write.unique_by_condition",
    WARNING,
    Scope.NEIGHBOURS,
    title="Condition does not see other items with the value",
    why="A condition looks only at the item with the same key: another item with the value does not make it fail",
    fix="Put a constraint item whose key is the value, with attribute_not_exists, in the same transaction",
    sources="facts/building-blocks#p2, facts/expressions#conditions",
    operations={Operation.PUT},
)
def unique_by_condition(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = table_of(context, call)
    absent = [name for term, names in names_in_terms(call.pattern) if _is_absence(term) for name in names]
    if table is None or not absent:
        return
    for entity in written_by(context, call):
        held = {name for one, names in _constraints(context, table, entity) for name in names}
        own = {*table.base.key_names, *key_sources(entity), *held}
        meant = [name for name in absent if name not in own and identifies(entity.attribute(name))]
        if meant and not any(set(names) == {meant[0]} for names in entity.unique):
            message = f"{call.label} requires that {meant[0]} is missing, but only in the {entity.name} that it writes"
            field = "condition" if call.pattern.condition.strip() else "if"
            yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": meant[0]})
            return


def _is_absence(term: Condition) -> bool:
    return isinstance(term, Function) and term.name == "attribute_not_exists"


def identifies(attribute: Attribute | None) -> bool:
    """Return whether people expect the attribute's values to be different in all items."""
    return attribute is not None and attribute.optional >= 1 and (
        attribute.format in {"email", "slug"} or _IDENTIFYING.search(attribute.name) is not None
    )  # fmt: skip


RULES = (zombie_constraint, unique_not_enforced, checked_by_query, unique_by_condition)
