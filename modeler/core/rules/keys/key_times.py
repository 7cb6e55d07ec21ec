"""Times in string sort keys, and ids that are not time-ordered. facts/ordering#key-order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Final

from modeler.core.algebra.meant_values import Meaning, meaning_of
from modeler.core.algebra.order import Order, reference_order
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Table
from modeler.core.fixes import Fix
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import KeyTemplate, Reference, parse
from modeler.core.phrases import and_list
from modeler.core.rules.keys.key_order import sorted_by
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.rules.support.key_fixes import (
    ReferencePlace,
    Rekey,
    at_places,
    key_spot,
    merged,
    rekeyed,
    text_keys,
)
from modeler.core.rules.support.rule import ADVICE, ERROR, WARNING, Scope, Spot, rule
from modeler.core.values.attribute_values import AttributeType

_OFFSET: Final = re.compile(r"[+-]\d\d:?\d\d\Z")
_DIGIT: Final = re.compile(r"\d")
_YEAR_LAST: Final = re.compile(r"(?:(?:0?[1-9]|[12]\d|3[01])[-/. ])?(?:0?[1-9]|1\d|2\d|3[01])[-/. ](?:19|20)\d\d")
_LIKE_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?")


@rule(
    "keys.timestamp_format",
    WARNING,
    Scope.TABLE,
    title="Time in a sort key does not sort by time",
    why="Only times of one precision that begin with the year, all in UTC, sort as strings; offsets break the order",
    fix="Apply iso to it (UTC with milliseconds and Z), or write the year first: 2026-03",
    sources="facts/ordering#sort-key-formats",
    fixes=True,
)
def timestamp_format(context: RuleContext, table: Table) -> Iterator[Spot]:
    """One finding for an attribute that several entities have: one writer makes its values."""

    def of_entity(entity: Entity) -> tuple[Rekey, ...]:
        return tuple(_timestamps(context, table, entity))

    groups: dict[str, list[tuple[Entity, Rekey]]] = {}
    kept = context.of_entities("timestamps", table, of_entity)
    for entity, rekeys in zip(table.entities, kept, strict=True):
        for one in rekeys:
            groups.setdefault(str(one.spot.facts["attribute"]), []).append((entity, one))
    for group in groups.values():
        names = tuple(dict.fromkeys(entity.name for entity, _ in group))
        edits = [
            rekeyed(context, table, entity, name, change, whole=one.whole, about=names)
            for entity, one in group
            for name, change in one.changes
        ]
        first = group[0][1]
        is_whole = all(one.changes for _, one in group) and bool(edits) and all(edits)
        fixes = (Fix(first.label, merged(edits)),) if is_whole else ()
        others = f"; the same in {and_list(list(names[1:]))}" if len(names) > 1 else ""
        yield replace(first.spot, message=first.spot.message + others, fixes=fixes)


def _timestamps(context: RuleContext, table: Table, entity: Entity) -> Iterator[Rekey]:
    seen: dict[str, tuple[list[ReferencePlace], str]] = {}
    attributes = entity.attributes_by_name
    mixed = cache(partial(_mixed_times, entity))
    for place, part, attribute in sorted_by(context, table, entity, implied=True):
        inverted = not place.index.is_base and place.name in table.base.key_names
        if part.formats or inverted:
            continue
        reason = mixed(attribute.name) or _begins_small(entity, attribute)
        if attribute.format.startswith("epoch"):
            found = reference_order(place.template, place.position, attributes)
            reason = found.reason if found.order is Order.UNORDERED else _mixed_widths(entity, attribute)
        if reason:
            seen.setdefault(attribute.name, ([], reason))[0].append(place)
    for name, (places, reason) in seen.items():
        message = f"{name} in {places[0].template} of {entity.name}: {reason}"
        # A key that is stored as it is has no template that could change it, and iso cannot read such a date.
        is_fixed = any(name in place.index.key_names for place in places) or _begins_small(entity, attributes[name])
        formats = () if is_fixed else (FormatCall("iso"),)
        yield at_places(table, entity, places, name, message, "" if is_fixed else f"Apply iso to {name}", *formats)


def _mixed_times(entity: Entity, name: str) -> str:
    """What samples show about an ISO time: offsets, or several forms. Without a zone, times of one form sort."""
    attribute = entity.attributes_by_name[name]
    if attribute.type is not AttributeType.S or attribute.format not in {"", "iso"}:
        return ""
    texts = [
        value.data
        for item in entity.items
        if (value := item.values.get(attribute.name)) is not None and value.type is AttributeType.S
    ]
    if not texts or not all(_LIKE_TIME.fullmatch(text) for text in texts):
        return ""
    odd = next((text for text in texts if _OFFSET.search(text)), None)
    if odd is not None:
        return f"{odd} in a sample is not UTC with Z"
    forms = {_DIGIT.sub("0", text): text for text in reversed(texts)}
    other = next((text for form, text in forms.items() if form != _DIGIT.sub("0", texts[0])), None)
    if other is None:
        return ""
    same_end = texts[0].endswith("Z") is other.endswith("Z")
    what = "precisions" if same_end and texts[0][10] == other[10] else "forms"
    return f"{texts[0]} and {other} in samples have different {what}"


def _begins_small(entity: Entity, attribute: Attribute) -> str:
    """What samples show about a date that does not begin with its year: 03-2026, 31.12.2025, 12/31/2025."""
    values = [value for item in entity.items if (value := item.values.get(attribute.name)) is not None]
    texts = [value.data for value in values if value.type is AttributeType.S]
    if not texts or not all(_YEAR_LAST.fullmatch(text) for text in texts):
        return ""
    return f"{texts[0]} in a sample does not begin with the year, so January of every year comes first"


def _mixed_widths(entity: Entity, attribute: Attribute) -> str:
    """What samples show about epoch numbers: different numbers of digits do not sort as text."""
    values = [item.values[attribute.name] for item in entity.items if attribute.name in item.values]
    texts = sorted((str(value.data) for value in values), key=lambda text: (len(text), text))
    if not texts or len(texts[0]) == len(texts[-1]):
        return ""
    return f"{texts[0]} and {texts[-1]} in samples have different numbers of digits"


_BY_TIME: Final = re.compile(
    r"\b(newest|latest|oldest|most recent|recent|chronological|by (date|time))\b", re.IGNORECASE
)


def _carriers(context: RuleContext, call: Call) -> Iterator[tuple[Entity, KeyTemplate, int, Attribute]]:
    """What orders the items of a query: the first unbound reference in the sort key, with the template and the position
    in it.
    """
    pattern = context.asked(call.pattern)
    table = context.design.table(pattern.table)
    index = table.index(pattern.index) if table is not None else None
    if table is None or index is None or not index.sort_key:
        return
    element = index.sort_key[0]
    bound = _bound(pattern, element.name)
    for entity in context.design.entities_of(pattern):
        for key in context.keys(table, entity, index):
            template = key.templates[len(index.partition_key)]
            if template is None or template.problem or element.type is not AttributeType.S:
                continue
            free = [place for place, part in enumerate(template.parts) if isinstance(part, Reference)][bound:]
            part = template.parts[free[0]] if free else None
            attribute = entity.attribute(part.attribute) if isinstance(part, Reference) else None
            if attribute is not None:
                yield entity, template, free[0], attribute


def _bound(pattern: AccessPattern, name: str) -> int:
    """How many references of the sort key a condition fixes."""
    condition = next((one for one in pattern.key if one.name == name), None)
    if condition is None:
        return 0
    references = len(parse(condition.templates[0]).references)
    return references if condition.operator in {"=", "begins_with"} else max(references - 1, 0)


@rule(
    "keys.not_time_sortable",
    WARNING,
    Scope.PATTERN,
    title="Query by time over ids that are not time-ordered",
    why="A random id or a hash sorts randomly, so the newest item can be anywhere",
    fix="Use a ULID, UUIDv7 or KSUID, or put the time before the id",
    sources="facts/building-blocks#p9, facts/ordering#sort-key-formats",
    hides=("query.order_not_satisfied",),
    operations={Operation.QUERY},
)
def not_time_sortable(context: RuleContext, call: Call) -> Iterator[Spot]:
    pattern = call.pattern
    wanted = pattern.facts.intent.order_by
    by_time = bool(_BY_TIME.search(pattern.name)) or (pattern.descending and not wanted)
    if not wanted and not by_time:
        return
    for entity, template, place, attribute in _carriers(context, call):
        times = [name for name in wanted if (held := entity.attribute(name)) is not None and _is_time(held)]
        part = template.parts[place]
        if not isinstance(part, Reference) or not _is_random(part, attribute):
            continue
        if part.attribute in wanted or not (by_time or times):
            continue
        order = f"by {times[0]}" if times else "by time"
        reason = reference_order(template, place, entity.attributes_by_name).reason
        message = f"{call.label} needs {entity.name} {order}, but its sort key is ordered by {attribute.name}: {reason}"
        # A requested order that is not provided is wrong data, as query.order_not_satisfied reports elsewhere.
        severity = ERROR if context.serving(call).order_satisfied is False else None
        yield Spot(message, f"{call.path}.order", call.top.id, "key", {"attribute": attribute.name}, severity)
        return


def _is_time(attribute: Attribute) -> bool:
    return meaning_of(attribute) in {Meaning.TIME, Meaning.MADE}


def _is_random(reference: Reference, attribute: Attribute) -> bool:
    scattered = any(call.name in {"hash", "shard"} for call in reference.formats)
    return scattered or meaning_of(attribute) is Meaning.RANDOM


@rule(
    "keys.clock_skew_order",
    ADVICE,
    Scope.PATTERN,
    title="Strict order relies on the clocks of several writers",
    why="Clocks differ by milliseconds, so items created at the same time can be in either order",
    fix="Take the number from one sequence item, or let one writer create the items",
    sources="facts/building-blocks#p9",
    operations={Operation.QUERY},
)
def clock_skew_order(context: RuleContext, call: Call) -> Iterator[Spot]:
    if not call.pattern.facts.intent.strict_order:
        return
    for entity, _, _, attribute in _carriers(context, call):
        if entity.concurrent and _is_time(attribute):
            message = (
                f"{call.label} needs {entity.name} in strict order, but {attribute.name} comes from the "
                "clocks of several writers"
            )
            yield Spot(message, f"{call.path}.order", call.top.id, "key", {"attribute": attribute.name})
            return


@rule(
    "keys.utc_bucket",
    ADVICE,
    Scope.ENTITY,
    title="Day of a local time is the day in UTC",
    why="A bucket is made of the time in UTC: what happens late in the local day is in the bucket of another day",
    fix="Keep the local date in an attribute of its own and use it in the key, or read two buckets",
    sources="facts/ordering#sort-key-formats",
)
def utc_bucket(context: RuleContext, table: Table, entity: Entity) -> Iterator[Spot]:
    told: set[str] = set()
    for index, key, name, template in text_keys(context, table, entity):
        for part in template.references:
            coarse = any(call.name in _LOCAL_PERIODS for call in part.formats)
            local = _local_time(entity, part.attribute) if coarse and part.attribute not in told else ""
            if local:
                told.add(part.attribute)
                message = f"{part.attribute} of {entity.name} is a local time ({local}), and {template} cuts it in UTC"
                yield key_spot(table, entity, index, key, name, message, {"attribute": part.attribute})


_LOCAL_PERIODS: Final = frozenset({"date", "month", "year"})


def _local_time(entity: Entity, name: str) -> str:
    """A sample of a time with the offset of a place, other than that of UTC."""
    values = [item.values[name] for item in entity.items if name in item.values]
    texts = [str(one.data) for one in values if one.type is AttributeType.S]
    offsets = (text for text in texts if _LIKE_TIME.fullmatch(text) and _OFFSET.search(text))
    return next((text for text in offsets if text[-5:] not in {"00:00", "+0000", "-0000"}), "")


RULES = (timestamp_format, not_time_sortable, clock_skew_order, utc_bucket)
