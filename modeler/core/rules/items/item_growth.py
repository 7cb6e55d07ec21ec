"""Items that grow, are large, or hold data that belongs elsewhere.

facts/limits#items, facts/item-sizes#values, facts/throughput#writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from modeler.core.arithmetic import rounded
from modeler.core.capacity.changes import change_of
from modeler.core.capacity.growth import duration, months_until_full
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.names import name_of
from modeler.core.expressions.nodes import Add, Dialect, Function, Path, Placeholder, Set, walk
from modeler.core.expressions.parse import parse_update
from modeler.core.limits import ITEM_BYTES_MAX, KIB, LARGE_ITEM_BYTES, READ_UNIT_BYTES
from modeler.core.rules.support.context import Call, RuleContext, entity_path
from modeler.core.rules.support.item_rates import item_rate
from modeler.core.rules.support.rule import ADVICE, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType

_SETS = frozenset({AttributeType.SS, AttributeType.NS, AttributeType.BS})
_BLOB_BYTES = 32 * KIB
_BLOB_FORMATS = frozenset({"file", "image", "html"})
_BLOB_NAME = re.compile(
    r"(?i)(html|image|photo|picture|pdf|attachment|base64|document|file|avatar)(body|content|data)?$"
)
_VALUE = re.compile(r"\d|^\{|^:")
"""In the name of a member: an id, a date, or a parameter."""
_BY_VALUE = re.compile(r"[a-z](By|Per|For)([A-Z]|$)|_(by|per|for)(_|$)")
_OFTEN_A_SECOND = 1.0
_MANY_UNITS = 1000.0
"""Write units per second of one pattern, on average."""
_LITTLE = 0.1
_TYPICAL_ELEMENT_BYTES = 50
_FAR_OFF_MONTHS = 10 * 12


def _updates(context: RuleContext, table: Table) -> Iterator[tuple[Call, Entity]]:
    for call in context.calls_on(table):
        pattern = call.pattern
        if pattern.operation is Operation.UPDATE:
            named = context.design.entities_of(pattern) or context.design.entities_of(call.top)
            yield from ((call, entity) for entity in named)


@rule(
    "item.grows",
    WARNING,
    Scope.TABLE,
    title="Item that grows with every write",
    why="An item has at most 400 KB, and each write to it pays for the whole item",
    fix="Make each element a separate item, and keep a summary of fixed size",
    sources="facts/modeling#item-growth, facts/building-blocks#x6",
)
def grows(context: RuleContext, table: Table) -> Iterator[Spot]:
    for call, entity in _updates(context, table):
        for name, how in _appends(entity, call.pattern):
            attribute = entity.attribute(name)
            if attribute is not None and _is_bounded(attribute):
                yield from _too_many(table, entity, call, attribute)
                continue
            part = attribute.id if attribute is not None else entity.id
            path = f"{entity_path(table, entity)}.{name}"
            told, months = _forecast(context, table, entity, call, name)
            message = f"{call.label} {how} {name} of {entity.name}, and nothing limits the number of elements: {told}"
            severity = ADVICE if months is not None and months > _FAR_OFF_MONTHS else None
            yield Spot(message, path, part, "elements", {"attribute": name, "pattern": call.label}, severity)


def _too_many(table: Table, entity: Entity, call: Call, attribute: Attribute) -> Iterator[Spot]:
    """An attribute whose declared maximum does not fit into an item."""
    most = attribute.size.maximum if attribute.size is not None else None
    if most is None and attribute.elements is not None and attribute.elements.maximum is not None:
        each = attribute.size.average / max(1.0, attribute.elements.average) if attribute.size is not None else 0.0
        most = each * attribute.elements.maximum
    if most is not None and most > ITEM_BYTES_MAX:
        message = (
            f"{call.label} adds to {attribute.name} of {entity.name}, which reaches {most / KIB:,.0f} KB; "
            "an item has at most 400 KB"
        )
        path = f"{entity_path(table, entity)}.{attribute.name}"
        yield Spot(message, path, attribute.id, "elements", {"attribute": attribute.name, "pattern": call.label})


def _is_bounded(attribute: Attribute) -> bool:
    return any(fact is not None and fact.maximum is not None for fact in (attribute.elements, attribute.size))


def _appends(entity: Entity, pattern: AccessPattern) -> Iterator[tuple[str, str]]:
    """The attributes that an update adds elements to, and how."""
    for name in pattern.add:
        attribute = entity.attribute(name)
        if attribute is not None and attribute.type in _SETS:
            yield name, "adds to the set"
    if not pattern.update.strip():
        return
    try:
        update = parse_update(pattern.update, Dialect.DYNAMODB)
        for action in update.actions:
            name = name_of(action.path, pattern.names)
            attribute = entity.attribute(name)
            if isinstance(action, Set) and _is_list_append(action):
                yield name, "appends to the list"
            elif isinstance(action, Add) and attribute is not None and attribute.type in _SETS:
                yield name, "adds to the set"
            elif isinstance(action, Set | Add) and _is_open_map(entity, attribute, action.path, pattern):
                yield name, "puts a key into the map"
    except ExpressionInvalid:
        return


def _is_list_append(action: Set) -> bool:
    return any(isinstance(node, Function) and node.name == "list_append" for node in walk(action.value))


def _is_open_map(entity: Entity, attribute: Attribute | None, path: Path, pattern: AccessPattern) -> bool:
    """Return whether the update puts a member into a map that is an open collection: its elements are counted, or its
    members are values, as in readBy.#user. Other maps have named members.
    """
    if attribute is None or attribute.type is not AttributeType.M or len(path.parts) < 2:
        return False
    member = path.parts[1]
    name = pattern.names.get(member.text, "") if isinstance(member, Placeholder) else ""
    maps = [item.values[attribute.name].data for item in entity.items if attribute.name in item.values]
    is_known = any(isinstance(one, dict) and name in one for one in maps)
    is_value = bool(name) and not is_known and bool(_VALUE.search(name) or _BY_VALUE.search(attribute.name))
    return attribute.elements is not None or is_value


def _forecast(context: RuleContext, table: Table, entity: Entity, call: Call, name: str) -> tuple[str, float | None]:
    """When the item reaches 400 KB, as text and in months; or which fact is missing to estimate it, and None."""
    rate = item_rate(context, table, entity, call)
    if call.top.per_second is None:
        return f"when it reaches 400 KB is unknown, because {call.label} has no rate", None
    if rate is None:
        lacking = f"the count of {entity.name} and a skew of {call.label} are not given"
        return f"when it reaches 400 KB is unknown, because {lacking}", None
    size = context.sizes.item(table, entity).average
    each = _element_bytes(context, table, entity, name)
    months = months_until_full(size, each, rate)
    if months is None:
        return "its write rate is given as zero", None
    busiest = "to the busiest item" if call.top.facts.skew else "to each item"
    often = f"{_frequency(rate)} {busiest}, {each:,.0f} B each"
    return f"it reaches 400 KB in {duration(months)} with {often} (estimate)", months


def _frequency(rate: float) -> str:
    """The number of writes per second, or per day if there are few."""
    return f"{rounded(rate)} writes per second" if rate >= 1 else f"{rounded(rate * 86_400)} writes per day"


def _element_bytes(context: RuleContext, table: Table, entity: Entity, name: str) -> float:
    """Bytes of one element, from samples or declared sizes; with the byte that a list or map adds.

    facts/item-sizes#values.
    """
    sizes = context.sizes.entity(table, entity)
    stored, attribute = sizes.attributes.get(name), entity.attribute(name)
    samples = [len(value.data) for value in sizes.facts.values.get(name, ()) if value.type in (*_SETS, "L", "M")]
    count = attribute.elements.average if attribute is not None and attribute.elements is not None else 0.0
    count = count or (sum(samples) / len(samples) if samples else 0.0)
    if stored is None or not count:
        return _TYPICAL_ELEMENT_BYTES
    return max(1.0, stored.span.average / count)


@rule(
    "item.large",
    ADVICE,
    Scope.ENTITY,
    title="Large item",
    why="Each read pays for every 4 KB of it and each write for every KB, however little of it is needed",
    fix="Compress it, or keep the large part in S3",
    sources="facts/modeling#item-growth",
)
def large(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    size = context.sizes.item(table, entity)
    if size.average > LARGE_ITEM_BYTES:
        message = f"{entity.name} has {size.bytes / KIB:,.0f} KB on average ({size.source})"
        yield Spot(message, entity_path(table, entity), entity.id, "", {"average": size.bytes, "source": size.source})


@rule(
    "item.blob_inline",
    WARNING,
    Scope.ENTITY,
    title="File inside an item",
    why="Every update of the item pays for the file again, and every read that finds the item reads the file",
    fix="Keep the file in S3 and its key in the item",
    sources="facts/anti-patterns#a13, facts/modeling#item-growth",
)
def blob_inline(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    sizes = context.sizes.entity(table, entity)
    for attribute in entity.attributes:
        stored = sizes.attributes.get(attribute.name)
        file = attribute.type is AttributeType.B or (
            attribute.type is AttributeType.S
            and (attribute.format in _BLOB_FORMATS or _BLOB_NAME.search(attribute.name) is not None)
        )
        if not file or stored is None or stored.span.average < _BLOB_BYTES:
            continue
        other = "binary value" if attribute.type is AttributeType.B else "file"
        what = attribute.format if attribute.format in _BLOB_FORMATS else other
        average = stored.span.average
        severity = ADVICE if _is_alone(entity, attribute) else None
        message = f"{attribute.name} of {entity.name} is a {what} of about {average / KIB:,.0f} KB inside the item"
        path = f"{entity_path(table, entity)}.{attribute.name}"
        yield Spot(message, path, attribute.id, "size", {"bytes": round(average)}, severity)


def _is_alone(entity: Entity, attribute: Attribute) -> bool:
    """Return whether the item exists to hold it: all other attributes tell which item it is."""
    told = {"type", "entitytype", *(name.lower() for name in entity.identity)}
    return all(one is attribute or one.name.lower() in told or one.key_only for one in entity.attributes)


@rule(
    "item.volatile_in_large",
    WARNING,
    Scope.TABLE,
    title="Frequently changed part of a large item",
    why="An update pays for the whole item, however little it changes",
    fix="Put the attributes that change into a separate item",
    sources="facts/anti-patterns#a13, facts/throughput#writes",
)
def volatile_in_large(context: RuleContext, table: Table) -> Iterator[Spot]:
    for call, entity in _updates(context, table):
        size = context.sizes.item(table, entity)
        if size.average <= READ_UNIT_BYTES:
            continue
        rate = item_rate(context, table, entity, call) or 0.0
        told = call.top.per_second
        whole = (told.average if told is not None else 0) * size.average / KIB
        if rate < _OFTEN_A_SECOND and whole < _MANY_UNITS:
            continue
        stored = context.sizes.entity(table, entity).attributes
        names = change_of(entity, call.pattern).names
        touched = sum(stored[name].span.average + len(name) for name in names if name in stored)
        if names and touched < _LITTLE * size.average:
            message = (
                f"{call.label} changes {touched:,.0f} B of {entity.name} items of {size.average / KIB:,.1f} "
                f"KB ({size.source}), {_how_often(rate, told.average if told is not None else 0)}: "
                f"{size.bytes / KIB:,.0f} write units each time"
            )
            yield Spot(message, entity_path(table, entity), entity.id, "", {"touched": touched, "size": size.bytes})


def _how_often(rate: float, calls: float) -> str:
    if rate >= _OFTEN_A_SECOND:
        return f"{rounded(rate)} times per second in one item (estimate)"
    return f"{rounded(calls)} times per second"


RULES = (grows, large, blob_inline, volatile_in_large)
