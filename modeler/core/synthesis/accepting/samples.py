"""Sample items for accepting a design: several of each entity, related to one another, and parameters for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.design.items import Attribute, Entity, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.errors import Invalid
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.evaluate import predicate
from modeler.core.expressions.parse import parse_condition
from modeler.core.servings.wanted import Equal, Other, WantedRange
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.words import PartLabels
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, order_key
from modeler.core.values.json_values import from_plain, to_plain

ITEMS: Final = 24
"""Items of each entity: enough for every parent, state and time of a read to occur, and others beside them."""
PARENTS: Final = 4
_START: Final = datetime(2026, 1, 15, 9, 30, tzinfo=UTC)
_BASE32: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


type Constants = Mapping[str, Mapping[str, Sequence[AttributeValue]]]
"""The values that reads compare attributes with, by entity and attribute."""


def with_samples(design: Design, words: PartLabels, constants: Constants) -> Design:
    """The design with generated items in place of its own: some have a constant that a read requests, some do not."""
    tables = tuple(
        replace(
            table,
            entities=tuple(
                replace(one, items=tuple(_items(one, words, constants.get(one.id, {})))) for one in table.entities
            ),
        )
        for table in design.tables
    )
    return replace(design, tables=tables)


def constants_of(calls: Iterable[PlacedCall]) -> Constants:
    """The constants that reads compare attributes with."""
    found: dict[str, dict[str, list[AttributeValue]]] = {}
    for call in calls:
        for name, value in call.wanted.constants.items():
            for entity in call.entities:
                values = found.setdefault(entity.id, {}).setdefault(name, [])
                if value not in values:
                    values.append(value)
    return found


def _items(entity: Entity, words: PartLabels, constants: Mapping[str, Sequence[AttributeValue]]) -> list[SampleItem]:
    return [
        SampleItem(part_id(entity.id, "item", str(number)), _item(entity, words, number, constants))
        for number in range(ITEMS)
    ]


def _item(entity: Entity, words: PartLabels, number: int, constants: Mapping[str, Sequence[AttributeValue]]) -> Item:
    """One item: what identifies other things repeats, what identifies this one does not."""
    made: dict[str, AttributeValue] = {}
    foreign = 0
    for place, attribute in enumerate(entity.attributes):
        name = attribute.name
        if attribute.optional < 1 and name not in entity.identity and (number // PARENTS + place) % 3 == 0:
            continue  # some items lack what not every item has
        which = number
        owner = words.owners.get(name)
        own = entity.identity == (name,)
        if not own and (owner is not None or name in entity.identity) and len(entity.identity) > 1:
            which = number % PARENTS if foreign == 0 else number // PARENTS if name in entity.identity else number % 3
            foreign += 1
        elif not own and (owner is not None or _looks_foreign(attribute)):
            which = number % PARENTS
        known = [] if attribute.values else constants.get(name, ())
        turn = (number + place) % (len(known) + 1)
        value = known[turn] if turn < len(known) else _value(attribute, which, number + place)
        if value is not None:
            made[name] = value
    return made


def _looks_foreign(attribute: Attribute) -> bool:
    return attribute.name.endswith(("Id", "_id", "ID"))


def _value(attribute: Attribute, which: int, number: int) -> AttributeValue | None:
    """A value of an attribute: the same for the same `which`, in the attribute's format."""
    try:
        return from_plain(_sample_value(attribute, which, number), attribute.type)
    except Invalid:
        return None


def _sample_value(attribute: Attribute, which: int, number: int) -> Any:
    if attribute.values:
        return list(attribute.values)[number % len(attribute.values)]
    at = _START + timedelta(days=which)
    low = int(attribute.range[0]) if attribute.range else 1
    match attribute.type, attribute.format:
        case AttributeType.BOOL, _:
            return number % 2 == 0
        case AttributeType.N, "epoch_seconds":
            return str(int(at.timestamp()) + 400 * 86400 * (attribute.name.lower() == "ttl"))
        case AttributeType.N, "epoch_millis":
            return str(int(at.timestamp() * 1000))
        case AttributeType.N, _:
            return str(low + which)
        case AttributeType.S, "date":
            return at.date().isoformat()
        case AttributeType.S, "iso":
            return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")
        case AttributeType.S, _:
            return _text(attribute, which)
        case AttributeType.SS, _:
            return ["one", "two"]
        case AttributeType.L, _:
            return []
        case AttributeType.M, _:
            return {}
    return None


