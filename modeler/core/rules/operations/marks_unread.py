"""Marks of what is gone that no read looks at. facts/building-blocks#p4."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.items.index_shares import condition_names
from modeler.core.phrases import and_list
from modeler.core.rules.operations.ttl import spoken_of
from modeler.core.rules.operations.ttl_reads import deletion_marks
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.read_costs import SEARCHES, purpose_of
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.write_targets import changes_of, written_by
from modeler.core.values.attribute_values import AttributeType

_REMOVES: Final = re.compile(
    r"(?i)^(delete|remove|drop|discard|leave|quit|unsubscribe|withdraw|revoke|deactivate|disable|dismiss|hide|trash"
    r"|take down|unpublish|retract|expel|ban|retire|archive|block)"
)
_GONE: Final = re.compile(
    r"(?i)^(is_?)?(deleted|removed|dropped|discarded|left|quit|unsubscribed|withdrawn|revoked|deactivated|disabled"
    r"|dismissed|hidden|trashed|unpublished|retracted|retired|archived|inactive|blocked|banned)(_?(at|on|date|time|since))?$"
)
_USUAL: Final = 0.5
"""From this share of the items on, what a write sets is what becomes of an item, not a removal."""
_ALL: Final = re.compile(r"(?i)\b(all|history|histories|every|audit|including|past|former|deleted|archive)\b")


@rule(
    "ttl.read_without_filter",
    WARNING,
    Scope.TABLE,
    title="Mark of what is gone is never read",
    why="The item stays in every list that it was in: the mark is written, and no read or index looks at it",
    fix="Filter by the mark, or write the index only while it is missing",
    sources="facts/building-blocks#p4, facts/building-blocks#p15",
)
def marks_unread(context: RuleContext, table: Table) -> Iterator[Spot]:
    for entity in table.entities:
        for mark, remover, told in _marks(context, table, entity):
            reads = [call for call in context.calls_on(table) if _lists(context, call, entity)]
            if not reads or any(told & _looked_at(context, table, call) for call in _reads(context, table, entity)):
                continue
            labels = list(dict.fromkeys(call.label for call in reads))
            does = "also returns" if len(labels) == 1 else "also return"
            message = f"{and_list(labels[:3])} {does} {entity.name} items whose {mark} {remover} sets"
            first = reads[0]
            facts_ = {"entity": entity.id, "attribute": mark}
            yield Spot(message, f"{first.path}.filter", first.top.id, "filter", facts_)
            break


def _marks(context: RuleContext, table: Table, entity: Entity) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Optional attributes, or flags, that a write called a removal sets, with the write and what tells of it: the
    states that it sets at the same time tell the same."""
    for call in context.once(("removals", id(table)), lambda: _removals(context, table)).get(id(entity), ()):
        changed, known = changes_of(table, call.pattern), deletion_marks(entity)
        for attribute in entity.attributes:
            if attribute.name in changed and attribute.name not in known and _is_mark(attribute):
                yield attribute.name, call.label, frozenset(_states(entity, changed)) | {attribute.name}


def _removals(context: RuleContext, table: Table) -> dict[int, list[Call]]:
    """The updates of a table whose name says that they remove, by the id of the entity that they write."""
    found: dict[int, list[Call]] = {}
    for call in context.calls_on(table):
        if call.pattern.operation is Operation.UPDATE and _REMOVES.search(call.pattern.name or call.top.name):
            for entity in written_by(context, call):
                found.setdefault(id(entity), []).append(call)
    return found


def _states(entity: Entity, changed: Collection[str]) -> Iterator[str]:
    for attribute in entity.attributes:
        if attribute.name in changed and (attribute.values or attribute.type is AttributeType.BOOL):
            yield attribute.name


def _is_mark(attribute: Attribute) -> bool:
    """A time that most items have is the end of each one's life, as that of a stay: lists are made of such items."""
    is_time = meaning_of(attribute) is Meaning.TIME and attribute.optional < _USUAL
    return _GONE.match(attribute.name) is not None and (is_time or attribute.type is AttributeType.BOOL)


def _lists(context: RuleContext, call: Call, entity: Entity) -> bool:
    """Return whether it is a list of such items for people, which does not promise the old ones too."""
    pattern = call.pattern
    online = purpose_of(call) == "online" and not _ALL.search(pattern.name or call.top.name)
    return online and pattern.operation in SEARCHES and entity in context.design.entities_of(pattern)


def _reads(context: RuleContext, table: Table, entity: Entity) -> list[Call]:
    return [
        call
        for call in context.calls_on(table)
        if call.pattern.operation.is_read and entity in context.design.entities_of(call.pattern)
    ]


def _looked_at(context: RuleContext, table: Table, call: Call) -> frozenset[str]:
    """The attributes that a read filters by, asks for by name, or that the condition of its index uses."""
    pattern = context.asked(call.pattern)
    names = {*spoken_of(pattern.filter, pattern), *pattern.projection}
    index = table.index(pattern.index) if pattern.index else None
    for entity in context.design.entities_of(pattern):
        for key in context.keys(table, entity, index) if index is not None else ():
            names |= condition_names(key.when)
            names |= {name for template in key.complete or () for name in template.attributes}
    return frozenset(names)


RULES = (marks_unread,)
