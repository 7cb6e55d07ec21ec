"""An Entity of ElectroDB: attributes, indexes with templates, and the keys that no template can express."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan, IndexKeys, PlannedField, condition
from exporter.targets.support.literals import star_comment, typescript_literal
from exporter.targets.typescript.electrodb_keys import (
    LibraryKey,
    attribute_identifiers,
    computed_base,
    computes,
    index_names,
    library_keys,
    paddings,
    primary_of,
)
from exporter.targets.typescript.library_project import ModuleInProgress, Project
from exporter.targets.typescript.nodes import Code, Object, condition_code, member, write
from modeler.core.design.tables import KeyAttribute, ProjectionType
from modeler.core.keys.templates import LiteralText
from modeler.core.values.attribute_values import AttributeType

LIBRARY: Final = "electrodb"
_ENTITY: Final = "__edb_e__"
_VERSION: Final = "__edb_v__"
_TYPES: Final[Mapping[AttributeType, str]] = {
    AttributeType.S: "string",
    AttributeType.N: "number",
    AttributeType.BOOL: "boolean",
    AttributeType.SS: "set",
    AttributeType.NS: "set",
}
_ITEMS: Final = {AttributeType.SS: "string", AttributeType.NS: "number"}


def marks_of(plan: EntityPlan) -> dict[str, str]:
    """Return what ElectroDB stores in every item to identify its entity: of an imported model, its own marks."""
    return {_ENTITY: _only_value(plan, _ENTITY) or plan.entity.name, _VERSION: _only_value(plan, _VERSION) or "1"}


def _only_value(plan: EntityPlan, name: str) -> str:
    attribute = plan.entity.attribute(name)
    values = list(attribute.values) if attribute is not None else []
    return values[0] if len(values) == 1 else ""


def primary_function(plan: EntityPlan) -> str:
    """Write the function that makes the table's key for get, update and delete, where no template can express it; ''
    where ElectroDB makes all of it.
    """
    computed = computed_base(plan)
    if not computed or plan.base is None:
        return ""
    spelled = attribute_identifiers(plan)
    pairs = [(spelled[name], name) for name in plan.table.base.key_names if spelled[name] in computed]
    made = Object([(own, Code(f"needed({member('keys', name)}, {typescript_literal(name)}) as string"))
                   for own, name in pairs])  # fmt: skip
    comment = star_comment([f"Returns the key of an item for get, update and delete: {' and '.join(computed)}."])
    return (
        f"{comment}export function {primary_of(plan)}(item: {plan.name}Fields) {{\n"
        f"  const keys = {plan.base.function}(item);\n  return {write(made, 1, 7)};\n}}\n"
    )


def entity_constant(project: Project, plan: EntityPlan, module: ModuleInProgress) -> str:
    """`export const Order = new Entity({...}, {...})`."""
    module.need(LIBRARY, "Entity")
    module.need("./../table.js", "client", "tableNames")
    fields: list[tuple[str, Any]] = [(one.identifier, _attribute(plan, one)) for one in plan.fields.values()]
    spelled = attribute_identifiers(plan)
    fields += [(spelled[name], _computed(plan, name, module)) for name in plan.made if computes(plan, name)]
    names = index_names(plan)
    indexes = [
        (names[one.index.name], _index(plan, one, spelled, module)) for one in plan.keys if one.index.name in names
    ]
    marks = marks_of(plan)
    model = Object([("entity", marks[_ENTITY]), ("version", marks[_VERSION]), ("service", plan.table.name)])
    schema = Object(
        [("model", model), ("attributes", Object(fields, is_open=True)), ("indexes", Object(indexes, is_open=True))],
        is_open=True,
    )
    table = member("tableNames", project.tables[plan.table.name])
    comment = star_comment([plan.entity.description or f"{plan.entity.name} in {plan.table.name}.", *left_behind(plan)])
    return f"{comment}export const {plan.name} = new Entity({write(schema)}, {{ client, table: {table} }});\n"


def left_behind(plan: EntityPlan) -> Iterator[str]:
    """Say which keys stay if an attribute is removed: ElectroDB calls nothing then."""
    spelled = attribute_identifiers(plan)
    found: dict[tuple[str, ...], list[str]] = {}
    for name, (_, writers) in plan.made.items():
        used = {one for writer in writers for one in writer.attributes}
        removed = [one.identifier for one in plan.fields.values() if one.is_optional and one.name in used]
        if removed and computes(plan, name):
            found.setdefault(tuple(removed), []).append(spelled[name])
    for names, keys in found.items():
        yield f"ElectroDB's remove of {' or '.join(names)} leaves {' and '.join(keys)}: remove or set them too."


def _attribute(plan: EntityPlan, one: PlannedField) -> Object:
    attribute = one.attribute
    kind: Any = _TYPES.get(attribute.type, "any") if attribute else "any"
    members: list[tuple[str, Any]] = []
    if attribute is not None and attribute.type is AttributeType.S and attribute.values:
        members.append(("type", Code(f"{write(list(attribute.values))} as const")))
    else:
        members.append(("type", kind))
    if attribute is not None and attribute.type in _ITEMS:
        members.append(("items", _ITEMS[attribute.type]))
    if width := paddings(plan).get(one.name):
        members.append(("padding", Object([("length", width), ("char", "0")])))
    if not one.is_optional or one.name in plan.table.base.key_names:
        members.append(("required", True))
    if one.name != one.identifier:
        members.append(("field", one.name))
    return Object(members)


def _computed(plan: EntityPlan, name: str, module: ModuleInProgress) -> Object:
    """A key that code computes whenever an attribute that it watches is written.

    With a default, `put` and `create` do not require one of the table: the computed key replaces the default.
    """
    element, writers = plan.made[name]
    watched = sorted({used for one in writers for used in one.attributes if used in plan.fields})
    calls = " ?? ".join(member(f"{one.function}(item)", name) for one in writers)
    kind = "string" if element.type is AttributeType.S else "number" if element.type is AttributeType.N else "any"
    is_base = name in plan.table.base.key_names
    if is_base:
        module.used.add("needed")
        calls = f"needed({calls}, {typescript_literal(name)})"
    members: list[tuple[str, Any]] = [("type", kind), ("hidden", True), ("field", name)]
    if watched:
        members += [("default", "")] if is_base else []
        members.append(("watch", [plan.fields[used].identifier for used in watched]))
        given = "value || " if is_base else "value ?? "
        made = f"({calls}) as {kind}" if is_base else _of_whole(plan, name, f"({calls}) as {kind}", module)
        body = f"(value: {kind} | undefined, item: any) => {given}({made})"
        members.append(("set", Code(body)))
    else:
        members.append(("default", Code(f"() => {calls.replace('(item)', '({})')} as {kind}")))
    return Object(members)


def _of_whole(plan: EntityPlan, name: str, code: str, module: ModuleInProgress) -> str:
    """Refuse an update that gives too little: ElectroDB would keep the key that it stored before."""
    module.used.add("ofWhole")
    _, writers = plan.made[name]
    given = [one for one in plan.fields.values() if not one.is_optional]
    own = [one.identifier for one in given if one.name in plan.key_inputs] or [one.identifier for one in given]
    is_fixed = len(writers) == 1 and len(writers[0].written) == 1 and not writers[0].written[0].when
    used = () if is_fixed else sorted({used for one in writers for used in one.attributes if used in plan.fields})
    needs = [plan.fields[one].identifier for one in used]
    return f"ofWhole({code}, {typescript_literal(name)}, item, {write(own)}, {write(needs)})"


def _index(plan: EntityPlan, one: IndexKeys, spelled: Mapping[str, str], module: ModuleInProgress) -> Object:
    made = library_keys(plan, one)
    members: list[tuple[str, Any]] = [] if one.index.is_base else [("index", one.index.name)]
    kind = one.index.projection.type
    if not one.index.is_base and kind is ProjectionType.KEYS_ONLY:
        members.append(("projection", "keys_only"))
    elif not one.index.is_base and kind is ProjectionType.INCLUDE:
        named = (*one.index.projection.attributes, *one.index.key_names, *plan.table.base.key_names)
        known = [spelled[name] for name in dict.fromkeys(named) if name in plan.fields]
        members.append(("projection", known or "keys_only"))
    if made is not None and one.written[0].when:
        node = condition(one.written[0].when)
        assert node is not None  # library_keys requires a condition that can be read
        code = condition_code(node, lambda name: member("item", plan.fields[name].identifier), module.used)
        members.append(("condition", Code(f"(item: any) => {code}")))
    base = library_keys(plan, plan.base) if plan.base else None
    of_base = dict(zip(plan.table.base.key_names, base or (), strict=False))
    for at, key in enumerate(one.index.keys):
        # A key of the table has the same value in every index.
        own = of_base.get(key.name) if key.name in plan.table.base.key_names else made[at] if made else None
        members.append(("pk" if at == 0 else "sk", _key(plan, key, own, spelled)))
    return Object(members, is_open=True)


def _key(plan: EntityPlan, key: KeyAttribute, made: LibraryKey | None, spelled: Mapping[str, str]) -> Object:
    if made is None or key.name in plan.fields or key.name in spelled:
        own = spelled.get(key.name, key.name)
        members: list[tuple[str, Any]] = [("field", key.name), ("composite", [own])]
        if own != key.name:
            members.append(("template", f"${{{own}}}"))
            members += [("cast", "number")] if key.type is AttributeType.N else []
        return _with_casing(key, members)
    said = "".join(
        part.text if isinstance(part, LiteralText) else f"${{{plan.fields[part.attribute].identifier}}}"
        for part in made.written
    )
    composite = [plan.fields[part.attribute].identifier for part in made.references]
    return _with_casing(key, [("field", key.name), ("composite", composite), ("template", said)], made.casing)


def _with_casing(key: KeyAttribute, members: list[tuple[str, Any]], casing: str = "none") -> Object:
    return Object([*members, ("casing", casing)] if key.type is AttributeType.S else members)
