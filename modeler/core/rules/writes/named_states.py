"""Writes whose name says in which state an item has to be, and whose condition does not. facts/choices#write-guard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.keys.templates import parse
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import WARNING, Scope, Spot, rule
from modeler.core.rules.support.write_targets import asked_names, changes_of, is_unread, table_of, written_by

_SHORTEST: Final = 3
_TURNS: Final = re.compile(r"(?i)\b(as|to|into|from)\s+$")
"""Before a state: it is the one that the write leads to, or leaves."""


@rule(
    "write.named_state_not_checked",
    WARNING,
    Scope.NEIGHBOURS,
    title="Write does not check the state that its name requires",
    why="Between the read that showed the state and the write, another write can change it: no request is rejected",
    fix="Require the state in the condition",
    sources="facts/choices#write-guard, facts/expressions#conditions",
    operations={Operation.UPDATE, Operation.DELETE},
)
def named_state_not_checked(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    if table is None or (is_unread(pattern)):
        return
    asked = asked_names(pattern)
    asked |= {name for one in pattern.key for text in one.templates for name in parse(text).attributes}
    for entity in written_by(context, call):
        for attribute in entity.attributes:
            value = _required(table, entity, attribute, call) if attribute.name not in asked else ""
            if value:
                state = attribute.name
                message = f"{call.label} names the {state} {value}, and its condition does not check {state}"
                field = "condition" if pattern.condition.strip() else "if"
                yield Spot(message, f"{call.path}.{field}", call.top.id, field, {"attribute": attribute.name})
                return


def _required(table: Table, entity: Entity, attribute: Attribute, call: Call) -> str:
    """The state of an item that the name of a write requires or excludes; '' if it names none, or writes it."""
    if len(attribute.values) < 2 and not attribute.states:
        return ""
    changed = changes_of(table, call.pattern)
    written = changed.get(attribute.name)
    name = call.pattern.name or call.top.name
    for value in dict.fromkeys((*attribute.values, *attribute.states)):
        words = str(value).replace("_", " ").replace("-", " ")
        found = re.search(rf"(?i)\b{re.escape(words)}\b", name)
        if found is None or len(words) < _SHORTEST or words.lower() == entity.name.lower():
            continue
        if (written is not None and written.data == value) or _TURNS.search(name[: found.start()]):
            continue
        return str(value)
    return ""


RULES = (named_state_not_checked,)
