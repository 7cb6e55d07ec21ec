"""Attributes that a write sets and its entity does not have. facts/modeling#rules."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.expressions.names import name_of
from modeler.core.fixes import AddPart, Fix
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.rules.support.write_targets import actions_of, table_of, written_by

_CLOSE: Final = 0.75
"""How similar two names are, from 0 to 1, to assume a misspelling."""


@rule(
    "model.undeclared_attribute",
    WARNING,
    Scope.NEIGHBOURS,
    title="Write changes an attribute that the entity does not have",
    why="DynamoDB accepts any name: the item gets a second attribute, and reads of the meant one return its old value",
    fix="Correct the name, or add the attribute to the entity",
    sources="facts/modeling#rules, facts/expressions#updates",
    fixes=True,
    operations={Operation.UPDATE, Operation.PUT},
)
def undeclared_attribute(context: RuleContext, call: Call) -> Iterator[Spot]:
    table, pattern = table_of(context, call), call.pattern
    entities = written_by(context, call)
    if table is None or not entities or any(one.provenance or not one.attributes for one in entities):
        return
    own = {name for one in entities for name in context.attribute_names(one)}
    known = own | context.key_names(table) | {table.options.ttl_attribute}
    for field, name in _written(pattern):
        if name in known:
            continue
        meant = get_close_matches(name, sorted(own), 1, _CLOSE)
        does = f"; {meant[0]} is similar" if meant else ""
        message = f"{call.label} changes {name}, which {entities[0].name} does not have{does}"
        added = AddPart(entities[0].id, "attributes", {"name": name, "type": _type_of(pattern, name)})
        fixes = () if meant else (Fix(f"Add {name} to {entities[0].name}", (added,)),)
        facts_ = {"attribute": name, "entity": entities[0].id}
        # A name that resembles none is more often one that the design still lacks.
        severity = None if meant else ADVICE
        yield Spot(message, f"{call.path}.{field}", call.top.id, field, facts_, severity, fixes=fixes)
        return


def _written(pattern: AccessPattern) -> Iterator[tuple[str, str]]:
    """Each attribute that a write changes, with the field that says so."""
    for field, names in (("set", pattern.set), ("add", pattern.add), ("remove", pattern.remove)):
        yield from ((field, _whole(name)) for name in names)
    yield from (("update", _whole(name_of(action.path, pattern.names))) for action in actions_of(pattern))


def _whole(name: str) -> str:
    """The attribute that a path leads into."""
    return name.split(".")[0].split("[")[0]


def _type_of(pattern: AccessPattern, name: str) -> str:
    """The type of the value that is written, as far as it shows; else S."""
    raw = pattern.set.get(name, pattern.add.get(name))
    raw = pattern.parameters.get(raw[1:], raw) if isinstance(raw, str) and raw.startswith(":") else raw
    if isinstance(raw, bool):
        return "BOOL"
    return "N" if isinstance(raw, int | float) or name in pattern.add else "S"


RULES = (undeclared_attribute,)
