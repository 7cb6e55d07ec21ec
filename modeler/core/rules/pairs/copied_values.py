"""Copies of another entity's attribute: of another type, or that nobody declared. facts/modeling#relationships."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from modeler.core.design import usage_settings
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.rules.support.context import Call, RuleContext, entity_path
from modeler.core.rules.support.own_ids import is_own_id
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import together
from modeler.core.rules.support.write_targets import changes_of, is_member, members, table_of, written_by

_AS_IT_WAS: Final = re.compile(
    r"(?i)snapshot|as (it was|ordered|bought|at)|at the time|history|log|audit|event|archive"
)
_TITLE: Final = re.compile(r"(?i)title|name|label|caption|subject|displayName|display_name|headline")
_PAST: Final = re.compile(r"(?i)order|invoice|receipt|payment|purchase|booking|ticket|line|entry|sale|event|log|audit")


type Held = tuple[Table, Entity, Attribute]


@rule(
    "model.copy_differs",
    WARNING,
    Scope.DESIGN,
    title="Copy is of another type than its source",
    why="Values of the two are never equal: comparisons with the copy never match, and its sizes are wrong",
    fix="Give both the same type and format",
    sources="facts/modeling#rules",
)
def copy_differs(context: RuleContext) -> Iterator[Spot]:
    entities = {entity.name: entity for _, entity in context.design.entities()}
    for table, entity in context.design.entities():
        for attribute in entity.attributes:
            source = _source(entities, attribute) if attribute.copy_of else None
            told = _difference(attribute, source) if source is not None else ""
            if told:
                message = f"{attribute.name} of {entity.name} {told} {attribute.copy_of.split(',')[0]}"
                yield Spot(message, entity_path(table, entity), attribute.id, "copy_of")


def _source(entities: dict[str, Entity], attribute: Attribute) -> Attribute | None:
    owner = entities.get(attribute.copy_of.strip().partition(".")[0])
    found = usage_settings.copied(attribute.copy_of, owner.name) if owner is not None else None
    return owner.attribute(found[0]) if owner is not None and found is not None else None


def _difference(copy: Attribute, source: Attribute) -> str:
    if copy.type is not source.type:
        return f"is of type {copy.type}, and not of type {source.type} as"
    if copy.format and source.format and copy.format != source.format:
        return f"has the format {copy.format}, and not {source.format} as"
    missing = [value for value in source.values if value not in copy.values] if copy.values else []
    return f"has no value {missing[0]}, unlike" if missing else ""


@rule(
    "write.copy_not_updated",
    WARNING,
    Scope.DESIGN,
    title="Attribute named after another entity's is not updated with it",
    why="Pages that show the copy and pages that show the source then disagree, and nothing corrects it",
    fix="Update the copies too, or declare what the attribute is a copy of and how it is kept",
    sources="facts/building-blocks#x8, facts/modeling#rules",
)
def undeclared_copy(context: RuleContext) -> Iterator[Spot]:
    held = _by_name(context.design)
    for call in context.calls:
        source_table = table_of(context, call) if call.pattern.operation is Operation.UPDATE else None
        if source_table is None or source_table.options.stream:
            continue
        changed = changes_of(source_table, call.pattern)
        for source in written_by(context, call):
            for table, entity, attribute in _named_after(held, source, changed):
                name = _copied(source, entity, attribute)
                if name not in changed or _is_kept(context, call, entity):
                    continue
                message = f"{call.label} changes {name} of {source.name}, but not {attribute.name} of {entity.name}"
                field = "update" if call.pattern.update.strip() else "set"
                facts_ = {"copy": attribute.id, "entity": entity.id, "table": table.name}
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, facts_)
                break


def _by_name(design: Design) -> dict[tuple[str, ...], list[Held]]:
    """The attributes of a design that are not declared as copies, in their order: by name, and those of entities that
    connect others by each of the ids and name.
    """
    found: dict[tuple[str, ...], list[Held]] = {}
    for table, entity in design.entities():
        edges = entity.identity if len(entity.identity) > 1 else ()
        for attribute in entity.attributes:
            if not attribute.copy_of:
                for key in ((attribute.name,), *((one, attribute.name) for one in edges)):
                    found.setdefault(key, []).append((table, entity, attribute))
    return found


def _named_after(held: dict[tuple[str, ...], list[Held]], source: Entity, changed: Collection[str]) -> list[Held]:
    """What can be a copy of a changed attribute of the source, by its name alone."""
    if len(source.identity) != 1:
        return []
    keys: set[tuple[str, ...]] = set()
    for name in changed:
        keys |= {(source.identity[0], name), *((copy,) for copy in _copy_names(source, name))}
    return [one for key in sorted(keys & held.keys()) for one in held[key]]


def _copy_names(source: Entity, name: str) -> tuple[str, str]:
    """The names that a copy of the source's attribute has where its id has the same start: authorName with authorId."""
    start = source.identity[0].removesuffix("Id").removesuffix("_id").removesuffix("ID")
    return f"{start}{name[:1].upper()}{name[1:]}", f"{start}_{name}"


def _copied(source: Entity, entity: Entity, attribute: Attribute) -> str:
    """The attribute of the source that one of an entity that refers to it is named after: authorName with authorId."""
    if entity is source or len(source.identity) != 1 or source.identity[0] not in entity.attributes_by_name:
        return ""
    if attribute.name in entity.identity or _PAST.search(entity.name) or _AS_IT_WAS.search(attribute.description):
        return ""
    for one in source.attributes:
        is_copy = one.name not in source.identity and attribute.name in _copy_names(source, one.name)
        if is_copy and one.type is attribute.type:
            return one.name
    return attribute.name if _is_of_an_edge(source, entity, attribute) else ""


def _is_of_an_edge(source: Entity, entity: Entity, attribute: Attribute) -> bool:
    """Return whether an item that only connects others, and has no id of its own, holds a title of one of them."""
    edge = len(entity.identity) > 1 and source.identity[0] in entity.identity
    own = any(is_own_id(entity, held) for name in entity.identity if (held := entity.attribute(name)) is not None)
    other = source.attribute(attribute.name)
    same = other is not None and (other.type, other.format) == (attribute.type, attribute.format)
    return edge and not own and same and _TITLE.fullmatch(attribute.name) is not None


def _is_kept(context: RuleContext, call: Call, entity: Entity) -> bool:
    """Return whether another call of the same transaction or sequence writes the entity."""
    calls = members(context, call.top) if is_member(call) else together(context, call)
    return any(one is not call and entity in written_by(context, one) for one in calls)


RULES = (copy_differs, undeclared_copy)
