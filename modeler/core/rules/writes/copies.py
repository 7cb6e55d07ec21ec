"""Data stored twice that must agree: the latest copy of a history, copied attributes.

facts/building-blocks#p11, facts/building-blocks#x8.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial

from modeler.core.capacity.changes import condition_terms
from modeler.core.design import usage_settings
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.nodes import Function
from modeler.core.fixes import Fix, RemovePart
from modeler.core.keys.templates import LiteralText, Reference, print_template
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.rule import ERROR, WARNING, Scope, Spot, rule
from modeler.core.rules.support.transaction_members import as_transaction, base_keys, member_of, together, writes
from modeler.core.rules.support.write_targets import changes_of, is_member, members, table_of, writers_of, written_by


@rule(
    "write.latest_copy_not_transactional",
    ERROR,
    Scope.DESIGN,
    title="Latest copy is written separately from its history",
    why="If one of the two writes fails or is late, the latest copy has no matching version, or lacks the last one",
    fix="Write both in one transaction",
    sources="facts/building-blocks#p11",
    fixes=True,
)
def latest_copy_not_transactional(context: RuleContext) -> Iterator[Spot]:
    for table in context.design.tables:
        parts = (table.partition_key, table.sort_key)
        zeros = context.of_entities("keys of the latest", table, partial(_key_of_latest, table), parts)
        if not any(zeros):
            continue
        by_key: dict[tuple[str, ...], list[Entity]] = {}
        for entity in table.entities:
            by_key.setdefault(_key(table, entity), []).append(entity)
        for history, zero in zip(table.entities, zeros, strict=True):
            if zero:
                for latest in by_key.get(zero, ()):
                    yield from _apart(context, latest, history)
                yield from _apart_in_one(context, table, history, zero)


def _key(table: Table, entity: Entity) -> tuple[str, ...]:
    """The texts of an entity's base key templates, in the order of the key."""
    mine = base_keys(entity)
    return tuple(str(mine[name]) if name in mine else "" for name in table.base.key_names)


def _key_of_latest(table: Table, history: Entity) -> tuple[str, ...]:
    """The key of a latest copy: zeros for the padded number, the only variable part of its sort key. () if there is no
    such number.
    """
    names, mine = table.base.key_names, base_keys(history)
    if not table.sort_key or set(names) != mine.keys():
        return ()
    template = mine[names[-1]]
    widths = [reference.formats[0].argument for reference in template.references if _is_padded(reference)]
    if len(widths) != 1 or len(template.references) != 1:
        return ()
    zeros = tuple(
        LiteralText("0" * int(widths[0] or 0)) if isinstance(one, Reference) else one for one in template.parts
    )
    return (*(str(mine[name]) for name in names[:-1]), print_template(zeros))


def _is_padded(reference: Reference) -> bool:
    return len(reference.formats) == 1 and reference.formats[0].name in ("pad", "reverse")


def _apart(context: RuleContext, latest: Entity, history: Entity) -> Iterator[Spot]:
    put, update = Operation.PUT, Operation.UPDATE
    histories, latests = (
        [call for call in writers_of(context, one) if call.pattern.operation in (put, update)]
        for one in (history, latest)
    )
    alone = [call for call in histories if not writes(context, call, latest, put, update)]
    for call in latests if alone else ():
        if not writes(context, call, history, put):
            other = alone[0].label
            message = f"{call.label} writes {latest.name} and {other} its {history.name}, each in a separate request"
            fixes: tuple[Fix, ...] = ()
            if not is_member(call) and not is_member(alone[0]) and alone[0].top is not call.top:
                first = member_of(alone[0].pattern)
                edits = as_transaction(call.pattern, [first], f"{latest.name} is the last {history.name}")
                fixes = (Fix("Write both in one transaction", (*edits, RemovePart(alone[0].top.id))),)
            yield Spot(
                message, f"{call.path}.operation", call.top.id, "operation", {"other": alone[0].top.id}, fixes=fixes
            )


