"""Whether two members of one request name the same item: by their example values, else by the template algebra."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modeler.core.algebra.collisions import TemplateSide, can_collide
from modeler.core.design.items import BASE
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.evaluator.bindings import bind, bind_key
from modeler.core.keys.templates import KeyTemplate, Unrendered, parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.write_targets import table_of, written_by
from modeler.core.servings.key_agreement import parameters


def steps_of(call: Call) -> tuple[Call, ...]:
    """The members of a call, each with what it inherits from the call."""
    return tuple(
        Call(step, call.top, f"{call.path}.steps[{number}]", call.pattern)
        for number, step in enumerate(call.pattern.members)
    )


def _key_templates(context: RuleContext, step: Call) -> tuple[Table, tuple[KeyTemplate, ...]] | None:
    """The table and the templates of the whole key that a member names: its own, else, for a put, its entity's."""
    table = table_of(context, step)
    if table is None:
        return None
    own = {one.name: one.templates[0] for one in step.pattern.key if one.operator == "=" and one.templates}
    if step.pattern.operation is Operation.PUT:
        entities = written_by(context, step)
        overloads = entities[0].overloads_of(BASE) if len(entities) == 1 else ()
        if len(overloads) == 1:
            own = {**overloads[0].keys, **own}
    templates = tuple(parse(own[name]) for name in table.base.key_names if name in own)
    if len(templates) != len(table.base.key_names) or any(one.problem for one in templates):
        return None
    return table, templates


@dataclass(frozen=True, slots=True)
class _Member:
    """One member with the key that it names: its templates, and their texts with its example values."""

    step: Call
    table: Table
    templates: tuple[KeyTemplate, ...]
    key: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class SharedItem:
    """Two members, by number, that name one item; `always`, or only if their parameters happen to be equal."""

    first: int
    second: int
    key: str
    always: bool


def shared_items(context: RuleContext, steps: tuple[Call, ...]) -> Iterator[SharedItem]:
    """Members of one request that name the same item. Example values decide; without them, the templates."""
    named: dict[int, _Member] = {}
    by_key: dict[tuple[str, tuple[str, ...]], int] = {}
    for number, step in enumerate(steps):
        found = _key_templates(context, step)
        if found is None:
            continue
        member = _Member(step, *found, _rendered(found[0], step.pattern, found[1]))
        if member.key is not None:
            first = by_key.setdefault((member.table.name, member.key), number)
            if first != number:
                yield SharedItem(first, number, " / ".join(member.key), always=True)
        for earlier, other in named.items():
            if other.table is member.table and None in (other.key, member.key):
                answer = _shared_key(context, other, member)
                if answer is not None:
                    yield SharedItem(earlier, number, *answer)
        named[number] = member


def _shared_key(context: RuleContext, one: _Member, other: _Member) -> tuple[str, bool] | None:
    """The key that two members share, and whether they always do: equal text means the same for one parameter."""
    mine, yours = one.step.pattern, other.step.pattern
    if mine.fan_out > 1 or yours.fan_out > 1 or mine.parameters != yours.parameters:
        return None
    if [str(template) for template in one.templates] == [str(template) for template in other.templates]:
        return " / ".join(map(str, one.templates)), True
    answer = can_collide(_side(context, one.step, one.templates), _side(context, other.step, other.templates))
    shared = answer.left.keys() & answer.right.keys()
    if answer.is_yes and all(answer.left[name] == answer.right[name] for name in shared):
        return " / ".join(answer.keys), False
    return None


def _rendered(table: Table, pattern: AccessPattern, templates: tuple[KeyTemplate, ...]) -> tuple[str, ...] | None:
    bindings = bind(table, pattern)
    if bindings.lists:
        return None
    elements = table.partition_key + table.sort_key
    values = [bind_key(one, str(text), bindings) for one, text in zip(elements, templates, strict=True)]
    if any(isinstance(value, Unrendered) for value in values):
        return None
    return tuple(str(value.data) for value in values if not isinstance(value, Unrendered))


def _side(context: RuleContext, step: Call, templates: tuple[KeyTemplate, ...]) -> TemplateSide:
    known = {
        name: attribute
        for entity in reversed(context.about(step.pattern))
        for name, attribute in entity.attributes_by_name.items()
    }
    named = {
        name: attribute
        for template in templates
        for name, attribute in parameters(template, step.pattern, known).items()
    }
    return TemplateSide(templates, named)


def count_of(pattern: AccessPattern) -> int:
    """How many items the members name."""
    return sum(max(1, step.fan_out) for step in pattern.steps)
