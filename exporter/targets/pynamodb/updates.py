"""An UpdateItem as PynamoDB's actions: those of the intent, and those of the index keys that follow from it."""

from __future__ import annotations

from exporter.targets.access_code.pattern_plan import UpdateChange
from exporter.targets.access_code.unsupported import Unsupported
from exporter.targets.python.intents import change_code, constant_of, intent_of
from exporter.targets.python.members import MemberWriter
from exporter.targets.python.updates import UpdateSections, after, creates_keys
from exporter.targets.python.values import literal
from exporter.targets.support.literals import python_literal
from modeler.core.design.items import Entity, Overload
from modeler.core.design.tables import Index
from modeler.core.evaluator.index_keys import KnownItem, chosen, used_by
from modeler.core.expressions.nodes import Name, Placeholder


def update_actions(member: MemberWriter) -> list[str]:
    """What the intent says, action by action. Raises Unsupported for an update that is an expression already."""
    if member.plan.pattern.update.strip():
        raise Unsupported("its update is a handwritten expression, and a model needs actions")
    changes = member.plan.changes
    found = [_action(member, one) for action in ("set", "remove", "add") for one in changes if one.action == action]
    if not found:
        raise Unsupported("it changes nothing")
    return found


def _action(member: MemberWriter, change: UpdateChange) -> str:
    first, *rest = (one.text if isinstance(one, Name | Placeholder) else one for one in change.path.parts)
    path = f"Path([{python_literal(first)}])" + "".join(f"[{python_literal(step)}]" for step in rest)
    if change.action == "remove":
        return f"{path}.remove()"
    code = change_code(member, change) or literal(constant_of(member, change))
    return f"{path}.{change.action}(Value(wire({code})))"


def index_keys(member: MemberWriter, entity: Entity, model: str) -> str:
    """Return the code of the actions that keep index keys up to date; '' if no index is affected."""
    texts = member.texts
    update = UpdateSections(member, texts, intent_of(member, texts), entity)
    gone: list[str] = []
    computed: dict[str, tuple[str, ...]] = {}
    for index in member.plan.table.indexes:
        own = _own_keys(update, entity, index)
        if own and (_is_touched(update, entity, index) or creates_keys(update, entity, index)):
            if _leaves(update, entity, index):
                gone += own
            else:
                computed[index.name] = own
    attributes = tuple(dict.fromkeys([*gone, *(name for own in computed.values() for name in own)]))
    if not attributes:
        return ""
    needs = sorted({name for index in computed for name in used_by(entity.overloads_of(index))})
    values = ", ".join(f"{python_literal(name)}: {after(update, entity, name)}" for name in needs)
    made = f"{model}.RULES.keys_of({python_literal(tuple(computed))}, {{{values}}})" if computed else "{}"
    return f"key_actions({python_literal(attributes)}, {made})"


def _own_keys(update: UpdateSections, entity: Entity, index: Index) -> tuple[str, ...]:
    """Return the index's key attributes that are copies: written by the entity, and neither the table's
    nor the intent's.
    """
    fixed = update.intent.touched | set(update.member.plan.table.base.key_names)
    written = {name for one in entity.overloads_of(index.name) for name in one.keys}
    return tuple(name for name in index.key_names if name in written - fixed and not _is_itself(entity, index, name))


def _is_itself(entity: Entity, index: Index, name: str) -> bool:
    return entity.attribute(name) is not None and all(
        one.keys.get(name) in (None, f"{{{name}}}") for one in entity.overloads_of(index.name)
    )


def _is_touched(update: UpdateSections, entity: Entity, index: Index) -> bool:
    return bool(update.intent.touched & used_by(entity.overloads_of(index.name)))


def _leaves(update: UpdateSections, entity: Entity, index: Index) -> bool:
    """Does the design alone determine that no overload applies afterwards?"""
    overloads: tuple[Overload, ...] = entity.overloads_of(index.name)
    known = KnownItem(update.intent.constants, update.intent.removed, complete=False)
    return chosen(overloads, known) is None
