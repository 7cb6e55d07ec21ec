"""Projections that hold more than patterns read, or more than readers may see.

facts/choices#projection, facts/throughput#index-writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Final

from modeler.core import limits
from modeler.core.arithmetic import exact
from modeler.core.cost.on_demand import unit_price
from modeler.core.cost.prices import list_prices
from modeler.core.cost.tariffs import Price, Tariff
from modeler.core.decisions.indexes import (
    NEAR_COST,
    IndexUse,
    ProjectedAttribute,
    ProjectionChoice,
    UnitPrices,
    projection,
)
from modeler.core.design import usage_settings
from modeler.core.design.items import Entity
from modeler.core.design.needed_attributes import needed_attributes
from modeler.core.design.patterns import ALL_ATTRIBUTES, Operation
from modeler.core.design.tables import Index, IndexKind, ProjectionType, Table
from modeler.core.fixes import Fix, put
from modeler.core.items.sizes import projected_names
from modeler.core.rules.indexes.index_choice import readers
from modeler.core.rules.support.context import Call, RuleContext, index_path
from modeler.core.rules.support.read_costs import calls_of
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.rules.support.throughput_fixes import cost_of
from modeler.core.values.attribute_values import AttributeType, utf8_length

_BILL_SHARE: Final = Decimal("0.10")


@rule(
    "index.projection_too_fat",
    ADVICE,
    Scope.TABLE,
    title="Index projects attributes that no pattern reads",
    why="Each projected attribute is stored again, and each change to one is a write to the index",
    fix="Include only what is read; on a live table create a new index, and remove the old one",
    sources="facts/choices#projection, facts/item-sizes#index-entries, facts/throughput#index-writes",
    fixes=True,
)
def projection_too_fat(context: RuleContext, table: Table) -> Iterator[Spot]:
    for index in table.indexes:
        calls = readers(context, table, index)
        listed = [call for call in calls if call.pattern.projection and ALL_ATTRIBUTES not in call.pattern.projection]
        if index.projection.type is ProjectionType.KEYS_ONLY or not calls or len(listed) < len(calls):
            continue  # a pattern that lists no attributes reads all of them
        parts = projected_parts(context, table, index)
        needs = frozenset().union(*(needed_attributes(context.asked(call.pattern)) for call in calls))
        carried = projected_names(table, index)
        unread = [part.name for part in parts if part.name not in needs and (carried is None or part.name in carried)]
        prices = unit_prices(context)
        if not unread or prices is None:
            continue
        choice = _carrying(projection(parts, index_use(context, table, index, calls, needs), prices))
        if choice.type is index.projection.type and (choice.type is ProjectionType.ALL or not _drops(choice, index)):
            continue
        if choice.type is ProjectionType.ALL:
            continue
        yield _fat_spot(context, table, index, unread, choice)


def _carrying(choice: ProjectionChoice) -> ProjectionChoice:
    """The choice among projections that contain what is read: cheaper fetches are no reason to drop an attribute."""
    kept = [option for option in choice.options if option.type is not ProjectionType.KEYS_ONLY]
    if choice.type is not ProjectionType.KEYS_ONLY or not kept:
        return choice
    listed, everything = kept[0], kept[-1]  # only ALL if more names are read than an index can list
    if everything.total <= listed.total * NEAR_COST:
        return ProjectionChoice("f", ProjectionType.ALL, (), "ALL costs about the same", options=choice.options)
    reason = f"listing {', '.join(listed.attributes)} costs less than ALL (estimate)"
    return ProjectionChoice("e", listed.type, listed.attributes, reason, options=choice.options)


def _drops(choice: ProjectionChoice, index: Index) -> bool:
    return bool(set(index.projection.attributes) - set(choice.attributes))


def _fat_spot(context: RuleContext, table: Table, index: Index, unread: list[str], choice: ProjectionChoice) -> Spot:
    shown = ", ".join(unread[:5]) + (f" and {len(unread) - 5} more" if len(unread) > 5 else "")
    message = f"{index.name} projects {shown}, which no pattern on it reads: {choice.reason}"
    large = any(
        context.sizes.item(table, entity).average > limits.READ_UNIT_BYTES
        for entity in table.entities
        if context.sizes.share(table, index, entity).value > 0
    )
    saved = _saved(choice, index)
    bill = _bill(context, table)
    dear = saved is not None and bill is not None and saved > _BILL_SHARE * bill
    fixes: tuple[Fix, ...] = ()
    if not usage_settings.is_live(context.design, table):
        value: dict[str, object] = {"type": str(choice.type)}
        if choice.attributes:
            value["attributes"] = list(choice.attributes)
        label = f"Include only {', '.join(choice.attributes)}" if choice.attributes else "Project only the keys"
        fixes = put(label, index.id, "projection", value)
    severity = WARNING if large or dear else ADVICE
    return Spot(message, index_path(table, index), index.id, "projection", {"unread": unread}, severity, fixes=fixes)


def _saved(choice: ProjectionChoice, index: Index) -> Decimal | None:
    """Dollars per month between the current projection and the cheapest; None if rates are unknown."""
    now = [option for option in choice.options if option.type is index.projection.type]
    best = min(choice.options, key=lambda option: option.total, default=None)
    return now[0].total - best.total if now and best is not None else None


def _bill(context: RuleContext, table: Table) -> Decimal | None:
    """The monthly cost of the table and its indexes; None if unknown."""
    cost = cost_of(context, table)
    return None if cost is None else cost.total().value


def unit_prices(context: RuleContext) -> UnitPrices | None:
    """On-demand prices of the design's Region; None if one has no source."""
    known = list_prices().with_given(context.design.options.prices)
    found = [known.price(context.design.region, one) for one in (Tariff.READ, Tariff.WRITE, Tariff.STORAGE)]
    prices = [one for one in found if isinstance(one, Price)]
    if len(prices) < len(found):
        return None
    return UnitPrices(unit_price(prices[0]), unit_price(prices[1]), prices[2].value)


