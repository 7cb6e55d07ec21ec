"""Copies of another entity's attribute: of another type, or that nobody declared. facts/modeling#relationships."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.design import usage_settings
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import Operation
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
            source = _source(entities, attribute)
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
    copies = [
        (table, entity, attribute) for table, entity in context.design.entities() for attribute in entity.attributes
        if not attribute.copy_of
    ]  # fmt: skip
    for call in context.calls if copies else ():
        source_table = table_of(context, call) if call.pattern.operation is Operation.UPDATE else None
        if source_table is None or source_table.options.stream:
            continue
        changed = changes_of(source_table, call.pattern)
        for source in written_by(context, call):
            for table, entity, attribute in copies:
                name = _copied(source, entity, attribute)
                if name not in changed or _is_kept(context, call, entity):
                    continue
                message = f"{call.label} changes {name} of {source.name}, but not {attribute.name} of {entity.name}"
                field = "update" if call.pattern.update.strip() else "set"
                facts_ = {"copy": attribute.id, "entity": entity.id, "table": table.name}
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, facts_)
                break


def _copied(source: Entity, entity: Entity, attribute: Attribute) -> str:
    """The attribute of the source that one of an entity that refers to it is named after: authorName with authorId."""
    if entity is source or len(source.identity) != 1 or source.identity[0] not in entity.attributes_by_name:
        return ""
    if attribute.name in entity.identity or _PAST.search(entity.name) or _AS_IT_WAS.search(attribute.description):
        return ""
    start = source.identity[0].removesuffix("Id").removesuffix("_id").removesuffix("ID")
    for one in source.attributes:
        names = (f"{start}{one.name[:1].upper()}{one.name[1:]}", f"{start}_{one.name}")
        if one.name not in source.identity and attribute.name in names and one.type is attribute.type:
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
