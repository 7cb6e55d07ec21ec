"""Access patterns as chains of ElectroDB."""

from __future__ import annotations

from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan, IndexKeys
from exporter.targets.access_code.pattern_plan import Change, PatternPlan
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.support.literals import typescript_literal
from exporter.targets.typescript.document_client import change_value, need_of_entity
from exporter.targets.typescript.electrodb_conditions import where
from exporter.targets.typescript.electrodb_schema import (
    attribute_identifiers,
    given_item,
    index_names,
    template_of,
    watched_base,
)
from exporter.targets.typescript.library_project import (
    Module,
    Project,
    condition_value,
    doc,
    resolve_parameter,
    signature,
)
from exporter.targets.typescript.model_changes import (
    field_of,
    refuse_change,
    refuse_other_value,
    refuse_undeclared_sum,
)
from exporter.targets.typescript.nodes import Code, Object, member, write
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import KeyAttribute
from modeler.core.expressions.nodes import Name
from modeler.core.keys import templates as keys
from modeler.core.keys.templates import KeyTemplate, Reference
from modeler.core.values.attribute_values import AttributeType

LIBRARY: Final = "electrodb"
_RANGES: Final = {"begins_with": "begins", "between": "between", "<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}
_COMPARED: Final = frozenset({AttributeType.S, AttributeType.N, AttributeType.BOOL})


def function(project: Project, pattern: PatternPlan, module: Module) -> str:
    """The function of a pattern. Raises Unsupported."""
    entity = pattern.entity
    if pattern.members or pattern.operation.is_multiple or pattern.operation is Operation.CHECK:
        raise Unsupported(f"a {pattern.operation} is one request, not a chain of an entity")
    if entity is None or entity.base is None:
        raise Unsupported("it does not name exactly one entity with a key of the table")
    if pattern.index.name not in index_names(entity):
        raise Unsupported("the entity has no such index in ElectroDB")
    need_of_entity(module, entity, entity.name)
    is_page = pattern.operation in {Operation.QUERY, Operation.SCAN}
    body = {
        Operation.GET: _get,
        Operation.QUERY: _query,
        Operation.SCAN: _query,
        Operation.PUT: _put,
        Operation.UPDATE: _update,
        Operation.DELETE: _delete,
    }[pattern.operation](pattern, entity, module)
    if pattern.item is not None:
        module.need(LIBRARY, "CreateEntityItem", types=True)
    given = signature(pattern, _item_type, pages=is_page)
    given = given.replace("next?: Record<string, any>", "next?: string")
    return f"{doc(pattern)}export async function {pattern.function}({given}) {{\n{body}}}\n"


def _item_type(plan: EntityPlan) -> str:
    whole = f"CreateEntityItem<typeof {plan.name}>"
    hidden = watched_base(plan)
    return f"Omit<{whole}, {' | '.join(map(typescript_literal, hidden))}>" if hidden else whole


def _chain(parts: list[str]) -> str:
    return "\n    ".join(parts)


def _get(pattern: PatternPlan, entity: EntityPlan, module: Module) -> str:
    options: list[tuple[str, Any]] = [("consistent", True)] if pattern.pattern.consistent else []
    if pattern.paths:
        options.append(("attributes", _attributes(pattern, entity)))
    go = f".go({write(Object(options))})" if options else ".go()"
    chain = _chain([entity.name, f".get({write(_key(pattern, entity, module), 2)})", go])
    return f"  const {{ data }} = await {chain};\n  return data;\n"


def _attributes(pattern: PatternPlan, entity: EntityPlan) -> list[str]:
    found = [path.parts[0].text for path in pattern.paths if len(path.parts) == 1 and isinstance(path.parts[0], Name)]
    if len(found) < len(pattern.paths) or not set(found) <= set(entity.fields):
        raise Unsupported("the projection requests something inside a document, or that the entity does not have")
    return [entity.fields[name].identifier for name in found]


def _key(pattern: PatternPlan, entity: EntityPlan, module: Module) -> Object:
    """Return the composites of the table's own key."""
    base = entity.base
    assert base is not None  # `function` rejects a pattern without an entity
    members: dict[str, Any] = {}
    for key, given in pattern.elements():
        members |= _composites(pattern, entity, base, key, given.templates[0], module)
    return Object(list(members.items()))


def _own_template(entity: EntityPlan, one: IndexKeys, key: KeyAttribute) -> KeyTemplate | None:
    """Return the template by which ElectroDB builds a key; None if the key itself is the attribute."""
    base = entity.base
    where = base if base is not None and key.name in entity.table.base.key_names else one
    templates = template_of(entity, where)
    if templates is None or key.name in entity.fields:
        return None
    return dict(zip(where.index.key_names, templates, strict=True))[key.name]


def _composites(
    pattern: PatternPlan, entity: EntityPlan, one: IndexKeys, key: KeyAttribute, source: str, module: Module
) -> dict[str, Any]:
    """A key's whole value as composites. Raises Unsupported where the pattern has another form of it."""
    own = _own_template(entity, one, key)
    if own is None:
        spelled = attribute_identifiers(entity)[key.name]
        _refuse_enum(entity, key.name, pattern, keys.parse(source))
        return {spelled: condition_value(pattern, key, source, module.used)}
    given = keys.parse(source)
    found = _matched(pattern, entity, own, given)
    if found is None or len(given.parts) != len(own.parts):
        raise Unsupported(f"{key.name} has a different form than the entity writes")
    return found


def _refuse_enum(entity: EntityPlan, name: str, pattern: PatternPlan, source: KeyTemplate) -> None:
    attribute = entity.entity.attribute(name)
    reference = source.plain_reference
    parameter = pattern.parameter(reference.attribute) if reference else None
    if attribute is not None and attribute.values and not (parameter and parameter.values):
        raise Unsupported(f"{name} is compared with a value that it cannot have")


def _matched(pattern: PatternPlan, entity: EntityPlan, own: KeyTemplate, given: KeyTemplate) -> dict[str, Any] | None:
    """Return composites for the leading parts of a key's template; None if the parts differ."""
    found: dict[str, Any] = {}
    for mine, yours in zip(own.parts, given.parts, strict=False):
        if not isinstance(mine, Reference) or not isinstance(yours, Reference):
            if mine != yours:
                return None
            continue
        attribute, parameter = entity.entity.attribute(mine.attribute), pattern.parameter(yours.attribute)
        if not yours.is_plain or attribute is None or (parameter is not None and parameter.type is not attribute.type):
            return None
        if attribute.values and not (parameter and parameter.values):
            return None
        found[entity.fields[mine.attribute].identifier] = Code(resolve_parameter(pattern)(yours.attribute))
    return found


def _query(pattern: PatternPlan, entity: EntityPlan, module: Module) -> str:
    one = pattern.pattern
    parts = [entity.name]
    if pattern.operation is Operation.SCAN:
        parts.append(".scan")
    else:
        parts += _asked(pattern, entity, module)
    if pattern.filter is not None:
        parts.append(where(pattern, entity, pattern.filter))
    options: list[tuple[str, Any]] = [("attributes", _attributes(pattern, entity))] if pattern.paths else []
    options += [("consistent", True)] if one.consistent else []
    options += [("order", "desc")] if one.descending else []
    options += [("limit", one.limit)] if one.limit else [("pages", "all")]
    options.append(("cursor", Code("next ?? null")))
    parts.append(f".go({write(Object(options), 2)})")
    return f"  const {{ data, cursor }} = await {_chain(parts)};\n  return {{ items: data, next: cursor }};\n"


def _asked(pattern: PatternPlan, entity: EntityPlan, module: Module) -> list[str]:
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
    module: Module,
) -> str:
    own = _own_template(entity, one, key)
    if own is None:
        spelled = attribute_identifiers(entity)[key.name]
        values = [Object([(spelled, condition_value(pattern, key, text, module.used))]) for text in texts]
        return f".{_RANGES[operator]}({', '.join(write(value, 2) for value in values)})"
    given = [keys.parse(text) for text in texts]
    if operator == "begins_with" and not given[0].references and given[0].literal_prefix == own.literal_prefix:
        return ""  # what ElectroDB adds to the condition itself
    is_exact = len(own.parts) == 1 and all(len(one.parts) == 1 for one in given)
    found = [_matched(pattern, entity, own, text) for text in given]
    if not is_exact or None in found:
        raise Unsupported(f"{key.name} is read in a different form than the entity writes it")
    return f".{_RANGES[operator]}({', '.join(write(Object(list((value or {}).items())), 2) for value in found)})"


