"""Keys that show which entity they belong to: prefixes, type attributes, generic names.

facts/building-blocks#look-ups, facts/modeling#rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Index, Table
from modeler.core.fixes import AddPart, Fix
from modeler.core.keys.attribute_formats import is_declared
from modeler.core.keys.templates import KeyTemplate, Reference
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.rules.keys.shared_collections import entities_beside
from modeler.core.rules.support.context import RuleContext, cell_path, index_part, keys_of, table_path
from modeler.core.rules.support.key_fixes import merged, prefix_for, prefix_of, rekeyed, with_prefix
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType

_GENERIC: Final = re.compile(
    r"_*((gsi|lsi|g|l|index|ix)?_?\d*_?)?(pk|sk|hk|rk|hash|range|partition|sort|primary)?_?(key)?_?\d*|_*id",
    re.IGNORECASE,
)
_TYPE_NAMES: Final = frozenset({"type", "entitytype", "itemtype", "entity", "kind", "typename", "et", "recordtype"})


@rule(
    "keys.no_type_prefix",
    WARNING,
    Scope.TABLE,
    title="Partition key has no type prefix",
    why=(
        "In a table with several entities, ids of different entities can be equal, and the key does not show its entity"
    ),
    fix="Start the template with the entity's name, such as ORDER#",
    sources="facts/anti-patterns#a2, facts/building-blocks#p1",
    fixes=True,
)
def no_type_prefix(context: RuleContext, table: Table) -> Iterator[Spot]:
    if len(table.entities) < 2 or not table.partition_key:
        return
    element = table.partition_key[0]
    found: dict[KeyTemplate, list[tuple[Entity, WrittenKey]]] = {}
    untyped = context.of_entities("untyped keys", table, partial(_untyped, context, table), keys_of(table))
    for entity, keys in zip(table.entities, untyped, strict=True):
        for template, key in keys:
            found.setdefault(template, []).append((entity, key))
    if not found or _are_of_one_parent(context, table, {id(one) for writers in found.values() for one, _ in writers}):
        return
    for template, writers in found.items():
        entity, key = writers[0]
        entities = list({one.name: one for one, _ in writers}.values())
        names = ", ".join(one.name for one in entities)
        message = f"The key {template} of {names} does not show which entity it belongs to"
        own = template.attributes[0] == element.name  # stored as it is: its content is unknown
        fixes = _prefixed(context, table, entities, template.attributes[0], element.name)
        spot = _spot(table, entity, key, table.base, element.name, message)
        yield replace(spot, fixes=() if own or element.type is not AttributeType.S else fixes)


def _untyped(context: RuleContext, table: Table, entity: Entity) -> list[tuple[KeyTemplate, WrittenKey]]:
    """The partition keys of an entity that do not show which entity they belong to."""
    found = ((key.templates[0], key) for key in context.keys(table, entity, table.base))
    return [
        (template, key)
        for template, key in found
        if template is not None and template.references and not _shows_type(entity, template)
    ]


def _are_of_one_parent(context: RuleContext, table: Table, untyped: AbstractSet[int]) -> bool:
    """Do these entities have the same partition key, and sort keys that distinguish them? Then all of them belong to
    one thing, and no two kinds of id can be equal. Of a sort key that is stored as it is, nobody has said what it
    contains.
    """
    entities = [entity for entity in table.entities if id(entity) in untyped]
    keys = [(entity, key) for entity in entities for key in context.keys(table, entity, table.base)]
    place = len(table.partition_key)
    name = table.sort_key[0].name if table.sort_key else ""
    sorts = [(entity, key.templates[place]) for entity, key in keys] if name else []
    unnamed = [
        one
        for entity, one in sorts
        if one is None or not (one.literal_prefix or _is_own_attribute(table.base, entity, one, name))
    ]
    several = len(entities) > 1 or len(table.entities) == 1
    return several and bool(sorts) and len(unnamed) <= 1 and len({key.templates[0] for _, key in keys}) == 1


def _shows_type(entity: Entity, template: KeyTemplate) -> bool:
    """Is there a word in the key, at its start or elsewhere, or an attribute with the name of the entity?"""
    named = (entity.attribute(name) for name in template.attributes)
    if any(attribute is not None and len(attribute.values) == 1 for attribute in named):
        return True
    literals = (part.text for part in template.parts if not isinstance(part, Reference))
    return any(character.isalpha() for text in literals for character in text)


def _spot(table: Table, entity: Entity, key: WrittenKey, index: Index, name: str, message: str) -> Spot:
    path = f"{cell_path(table, entity, None if index.is_base else index.name)}.{name}"
    return Spot(message, path, key.overload.id if key.overload else entity.id, f"keys.{name}")


def _prefixed(context: RuleContext, table: Table, entities: list[Entity], attribute: str, name: str) -> tuple[Fix, ...]:
    """One prefix for all entities that share the template, so that what is read together stays together."""
    prefix = prefix_of(entities[0]) if len(entities) == 1 else prefix_for(attribute)
    about = tuple(one.name for one in entities)
    edits = [rekeyed(context, table, one, name, with_prefix(prefix), about=about) for one in entities]
    return (Fix(f"Start {name} with {prefix}, here and in its reads", merged(edits)),) if all(edits) else ()


@rule(
    "keys.sk_no_type_prefix",
    WARNING,
    Scope.TABLE,
    title="Sort key has no type prefix in a shared collection",
    why="Items of several entities are mixed in one collection, so that none of them can be read separately",
    fix="Start the sort key with the entity's name, such as ORDER#",
    sources="facts/modeling#sort-keys",
    fixes=True,
)
def sk_no_type_prefix(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.all_indexes:
        if not index.partition_key or not index.sort_key or index.sort_key[0].type is not AttributeType.S:
            continue
        name = index.sort_key[0].name
        if not index.is_base and name in table.base.key_names:
            continue  # an inverted index is covered by the finding for the table's own key
        for writers, beside in _mixed(context, table, index):
            if _are_read_in_order(context, table, index, {*beside, *(one.name for one, _, _ in writers)}):
                continue
            entity, key, _ = writers[0]
            others = [name for name in beside if name not in {one.name for one, _, _ in writers}]
            shown = ", ".join(f"{one.name} writes {text}" for one, _, text in writers)
            message = f"{shown} into {name}, in one collection{' with ' if others else ''}{', '.join(others)}"
            spot = _spot(table, entity, key, index, name, message)
            fixes = _all_prefixed(context, table, [one for one, _, _ in writers], name)
            yield replace(spot, facts={"beside": beside}, fixes=fixes)


type _Writer = tuple[Entity, WrittenKey, KeyTemplate]


def _mixed(context: RuleContext, table: Table, index: Index) -> list[tuple[list[_Writer], list[str]]]:
    """Groups of entities without a prefix that share collections, each with the names of all entities in these: one
    group for each cause.
    """
    groups: list[tuple[list[_Writer], dict[str, None]]] = []
    parts = (*keys_of(table), index_part(index))
    bare = context.of_entities("no prefix", table, partial(_without_prefix, context, table, index), parts)
    for entity, key, template in chain.from_iterable(bare):
        beside = entities_beside(context, table, index, entity, key)
        if not beside:
            continue
        group = next((one for one in groups if entity.name in one[1]), None)
        if group is None:
            groups.append(([(entity, key, template)], dict.fromkeys(beside)))
        else:
            group[0].append((entity, key, template))
            group[1].update(dict.fromkeys(beside))
    return [(writers, list(names)) for writers, names in groups]


def _without_prefix(context: RuleContext, table: Table, index: Index, entity: Entity) -> list[_Writer]:
    """The complete keys of an entity whose sort key starts with a value."""
    found = []
    for key in context.keys(table, entity, index):
        template = key.templates[len(index.partition_key)] if key.complete is not None else None
        if template is None or not template.references or template.literal_prefix:
            continue
        if not _is_own_attribute(index, entity, template, index.sort_key[0].name):
            found.append((entity, key, template))
    return found


def _are_read_in_order(context: RuleContext, table: Table, index: Index, names: AbstractSet[str]) -> bool:
    """Return whether every read of the collection wants several of these entities, in their common order: a prefix
    would sort them by kind.
    """
    ordered = False
    for call in context.calls_on(table):
        pattern = context.asked(call.pattern)
        about = names & {one.name for one in context.about(pattern)}
        if pattern.operation is not Operation.QUERY or table.index(pattern.index) != index or not about:
            continue
        if len(about) == 1:
            return False
        intent = pattern.facts.intent
        ordered = ordered or bool(intent.order_by or intent.strict_order or (pattern.limit and pattern.descending))
    return ordered


def _is_own_attribute(index: Index, entity: Entity, template: KeyTemplate, name: str) -> bool:
    """Is the sort key an attribute of the items as it is? An index sorted by a fact (a date, a score) has no room for a
    prefix, and of a table's key without a format nobody has said what it contains.
    """
    reference = template.plain_reference
    if reference is None or reference.attribute != name:
        return False
    attribute = entity.attribute(name)
    return not index.is_base or attribute is None or not is_declared(attribute)


def _all_prefixed(context: RuleContext, table: Table, entities: list[Entity], name: str) -> tuple[Fix, ...]:
    """One fix that gives each of the entities its prefix, if each of them can have it."""
    found = list({one.id: one for one in entities}.values())
    made = [rekeyed(context, table, one, name, with_prefix(prefix_of(one))) for one in found]
    starts = " and ".join(prefix_of(one) for one in found)
    return (Fix(f"Start {name} with {starts}, here and in its reads", merged(made)),) if all(made) else ()


@rule(
    "keys.no_type_attribute",
    ADVICE,
    Scope.TABLE,
    title="Items do not show which entity they belong to",
    why="Exports, streams and people have to infer the type of an item from its keys",
    fix="Give every entity an attribute Type with its name as the only value",
    sources="facts/anti-patterns#a18",
    fixes=True,
)
def no_type_attribute(context: RuleContext, table: Table) -> Iterator[Spot]:
    typed = context.of_entities("type attributes", table, _has_type, ())
    without = [entity for entity, has_type in zip(table.entities, typed, strict=True) if not has_type]
    if len(table.entities) < 2 or not without:
        return
    names = ", ".join(entity.name for entity in without)
    message = f"Items of {names} in {table.name} have no attribute that shows their entity"
    severity = WARNING if table.options.stream else None
    if severity:
        message += "; stream consumers must distinguish them by their keys"
    adds = tuple(AddPart(entity.id, "attributes", _type_attribute(entity)) for entity in without if entity.id)
    fixes = (Fix("Add an attribute Type to each", adds),) if adds else ()
    facts = {"entities": [entity.id for entity in without]}
    yield Spot(message, table_path(table), table.id, "entities", facts, severity, fixes=fixes)


def _has_type(entity: Entity) -> bool:
    return any(map(_says_type, entity.attributes))


def _says_type(attribute: Attribute) -> bool:
    return len(attribute.values) == 1 or re.sub(r"[^a-z]", "", attribute.name.lower()) in _TYPE_NAMES


def _type_attribute(entity: Entity) -> dict[str, object]:
    return {"name": "Type", "type": "S", "format": "enum", "values": {entity.name: 1.0}}


@rule(
    "keys.entity_named_key",
    ADVICE,
    Scope.TABLE,
    title="Key of a multi-entity table is named after one entity",
    why="The other entities write something else into a key of that name, which misleads readers",
    fix="Name the keys PK and SK; on a live table this is a migration to new keys",
    sources="facts/modeling#partition-keys",
)
def entity_named_key(context: RuleContext, table: Table) -> Iterator[Spot]:
    named = [name for name in table.base.key_names if not _GENERIC.fullmatch(name)]
    if len(table.entities) < 2 or not named:
        return
    several = ", ".join(entity.name for entity in table.entities[:4])
    message = f"{table.name} holds {several}, and its key is named {', '.join(named)}"
    yield Spot(message, table_path(table), table.id, "partition_key", {"keys": named})


RULES = (no_type_prefix, sk_no_type_prefix, no_type_attribute, entity_named_key)