def _text(attribute: Attribute, which: int) -> str:
    if meaning_of(attribute) is Meaning.NUMBER:
        return str(which + 1)
    letter = next((one for one in attribute.name.lower() if one.isalpha()), "x")
    match attribute.format:
        case "ulid":
            return "01JZ" + letter.upper().translate(str.maketrans("ILOU", "1107")) + _base32(which).zfill(21)
        case "uuid4" | "uuid":
            return f"{which:08x}-0000-4000-8000-{ord(letter):012x}"
        case "uuid7":
            return f"{which:08x}-0000-7000-8000-{ord(letter):012x}"
        case "email":
            return f"person{which}@example.com"
        case "month":
            return f"2026-{which % 12 + 1:02d}"
        case "year":
            return str(2000 + which)
        case "path":
            return "/".join(["root", f"part{which % PARENTS}", f"leaf{which}"])
        case "text" | "":
            return f"{attribute.name} {which}" if attribute.format else f"{attribute.name}-{which}"
    return f"{letter}-{which}"


def _base32(number: int) -> str:
    text = ""
    while number or not text:
        number, digit = divmod(number, 32)
        text = _BASE32[digit] + text
    return text


def finding_parameters(design: Design, call: PlacedCall) -> Mapping[str, Any] | None:
    """Parameters with which a read finds at least one of a design's items; None if no item meets its conditions."""
    table = design.tables[0]
    entities = [found for one in call.entities if (found := table.entity(one.name)) is not None]
    for entity in entities:
        for item in entity.items:
            made = _parameters(call, entity, item.values)
            if made is not None and _holds(call, entity, item.values, made):
                return made
    return None


def _parameters(call: PlacedCall, entity: Entity, item: Item) -> dict[str, Any] | None:
    made = dict(call.asked.parameters)
    for term in call.wanted.terms:
        if isinstance(term, Equal) and isinstance(term.value, str):
            if term.attribute not in item:
                return None
            made[term.value] = _plain_value(entity, term.attribute, item)
        elif isinstance(term, WantedRange):
            values = sorted(
                (one.values[term.attribute] for one in entity.items if term.attribute in one.values), key=order_key
            )
            if not values:
                return None
            if term.prefix and term.attribute in item:
                made[term.low] = _start_of(str(item[term.attribute].data))
                continue
            attribute = entity.attribute(term.attribute)
            kind = attribute.type if attribute is not None else None
            # A part of the values, so that the range leaves items out; the item must be in it.
            low, high = values[len(values) // 4], values[-1 - len(values) // 4]
            mine = item.get(term.attribute)
            outside = term.low and mine is not None and order_key(mine) < order_key(low)
            if mine is None or outside or (term.high and order_key(mine) > order_key(high)):
                return None
            if term.low:
                made[term.low] = to_plain(low, kind)
            if term.high:
                made[term.high] = to_plain(high, kind)
    return made


def _start_of(text: str) -> str:
    """The first part of a text: of a path all but its last part, else half of it."""
    folder = text.rpartition("/")[0]
    return folder or text[: max(len(text) * 2 // 3, 1)]


def _plain_value(entity: Entity, name: str, item: Item) -> Any:
    attribute = entity.attribute(name)
    return to_plain(item[name], attribute.type if attribute is not None else None)


def _holds(call: PlacedCall, entity: Entity, item: Item, parameters: Mapping[str, Any]) -> bool:
    """Return whether an item meets the filter with these parameters; an unknown answer counts as yes."""
    if not call.asked.filter.strip():
        return True
    values: dict[str, AttributeValue] = {}
    for name, raw in parameters.items():
        kind = _kind_of(call, entity, name)
        try:
            values[f":{name}"] = from_plain(raw, kind)
        except Invalid:
            continue
    try:
        return bool(predicate(parse_condition(call.asked.filter), names=call.asked.names, values=values)(item))
    except (ExpressionInvalid, Invalid):
        return True


def _kind_of(call: PlacedCall, entity: Entity, parameter: str) -> AttributeType:
    """The type of a parameter: that of the attribute that it is compared with."""
    for term in call.wanted.terms:
        if isinstance(term, Other):
            continue
        named = term.value == parameter if isinstance(term, Equal) else parameter in (term.low, term.high)
        if named and (attribute := entity.attribute(term.attribute)) is not None:
            return attribute.type
    return AttributeType.S
