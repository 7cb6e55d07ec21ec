"""What a key identifies: one item, one value, one request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from modeler.core.algebra.collisions import ReasonedVerdict
from modeler.core.algebra.extent import reads_back
from modeler.core.algebra.twins import twins
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Table
from modeler.core.fixes import Fix, Put
from modeler.core.items.item_collections import collisions
from modeler.core.keys.attribute_formats import format_of, is_declared, value_class
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.phrases import and_list
from modeler.core.rules.keys.collisions import item_json, side_of, values_text
from modeler.core.rules.keys.parsed_keys import HASH_DIGITS_SAFE, before_text, hashed_values
from modeler.core.rules.support.context import Call, RuleContext, cell_path, entity_path
from modeler.core.rules.support.key_fixes import (
    Rekey,
    key_spot,
    spots,
    text_keys,
    with_end,
)
from modeler.core.rules.support.own_ids import is_own_id
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType

# Lower and upper are meant to merge values: email addresses that differ only in case are the same.
_INJECTIVE: Final = frozenset({(), ("pad",), ("reverse",), ("join",), ("iso",), ("lower",), ("upper",)})


@rule(
    "keys.not_unique",
    ERROR,
    Scope.TABLE,
    title="Base key does not identify items uniquely",
    why="A second item with the same key replaces the first",
    fix="Append the id to the sort key",
    sources="facts/modeling#partition-keys",
    fixes=True,
)
def not_unique(context: RuleContext, table: Table) -> Iterator[Spot]:
    return spots(context, table, "not unique", lambda entity: _not_unique(context, table, entity))


def _not_unique(context: RuleContext, table: Table, entity: Entity) -> Iterator[Rekey]:
    if not table.base.keys:
        return  # a table without a key is another finding
    keys = [key for key in context.keys(table, entity, table.base) if key.complete is not None]
    for key in keys:
        kept = told_apart(key.complete or ())
        lost = [name for name in entity.identity if name not in kept]
        if lost and not has_unique(entity, kept):
            yield _without_identity(table, entity, key, lost)
            return
    for met in collisions(context.stored(table, entity)):
        text = " / ".join(str(value.data) for value in met.key)
        message = f"{len(met.ids)} sample items of {entity.name} have the key {text}; only the last would remain"
        path = f"{entity_path(table, entity)}.items.{met.ids[-1]}"
        yield Rekey(Spot(message, path, met.ids[-1], "", {"items": list(met.ids)}))
        return
    for key in keys:
        yield from _never_unique(table, entity, key)


def _without_identity(table: Table, entity: Entity, key: WrittenKey, lost: list[str]) -> Rekey:
    names = ", ".join(lost)
    message = f"Two {entity.name} items can overwrite each other: {names} is not in the key"
    answer = _twins(entity, key)
    if answer.is_yes:
        left, right = item_json(answer.left), item_json(answer.right)
        message += f"; {values_text(left)} and {values_text(right)} both have {' / '.join(answer.keys)}"
    part = key.overload.id if key.overload else entity.id
    spot = Spot(message, cell_path(table, entity, None), part, "keys", {"attributes": lost, "keys": [*answer.keys]})
    name = table.base.key_names[-1]
    can_end = table.base.keys[-1].type is AttributeType.S and len(lost) == 1 and entity.attribute(lost[0]) is not None
    label = f"Append {{{lost[0]}}} to the template of {name}, here and in its reads"
    return Rekey(spot, label, ((name, with_end(lost[0])),) if can_end else (), whole=True)


def _twins(entity: Entity, key: WrittenKey) -> ReasonedVerdict:
    return twins(side_of(entity, key.complete or (), key.when), entity.identity)


def told_apart(templates: tuple[KeyTemplate, ...]) -> set[str]:
    """Attributes whose whole value is in the key."""
    return {reference.attribute for template in templates for reference in template.references if _is_whole(reference)}


def _is_whole(reference: Reference) -> bool:
    if tuple(call.name for call in reference.formats) in _INJECTIVE:
        return True
    last = reference.formats[-1]
    return last.name == "hash" and isinstance(last.argument, int) and last.argument >= HASH_DIGITS_SAFE


def has_unique(entity: Entity, kept: set[str]) -> bool:
    """Is an id in the key made for this item, and not for its parent or for another entity?"""
    return any(
        (held := entity.attribute(name)) is not None and format_of(held).unique and is_own_id(entity, held)
        for name in kept
    )


def _never_unique(table: Table, entity: Entity, key: WrittenKey) -> Iterator[Rekey]:
    """For entities without an identity: a key without attributes, or with enums and times only, holds few items."""
    if entity.identity or entity.count in {None, 0, 1}:
        return
    kept = [entity.attribute(name) for name in told_apart(key.complete or ())]
    if all(held is not None and (held.values or held.type is AttributeType.BOOL) for held in kept):
        most = 1
        for held in kept:
            most *= len(held.values) if held is not None and held.values else 2
        if entity.count is not None and entity.count > most:
            values = "one value" if most == 1 else f"{most:,} values"
            message = f"The key of {entity.name} has {values} for {entity.count:,} items"
            part = key.overload.id if key.overload else entity.id
            spot = Spot(message, cell_path(table, entity, None), part, "keys", {"distinct": most})
            yield Rekey(spot)


@rule(
    "keys.delimiter_in_value",
    WARNING,
    Scope.TABLE,
    title="Key value can contain the delimiter",
    why="The key cannot be parsed back, and two different items can have the same key",
    fix="Hash or escape the value, move it to the end of the key, or declare a format without the delimiter",
    sources="facts/modeling#partition-keys",
    fixes=True,
)
def delimiter_in_value(context: RuleContext, table: Table) -> Iterator[Spot]:
    return spots(context, table, "delimiter in value", lambda entity: _delimited(context, table, entity))


def _delimited(context: RuleContext, table: Table, entity: Entity) -> Iterator[Rekey]:
    attributes = entity.attributes_by_name
    for index, key, name, template in text_keys(context, table, entity):
        lost = reads_back(template, attributes)
        attribute = attributes.get(lost) if lost else None
        if attribute is None or not is_declared(attribute):
            continue  # undeclared attributes are not judged
        behind = before_text(template, lost)[1]
        lasting, hashed = hashed_values(template, attributes)
        several, its, ends = (and_list(lasting), "them", "have") if len(lasting) > 1 else (lost, "it", "has")
        end = f"can contain {behind!r}, which follows {its}" if behind else f"{ends} no recognizable end"
        message = f"{several} in {template} of {entity.name} {end}"
        label = f"Hash {several} in {name}, here and in its reads"
        spot = key_spot(table, entity, index, key, name, message, {"attribute": lost})
        if _reads_from_the_end(template, attributes, lost):
            spot = replace(spot, severity=ADVICE)  # what follows it has a recognizable start
        yield Rekey(spot, label, ((name, hashed),))


def _reads_from_the_end(template: KeyTemplate, attributes: Mapping[str, Attribute], lost: str) -> bool:
    """Return whether everything behind an attribute can be cut off from the end, which leaves its whole value."""
    place, _ = before_text(template, lost)
    for at in range(len(template.parts) - 1, place, -1):
        part, before = template.parts[at], template.parts[at - 1]
        if isinstance(part, LiteralText):
            continue
        attribute = attributes.get(part.attribute)
        if attribute is None or not is_declared(attribute) or part.formats or not isinstance(before, LiteralText):
            return False
        if before.text[-1] in value_class(attribute):
            return False
    return True


@rule(
    "keys.sequential_id",
    ADVICE,
    Scope.ENTITY,
    title="Partition key comes from a counter",
    why=(
        "Every insert waits for one counter, and the next id is predictable; the key is not hot, because keys "
        "are hashed"
    ),
    fix="Use a ULID, a UUIDv7 or a KSUID as the id, and keep the counter for display",
    sources="facts/anti-patterns#a1, facts/corrections#claims",
    fixes=True,
)
def sequential_id(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    base = table.base
    for key in context.keys(table, entity, base):
        for element, template in zip(base.partition_key, key.templates, strict=False):
            for reference in template.references if template is not None else ():
                attribute = entity.attribute(reference.attribute)
                if attribute is None or not (attribute.format == "sequence" or attribute.source == "counter"):
                    continue
                if any(call.name in {"hash", "shard"} for call in reference.formats):
                    continue
                message = f"{attribute.name} of {entity.name} comes from a counter and is part of {element.name}"
                spot = key_spot(table, entity, base, key, element.name, message, {"attribute": attribute.name})
                yield replace(spot, fixes=_other_ids(entity, attribute))


def _other_ids(entity: Entity, attribute: Attribute) -> tuple[Fix, ...]:
    """Other formats, if no sample has a value that they would reject."""
    if attribute.type is not AttributeType.S or any(attribute.name in item.values for item in entity.items):
        return ()
    sources = (Put(attribute.id, "source", None),) if attribute.source else ()
    return tuple(
        Fix(f"Make {attribute.name} a {label}", (Put(attribute.id, "format", form), *sources))
        for form, label in (("ulid", "ULID"), ("uuid7", "UUIDv7"), ("ksuid", "KSUID"))
    )


_MADE_ANEW: Final = frozenset({"uuid4", "uuid7", "ulid", "ksuid"})


@rule(
    "keys.clock_in_key",
    WARNING,
    Scope.PATTERN,
    title="Retry creates a second item: the key is new each time",
    why="A retried request writes a second item, because it has a different key",
    fix="Make the key from the content of the request, and let attribute_not_exists reject the second one",
    sources="facts/modeling#partition-keys, facts/building-blocks#x4",
    operations={Operation.PUT},
)
def clock_in_key(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    table = context.design.table(pattern.table)
    again = "at_least_once" in {pattern.facts.delivery, call.top.facts.delivery}
    if table is None or not again or _is_done_once(call):
        return
    for entity in context.design.entities_of(pattern):
        made = _made_at_write(context, table, entity)
        if made:
            names = ", ".join(f"{name} ({source})" for name, source in made.items())
            message = f"A retry of {call.label} creates a second {entity.name}: {names} in its key is new at each write"
            yield Spot(message, call.path, call.top.id, "key", {"attributes": list(made), "entity": entity.id})


def _is_done_once(call: Call) -> bool:
    """Return whether a member of the same transaction claims the request, so that a retry of it fails as a whole."""
    steps = call.within.members if call.within is not None and call.in_transaction else ()
    return any(
        one.operation is Operation.PUT
        and "attribute_not_exists" in (one.if_ or one.condition)
        and any(_CLAIMS.search(name) for name in one.entities)
        for one in steps
    )


_CLAIMS: Final = re.compile(r"(?i)token|idempoten|dedup|processed|(?:^|[a-z])Requests?$")
"""Names of entities whose id is that of the request."""


def _made_at_write(context: RuleContext, table: Table, entity: Entity) -> Mapping[str, str]:
    """Attributes in the base key that come from a clock or at random, by name. Without a declared source, an id is
    generated only for the item that it identifies: the id of a device in the key of its alert existed long before.
    """
    found: dict[str, str] = {}
    for key in context.keys(table, entity, table.base):
        for template in key.complete or ():
            for name in template.attributes:
                attribute = entity.attribute(name) or Attribute("", name, AttributeType.S)
                if attribute.source in {"clock", "random"}:
                    found[name] = attribute.source
                elif not attribute.source and _is_made_anew(entity, attribute):
                    found[name] = format_of(attribute).label
    return found


def _is_made_anew(entity: Entity, attribute: Attribute) -> bool:
    if attribute.format.startswith("shard("):
        return True
    if attribute.format not in _MADE_ANEW or (entity.identity and attribute.name not in entity.identity):
        return False
    return len(entity.identity) < 2 or is_own_id(entity, attribute)  # the id of a poll is older than its votes


RULES = (not_unique, delimiter_in_value, sequential_id, clock_in_key)