def projected_parts(context: RuleContext, table: Table, index: Index) -> tuple[ProjectedAttribute, ...]:
    """The attributes of the entities in an index, except keys, with how often writes change them."""
    changes = _changes(context, table)
    keys = {*table.base.key_names, *index.key_names}
    parts: dict[str, ProjectedAttribute] = {}
    for entity in table.entities:
        if context.sizes.share(table, index, entity).value <= 0:
            continue
        for name, stored in context.sizes.entity(table, entity).attributes.items():
            declared = entity.attribute(name)
            if name in keys or (declared is None and any(name in other.key_names for other in table.indexes)):
                continue
            size = (utf8_length(name) + stored.span.average) * stored.presence
            if name not in parts or parts[name].size < size:
                parts[name] = ProjectedAttribute(
                    name,
                    size,
                    changes.get(name, Decimal(0)),
                    declared is not None and declared.sensitive,
                    declared is not None and declared.type is AttributeType.B,
                )
    return tuple(parts.values())


def _changes(context: RuleContext, table: Table) -> Mapping[str, Decimal]:
    """Average updates per second of each attribute, as far as rates are given."""
    found: dict[str, Decimal] = {}
    for call in calls_of(context, table):
        pattern, rate = call.pattern, call.top.per_second
        if pattern.operation is Operation.UPDATE and rate is not None:
            for name in (*pattern.set, *pattern.remove, *pattern.add):
                found[name] = found.get(name, Decimal(0)) + exact(rate.average)
    return found


def index_use(context: RuleContext, table: Table, index: Index, calls: list[Call], needs: frozenset[str]) -> IndexUse:
    rates = [call.top.per_second for call in calls]
    reads = sum((exact(rate.average) for rate in rates if rate is not None), Decimal(0)) if None not in rates else None
    rows = max((call.pattern.items_returned or float(call.pattern.limit or 1) for call in calls), default=1.0)
    held = [entity for entity in table.entities if context.sizes.share(table, index, entity).value > 0]
    keys = max((_key_bytes(context, table, index, entity) for entity in held), default=0.0)
    entries = sum(round((entity.count or 0) * context.sizes.share(table, index, entity).value) for entity in held)
    consistent = index.kind is IndexKind.LSI and any(call.pattern.consistent for call in calls)
    return IndexUse(needs, rows, keys, reads, _puts(context, table, index, held), entries, consistent=consistent)