def _apart_in_one(context: RuleContext, table: Table, history: Entity, zero: tuple[str, ...]) -> Iterator[Spot]:
    """The latest copy and the versions are items of one entity: number 0 is the copy, the others are the history."""
    written = [
        call for call in writers_of(context, history) if call.pattern.operation in (Operation.PUT, Operation.UPDATE)
    ]
    sort = table.base.key_names[-1]
    (number,) = base_keys(history)[sort].attributes
    copies = [call for call in written if _is_zero(call.pattern, sort, zero[-1], number)]
    versions = [call for call in written if call not in copies]
    for call in copies:
        apart = [one for one in versions if one not in together(context, call)]
        if versions and len(apart) == len(versions):
            message = (
                f"{call.label} writes the latest copy of {history.name} ({zero[-1]}) and {apart[0].label} its "
                "versions, each in a separate request"
            )
            yield Spot(message, f"{call.path}.operation", call.top.id, "operation", {"other": apart[0].top.id})


def _is_zero(pattern: AccessPattern, sort: str, zero: str, number: str) -> bool:
    """Return whether a write is about the item with number 0: by its key, or by its example."""
    key = next((one for one in pattern.key if one.name == sort), None)
    return key.templates == (zero,) if key is not None else str(pattern.parameters.get(number, "")) in {"0", zero}


@rule(
    "write.copy_not_updated",
    WARNING,
    Scope.DESIGN,
    title="Copy is not updated with its source",
    why="Pages that show the copy and pages that show the source then disagree, and nothing corrects it",
    fix="Change the copies in the same transaction, or with a consumer of the table's stream",
    sources="facts/building-blocks#x8, facts/choices#relationship",
)
def copy_not_updated(context: RuleContext) -> Iterator[Spot]:
    copies = [
        (table, entity, attribute)
        for table, entity in context.design.entities()
        for attribute in entity.attributes
        if attribute.copy_of.strip()
    ]
    for call in context.calls if copies else ():
        source_table = table_of(context, call)
        if source_table is None:
            continue
        for source in written_by(context, call):
            changed = _changed(source_table, source, call)
            for table, entity, attribute in copies:
                name, kept = usage_settings.copied(attribute.copy_of, source.name) or ("", "")
                if name not in changed or entity is source or "stream" in kept.lower():
                    continue  # if that stream is off, another rule reports it
                if not _is_kept(context, call, source_table, entity, attribute):
                    message = f"{call.label} changes {name} of {source.name}, but not its copy in {entity.name}"
                    field = "operation" if call.pattern.operation is Operation.PUT else "set"
                    field = "update" if call.pattern.update.strip() else field
                    facts_ = {"copy": attribute.id, "entity": entity.id, "table": table.name}
                    yield Spot(message, f"{call.path}.{field}", call.top.id, field, facts_)


def _changed(table: Table, source: Entity, call: Call) -> Collection[str]:
    """The attributes that a write changes of an item that exists: a put replaces all, unless it only creates."""
    if call.pattern.operation is Operation.UPDATE:
        return changes_of(table, call.pattern).keys()
    terms = condition_terms(call.pattern)
    creates = any(isinstance(term, Function) and term.name == "attribute_not_exists" for term in terms)
    is_put = call.pattern.operation is Operation.PUT and not creates
    return {attribute.name for attribute in source.attributes} if is_put else set()


def _is_kept(context: RuleContext, call: Call, table: Table, entity: Entity, attribute: Attribute) -> bool:
    """Return whether a member of the transaction also changes it, or a consumer of the stream does. A later request of
    a sequence does if it is about many copies: those have no transaction in common.
    """
    later = [one for one in members(context, call.top) if one.pattern.fan_out > 1] if is_member(call) else []
    calls = (*together(context, call), *later)
    others = [one for one in calls if one is not call and entity in written_by(context, one)]
    if any(
        one.pattern.operation is Operation.PUT or attribute.name in changes_of(table, one.pattern) for one in others
    ):
        return True
    if not table.options.stream:
        return False
    consumers = table.options.consumers
    told = [consumer.maintains for consumer in consumers]
    names = {entity.name, attribute.name, f"{entity.name}.{attribute.name}"}
    return any(not maintained or names & set(maintained) for maintained in told)


RULES = (latest_copy_not_transactional, copy_not_updated)
