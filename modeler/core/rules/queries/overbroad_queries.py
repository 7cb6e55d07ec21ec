"""Queries that return items of entities they are not meant for. facts/ordering#key-order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from modeler.core.algebra.collisions import (
    ReasonedVerdict,
    TemplateSide,
    Verdict,
)
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, Table
from modeler.core.fixes import Fix, Put
from modeler.core.keys.templates import KeyTemplate, LiteralText, print_template
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.phrases import and_list
from modeler.core.rules.keys.collisions import side_of
from modeler.core.rules.support.context import Call, RuleContext, Written
from modeler.core.rules.support.key_prefix_index import near_keys
from modeler.core.rules.support.requested_keys import RequestedKey, asked_attributes, asked_keys, caught_by, is_known
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule

type _Caught = tuple[Entity, WrittenKey, ReasonedVerdict]


@rule(
    "query.prefix_catches_entity",
    ERROR,
    Scope.NEIGHBOURS,
    title="Query also returns items of another entity",
    why="The application mistakes the other items for the ones it requested, and they fill up its pages",
    fix="Use a longer prefix, give the other entity a different prefix, or declare both entities",
    sources="facts/ordering#sort-key-formats, facts/modeling#sort-keys",
    fixes=True,
    operations={Operation.QUERY},
)
def prefix_catches_entity(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = context.asked(call.pattern)
    asked = context.kept_of_same_calls("requested key", call, partial(_requested, context))
    table = context.design.table(pattern.table) if asked is not None else None
    index = table.index(pattern.index) if table is not None else None
    if asked is None or table is None or index is None:
        return
    others = _others(context, call, table, index, asked)
    if not others:
        return
    side = TemplateSide(asked.templates, asked_attributes(context, table, index, pattern, asked))
    if not is_known(asked, side):
        return
    found = list(_caught(context, call, asked, side, others))
    if found:
        yield _spot(call, pattern, index, asked, found, _fixes(context, call, table, index, asked, found))


def _requested(context: RuleContext, call: Call) -> RequestedKey | None:
    """The key that a served call requests, if it declares its entities."""
    pattern = context.asked(call.pattern)
    table = context.design.table(pattern.table)
    index = table.index(pattern.index) if table is not None else None
    if index is None or not pattern.key or not pattern.entities or not context.serving(call).served:
        return None
    return asked_keys(index, pattern)


def _others(context: RuleContext, call: Call, table: Table, index: Index, asked: RequestedKey) -> list[Written]:
    """Keys of unintended entities whose literal text could match the condition."""
    prefix = asked.bounds if asked.operator == "begins_with" else ()
    starts = tuple(template.literal_prefix for template in asked.equal + prefix)
    meant = call.pattern.entities
    return [one for one in near_keys(context, table, index).near(*starts) if one[0].name not in meant]


def _caught(
    context: RuleContext, call: Call, asked: RequestedKey, side: TemplateSide, others: list[Written]
) -> Iterator[_Caught]:
    """Entities whose keys match the condition, each once, with one of their keys."""
    seen: set[str] = set()
    for entity, key, _ in others:
        if entity.name in seen:
            continue
        answer = context.memo.get(
            f"caught {call.path}",
            (context.asked(call.pattern), call.top, key, entity.attributes, *context.about(call.pattern)),
            partial(_answer, asked, side, entity, key),
        )
        if answer.is_yes:
            seen.add(entity.name)
            yield entity, key, answer


def _answer(asked: RequestedKey, side: TemplateSide, entity: Entity, key: WrittenKey) -> ReasonedVerdict:
    return caught_by(asked, side, side_of(entity, (key.complete or ())[: asked.elements], key.when))


def _fixes(
    context: RuleContext, call: Call, table: Table, index: Index, asked: RequestedKey, found: list[_Caught]
) -> tuple[Fix, ...]:
    """A prefix that excludes the others, if the intended entities share one; else all are declared as intended."""
    pattern = call.pattern
    also = [entity.name for entity, _, _ in found]
    fixes = [Fix(f"Declare that it also reads {', '.join(also)}",
                  (Put(pattern.id, "entities", [*pattern.entities, *also]),))]  # fmt: skip
    name, prefix = _longer_prefix(context, call, table, index, asked)
    if prefix and pattern.key:
        longer = RequestedKey(asked.equal, "begins_with", (prefix,), name)
        side = TemplateSide(longer.templates, asked_attributes(context, table, index, pattern, longer))
        answers = [_answer(longer, side, entity, key) for entity, key, _ in found]
        if all(answer.verdict is Verdict.NO for answer in answers):
            edit = Put(pattern.id, f"key.{name}", {"begins_with": str(prefix)})
            fixes.insert(0, Fix(f"Require {name} to begin with {prefix}", (edit,)))
    return tuple(fixes)


def _longer_prefix(
    context: RuleContext, call: Call, table: Table, index: Index, asked: RequestedKey
) -> tuple[str, KeyTemplate | None]:
    """The literal text that all keys of the intended entities start with, if it is longer than the pattern's."""
    place = len(asked.equal)
    if place >= len(index.keys) or asked.operator not in {"=", "begins_with"}:
        return "", None
    name = index.keys[place].name
    starts = {
        template.literal_prefix
        for entity in context.about(call.pattern)
        for key in context.keys(table, entity, index)
        if (template := key.templates[place]) is not None
    }
    start = starts.pop() if len(starts) == 1 else ""
    before = asked.bounds[0] if asked.bounds else KeyTemplate("", ())
    if not start or start == before.literal_prefix or not before.is_constant:
        return name, None
    parts = (LiteralText(start),)
    return name, KeyTemplate(print_template(parts), parts) if start.startswith(before.literal_prefix) else None


def _spot(
    call: Call,
    pattern: AccessPattern,
    index: Index,
    asked: RequestedKey,
    found: list[_Caught],
    fixes: tuple[Fix, ...],
) -> Spot:
    """One finding for every entity that the condition catches: it is the condition that is too wide."""
    entity, key, answer = found[0]
    keys = (*answer.keys, *map(str, key.templates[len(answer.keys) :]))
    also = and_list([one.name for one, _, _ in found])
    message = (
        f"{call.label} is meant for {and_list(pattern.entities)} but also reads {also} from {index.name}, "
        f"such as {' / '.join(keys)}"
    )
    partition = {key.name for key in index.partition_key}
    sort = asked.name or next((condition.name for condition in pattern.key if condition.name not in partition), "")
    field = "intent" if not call.pattern.key else f"key.{sort}" if sort else "key"
    facts = {"other": entity.id, "others": [one.id for one, _, _ in found], "keys": list(keys), "index": index.id}
    severity = WARNING if pattern.filter.strip() else None
    return Spot(message, f"{call.path}.{field}", call.top.id, field, facts, severity, fixes=fixes)


RULES = (prefix_catches_entity,)
