"""Writes without the condition that another write of the same entity has. facts/choices#write-guard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.evaluator.index_keys import KnownItem, truth
from modeler.core.expressions.nodes import Comparison, Condition, Function, In, Literal
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.memo import of_part
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.version_fixes import guards, is_next, is_of_something_else, is_version
from modeler.core.rules.support.write_targets import (
    asked_names,
    bound_values,
    changes_of,
    is_conditioned,
    is_unread,
    names_in_terms,
    table_of,
    written_by,
)
from modeler.core.rules.writes.counters import counted_by
from modeler.core.rules.writes.write_conditions import no_condition_on_transition
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_FROM_ANY: Final = re.compile(r"(?i)\b(reset|force|override|any state|whatever|admin|repair|correct)")
HOLDER: Final = re.compile(
    r"(?i)worker|owner|holder|assignee|runner|agent|reservedFor|(claimed|taken|locked|leased|picked|held|reserved)_?by"
)
"""Who has an item for a while, by the name of the attribute."""
_HELD_BY: Final = re.compile(r"(?i)worker|holder|reservedFor|(claimed|taken|locked|leased|picked|held|reserved)_?by")
_CHANGING: Final = frozenset({Operation.UPDATE, Operation.DELETE, Operation.CHECK})


@rule(
    "write.no_condition_on_transition",
    WARNING,
    Scope.TABLE,
    title=no_condition_on_transition.title,
    why=no_condition_on_transition.why,
    fix="Require in the condition a state from which the transition is allowed, as the other writes do",
    sources=no_condition_on_transition.sources,
)
def unguarded_state(context: RuleContext, table: Table) -> Iterator[Spot]:
    guarded = _guarded_states(context, table)
    for call in context.calls_on(table) if guarded else ():
        pattern = call.pattern
        if pattern.operation is not Operation.UPDATE or is_unread(pattern) or _from_any(call):
            continue
        asked = asked_names(pattern)
        changed = changes_of(table, pattern)
        for entity in written_by(context, call):
            for attribute in _states(entity):
                value = changed.get(attribute.name)
                others = [one for one in guarded.get((entity.name, attribute.name), ()) if one != call.top.label]
                if value is None or not others or _compares_own(entity, asked):
                    continue
                message = (
                    f"{call.label} sets {attribute.name} to {value.data} whatever it is now, "
                    f"although {others[0]} checks it"
                )
                field = "condition" if pattern.condition.strip() else "if"
                facts_ = {"attribute": attribute.name, "entity": entity.id}
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, facts_)


@of_part
def _states(entity: Entity) -> tuple[Attribute, ...]:
    """Attributes whose values are the states of an item, without declared transitions: those are another rule's."""
    return tuple(one for one in entity.attributes if len(one.values) > 1 and not one.states)


def _from_any(call: Call) -> bool:
    return _FROM_ANY.search(call.pattern.name or call.top.name) is not None


def _compares_own(entity: Entity, asked: frozenset[str]) -> bool:
    """Return whether the condition looks at something beside what identifies the item, such as a version or holder."""
    return any(name in entity.attributes_by_name and name not in entity.identity for name in asked)


def _guarded_states(context: RuleContext, table: Table) -> dict[tuple[str, str], list[str]]:
    """The states that writes compare with a value before they change them, with the patterns that do."""
    found: dict[tuple[str, str], list[str]] = {}
    for call in context.calls_on(table):
        if call.pattern.operation is not Operation.UPDATE or not names_in_terms(call.pattern):
            continue
        changed = changes_of(table, call.pattern)
        compared = {name for term, used in names_in_terms(call.pattern) if compares(term) for name in used}
        for entity in written_by(context, call):
            for attribute in _states(entity):
                if attribute.name in compared and attribute.name in changed:
                    found.setdefault((entity.name, attribute.name), []).append(call.top.label)
    return found


def compares(term: Condition) -> bool:
    """Return whether a term looks at a value, and not only whether there is one."""
    return isinstance(term, Comparison | In) or not isinstance(term, Function)


@rule(
    "write.no_version_condition",
    WARNING,
    Scope.TABLE,
    title="Write does not raise the version that another write checks",
    why="The other write still finds the version that it read, succeeds, and overwrites this change",
    fix="Raise the version in this write too, and require the one that was read",
    sources="facts/building-blocks#p11, facts/choices#write-guard",
    hides=("write.no_exists_condition",),
)
def version_left(context: RuleContext, table: Table) -> Iterator[Spot]:
    checked = _versioned(context, table)
    for call in context.calls_on(table) if checked else ():
        pattern = call.pattern
        if pattern.operation is not Operation.UPDATE or is_unread(pattern):
            continue
        changed = changes_of(table, pattern)
        for entity in written_by(context, call):
            for version, other, names in checked.get(entity.name, ()):
                shared = sorted(changed.keys() & names) if names else sorted(changed)
                if version in changed or version in asked_names(pattern) or not shared or other == call.top.label:
                    continue
                message = (
                    f"{call.label} changes {shared[0]} of {entity.name} and leaves the {version} that {other} checks"
                )
                field = "update" if pattern.update.strip() else "set"
                facts_ = {"attribute": version, "entity": entity.id}
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, facts_)
                break


def _versioned(context: RuleContext, table: Table) -> dict[str, list[tuple[str, str, frozenset[str]]]]:
    """By entity, the versions that a write checks: with the pattern, and what else it writes (nothing: all of it)."""
    found: dict[str, list[tuple[str, str, frozenset[str]]]] = {}
    for call in context.calls_on(table):
        pattern = call.pattern
        if pattern.operation not in (Operation.UPDATE, Operation.PUT):
            continue
        versions = [one for one in guards(table, pattern) if is_version(one) and not is_of_something_else(one)]
        is_update = pattern.operation is Operation.UPDATE
        written = changes_of(table, pattern).keys() - counted_by(table, pattern).keys() if is_update else set()
        for entity in written_by(context, call) if versions else ():
            found.setdefault(entity.name, []).append((versions[0], call.top.label, frozenset(written - {versions[0]})))
    return found


