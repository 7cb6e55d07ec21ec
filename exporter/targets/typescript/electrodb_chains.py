"""Keys and writes as chains of ElectroDB: composites, key conditions, puts, updates, deletes, and checks."""

from __future__ import annotations

from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan, IndexKeys
from exporter.targets.access_code.pattern_plan import PatternPlan, UpdateChange
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.support.literals import typescript_literal
from exporter.targets.typescript.document_client import change_value
from exporter.targets.typescript.electrodb_conditions import where
from exporter.targets.typescript.electrodb_keys import (
    LibraryKey,
    attribute_identifiers,
    computes,
    index_names,
    library_keys,
)
from exporter.targets.typescript.library_project import ModuleInProgress, condition_value, resolve_parameter
from exporter.targets.typescript.model_changes import (
    field_of,
    refuse_change,
    refuse_other_value,
    refuse_undeclared_sum,
)
from exporter.targets.typescript.nodes import Code, Object, member, write
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import KeyAttribute
from modeler.core.keys import templates as keys
from modeler.core.keys.templates import KeyTemplate, Reference
from modeler.core.values.attribute_values import AttributeType

_RANGES: Final = {"begins_with": "begins", "between": "between", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}
_COMPARED: Final = frozenset({AttributeType.S, AttributeType.N, AttributeType.BOOL})


def key_of(pattern: PatternPlan, entity: EntityPlan, module: ModuleInProgress) -> Object:
    """Return the composites of the table's own key."""
    base = entity.base
    assert base is not None  # `function` rejects a pattern without an entity
    members: dict[str, Any] = {}
    for key, given in pattern.elements():
        members |= _composites(pattern, entity, base, key, given.templates[0], module)
    return Object(list(members.items()))


def _own_key(entity: EntityPlan, one: IndexKeys, key: KeyAttribute) -> LibraryKey | None:
    """Return how ElectroDB builds a key; None if the key itself is the attribute."""
    base = entity.base
    where = base if base is not None and key.name in entity.table.base.key_names else one
    made = library_keys(entity, where)
    if made is None or key.name in entity.fields:
        return None
    return dict(zip(where.index.key_names, made, strict=True))[key.name]


def _composites(
    pattern: PatternPlan, entity: EntityPlan, one: IndexKeys, key: KeyAttribute, source: str, module: ModuleInProgress
) -> dict[str, Any]:
    """A key's whole value as composites. Raises Unsupported where the pattern has another form of it."""
    own = _own_key(entity, one, key)
    if own is None:
        spelled = attribute_identifiers(entity)[key.name]
        _refuse_enum(entity, key.name, pattern, keys.parse(source))
        return {spelled: condition_value(pattern, key, source, module.used)}
    given = keys.parse(source)
    found = _matched(pattern, entity, own, given)
    if found is None or len(given.parts) != len(own.design.parts):
        raise Unsupported(f"{key.name} has a different form than the entity writes")
    return found


def _refuse_enum(entity: EntityPlan, name: str, pattern: PatternPlan, source: KeyTemplate) -> None:
    attribute = entity.entity.attribute(name)
    reference = source.plain_reference
    parameter = pattern.parameter(reference.attribute) if reference else None
    if attribute is not None and attribute.values and not (parameter and parameter.values):
        raise Unsupported(f"{name} is compared with a value that it cannot have")


def _matched(pattern: PatternPlan, entity: EntityPlan, own: LibraryKey, given: KeyTemplate) -> dict[str, Any] | None:
    """Return composites for the leading parts of a key's template; None if the parts differ."""
    found: dict[str, Any] = {entity.fields[name].identifier: value for name, value in own.fixed.items()}
    for mine, yours in zip(own.design.parts, given.parts, strict=False):
        if not isinstance(mine, Reference) or not isinstance(yours, Reference):
            if mine != yours:
                return None
            continue
        attribute, parameter = entity.entity.attribute(mine.attribute), pattern.parameter(yours.attribute)
        if mine.formats != yours.formats or attribute is None:
            return None
        if parameter is not None and parameter.type is not attribute.type:
            return None
        if attribute.values and not (parameter and parameter.values):
            return None
        found[entity.fields[mine.attribute].identifier] = Code(resolve_parameter(pattern)(yours.attribute))
    return found


def query_chain(pattern: PatternPlan, entity: EntityPlan, module: ModuleInProgress) -> list[str]:
    """Return the parts of a query that give the key conditions. Raises Unsupported."""
    one = next(own for own in entity.keys if own.index is pattern.index)
    given = {key.name: (key, asked) for key, asked in pattern.elements()}
    key, asked = given[pattern.index.partition_key[0].name]
    members = _composites(pattern, entity, one, key, asked.templates[0], module)
    ranged = ""
    for sort in pattern.index.sort_key:
        if sort.name in given:
            _, asked = given[sort.name]
            if asked.operator == "=":
                members |= _composites(pattern, entity, one, sort, asked.templates[0], module)
            else:
                ranged = _ranged(pattern, entity, one, sort, asked.operator, asked.templates, module)
    name = index_names(entity)[pattern.index.name]
    found = [f"{member('.query', name)}({write(Object(list(members.items())), 2)})"]
    return [*found, ranged] if ranged else found


