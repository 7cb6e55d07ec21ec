"""An UpdateItem as code: the changes of the intent, and the index keys that change with them.

An index key is a copy of the attributes in its template. If the design alone determines which overload holds after the
update, the keys are written into the expression; if that depends on a value, they are computed at the call. An
attribute that no parameter supplies becomes an additional argument, because an update cannot look it up.
facts/procedures#lab, step 6.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from exporter.targets.python.code import Code, PythonCall
from exporter.targets.python.intents import UpdateIntent, intent_of
from exporter.targets.python.members import MemberWriter
from exporter.targets.python.templates import key_expression
from exporter.targets.python.texts import Texts
from exporter.targets.python.values import annotation, literal
from exporter.targets.support.literals import python_literal
from modeler.core.design.items import Entity, Overload
from modeler.core.design.tables import Index, KeyAttribute
from modeler.core.evaluator.fan_out import calls
from modeler.core.evaluator.index_keys import KnownItem, Undecided, chosen, is_made, read_back, used_by
from modeler.core.evaluator.plans import entity_written, plan_update
from modeler.core.keys import templates
from modeler.core.values.attribute_values import AttributeValue


@dataclass
class UpdateSections:
    """The sections of an update expression, and the indexes whose keys the call computes."""

    member: MemberWriter
    texts: Texts
    intent: UpdateIntent
    entity: Entity | None
    sets: dict[str, str] = field(default_factory=dict)
    removes: list[str] = field(default_factory=list)
    computed: dict[str, tuple[str, ...]] = field(default_factory=dict)


def update_request(
    member: MemberWriter, texts: Texts, request: dict[str, Code], add_condition: Callable[[MemberWriter, Texts], None]
) -> Code:
    """Return the arguments of an UpdateItem, as a dict or as the call that adds index keys to it."""
    pattern = member.plan.pattern
    if pattern.update.strip():
        texts.add_text("UpdateExpression", pattern.update)
        add_condition(member, texts)
        return {**request, **texts.request()}
    update = UpdateSections(member, texts, intent_of(member, texts), written_entity(member))
    if update.entity is not None:
        for index in member.plan.table.indexes:
            _follow(update, update.entity, index)
    sections = _sections(update)
    if not update.computed:
        text = " ".join(f"{name} {', '.join(parts)}" for name, parts in sections.items())
        texts.add_text("UpdateExpression", text)
        add_condition(member, texts)
        return {**request, **texts.request()}
    return _completed(update, sections, request, add_condition)


def written_entity(member: MemberWriter) -> Entity | None:
    """Return the entity of the updated item, if the sample items or the pattern determine it."""
    scope = member.scope
    found = calls(scope.pattern, scope.bindings)[0]
    return entity_written(scope, plan_update(scope, found[0]).before if found else None)


def _sections(update: UpdateSections) -> dict[str, list[str]]:
    """Return the parts of the expression by section, each once, SET first."""
    sets = [*update.intent.sections.get("SET", ()), *(f"{name} = {code}" for name, code in update.sets.items())]
    found = {
        "SET": sets,
        "REMOVE": [*update.intent.sections.get("REMOVE", ()), *update.removes],
        "ADD": list(update.intent.sections.get("ADD", ())),
    }
    return {name: parts for name, parts in found.items() if parts}


def _completed(
    update: UpdateSections,
    sections: dict[str, list[str]],
    request: dict[str, Code],
    add_condition: Callable[[MemberWriter, Texts], None],
) -> Code:
    assert update.entity is not None  # only an entity has keys to compute
    texts, plan = update.texts, update.member.entity(update.entity)
    add_condition(update.member, texts)
    whole = " ".join(part for parts in sections.values() for part in parts)
    texts.add_text("UpdateExpression", whole)
    found = texts.request()
    found.pop("UpdateExpression", None)
    values: dict[str, Code] = {}
    for index in update.computed:
        for name in sorted(_needs(update.entity, index)):
            values[name] = after(update, update.entity, name)
    attributes = tuple(dict.fromkeys(name for written in update.computed.values() for name in written))
    return PythonCall(
        "calls.with_keys",
        (
            {**request, **found},
            {name: [python_literal(part) for part in parts] for name, parts in sections.items()},
            python_literal(attributes),
            PythonCall(f"{plan.name}.RULES.keys_of", (python_literal(tuple(update.computed)), values)),
        ),
    )


def _needs(entity: Entity, index: str) -> set[str]:
    return used_by(entity.overloads_of(index))


def _follow(update: UpdateSections, entity: Entity, index: Index) -> None:
    """Add what an update must write into the keys of one index."""
    overloads = entity.overloads_of(index.name)
    fixed = update.intent.touched | set(update.member.plan.table.base.key_names)
    written = {name for one in overloads for name in one.keys} & set(index.key_names)
    own = {name for name in written if name not in fixed and is_made(name, overloads)}
    if not (update.intent.touched & (used_by(overloads) | written)):
        if not own or not creates_keys(update, entity, index):
            return
        keys = [one for one in index.keys if one.name in own]
        if len(overloads) > 1 or overloads[0].when.strip():
            update.computed[index.name] = tuple(key.name for key in keys)
            return
        for key in keys:
            made = _operand(update, entity, overloads[0].keys[key.name], key)
            update.sets.setdefault(update.intent.name(key.name), made)
        return
    conditions = [Overload("", one.index, {}, one.when) for one in overloads]
    moves = bool(update.intent.touched & used_by(conditions))
    known = KnownItem(update.intent.constants, update.intent.removed, complete=False)
    now = chosen(overloads, known)
    if isinstance(now, Undecided):
        update.computed[index.name] = tuple(key.name for key in index.keys if key.name in own)
    elif now is None:
        update.removes += _removed(update, own if moves else set())
    else:
        _write(update, entity, index, now, own, moves=moves)


def creates_keys(update: UpdateSections, entity: Entity, index: Index) -> bool:
    """Does an update that can create its item write an index whose keys the inputs of the call tell? Written into any
    other item, they are the same again. What no input tells of an index is noted.
    """
    plan, overloads = update.member.plan, entity.overloads_of(index.name)
    if not plan.may_create or not overloads:
        return False
    given = {name for name in used_by(overloads) if _is_given(update, name)}
    if given == used_by(overloads):
        return True
    if plan.expects_item is False:  # The item is new: it has what this update gives it.
        return any(_made_of(one) <= given for one in overloads)
    found = (one for one in update.member.entity(entity).keys if one.index.name == index.name)
    update.member.signature.note("".join(one.unfilled(given) for one in found))
    return False


def _made_of(overload: Overload) -> set[str]:
    return {name for key in overload.keys.values() for name in templates.parse(key).attributes}


def _is_new(update: UpdateSections, entity: Entity, key: str, sources: set[str]) -> bool:
    """Can the item be new, and the call give these attributes? Then no earlier write has made this key, unless another
    index has it too.
    """
    owners = {one.index for one in entity.overloads if key in one.keys}
    is_given = all(_is_given(update, name) for name in sources)
    return update.member.plan.may_create and is_given and len(owners) == 1


def _removed(update: UpdateSections, names: set[str]) -> list[str]:
    return [text for name in sorted(names) if (text := update.intent.name(name)) not in update.removes]


def _write(update: UpdateSections, entity: Entity, index: Index, now: Overload, own: set[str], *, moves: bool) -> None:
    """Write the keys that the overload produces, if they change. They are written together or not at all."""
    made = {key: _sources(now, key) for key in index.keys if key.name in own & set(now.keys)}
    needed = set().union(*made.values())
    if needed & update.intent.removed:
        update.removes += _removed(update, own)
        return
    if any(_may_lack(update, entity, name) for name in needed):
        update.computed[index.name] = tuple(key.name for key in index.keys if key.name in own)
        return
    # An item that lacked one of these until now is not in the index.
    enters = moves or any(_is_optional(entity, name) for name in needed & update.intent.touched)
    changing = [
        key
        for key, sources in made.items()
        if enters or sources & update.intent.touched or _is_new(update, entity, key.name, sources)
    ]
    for key in changing:
        if templates.parse(now.keys[key.name]).plain_reference and _sources(now, key) == {key.name}:
            continue
        update.sets.setdefault(update.intent.name(key.name), _operand(update, entity, now.keys[key.name], key))
    if moves:
        update.removes += _removed(update, own - set(now.keys))


def _sources(overload: Overload, key: KeyAttribute) -> set[str]:
    return set(templates.parse(overload.keys[key.name]).attributes)


def _may_lack(update: UpdateSections, entity: Entity, name: str) -> bool:
    """Can the item lack an attribute that no input supplies?"""
    told = name in update.intent.values or _is_given(update, name)
    return not told and _is_optional(entity, name)


def _is_optional(entity: Entity, name: str) -> bool:
    attribute = entity.attribute(name)
    return attribute is None or attribute.optional < 1


def _is_given(update: UpdateSections, name: str) -> bool:
    return name not in update.intent.touched and update.member.is_given(name)


def _operand(update: UpdateSections, entity: Entity, source: str, key: KeyAttribute) -> str:
    """Return the right-hand side of SET for a key: computed by DynamoDB if possible, else a value of the call."""
    reference = templates.parse(source).plain_reference
    if reference is not None and reference.attribute in update.intent.operands:
        return update.intent.operands[reference.attribute]
    made = key_expression(source, key.type, lambda name: after(update, entity, name), entity.formats)
    return update.texts.marker("index_key", made or "None").text


def after(update: UpdateSections, entity: Entity, name: str) -> str:
    """Return the code of an attribute's value after the update."""
    if name in update.intent.values:
        return update.intent.values[name]
    is_in_key = name not in update.intent.touched and name in update.member.template_names()
    if is_in_key or _is_given(update, name):
        return update.member.variable(name)
    if name in update.intent.removed or update.member.plan.expects_item is False:
        return "None"
    attribute = entity.attribute(name)
    kind = annotation(attribute.type, attribute.values) if attribute else "Any"
    optional = " | None" if attribute is None or attribute.optional < 1 else ""
    said = "its value after this update" if name in update.intent.touched else "its current value; its keys need it"
    example = _example(update, entity, name)
    return update.member.more(name, kind + optional, literal(example) if example else "None", said)


def _example(update: UpdateSections, entity: Entity, name: str) -> AttributeValue | None:
    """Return the value of an attribute in the sample items after the update, else before it."""
    scope = update.member.scope
    for call in calls(scope.pattern, scope.bindings)[0]:
        plan = plan_update(scope, call)
        if plan.after is not None:
            stored, before = plan.after.item, plan.before.item if plan.before else {}
            return stored.get(name) or read_back(scope.table, entity, stored, {name}).get(name) or before.get(name)
    return None
