"""Queries that return items of an entity that they do not mean. FACTS 8."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.algebra.collisions import Answer, Side, can_collide, prefix_catches
from modeler.core.items import Entity
from modeler.core.key_agreement import may_be_in_range, parameters
from modeler.core.keys import KeyTemplate, parse
from modeler.core.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.rules.collisions import side_of
from modeler.core.rules.context import Call, RuleContext
from modeler.core.rules.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.tables import Index
from modeler.core.written_keys import WrittenKey, attributes_by_name


def _asked(index: Index, pattern: AccessPattern) -> tuple[tuple[KeyTemplate, ...], bool] | None:
    """The templates that a caught key must equal, the last of them as a prefix where the flag says so."""
    given = {condition.name: condition for condition in pattern.key}
    if any(key.name not in given for key in index.partition_key):
        return None
    templates = [parse(given[key.name].templates[0]) for key in index.partition_key]
    for key in index.sort_key:
        condition = given.get(key.name)
        if condition is None:
            break
        if condition.operator != "=":
            templates.append(_prefix(condition))
            return tuple(templates), True
        templates.append(parse(condition.templates[0]))
    return tuple(templates), False


def _prefix(condition: KeyCondition) -> KeyTemplate:
    """What all keys that meet a condition start with: the prefix itself; of a range what both of its ends share."""
    first = parse(condition.templates[0])
    if condition.operator == "begins_with":
        return first
    if condition.operator != "between":
        return parse("")
    shared = []
    for one, other in zip(first.literal_prefix, parse(condition.templates[1]).literal_prefix, strict=False):
        if one != other:
            break
        shared.append(one)
    return parse("".join(shared).replace("{", "{{").replace("}", "}}"))


@rule(
    "query.prefix_catches_entity",
    ERROR,
    Scope.NEIGHBOURS,
    title="A query that also returns items of another entity",
    why="the application takes the other items for what it asked for, and the page is full of what it did not",
    fix="make the prefix longer, give the other entity another prefix, or declare both entities",
    sources="FACTS 8, KNOWLEDGE 2",
)
def prefix_catches_entity(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    table = context.design.table(pattern.table)
    if pattern.operation is not Operation.QUERY or table is None or not pattern.key or not pattern.entities:
        return
    index = table.index(pattern.index)
    if index is None or not context.serving(call).served:
        return
    asked = _asked(index, pattern)
    if asked is None:
        return
    templates, open_ended = asked
    starts = tuple(template.literal_prefix for template in templates)
    caught: set[str] = set()
    for entity, key, prefixes in context.written(table, index):
        if entity.name in pattern.entities or entity.name in caught or _apart(starts, prefixes):
            continue
        answer = _answer(context, entity, key, call, templates, open_ended)
        if answer.is_yes and _in_range(index, pattern, answer):
            caught.add(entity.name)
            rest = tuple(map(str, key.templates[len(answer.keys) :]))
            yield _spot(call, index, entity, (*answer.keys, *rest))


def _in_range(index: Index, pattern: AccessPattern, answer: Answer) -> bool:
    """Is the key that was found between the bounds of a range, as far as their literal texts tell?"""
    for name, text in zip(index.key_names, answer.keys, strict=False):
        for condition in pattern.key:
            ranged = condition.operator not in {"=", "begins_with"}
            if condition.name == name and ranged and not may_be_in_range(condition, text):
                return False
    return True


def _apart(starts: tuple[str, ...], prefixes: tuple[str, ...]) -> bool:
    """Most entities are told apart here, before anything is asked or remembered."""
    for mine, theirs in zip(starts, prefixes, strict=False):
        if not (mine.startswith(theirs) or theirs.startswith(mine)):
            return True
    return False


def _answer(
    context: RuleContext,
    entity: Entity,
    key: WrittenKey,
    call: Call,
    templates: tuple[KeyTemplate, ...],
    open_ended: bool,
) -> Answer:
    compare = prefix_catches if open_ended else can_collide
    written = (key.complete or ())[: len(templates)]
    return context.memo.get(
        f"caught {call.path}",
        (call.top, key, entity.attributes, *context.about(call.pattern)),
        lambda: compare(_asking(context, call, templates), side_of(entity, written, key.when)),
    )


def _asking(context: RuleContext, call: Call, templates: tuple[KeyTemplate, ...]) -> Side:
    """The pattern's side: what its templates name are attributes of its entities, or parameters."""
    known = {
        name: attribute
        for entity in reversed(context.about(call.pattern))
        for name, attribute in attributes_by_name(entity).items()
    }
    named = {
        name: attribute
        for template in templates
        for name, attribute in parameters(template, call.pattern, known).items()
    }
    return Side(templates, named)


def _spot(call: Call, index: Index, entity: Entity, keys: tuple[str, ...]) -> Spot:
    pattern = call.pattern
    meant = ", ".join(pattern.entities)
    message = (
        f"{pattern.label} means {meant} and also reads {entity.name} from {index.name}, such as {' / '.join(keys)}"
    )
    sort = next((condition.name for condition in pattern.key if condition.name not in _partition(index)), "")
    field = f"key.{sort}" if sort else "key"
    facts = {"other": entity.id, "keys": list(keys), "index": index.id}
    severity = WARNING if pattern.filter.strip() else None
    return Spot(message, f"{call.path}.{field}", call.top.id, field, facts, severity)


def _partition(index: Index) -> frozenset[str]:
    return frozenset(key.name for key in index.partition_key)


RULES = (prefix_catches_entity,)
