"""An Entity of ElectroDB: attributes, and indexes with templates. A key that no template can express is an attribute
that watches the attributes that it is made of.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from exporter.targets.access_code.entity_plan import EntityPlan, Field, IndexKeys, condition
from exporter.targets.access_code.naming import own_name
from exporter.targets.support.literals import Language, Style, star_comment
from exporter.targets.typescript.library_project import Module, Project
from exporter.targets.typescript.nodes import Code, Object, condition_code, member, write
from modeler.core.design.tables import Index, KeyAttribute, ProjectionType
from modeler.core.expressions.references import attribute_names
from modeler.core.keys.templates import KeyTemplate, Literal
from modeler.core.values.attribute_values import AttributeType

LIBRARY: Final = "electrodb"
_TYPES: Final[Mapping[AttributeType, str]] = {
    AttributeType.S: "string",
    AttributeType.N: "number",
    AttributeType.BOOL: "boolean",
    AttributeType.SS: "set",
    AttributeType.NS: "set",
}
_ITEMS: Final = {AttributeType.SS: "string", AttributeType.NS: "number"}


def carried(plan: EntityPlan, index: Index) -> bool:
    """Does the library support such an index: one partition key, at most one sort key, texts or numbers
    that are attributes?
    """
    if len(index.partition_key) != 1 or len(index.sort_key) > 1:
        return False
    return all(
        key.type is AttributeType.S or (key.type is AttributeType.N and key.name in plan.fields) for key in index.keys
    )


def index_names(plan: EntityPlan) -> dict[str, str]:
    """Return names of the access patterns, ElectroDB's term for indexes, by index; the table's own is primary."""
    taken = ["primary"]
    found: dict[str, str] = {}
    for one in plan.keys:
        if carried(plan, one.index):
            found[one.index.name] = (
                "primary"
                if one.index.is_base
                else own_name(one.index.name, Style.CAMEL, Language.TYPESCRIPT, taken, "index")
            )
            taken.append(found[one.index.name])
    return found


def attribute_identifiers(plan: EntityPlan) -> dict[str, str]:
    """Return names of all attributes that the entity has in ElectroDB, including keys that watch."""
    found = {one.name: one.identifier for one in plan.fields.values()}
    taken = list(found.values())
    for name in plan.made:
        if watches(plan, name):
            found[name] = own_name(name, Style.CAMEL, Language.TYPESCRIPT, taken, "key")
            taken.append(found[name])
    return found


def template_of(plan: EntityPlan, one: IndexKeys) -> tuple[KeyTemplate, ...] | None:
    """Return the templates of an index if ElectroDB's template language can express them; None if keys must watch.

    A condition on attributes outside the keys would not be evaluated again when they change: such keys watch, too.
    """
    if len(one.written) != 1 or one.written[0].complete is None:
        return None
    complete = one.written[0].complete
    composites = {name for text in complete for name in text.attributes}
    if sum(len(text.references) for text in complete) > len(composites):
        return None  # ElectroDB rejects an attribute that an index uses twice
    node = condition(one.written[0].when)
    if one.written[0].when and (one.index.is_base or node is None or not set(attribute_names(node)) <= composites):
        return None
    for key, text in zip(one.index.keys, complete, strict=True):
        is_own = key.name in plan.fields
        if not is_own and (len(plan.made[key.name][1]) > 1 if key in one.elements else False):
            return None
        if not all(_sayable(plan, part) for part in text.parts) or (key.type is not AttributeType.S and not is_own):
            return None
        if not one.index.is_base and any(
            plan.fields[name].is_optional for name in text.attributes if name in plan.fields
        ):
            return None
    return complete


def _sayable(plan: EntityPlan, part: Any) -> bool:
    if isinstance(part, Literal):
        return "${" not in part.text and "{" not in part.text and not part.text.endswith("$")
    field = plan.fields.get(part.attribute)
    is_text = (
        field is not None and field.attribute is not None and field.attribute.type in {AttributeType.S, AttributeType.N}
    )
    return is_text and part.is_plain


def watches(plan: EntityPlan, name: str) -> bool:
    """Is this key an attribute that watches others, and not a template?"""
    return any(template_of(plan, one) is None for one in plan.made[name][1]) or not all(
        carried(plan, one.index) for one in plan.made[name][1]
    )


def watched_base(plan: EntityPlan) -> tuple[str, ...]:
    """Return keys of the table that watch: a write must supply them, since ElectroDB needs them first."""
    spelled = attribute_identifiers(plan)
    return tuple(spelled[name] for name in plan.table.base.key_names if name in plan.made and watches(plan, name))


def given_item(plan: EntityPlan, item: str) -> str:
    """Return an item in the form of put and create."""
    if not watched_base(plan) or plan.base is None:
        return item
    return f"{{ ...{item}, ...{plan.base.function}({item}) }} as CreateEntityItem<typeof {plan.name}>"


def entity_constant(project: Project, plan: EntityPlan, module: Module) -> str:
    """`export const Order = new Entity({...}, {...})`."""
    module.need(LIBRARY, "Entity")
    module.need("./../table.js", "client", "tableNames")
    fields: list[tuple[str, Any]] = [(one.identifier, _attribute(plan, one)) for one in plan.fields.values()]
    spelled = attribute_identifiers(plan)
    fields += [(spelled[name], _watching(plan, name)) for name in plan.made if watches(plan, name)]
    names = index_names(plan)
    indexes = [
        (names[one.index.name], _index(plan, one, spelled, module)) for one in plan.keys if one.index.name in names
    ]
    model = Object([("entity", plan.entity.name), ("version", "1"), ("service", plan.table.name)])
    schema = Object(
        [("model", model), ("attributes", Object(fields, is_open=True)), ("indexes", Object(indexes, is_open=True))],
        is_open=True,
    )
    table = member("tableNames", project.tables[plan.table.name])
    comment = star_comment([plan.entity.description or f"{plan.entity.name} in {plan.table.name}."])
    return f"{comment}export const {plan.name} = new Entity({write(schema)}, {{ client, table: {table} }});\n"


def _attribute(plan: EntityPlan, one: Field) -> Object:
    attribute = one.attribute
    kind: Any = _TYPES.get(attribute.type, "any") if attribute else "any"
    members: list[tuple[str, Any]] = []
    if attribute is not None and attribute.type is AttributeType.S and attribute.values:
        members.append(("type", Code(f"{write(list(attribute.values))} as const")))
    else:
        members.append(("type", kind))
    if attribute is not None and attribute.type in _ITEMS:
        members.append(("items", _ITEMS[attribute.type]))
    if not one.is_optional or one.name in plan.table.base.key_names:
        members.append(("required", True))
    if one.name != one.identifier:
        members.append(("field", one.name))
    return Object(members)


def _watching(plan: EntityPlan, name: str) -> Object:
    element, writers = plan.made[name]
    watched = sorted({used for one in writers for used in one.attributes if used in plan.fields})
    calls = " ?? ".join(member(f"{one.function}(item)", name) for one in writers)
    kind = "string" if element.type is AttributeType.S else "number" if element.type is AttributeType.N else "any"
    cast = kind if kind != "any" else "any"
    members: list[tuple[str, Any]] = [("type", kind), ("hidden", True), ("field", name)]
    if watched:
        members.append(("watch", [plan.fields[used].identifier for used in watched]))
        body = f"(value: {cast} | undefined, item: any) => value ?? (({calls}) as {cast})"
        members.append(("set", Code(body)))
    else:
        members.append(("default", Code(f"() => {calls.replace('(item)', '({})')} as {cast}")))
    return Object(members)


def _index(plan: EntityPlan, one: IndexKeys, spelled: Mapping[str, str], module: Module) -> Object:
    templates = template_of(plan, one)
    members: list[tuple[str, Any]] = [] if one.index.is_base else [("index", one.index.name)]
    kind = one.index.projection.type
    if not one.index.is_base and kind is ProjectionType.KEYS_ONLY:
        members.append(("projection", "keys_only"))
    elif not one.index.is_base and kind is ProjectionType.INCLUDE:
        named = (*one.index.projection.attributes, *one.index.key_names, *plan.table.base.key_names)
        known = [spelled[name] for name in dict.fromkeys(named) if name in plan.fields]
        members.append(("projection", known or "keys_only"))
    if templates is not None and one.written[0].when:
        node = condition(one.written[0].when)
        assert node is not None  # template_of requires a condition that can be read
        code = condition_code(node, lambda name: member("item", plan.fields[name].identifier), module.used)
        members.append(("condition", Code(f"(item: any) => {code}")))
    base = template_of(plan, plan.base) if plan.base else None
    of_base = dict(zip(plan.table.base.key_names, base or (), strict=False))
    for at, key in enumerate(one.index.keys):
        text = templates[at] if templates is not None else None
        # A key of the table has the same value in every index.
        text = of_base.get(key.name) if key.name in plan.table.base.key_names else text
        members.append(("pk" if at == 0 else "sk", _key(plan, key, text, spelled)))
    return Object(members, is_open=True)


def _key(plan: EntityPlan, key: KeyAttribute, text: KeyTemplate | None, spelled: Mapping[str, str]) -> Object:
    if text is None or key.name in plan.fields or key.name in spelled:
        own = spelled.get(key.name, key.name)
        members: list[tuple[str, Any]] = [("field", key.name), ("composite", [own])]
        if own != key.name:
            members.append(("template", f"${{{own}}}"))
            members += [("cast", "number")] if key.type is AttributeType.N else []
        return _with_casing(key, members)
    said = "".join(
        part.text if isinstance(part, Literal) else f"${{{plan.fields[part.attribute].identifier}}}"
        for part in text.parts
    )
    composite = [plan.fields[part.attribute].identifier for part in text.references]
    return _with_casing(key, [("field", key.name), ("composite", composite), ("template", said)])


def _with_casing(key: KeyAttribute, members: list[tuple[str, Any]]) -> Object:
    return Object([*members, ("casing", "none")] if key.type is AttributeType.S else members)
