"""Puts that list their attributes but omit those of an index key.

facts/expressions#updates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from modeler.core.design.items import BASE, Entity, Overload, SampleItem
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, Table
from modeler.core.errors import Invalid
from modeler.core.evaluator.bindings import Bindings, bind
from modeler.core.evaluator.index_keys import KnownItem, Undecided, chosen, read_back, used_by
from modeler.core.evaluator.intent import intent_value
from modeler.core.fixes import Fix, Put
from modeler.core.items.materialize import item_writer
from modeler.core.keys import templates as keys
from modeler.core.keys.template_writer import key_writer
from modeler.core.keys.templates import Unrendered
from modeler.core.keys.written_keys import written_keys
from modeler.core.rules.support.context import Call, RuleContext, schema
from modeler.core.rules.support.rule import ERROR, Scope, Spot, rule
from modeler.core.rules.support.write_targets import table_of, written_by
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item
from modeler.core.values.json_values import to_plain


@dataclass(frozen=True, slots=True)
class _Gap:
    """An index that a put leaves its item out of: the missing key attributes, and what they are made of."""

    index: str
    left: tuple[str, ...]
    lacking: frozenset[str]
    overload: Overload


@rule(
    "write.stale_index_key",
    ERROR,
    Scope.PATTERN,
    title="Put leaves its item out of an index",
    why="The item has no key there, so no query of that index finds it",
    fix="Also list the key attributes of the index",
    sources="facts/throughput#index-writes, facts/expressions#updates, facts/modeling#writes",
    fixes=True,
    operations={Operation.PUT},
)
def incomplete_put(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, entities = table_of(context, call), written_by(context, call)
    if table is None or len(entities) != 1:
        return
    (entity,), bindings = entities, bind(table, call.pattern)
    try:
        listed = _listed_values(table, entity, call.pattern, bindings)
    except Invalid:
        return
    if listed is None:
        return
    writer = context.memo.get("writer", (entity, *schema(table)), lambda: item_writer(table, entity))
    stored = writer(SampleItem("", listed)).item
    if gaps := tuple(_gaps(table, entity, stored)):
        logical = {**read_back(table, entity, stored, used_by(entity.overloads) - listed.keys()), **stored}
        yield _spot(call, table, entity, logical, gaps)


def _gaps(table: Table, entity: Entity, stored: Item) -> Iterator[_Gap]:
    for index in table.indexes:
        overload = chosen(entity.overloads_of(index.name) or _own(table, entity, index), KnownItem(stored))
        if overload is None or isinstance(overload, Undecided):
            continue
        left = tuple(name for name in index.key_names if name in overload.keys and name not in stored)
        made_of = {name for key in left for name in keys.parse(overload.keys[key]).attributes}
        lacking = frozenset(name for name in made_of if name not in stored)
        # An optional attribute keeps the other items out on purpose.
        if lacking and all((one := entity.attribute(name)) and one.optional >= 1 for name in lacking):
            yield _Gap(index.name, left, lacking, overload)


def _own(table: Table, entity: Entity, index: Index) -> tuple[Overload, ...]:
    """The implicit overload of an entity: its attributes with the key's names are the key."""
    made = {name: f"{{{name}}}" for name in index.key_names if name not in table.base.key_names}
    return (Overload("", index.name, made),) if written_keys(table, entity, index) else ()


def _listed_values(
    table: Table, entity: Entity, pattern: AccessPattern, bindings: Bindings
) -> Mapping[str, AttributeValue] | None:
    """The attributes that a put lists; None if it lists only those of the table's key."""
    given: Item = {
        **bindings.values,
        **{name: intent_value(raw, name, bindings) for name, raw in pattern.set.items()},
    }
    key = {
        name
        for overload in entity.overloads_of(BASE)
        for text in overload.keys.values()
        for name in keys.parse(text).attributes
    }
    asked = {name for one in pattern.key for text in one.templates for name in keys.parse(text).attributes}
    known = {attribute.name for attribute in entity.attributes} - key - asked
    if bindings.lists or not known & given.keys():
        return None
    for condition in pattern.key:
        element = next((one for one in table.partition_key + table.sort_key if one.name == condition.name), None)
        if element is not None and condition.operator == "=":
            value = key_writer(condition.templates[0], element.type, bindings.formats)(bindings.values)
            given = given if isinstance(value, Unrendered) else {**given, condition.name: value}
    return given


def _spot(call: Call, table: Table, entity: Entity, logical: Item, gaps: tuple[_Gap, ...]) -> Spot:
    types = {key.name: key.type for index in table.indexes for key in index.keys}
    templates = {name: gap.overload.keys[name] for gap in gaps for name in gap.left}
    told = _computable_keys(templates, types, entity, logical)
    lacking = ", ".join(sorted(frozenset().union(*(gap.lacking for gap in gaps))))
    indexes = ", ".join(gap.index for gap in gaps)
    message = (
        f"{call.label} puts {entity.name} without {lacking}, so it has no {', '.join(templates)} "
        f"and is not in {indexes}"
    )
    fixes: tuple[Fix, ...] = ()
    if told.keys() == templates.keys():
        edits = tuple(Put(call.pattern.id, f"parameters.{name}", value) for name, value in told.items())
        fixes = (Fix(f"Also list {', '.join(templates)}", edits),)
    fix = "put " + ", ".join(f"{name} = {told.get(name, template)}" for name, template in templates.items()) + " too"
    facts = {"indexes": [gap.index for gap in gaps], "keys": list(templates), "values": told}
    return Spot(message, f"{call.path}.parameters", call.top.id, "parameters", facts, fix=fix, fixes=fixes)


def _computable_keys(
    templates: Mapping[str, str], types: Mapping[str, AttributeType], entity: Entity, logical: Item
) -> dict[str, str]:
    """The key values that can be made from the listed attributes and from the table's key, as plain JSON."""
    made = {name: key_writer(text, types[name], entity.formats)(logical) for name, text in templates.items()}
    return {name: to_plain(value, value.type) for name, value in made.items() if not isinstance(value, Unrendered)}


RULES = (incomplete_put,)
