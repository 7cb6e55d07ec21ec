"""Whether two members of one request name the same item: by their example values, else by the template algebra."""

from __future__ import annotations

from dataclasses import replace

from modeler.core.algebra.collisions import Side, can_collide
from modeler.core.evaluator.bindings import bind, bind_key
from modeler.core.items import BASE
from modeler.core.key_agreement import parameters
from modeler.core.keys import KeyTemplate, Unrendered, parse
from modeler.core.patterns import AccessPattern, Operation
from modeler.core.rules.context import Call, RuleContext
from modeler.core.rules.guards import table_of, written_by
from modeler.core.tables import Table
from modeler.core.written_keys import attributes_by_name


def steps_of(call: Call) -> tuple[Call, ...]:
    """The members of a call, each with what it takes over from it."""
    top = call.pattern
    return tuple(
        Call(
            replace(
                step,
                table=step.table or top.table,
                entities=step.entities or (top.entities if len(top.entities) == 1 else ()),
                parameters={**top.parameters, **step.parameters},
            ),
            call.top,
            f"{call.path}.steps[{number}]",
        )
        for number, step in enumerate(top.steps)
    )


def _key_templates(context: RuleContext, step: Call) -> tuple[Table, tuple[KeyTemplate, ...]] | None:
    """The table and the templates of the whole key that a member names: its own, else, of a put, its entity's."""
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


def same_item(context: RuleContext, one: Call, other: Call) -> tuple[str, bool] | None:
    """The key that two members share, and whether they always do; None where they surely, or likely, do not.

    With example values the values tell. Without, the templates: the same text says the same of the same parameters.
    """
    mine, yours = _key_templates(context, one), _key_templates(context, other)
    if mine is None or yours is None or mine[0] is not yours[0]:
        return None
    table = mine[0]
    keys = [_rendered(table, step.pattern, found[1]) for step, found in ((one, mine), (other, yours))]
    if keys[0] is not None and keys[1] is not None:
        return (" / ".join(keys[0]), True) if keys[0] == keys[1] else None
    if one.pattern.fan_out > 1 or other.pattern.fan_out > 1 or one.pattern.parameters != other.pattern.parameters:
        return None
    if [str(template) for template in mine[1]] == [str(template) for template in yours[1]]:
        return " / ".join(map(str, mine[1])), True
    answer = can_collide(_side(context, one, mine[1]), _side(context, other, yours[1]))
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


def _side(context: RuleContext, step: Call, templates: tuple[KeyTemplate, ...]) -> Side:
    known = {
        name: attribute
        for entity in reversed(context.about(step.pattern))
        for name, attribute in attributes_by_name(entity).items()
    }
    named = {
        name: attribute
        for template in templates
        for name, attribute in parameters(template, step.pattern, known).items()
    }
    return Side(templates, named)


def count_of(pattern: AccessPattern) -> int:
    """How many items the members name."""
    return sum(max(1, step.fan_out) for step in pattern.steps)
