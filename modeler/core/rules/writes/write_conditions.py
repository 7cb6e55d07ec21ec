"""Writes without conditions: creates, updates of missing items, transitions, lost updates.

facts/expressions#conditions, facts/expressions#updates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from modeler.core.design.items import Attribute
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.evaluator.index_keys import KnownItem, truth
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.evaluate import evaluate
from modeler.core.expressions.nodes import (
    Add,
    Comparison,
    Condition,
    Function,
    In,
    Literal,
    Name,
    Path,
    Placeholder,
    walk,
)
from modeler.core.fixes import Fix, Put
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import purpose_of
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import follows_a_read
from modeler.core.rules.support.write_targets import (
    actions_of,
    add_condition,
    bound_values,
    changes_of,
    condition_text,
    exists,
    is_conditioned,
    is_unread,
    names_in_terms,
    parsed_condition,
    table_of,
    writers_of,
    written_by,
)
from modeler.core.values.attribute_values import AttributeValue, string


@rule(
    "write.no_condition_on_create",
    WARNING,
    Scope.NEIGHBOURS,
    title="Create overwrites existing items",
    why="PutItem replaces any item with its key: a retried or colliding request destroys the existing item",
    fix="Require attribute_not_exists of the partition key, or declare that it replaces",
    sources="facts/choices#write-guard, facts/expressions#updates",
    fixes=True,
    operations={Operation.PUT},
)
def no_condition_on_create(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = table_of(context, call)
    if table is None or not table.partition_key:
        return
    if in_one_request(call) or replaces(call.pattern):
        return
    lacked = _looks_at_optional(context, call)
    if is_conditioned(call.pattern) and not lacked:
        return
    asked = exists(table.partition_key[0].name, negated=True)
    message = f"{call.label} puts its item without a condition, so it overwrites an existing one"
    if lacked:
        message = f"{call.label} requires only that {lacked} is missing, so it overwrites an existing item without it"
    intent = {**call.pattern.facts.intent.raw, "replace": True}
    fixes = (
        Fix(f"Add {condition_text(asked)}", add_condition(call.pattern, asked)),
        Fix("Declare that it replaces existing items", (Put(call.pattern.id, "intent", intent),)),
    )
    severity = None if lacked or _loses(context, call) else ADVICE
    yield Spot(message, f"{call.path}.if", call.top.id, "if", severity=severity, fixes=fixes)


def _loses(context: RuleContext, call: Call) -> bool:
    """Return whether an item that is overwritten can have what the new one lacks: another write changes items, or they
    belong to somebody whom their key does not name. Without either, the same key means the same item once more.
    """
    entities = written_by(context, call)
    others = (one for entity in entities for one in writers_of(context, entity))
    if not entities or any(one.pattern.operation is Operation.UPDATE for one in others):
        return True
    if follows_a_read(call):
        return True
    again = call.pattern.facts.delivery == "at_least_once" or purpose_of(call) == "job"
    name = call.pattern.name or call.top.name
    if again or _RECORDS.match(name):
        return False
    if _CREATES.match(name):
        return True
    owners = {name for table in context.design.tables for entity in table.entities for name in entity.identity}
    return any(
        one.name in owners and one.name not in entity.identity for entity in entities for one in entity.attributes
    )


_RECORDS: Final = re.compile(
    r"(?i)(stor|record|sav|log(?! ?(in|on|out)\b)|ingest|remember|append|cach|track|snapshot|measur|collect|sync)"
)
"""Verbs for what has already happened: a second record of it is the same."""
_CREATES: Final = re.compile(r"(?i)(new\b|creat|regist|sign|book|reserv|claim|open|plac|enrol|issu|invit)")
"""Verbs for what comes to be once: a second one is somebody else's, or a mistake."""


def _looks_at_optional(context: RuleContext, call: Call) -> str:
    """The attribute whose absence is all that a create requires, though existing items can lack it; else ''."""
    terms = list(names_in_terms(call.pattern))
    if len(terms) != 1 or not _means_to_create(terms[0][0]):
        return ""
    (name,) = terms[0][1]
    entities = written_by(context, call)
    held = [one for entity in entities if (one := entity.attribute(name)) is not None]
    return name if held and len(held) == len(entities) and all(one.optional < 1 for one in held) else ""


def in_one_request(call: Call) -> bool:
    """Return whether it is a member of a batch, which supports no conditions, or of a transaction, which another rule
    covers.
    """
    return call.within is not None and call.within.operation is not Operation.STEPS


def replaces(pattern: AccessPattern) -> bool:
    """Return whether the pattern declares that it overwrites."""
    return pattern.facts.intent.replace


