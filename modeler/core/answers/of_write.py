"""Decisions about a write: plain, with a condition, a version, a token, or in a transaction; and how an item goes."""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.answers.answer import Answer, Number, Unknown, units
from modeler.core.decisions.modelling import Going, deletion
from modeler.core.decisions.writes import EXPECTED, Guard, Old, WriteGuard, WriteNeed, write_guard
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.fixes import Fix
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.write_targets import add_condition, changes_of, condition_text, exists, is_conditioned
from modeler.core.rules.support.write_targets import written_by as entities_of
from modeler.core.rules.writes.write_conditions import no_condition_on_transition

_WRITES = frozenset(
    {Operation.PUT, Operation.UPDATE, Operation.DELETE, Operation.TRANSACT_WRITE, Operation.BATCH_WRITE}
)


def answers_of_write(context: RuleContext, pattern: AccessPattern) -> Iterator[Answer]:
    """Yield how the write is guarded, and for a delete how the item goes; nothing for a read."""
    table = context.design.table(pattern.table)
    if pattern.operation not in _WRITES or table is None or not table.partition_key:
        return
    calls = [call for call in context.calls if call.top is pattern]
    yield _guard(context, table, pattern, calls)
    if pattern.operation is Operation.DELETE:
        yield _deletion(context, pattern, calls)


def _guard(context: RuleContext, table: Table, pattern: AccessPattern, calls: list[Call]) -> Answer:
    entities = _entities(context, calls)
    need = _need(table, pattern, entities)
    made = write_guard(need)
    agrees = _agrees(pattern, made)
    fixes = _transitions(context, calls) if need.old is Old.STATE else _fixes(table, pattern, made)
    known = context.capacity.pattern(pattern.id)
    loads = known.loads if known is not None else ()
    numbers = [
        Number("Items in one request", str(need.items)),
        Number("The old item", need.old.value),
        Number("Several writers", "yes" if need.writers > 1 else "not declared"),
        Number("Delivery", "may arrive twice" if need.at_least_once else "once"),
        *(Number(f"Write units in {one.place.label}", units(one.per_call.value)) for one in loads),
    ]
    unknown = []
    if "delivery" not in pattern.extra:
        unknown.append(Unknown("whether the request can arrive twice", pattern.id, "delivery"))
    if pattern.per_second is None:
        unknown.append(Unknown(f"how often {pattern.label} is called", pattern.id, "per_second"))
    # The state that is expected is not known: an edit below names it.
    is_said = made.condition and made.guard is not Guard.TRANSACTION and made.condition != EXPECTED
    says = made.guard.value + (f": {made.condition}" if is_said else "")
    return Answer(
        "write-guard", "How is this write guarded?", says, made.reason, agrees, tuple(numbers), tuple(unknown),
        () if agrees else fixes,
    )  # fmt: skip


def _entities(context: RuleContext, calls: list[Call]) -> list[Entity]:
    """The entities that the calls write, each once."""
    return list({entity.id: entity for call in calls for entity in entities_of(context, call)}.values())


def _need(table: Table, pattern: AccessPattern, entities: list[Entity]) -> WriteNeed:
    facts = pattern.facts
    intent = facts.intent.raw
    items = len(pattern.steps) or facts.batch_size
    return WriteNeed(
        items=items,
        old=_old(table, pattern, entities),
        state=pattern.if_ or EXPECTED,
        invariant=bool(facts.invariant.strip()) or pattern.operation is Operation.TRANSACT_WRITE,
        read_first=pattern.operation is Operation.UPDATE and any(entity.concurrent for entity in entities),
        writers=2 if any(entity.concurrent for entity in entities) else 1,
        at_least_once=facts.delivery == "at_least_once",
        counts=bool(pattern.add),
        lossy=bool(intent.get("approximate")),
        per_second=pattern.per_second.peak if pattern.per_second is not None else 0.0,
        partition_key=table.partition_key[0].name,
    )


def _old(table: Table, pattern: AccessPattern, entities: list[Entity]) -> Old:
    intent = pattern.facts.intent.raw
    if pattern.operation is Operation.PUT:
        return Old.ANY if intent.get("replace") else Old.NONE
    if pattern.operation is Operation.UPDATE and not intent.get("upsert") and not pattern.add:
        changed = changes_of(table, pattern)
        states = any(one.states and one.name in changed for entity in entities for one in entity.attributes)
        return Old.STATE if states else Old.EXISTS
    return Old.ANY


def _agrees(pattern: AccessPattern, made: WriteGuard) -> bool:
    match made.guard:
        case Guard.PLAIN:
            return True
        case Guard.TRANSACTION | Guard.ONCE:
            return pattern.operation is Operation.TRANSACT_WRITE
        case Guard.BATCH:
            return pattern.operation is Operation.BATCH_WRITE
        case Guard.ADD:
            return bool(pattern.add)
        case Guard.SPLIT:
            return False
    return is_conditioned(pattern)


def _transitions(context: RuleContext, calls: list[Call]) -> tuple[Fix, ...]:
    """The condition on the states from which the item may move."""
    return tuple(
        fix for call in calls for spot in no_condition_on_transition.check(context, call) for fix in spot.fixes
    )


def _fixes(table: Table, pattern: AccessPattern, made: WriteGuard) -> tuple[Fix, ...]:
    """The condition of one item, where the pattern has none. A version, a token and a transaction need more than an
    edit of this pattern.
    """
    name = table.partition_key[0].name
    if is_conditioned(pattern) or made.guard not in (Guard.CONDITION, Guard.SAME_KEY):
        return ()
    if pattern.operation not in (Operation.PUT, Operation.UPDATE):
        return ()
    wanted = exists(name, negated=pattern.operation is Operation.PUT)
    return (Fix(f"Add {condition_text(wanted)}", add_condition(pattern, wanted)),)


def _deletion(context: RuleContext, pattern: AccessPattern, calls: list[Call]) -> Answer:
    entities = _entities(context, calls)
    retained = [entity for entity in entities if entity.retention is not None]
    days = max((entity.retention or 0 for entity in retained), default=0)
    made = deletion(at_once=not retained, undo_days=days)
    return Answer(
        "deletion",
        "How does the item go?",
        "soft delete with TTL" if made.way is Going.SOFT else made.way.value,
        made.reason,
        made.way is Going.DELETE,
        (
            Number(
                "Kept for", f"{units(max(one.retention or 0 for one in retained))} days" if retained else "not given"
            ),
        ),
        tuple(
            Unknown(f"how many days a deleted {entity.name} can be restored", entity.id, "retention")
            for entity in entities
            if entity.retention is None
        ),
    )