def _ranged(
    pattern: PatternPlan,
    entity: EntityPlan,
    one: IndexKeys,
    key: KeyAttribute,
    operator: str,
    texts: tuple[str, ...],
    module: ModuleInProgress,
) -> str:
    own = _own_key(entity, one, key)
    if own is None:
        spelled = attribute_identifiers(entity)[key.name]
        values = [Object([(spelled, condition_value(pattern, key, text, module.used))]) for text in texts]
        return f".{_RANGES[operator]}({', '.join(write(value, 2) for value in values)})"
    given = [keys.parse(text) for text in texts]
    prefix = own.design.literal_prefix
    if operator == "begins_with" and not own.fixed and not given[0].references and given[0].literal_prefix == prefix:
        return ""  # what ElectroDB adds to the condition itself
    is_exact = not own.fixed and len(own.written) == 1 and all(len(one.parts) == 1 for one in given)
    found = [_matched(pattern, entity, own, text) for text in given]
    if not is_exact or None in found:
        raise Unsupported(f"{key.name} is read in a different form than the entity writes it")
    return f".{_RANGES[operator]}({', '.join(write(Object(list((value or {}).items())), 2) for value in found)})"


def write_chain(pattern: PatternPlan, entity: EntityPlan, module: ModuleInProgress) -> list[str]:
    """Return the parts of a put, update, delete, or check, without their end. Raises Unsupported."""
    match pattern.operation:
        case Operation.PUT:
            return _put(pattern, entity)
        case Operation.UPDATE:
            return _update(pattern, entity, module)
        case Operation.DELETE:
            return _delete(pattern, entity, module)
        case Operation.CHECK:
            parts = [entity.name, f".check({write(key_of(pattern, entity, module), 2)})"]
            return parts if pattern.condition is None else [*parts, where(pattern, entity, pattern.condition)]
    raise Unsupported(f"a {pattern.operation} is not a write of one item")


def _put(pattern: PatternPlan, entity: EntityPlan) -> list[str]:
    if pattern.item is None or pattern.pattern.set:
        raise Unsupported("the put sets additional attributes")
    is_new = pattern.expects_item is False
    parts = [entity.name, f".{'create' if is_new else 'put'}({pattern.item.identifier})"]
    if pattern.condition is not None and not is_new:
        parts.append(where(pattern, entity, pattern.condition))
    return parts


def _delete(pattern: PatternPlan, entity: EntityPlan, module: ModuleInProgress) -> list[str]:
    parts = [
        entity.name,
        f".{'remove' if pattern.expects_item is True else 'delete'}({write(key_of(pattern, entity, module), 2)})",
    ]
    if pattern.condition is not None and pattern.expects_item is not True:
        parts.append(where(pattern, entity, pattern.condition))
    return parts


def _update(pattern: PatternPlan, entity: EntityPlan, module: ModuleInProgress) -> list[str]:
    if pattern.pattern.update.strip() or pattern.mirrored:
        raise Unsupported("the update is a handwritten expression")
    changed = {one.attribute for one in pattern.changes}
    # What code computes it computes whenever ElectroDB writes one of its attributes, even if the key stays the same.
    watched = [writer for name, (_, writers) in entity.made.items() if computes(entity, name) for writer in writers]
    if any(library_keys(entity, one) is None for one in pattern.affected) or any(
        one.attributes & changed for one in watched
    ):
        raise Unsupported("the update changes keys that are not ElectroDB templates")
    if any(not one.attributes & changed for one in pattern.affected):
        raise Unsupported("ElectroDB's update writes no keys that are made of the table's own key alone")
    is_there = pattern.expects_item is True
    parts = [entity.name, f".{'patch' if is_there else 'update'}({write(key_of(pattern, entity, module), 2)})"]
    for action in ("set", "add"):
        members = [
            (_changed(one, entity), _value(pattern, one, entity, module))
            for one in pattern.changes
            if one.action == action
        ]
        if members:
            parts.append(f".{action}({write(Object(members), 2)})")
    if removed := [_changed(one, entity) for one in pattern.changes if one.action == "remove"]:
        parts.append(f".remove([{', '.join(map(typescript_literal, removed))}])")
    needed = sorted({name for name, _ in pattern.following_inputs} - changed - set(entity.key_inputs))
    if needed and pattern.may_create:
        raise Unsupported("ElectroDB's composite is a condition that no new item meets")
    if needed:
        given = Object([(entity.fields[name].identifier, Code(resolve_parameter(pattern)(name))) for name in needed])
        parts.append(f".composite({write(given, 2)})")
    if pattern.condition is not None and not is_there:
        parts.append(where(pattern, entity, pattern.condition))
    return parts


def _changed(change: UpdateChange, entity: EntityPlan) -> str:
    refuse_change(change, entity)
    refuse_undeclared_sum(change, entity)
    return field_of(change, entity)


def _value(pattern: PatternPlan, change: UpdateChange, entity: EntityPlan, module: ModuleInProgress) -> Any:
    attribute = entity.entity.attribute(change.attribute)
    kind = pattern.written_type(change)
    if attribute is not None and (kind is not attribute.type or kind not in _COMPARED):
        raise Unsupported(f"{change.attribute} is written with a value of a type that ElectroDB spells differently")
    if attribute is not None and attribute.values and not pattern.writes_one_of(change, attribute.values):
        raise refuse_other_value(change)
    if change.template is not None:
        module.used.add("needed")
        made = write(change_value(pattern, change, module.used))
        return Code(f"needed({made}, {typescript_literal(change.attribute)})")
    return change_value(pattern, change, module.used)