@rule(
    "write.no_exists_condition",
    ADVICE,
    Scope.PATTERN,
    title="Update of a wrong id creates an item",
    why="UpdateItem on a missing key creates an item with only that key and the set attributes: an unexpected stub",
    fix="Require attribute_exists of the partition key, or declare that it creates",
    sources="facts/choices#write-guard, facts/expressions#updates",
    fixes=True,
    operations={Operation.UPDATE},
)
def no_exists_condition(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = table_of(context, call)
    if table is None or not table.partition_key:
        return
    if creates_on_purpose(call.pattern) or not _holds_for_nothing(table, call.pattern):
        return
    if not (call.pattern.update.strip() or call.pattern.set or call.pattern.remove):
        return
    asked = exists(table.partition_key[0].name)
    message = f"{call.label} also writes if there is no item: a wrong id creates a stub"
    intent = {**call.pattern.facts.intent.raw, "upsert": True}
    edits = add_condition(call.pattern, asked)
    fixes = (
        *((Fix(f"Add {condition_text(asked)}", edits),) if edits else ()),
        Fix("Declare that it creates missing items", (Put(call.pattern.id, "intent", intent),)),
    )
    yield Spot(message, f"{call.path}.if", call.top.id, "if", fixes=fixes)


def creates_on_purpose(pattern: AccessPattern) -> bool:
    """An upsert: declared, counting from zero, or setting initial values."""
    if pattern.add or pattern.facts.intent.upsert:
        return True
    return any(
        isinstance(action, Add)
        or any(isinstance(part, Function) and part.name == "if_not_exists" for part in walk(action))
        for action in actions_of(pattern)
    )


def _holds_for_nothing(table: Table, pattern: AccessPattern) -> bool:
    """Return whether the write's condition accepts a missing item. If unclear, it does not."""
    if not is_conditioned(pattern):
        return True
    node = parsed_condition(pattern)
    if node is None:
        return False
    placeholders = [part.text for part in walk(node) if isinstance(part, Placeholder)]
    known = bound_values(table, pattern) if placeholders else {}
    values = {**dict.fromkeys(placeholders, string("?")), **known}
    try:
        return evaluate(node, {}, names=pattern.names, values=values) and not _asks_for_nothing(node)
    except ExpressionInvalid:
        return False


def _asks_for_nothing(node: Condition) -> bool:
    """A condition with attribute_not_exists shows that a create is intended."""
    return any(isinstance(part, Function) and part.name == "attribute_not_exists" for part in walk(node))


@rule(
    "write.no_condition_on_transition",
    WARNING,
    Scope.PATTERN,
    title="Transition allowed from any state",
    why="Two callers move the item at the same time, or a late one moves it back: the last write silently wins",
    fix="Require in the condition a state from which the transition is allowed",
    sources="facts/anti-patterns#a11, facts/building-blocks#p16, facts/choices#write-guard",
    hides=("write.no_exists_condition",),
    fixes=True,
    operations={Operation.UPDATE},
)
def no_condition_on_transition(context: RuleContext, call: Call) -> Iterator[Spot]:
    table = table_of(context, call)
    if table is None:
        return
    having_states = [one for entity in written_by(context, call) for one in entity.attributes if one.states]
    change = changes_of(table, call.pattern) if having_states else {}
    for attribute in having_states:
        if attribute.name in change:
            yield from _transition(call, table, attribute, change[attribute.name])


def _transition(call: Call, table: Table, attribute: Attribute, new: AttributeValue | None) -> Iterator[Spot]:
    pattern = call.pattern
    terms = [(term, names) for term, names in names_in_terms(pattern) if attribute.name in names]
    sources = None if new is None else _sources(attribute, str(new.data))
    if is_unread(pattern):
        return  # a condition that cannot be parsed is another rule's finding
    if any(_means_to_create(term) for term, _ in names_in_terms(pattern)):
        return
    if not terms:
        message = f"{call.label} sets {attribute.name} whatever its current value is"
        if sources:
            message += f"; {new.data if new else ''} can follow only {', '.join(sources)}"
    elif sources is None or new is None:
        return
    else:
        values = bound_values(table, pattern)
        allowed = [state for state in _states(attribute) if _lets_pass(terms, attribute, state, pattern, values)]
        wrong = [state for state in allowed if state not in sources and state != new.data]
        if not wrong:
            return
        message = (
            f"{call.label} lets {attribute.name} change from {', '.join(wrong)} to {new.data}, which is not an "
            "allowed transition"
        )
    fixes: tuple[Fix, ...] = ()
    if sources and (edits := add_condition(pattern, asked := _one_of(attribute.name, sources))):
        fixes = (Fix(f"Add {condition_text(asked)}", edits),)
    facts_ = {"attribute": attribute.name, "from": sources or [], "to": str(new.data) if new else None}
    field = "condition" if pattern.condition.strip() else "if"
    yield Spot(message, f"{call.path}.{field}", call.top.id, field, facts_, fixes=fixes)


def _sources(attribute: Attribute, new: str) -> list[str]:
    return [state for state, following in attribute.states.items() if new in following]


def _states(attribute: Attribute) -> list[str]:
    named = [state for following in attribute.states.values() for state in following]
    return list(dict.fromkeys([*attribute.states, *named, *attribute.values]))


def _lets_pass(
    terms: list[tuple[Condition, frozenset[str]]],
    attribute: Attribute,
    state: str,
    pattern: AccessPattern,
    values: Mapping[str, AttributeValue],
) -> bool:
    """Return whether the condition can hold for an item in that state. A parameter without a value is assumed to check
    it.
    """
    known = KnownItem({attribute.name: string(state)}, complete=False)
    for term, _ in terms:
        if any(isinstance(part, Placeholder) and part.text not in values for part in _operands(term)):
            return False
        if truth(term, known, pattern.names, values) is False:
            return False
    return True


def _operands(term: Condition) -> Iterator[object]:
    return (part for part in walk(term) if not isinstance(part, Path))


def _means_to_create(term: Condition) -> bool:
    return isinstance(term, Function) and term.name == "attribute_not_exists"


def _one_of(name: str, states: list[str]) -> Condition:
    path = Path((Name(name),))
    if len(states) == 1:
        return Comparison("=", path, Literal(string(states[0])))
    return In(path, tuple(Literal(string(state)) for state in states))


RULES = (no_condition_on_create, no_exists_condition, no_condition_on_transition)
