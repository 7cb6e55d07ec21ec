"""The effect of one write, before anything is written: its condition, the item before and after, problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from modeler.core.design.items import Entity, SampleItem
from modeler.core.design.write_conditions import condition_of
from modeler.core.errors import Invalid
from modeler.core.evaluator.bindings import Bindings, bind_key, describe, expression_values
from modeler.core.evaluator.evaluation import Refusal
from modeler.core.evaluator.fan_out import KeyRequest
from modeler.core.evaluator.intent import derive_update, intent_value
from modeler.core.evaluator.item_limits import item_refusals, update_refusals
from modeler.core.evaluator.key_ranges import item_key
from modeler.core.evaluator.scope import PatternScope
from modeler.core.evaluator.unstored import unstored
from modeler.core.expressions.checks import expression_problems, unused_problems
from modeler.core.expressions.errors import UpdateRefused
from modeler.core.expressions.evaluate import evaluate as holds
from modeler.core.expressions.nodes import Condition, Dialect, ExpressionKind, Update
from modeler.core.expressions.parse import parse_update
from modeler.core.expressions.update import apply_update
from modeler.core.items.materialize import KeyValues, StoredItem, key_item, materialise_item
from modeler.core.keys.templates import Unrendered
from modeler.core.values.attribute_values import AttributeValue


@dataclass(frozen=True, slots=True)
class WritePlan:
    """One item's write. `after` is the resulting item if nothing prevents it (None: deleted).

    `held` is None if there is no condition; `key` is None only if refusals or problems say why.
    """

    scope: PatternScope
    key: KeyValues | None = None
    before: StoredItem | None = None
    after: StoredItem | None = None
    held: bool | None = None
    refusals: tuple[Refusal, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether DynamoDB would get as far as checking the condition."""
        return not self.refusals and not self.problems


def plan_put(scope: PatternScope, call: KeyRequest) -> WritePlan:
    """PutItem: the item that the parameters describe, with every key that the entity's overloads produce.

    A parameter that is not an attribute of the entity can be left out: see `unstored`.
    """
    entity = entity_written(scope)
    bound, problems = _bound_keys(scope, call)
    try:
        logical = {
            **call.bindings.values,
            **{name: intent_value(raw, name, call.bindings) for name, raw in scope.pattern.set.items()},
        }
    except Invalid as error:
        return WritePlan(scope, problems=(*problems, error.message))
    stored = materialise_item(scope.table, entity, SampleItem("", logical, bound))
    hidden = unstored(scope.table, scope.pattern, entity, logical.keys())
    stored = replace(stored, item={name: value for name, value in stored.item.items() if name not in hidden})
    if problems or stored.key is None or stored.problems:
        return WritePlan(scope, problems=(*problems, *stored.problems))
    plan = _conditioned(scope, call.bindings, stored.key)
    stored = replace(stored, id=item_id(plan.before, stored.key))
    return replace(plan, after=stored, refusals=plan.refusals + tuple(item_refusals(scope.table, stored)))


def plan_update(scope: PatternScope, call: KeyRequest) -> WritePlan:
    """UpdateItem: by its explicit expression, else by that of its intent. A missing item is created.

    facts/expressions#updates.
    """
    plan = _plan_of_key(scope, call)
    if plan.key is None or not plan.is_sound:
        return plan
    try:
        update, names, values = _update(scope, call.bindings, plan.before)
        return updated(plan, plan.key, update, names, values)
    except Invalid as error:
        return replace(plan, refusals=(Refusal(error.code, error.message),))


def updated(
    plan: WritePlan,
    key: KeyValues,
    update: Update | None,
    names: Mapping[str, str],
    values: Mapping[str, AttributeValue],
) -> WritePlan:
    """A plan with the item after an update of the existing one, or of its key alone. Raises Invalid.

    If the condition does not hold, nothing more of the item is checked: that is what DynamoDB reports.
    """
    scope = plan.scope
    current = plan.before.item if plan.before else key_item(scope.table.partition_key + scope.table.sort_key, key)
    try:
        item = apply_update(update, current, names, values, keys=scope.table.base.key_names) if update else current
    except UpdateRefused:
        if plan.held is False:
            return replace(plan, after=plan.before)
        raise
    entity = entity_written(scope, plan.before)
    after = StoredItem(item_id(plan.before, key), entity.name if entity else None, item, key)
    refusals = () if plan.held is False else tuple(update_refusals(scope.table, after, update))
    return replace(plan, after=after, refusals=refusals)


def plan_delete(scope: PatternScope, call: KeyRequest) -> WritePlan:
    """DeleteItem: the item is deleted; deleting a missing one is allowed."""
    return _plan_of_key(scope, call)