def _puts(context: RuleContext, table: Table, index: Index, held: list[Entity]) -> Decimal:
    """Entries per second that creates and deletes of items write, as far as rates are given."""
    shares = {one.name: exact(context.sizes.share(table, index, one).value) for one in held}
    return sum(
        (
            exact(call.top.per_second.average) * max((shares.get(name, Decimal(0)) for name in call.pattern.entities))
            for call in calls_of(context, table)
            if call.pattern.operation in {Operation.PUT, Operation.DELETE}
            and call.pattern.entities
            and call.top.per_second is not None
        ),
        Decimal(0),
    )


def _key_bytes(context: RuleContext, table: Table, index: Index, entity: Entity) -> float:
    stored = context.sizes.entity(table, entity).attributes
    names = {*table.base.key_names, *index.key_names} & stored.keys()
    return sum(utf8_length(name) + stored[name].span.average for name in names)


@rule(
    "index.sensitive_projected",
    WARNING,
    Scope.TABLE,
    title="Sensitive attribute is copied into an index",
    why="Everyone who can query the index can read it there, and each copy is one more to protect and to erase",
    fix="Remove it from the projection, and read it from the item where it is needed",
    sources="facts/modeling#projections",
    fixes=True,
)
def sensitive_projected(context: RuleContext, table: Table) -> Iterator[Spot]:
    marked = [entity for entity in table.entities if any(one.sensitive for one in entity.attributes)]
    for index in table.indexes if marked else ():
        carried = projected_names(table, index)
        keys = {*table.base.key_names, *index.key_names}
        held = [entity for entity in marked if context.sizes.share(table, index, entity).value > 0]
        in_key = {
            (entity.name, name)
            for entity in held
            for key in context.keys(table, entity, index)
            for template in key.complete or ()
            for name in template.attributes
        }
        copied = {
            one.name: entity.name
            for entity in held
            for one in entity.attributes
            if one.sensitive
            and not one.key_only
            and one.name not in keys
            and (carried is None or one.name in carried)
            and (entity.name, one.name) not in in_key
        }
        wanted = {
            name
            for call in readers(context, table, index)
            if ALL_ATTRIBUTES not in call.pattern.projection
            for name in needed_attributes(call.pattern)
        }
        names = sorted(copied.keys() - wanted)
        if names:
            message = f"{index.name} projects {', '.join(names)} of {', '.join(sorted(set(copied.values())))}"
            every = [entity for entity in table.entities if context.keys(table, entity, index)]
            fixes = () if usage_settings.is_live(context.design, table) else _left_out(index, every, keys, set(names))
            path = index_path(table, index)
            yield Spot(f"{message}, marked sensitive", path, index.id, "projection", {"attributes": names}, fixes=fixes)


def _left_out(index: Index, entities: list[Entity], keys: set[str], names: set[str]) -> tuple[Fix, ...]:
    """The projection without these attributes; none if too many others would have to be listed."""
    if index.projection.type is ProjectionType.INCLUDE:
        kept = [name for name in index.projection.attributes if name not in names]
    else:
        every = dict.fromkeys(one.name for entity in entities for one in entity.attributes if not one.key_only)
        kept = [name for name in every if name not in names | keys]
    if len(kept) > limits.PROJECTED_NAMES_PER_INDEX:
        return ()
    value = {"type": "INCLUDE", "attributes": kept} if kept else {"type": "KEYS_ONLY"}
    return put(f"Remove {', '.join(sorted(names))} from {index.name}", index.id, "projection", value)


RULES = (projection_too_fat, sensitive_projected)