@rule(
    "write.claimed_twice",
    WARNING,
    Scope.NEIGHBOURS,
    title="Condition of a claim also accepts what is already claimed",
    why="The second caller's write succeeds too: it takes the item from the first, who is not told",
    fix="Accept only the free state, or also one whose time is past or whose holder is the caller",
    sources="facts/building-blocks#p15, facts/choices#write-guard",
    operations={Operation.UPDATE},
)
def claims_claimed(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None or is_unread(pattern) or not is_conditioned(pattern):
        return
    changed, asked = changes_of(table, pattern), asked_names(pattern)
    holders = [name for name in changed if HOLDER.search(name)]
    for entity in written_by(context, call) if holders else ():
        for attribute in _states(entity):
            value = changed.get(attribute.name)
            holder = next((name for name in holders if name != attribute.name), "")
            beside = {name for name in asked if name in entity.attributes_by_name and name not in entity.identity}
            if value is None or not holder or beside != {attribute.name}:
                continue
            if _accepts(table, pattern, attribute.name, value):
                message = (
                    f"{call.label} sets {attribute.name} to {value.data} for a {holder}, "
                    f"also where it is {value.data} for another"
                )
                field = "condition" if pattern.condition.strip() else "if"
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": attribute.name})
                return


def _accepts(table: Table, pattern: AccessPattern, name: str, value: AttributeValue) -> bool:
    """Return whether the condition can hold for an item that has the value already."""
    known, values = KnownItem({name: value}, complete=False), bound_values(table, pattern)
    terms = [term for term, used in names_in_terms(pattern) if name in used]
    return all(truth(term, known, pattern.names, values) is True for term in terms)


@rule(
    "write.released_by_anyone",
    WARNING,
    Scope.TABLE,
    title="Write does not check who has claimed the item",
    why="The item is claimed for somebody, and this write accepts it from every caller who knows its key",
    fix="Require in the condition that the caller is the one who claimed it",
    sources="facts/building-blocks#x2, facts/choices#write-guard",
)
def any_holder(context: RuleContext, table: Table) -> Iterator[Spot]:
    claims = _claims(context, table)
    for call in context.calls_on(table) if claims else ():
        pattern = call.pattern
        if pattern.operation not in _CHANGING or is_unread(pattern) or call.top.facts.purpose != "online":
            continue
        asked, values = asked_names(pattern), bound_values(table, pattern)
        for entity in written_by(context, call):
            for state, value, holder, claim in claims.get(entity.name, ()):
                terms = [term for term, used in names_in_terms(pattern) if state in used]
                known = KnownItem({state: value}, complete=False)
                needs = terms and all(truth(term, known, pattern.names, values) is True for term in terms)
                if not needs or holder in asked or claim == call.top.label or any(map(is_version, asked)):
                    continue
                if state not in changes_of(table, pattern) and pattern.operation is Operation.UPDATE:
                    continue
                message = f"{call.label} accepts a {entity.name} that is {value.data}, and not only from its {holder}"
                field = "condition" if pattern.condition.strip() else "if"
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": holder})
                break


def _claims(context: RuleContext, table: Table) -> dict[str, list[tuple[str, AttributeValue, str, str]]]:
    """By entity: the state that a claim sets, its value, the attribute that says for whom, and the pattern."""
    found: dict[str, list[tuple[str, AttributeValue, str, str]]] = {}
    for call in context.calls_on(table):
        pattern = call.pattern
        changed = changes_of(table, pattern) if pattern.operation is Operation.UPDATE else {}
        holder = next((name for name in changed if _HELD_BY.search(name)), "")
        for entity in written_by(context, call) if holder else ():
            for one in _states(entity):
                value = changed.get(one.name)
                if value is not None and entity.attribute(holder) is not None:
                    found.setdefault(entity.name, []).append((one.name, value, holder, call.top.label))
    return found


@rule(
    "write.no_version_condition",
    WARNING,
    Scope.NEIGHBOURS,
    title="Version is compared with, or set to, a constant",
    why="Only the first change of an item passes such a condition; a constant version tells no two changes apart",
    fix="Compare the version that was read, and write the next one",
    sources="facts/building-blocks#p11, facts/choices#write-guard",
    operations={Operation.UPDATE, Operation.DELETE},
)
def constant_version(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None or is_unread(pattern):
        return
    compared = {
        name
        for term, used in names_in_terms(pattern)
        if isinstance(term, Comparison) and any(isinstance(one, Literal) for one in (term.left, term.right))
        for name in used
    }
    written = {name for name, raw in pattern.set.items() if isinstance(raw, int | float) and not isinstance(raw, bool)}
    for entity in written_by(context, call) if compared or written else ():
        for name in sorted(compared | written):
            held = entity.attribute(name)
            counts = held is not None and held.type is AttributeType.N and is_version(name)
            is_example = name in compared and is_next(table, pattern, name)
            if counts and not is_example and not is_of_something_else(name) and name not in entity.identity:
                does = "compares" if name in compared else "sets"
                message = (
                    f"{call.label} {does} the {name} of {entity.name} {'with' if name in compared else 'to'} a constant"
                )
                field = ("condition" if pattern.condition.strip() else "if") if name in compared else "set"
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": name})
                return


RULES = (unguarded_state, version_left, claims_claimed, any_holder, constant_version)