def _put(pattern: PatternPlan, entity: EntityPlan, module: Module) -> str:
    if pattern.item is None or pattern.pattern.set:
        raise Unsupported("the put sets additional attributes")
    is_new = pattern.expects_item is False
    parts = [entity.name, f".{'create' if is_new else 'put'}({given_item(entity, pattern.item.identifier)})"]
    if pattern.condition is not None and not is_new:
        parts.append(where(pattern, entity, pattern.condition))
    return f"  await {_chain([*parts, '.go()'])};\n"


def _delete(pattern: PatternPlan, entity: EntityPlan, module: Module) -> str:
    parts = [
        entity.name,
        f".{'remove' if pattern.expects_item is True else 'delete'}({write(_key(pattern, entity, module), 2)})",
    ]
    if pattern.condition is not None and pattern.expects_item is not True:
        parts.append(where(pattern, entity, pattern.condition))
    return f"  await {_chain([*parts, '.go()'])};\n"


def _update(pattern: PatternPlan, entity: EntityPlan, module: Module) -> str:
    if pattern.pattern.update.strip() or pattern.mirrored:
        raise Unsupported("the update is a handwritten expression")
    if any(template_of(entity, one) is None for one in pattern.affected):
        raise Unsupported("the update changes keys that are not ElectroDB templates")
    is_there = pattern.expects_item is True
    parts = [entity.name, f".{'patch' if is_there else 'update'}({write(_key(pattern, entity, module), 2)})"]
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
    needed = sorted({name for name, _ in pattern.following_inputs} - {one.attribute for one in pattern.changes})
    if needed:
        given = Object([(entity.fields[name].identifier, Code(resolve_parameter(pattern)(name))) for name in needed])
        parts.append(f".composite({write(given, 2)})")
    if pattern.condition is not None and not is_there:
        parts.append(where(pattern, entity, pattern.condition))
    return f"  await {_chain([*parts, '.go()'])};\n"


def _changed(change: Change, entity: EntityPlan) -> str:
    refuse_change(change, entity)
    refuse_undeclared_sum(change, entity)
    return field_of(change, entity)


def _value(pattern: PatternPlan, change: Change, entity: EntityPlan, module: Module) -> Any:
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