def plan_check(scope: PatternScope, call: KeyRequest) -> WritePlan:
    """ConditionCheck: nothing changes. It must have a condition."""
    if not (scope.pattern.condition.strip() or scope.pattern.if_.strip()):
        return WritePlan(
            scope, problems=(f"{scope.pattern.label or 'a step'} is a ConditionCheck without a condition",)
        )
    plan = _plan_of_key(scope, call)
    return replace(plan, after=plan.before)


def entity_written(scope: PatternScope, before: StoredItem | None = None) -> Entity | None:
    """The entity of the written item: that of the existing item, else the first that the pattern names."""
    known = scope.table.entity(before.entity) if before and before.entity else None
    if known is not None:
        return known
    return scope.entities[0] if scope.pattern.entities and scope.entities else None


def _plan_of_key(scope: PatternScope, call: KeyRequest) -> WritePlan:
    key, refusals, problems = item_key(scope.table.base, call)
    if key is None:
        return WritePlan(scope, refusals=refusals, problems=problems)
    return _conditioned(scope, call.bindings, key)


def _conditioned(scope: PatternScope, bindings: Bindings, key: KeyValues) -> WritePlan:
    """The pattern's condition checked on the existing item. facts/expressions#conditions."""
    try:
        if refusal := _misspelled(scope, bindings):
            return WritePlan(scope, key, scope.database.item(scope.table.name, key), refusals=(refusal,))
        node = condition_of(scope.pattern)
        return conditioned(scope, key, node, expression_values(scope.pattern, bindings) if node else {})
    except Invalid as error:
        before = scope.database.item(scope.table.name, key)
        undefined = "is not defined; attribute value: :"
        if undefined in error.message:
            return WritePlan(
                scope, key, before, problems=(f"the parameter {error.message.rpartition(':')[2]} has no value",)
            )
        return WritePlan(scope, key, before, refusals=(Refusal(error.code, error.message),))


def conditioned(
    scope: PatternScope, key: KeyValues, node: Condition | None, values: Mapping[str, AttributeValue]
) -> WritePlan:
    """A condition (None: there is none) checked on the existing item. Raises Invalid."""
    before = scope.database.item(scope.table.name, key)
    if node is None:
        return WritePlan(scope, key, before)
    item = before.item if before else {}
    return WritePlan(scope, key, before, held=holds(node, item, names=scope.pattern.names, values=values))


def _misspelled(scope: PatternScope, bindings: Bindings) -> Refusal | None:
    """DynamoDB's messages about a pattern's explicit expressions before it reads the item. facts/limits#expressions,
    facts/limits#reserved-words, facts/expressions#syntax.

    An undefined placeholder is a parameter without a value, which is reported as a problem. Raises Invalid.
    """
    pattern = scope.pattern
    texts = {ExpressionKind.UPDATE: pattern.update, ExpressionKind.CONDITION: pattern.condition}
    own = {kind: text for kind, text in texts.items() if text.strip()}
    if not own:
        return None
    values = expression_values(pattern, bindings)
    given = {name: value for name, value in values.items() if name in pattern.values or name[1:] in pattern.values}
    found = (
        *(one for kind, text in own.items() for one in expression_problems(text, kind, pattern.names, values)),
        *unused_problems(own.values(), pattern.names or None, given or None),
    )
    sentences = (sentence for sentence in found if "used in expression is not defined" not in sentence)
    return next((Refusal("expression.invalid", sentence) for sentence in sentences), None)


def _update(
    scope: PatternScope, bindings: Bindings, before: StoredItem | None
) -> tuple[Update | None, Mapping[str, str], Mapping[str, AttributeValue]]:
    pattern = scope.pattern
    if pattern.update.strip():
        return parse_update(pattern.update, Dialect.DYNAMODB), pattern.names, expression_values(pattern, bindings)
    entity = entity_written(scope, before)
    item = before.item if before else None
    physical = derive_update(scope.table, entity, pattern, item, bindings=bindings)
    if not physical.update_expression:
        return None, {}, {}
    # Evaluate exactly what is exported: the text, parsed again.
    return parse_update(physical.update_expression, Dialect.DYNAMODB), physical.names, physical.values


def _bound_keys(scope: PatternScope, call: KeyRequest) -> tuple[dict[str, AttributeValue], tuple[str, ...]]:
    elements = {key.name: key for index in scope.table.all_indexes for key in index.keys}
    bound: dict[str, AttributeValue] = {}
    problems: list[str] = []
    for condition in call.key:
        element = elements.get(condition.name)
        if element is None or not condition.templates:
            problems.append(f"{condition.name} is not a key of {scope.table.name}")
            continue
        value = bind_key(element, condition.templates[0], call.bindings)
        if isinstance(value, Unrendered):
            problems.append(f"{condition.name}: {describe(value)}")
        else:
            bound[condition.name] = value
    return bound, tuple(problems)


def item_id(before: StoredItem | None, key: KeyValues) -> str:
    """The id of a written item: that of the item it replaces, else one made from its key."""
    return before.id if before else "new:" + "|".join(str(value.data) for value in key)
