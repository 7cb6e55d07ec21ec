"""Items with an older form of the table's key, which no read asks for. facts/procedures#launch-checklist."""

from __future__ import annotations

import re
from collections.abc import Iterator

from modeler.core.algebra.collisions import TemplateSide, Verdict
from modeler.core.design.items import BASE, Entity
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.nodes import Literal, walk
from modeler.core.expressions.parse import parse_condition
from modeler.core.items.index_shares import condition_names
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.phrases import and_list
from modeler.core.rules.keys.collisions import side_of
from modeler.core.rules.support.context import Call, RuleContext, entity_path
from modeler.core.rules.support.requested_keys import RequestedKey, asked_attributes, asked_keys, caught_by, is_known
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule

type Asked = tuple[Call, RequestedKey, TemplateSide]


@rule(
    "query.one_of_two_keys",
    WARNING,
    Scope.TABLE,
    title="Read by id asks for one of the entity's two keys",
    why="An item is stored under one of the keys, by its condition: the read does not find those under the other",
    fix="Ask for the other key too if the first gives nothing, or rewrite the items with the old key",
    sources="facts/expressions#key-conditions, facts/modeling#access-patterns",
)
def one_of_two_keys(context: RuleContext, table: Table) -> Iterator[Spot]:
    several = [entity for entity in table.entities if len(_keys_of_identity(context, table, entity)) > 1]
    for entity in several:
        reads = [asked for call in context.calls_on(table) for asked in _asked(context, table, entity, call)]
        keys = _keys_of_identity(context, table, entity)
        met = {number: _readers(reads, entity, key) for number, key in enumerate(keys)}
        unread = [keys[number] for number, calls in met.items() if not calls]
        found = [call for calls in met.values() for call in calls if not _knows(call, entity, unread)]
        if not unread or not found:
            continue
        labels = and_list(list(dict.fromkeys(call.label for call in found)))
        asks = "asks" if len({call.label for call in found}) == 1 else "ask"
        missed = " / ".join(str(one) for one in unread[0].templates)
        when = f" when {unread[0].when}" if unread[0].when.strip() else ""
        message = f"{labels} never {asks} for {missed}, the key of {entity.name}{when}, and no other read by key does"
        facts = {"patterns": [call.top.id for call in found]}
        yield Spot(message, entity_path(table, entity), entity.id, "overloads", facts)


def _keys_of_identity(context: RuleContext, table: Table, entity: Entity) -> list[WrittenKey]:
    """The forms of the table's key, if each is made of the identity alone: a caller with the id can build them."""
    keys = [key for key in context.keys(table, entity, table.base) if key.complete is not None]
    identity = set(entity.identity)
    used = [{name for template in key.complete or () for name in template.attributes} for key in keys]
    forms = {tuple(map(str, key.complete or ())) for key in keys}
    return keys if identity and len(forms) == len(keys) and all(one and one <= identity for one in used) else []


def _asked(context: RuleContext, table: Table, entity: Entity, call: Call) -> Iterator[Asked]:
    pattern = context.asked(call.pattern)
    reads = pattern.operation in {Operation.GET, Operation.QUERY, Operation.BATCH_GET, Operation.TRANSACT_GET}
    if not reads or table.index(pattern.index) is None or pattern.index or entity not in context.about(pattern):
        return
    asked = asked_keys(table.base, pattern)
    if asked is not None:
        yield call, asked, TemplateSide(asked.templates, asked_attributes(context, table, table.base, pattern, asked))


def _readers(reads: list[Asked], entity: Entity, key: WrittenKey) -> list[Call]:
    """The reads that can find an item with this form of the key."""
    return [
        call
        for call, asked, side in reads
        if not is_known(asked, side)
        or caught_by(asked, side, side_of(entity, (key.complete or ())[: asked.elements], "")).verdict is not Verdict.NO
    ]


def _knows(call: Call, entity: Entity, unread: list[WrittenKey]) -> bool:
    """Return whether a read says which items it means: by a value, a filter, or a word of the condition."""
    names = {name for key in _conditions(entity) for name in condition_names(key)}
    pattern = call.pattern
    words = {str(word).lower() for when in _conditions(entity) for word in _literals(when)}
    text = f"{call.top.name} {pattern.name}".lower()
    told = any(len(word) > 1 and re.search(rf"\b{re.escape(word)}", text) for word in words)
    given = set(pattern.parameters) & names - set(entity.identity)
    return told or bool(given) or any(name in pattern.filter for name in names)


def _conditions(entity: Entity) -> list[str]:
    return [one.when for one in entity.overloads if one.index is BASE and one.when.strip()]


def _literals(when: str) -> Iterator[object]:
    try:
        yield from (part.value.data for part in walk(parse_condition(when)) if isinstance(part, Literal))
    except ExpressionInvalid:
        return


RULES = (one_of_two_keys,)
