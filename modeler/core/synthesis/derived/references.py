"""Reads of items with attributes of what they refer to, such as orders with the names of their customers: a second
request for the referred items, or a copy of the attributes in each item. facts/building-blocks#x8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.patterns import ALL_ATTRIBUTES, AccessPattern, Operation, Rate
from modeler.core.design.usage_settings import copied
from modeler.core.phrases import and_list
from modeler.core.servings.wanted import Other, WantedRange, wanted_of
from modeler.core.synthesis.calls import PlacedCall, calls_of
from modeler.core.synthesis.derived.changing_together import Derived, leaves, replaced
from modeler.core.synthesis.derived.consuming import CONSUMER_DOLLARS, code_for, with_consumer
from modeler.core.synthesis.words import is_keyable

FREE_DOLLARS: Final = 1.0
"""Dollars per month that copies must save which no write has to keep up to date."""
COPIES_MAX: Final = 1_000
"""Copies that one change may have to write: with more, a consumer falls behind."""


@dataclass(frozen=True, slots=True)
class _Referring:
    """A read of items of `main`, which have the identities of the `others`: by the attributes in `through`."""

    asked: AccessPattern
    main: Entity
    others: tuple[tuple[Entity, tuple[str, ...]], ...]


def joined(design: Design, call: PlacedCall) -> Derived | None:
    """The design with a request for the items that others refer to, after one for these, in place of a read of all of
    them; None if the items do not refer to one another so.
    """
    found = _referring(design, call)
    if found is None:
        return None
    asked = found.asked
    top = replace(
        asked, operation=Operation.STEPS, steps=tuple(_steps(found)), index=None, key=(), filter="", limit=None,
        descending=False, projection=(), fan_out=1, items_returned=None, consistent=False,
        extra={key: one for key, one in asked.extra.items() if key != "intent"},
    )  # fmt: skip
    return Derived(_with(design, top), _joined_note(found))


def _joined_note(found: _Referring) -> str:
    names = and_list([one.name for one, _ in found.others])
    return f"{found.asked.label} reads {found.main.name}, then {names} by the identity in it"


def copies(design: Design, unrated: frozenset[str]) -> Iterator[tuple[Callable[[Design], Derived | None], float]]:
    """For each read of items with attributes of others: how to copy these into the items, and the dollars per month
    that this must save. `unrated` are the patterns whose rate is supposed: they do not pay for a copy.
    """
    for call in calls_of(design):
        if call.top.id in unrated:
            continue
        found = _referring(design, call)
        if found is not None and call.asked.projection and ALL_ATTRIBUTES not in call.asked.projection:
            is_kept = any(changes_of(design, other, _names(found, other)) for other, _ in found.others)
            yield partial(_copied, found=found), CONSUMER_DOLLARS if is_kept else FREE_DOLLARS


def _with(design: Design, made: AccessPattern) -> Design:
    return replace(design, patterns=tuple(made if one.id == made.id else one for one in design.patterns))


def _referring(design: Design, call: PlacedCall) -> _Referring | None:
    asked = call.asked
    if call.place or not call.is_read or len(call.entities) < 2 or asked.facts.intent.returns or call.wanted.problem:
        return None
    for main in call.entities:
        wanted = wanted_of(asked, (main,))
        ranges = (one.attribute for one in wanted.terms if isinstance(one, WantedRange))
        others = (name for one in wanted.terms if isinstance(one, Other) for name in one.names)
        needed = {*wanted.names, *wanted.order, *ranges, *others}
        if not all(map(main.attribute, needed)) or all(map(_has(call, main), needed)):
            continue
        through = [(other, _through(design, main, other)) for other in call.entities if other is not main]
        if all(names for _, names in through):
            return _Referring(asked, main, tuple((other, names) for other, names in through if names))
    return None


def _has(call: PlacedCall, main: Entity) -> Callable[[str], bool]:
    """Return whether every other entity has an attribute: then a collection can have the items of all."""
    return lambda name: all(other.attribute(name) is not None for other in call.entities if other is not main)


def _through(design: Design, main: Entity, other: Entity) -> tuple[str, ...] | None:
    """The attributes of an entity that are the identity of another one, in its order."""
    for relation in design.relations:
        if relation.parent == other.name and relation.child == main.name and not relation.join:
            return relation.through if len(relation.through) == len(other.identity) else None
    same = bool(other.identity) and all(main.attribute(name) is not None for name in other.identity)
    return other.identity if same else None


def _own(found: _Referring) -> tuple[str, ...]:
    """What the read returns of the items themselves."""
    return tuple(name for name in found.asked.projection if found.main.attribute(name) is not None)


def _names(found: _Referring, other: Entity) -> tuple[str, ...]:
    """What the read returns of the items that others refer to."""
    own = _own(found)
    return tuple(one for one in found.asked.projection if one not in own and other.attribute(one) is not None)


def _steps(found: _Referring) -> Iterator[AccessPattern]:
    asked, main = found.asked, found.main
    wanted = set(main.identity) <= set(asked.facts.intent.given)
    kept = {key: one for key, one in asked.extra.items() if key in {"intent", "fresh", "examined"}}
    listed = tuple(dict.fromkeys((*_own(found), *(name for _, names in found.others for name in names))))
    first = replace(
        asked, id=part_id(asked.id, "step", "items"), code="", name="", description="", per_second=None, extra=kept,
        entities=(main.name,), operation=Operation.GET if wanted else asked.operation,
        projection=listed if asked.projection else (),
    )  # fmt: skip
    yield first
    for other, _ in found.others:
        count = 1 if wanted else asked.items_returned or asked.limit
        yield AccessPattern(
            part_id(asked.id, "step", other.name), "", "",
            Operation.GET if wanted else Operation.BATCH_GET, asked.table, entities=(other.name,),
            projection=_names(found, other), items_returned=count, consistent=asked.consistent,
            extra={"intent": {"given": list(other.identity)}, "retries_unprocessed": True},
            own_parameters=frozenset(),
        )  # fmt: skip


def _copied(design: Design, found: _Referring) -> Derived | None:
    """The design with copies in the items, read in one request."""
    main = next((one for _, one in design.entities() if one.id == found.main.id), None)
    if main is None:
        return None
    projection, notes, streamed = list(_own(found)), [], []
    for other, through in found.others:
        for name in _names(found, other):
            changes = changes_of(design, other, (name,))
            attribute = attribute_of_copy(main, other, name, streamed=bool(changes))
            if attribute is None:
                return None
            if attribute not in main.attributes:
                main = replace(main, attributes=(*main.attributes, attribute))
            projection.append(attribute.name)
            notes.append(f"{attribute.name}, a copy of {other.name}.{name}")
            if changes:
                streamed.append((other, through, name, attribute.name, changes))
    if not notes:
        return None
    read = replace(found.asked, entities=(main.name,), projection=tuple(projection))
    current = next(entity for _, entity in design.entities() if entity.id == main.id)
    made = _with(replaced(design, current, main), read)
    note = f"{found.asked.label} reads {and_list(notes)} in {main.name}, so that it needs no second request"
    for other, through, name, held, changes in streamed:
        kept = _with_keeping(made, main, other, through, name, held, changes)
        if kept is None:
            return None
        made, code = kept
        note += f"; a consumer of the stream keeps {held} by {code}"
    return Derived(made, note, _joined_note(found))


def attribute_of_copy(main: Entity, other: Entity, name: str, *, streamed: bool) -> Attribute | None:
    """The attribute that has the copy: the one that is there, or a new one; None if its name means something else."""
    known = next((one for one in main.attributes if (copied(one.copy_of, other.name) or ("",))[0] == name), None)
    source = other.attribute(name)
    if known is not None or source is None or source.sensitive:
        return known
    title = f"{other.name[:1].lower()}{other.name[1:]}{name[:1].upper()}{name[1:]}"
    if main.attribute(title) is not None:
        return None
    of = f"{other.name}.{name}{', by stream' if streamed else ''}"
    return replace(source, id=part_id(main.id, "attribute", title), name=title, copy_of=of)


def changes_of(design: Design, other: Entity, names: tuple[str, ...]) -> tuple[AccessPattern, ...]:
    """The patterns that change one of these attributes of an item that exists."""
    return tuple(
        one
        for one in design.patterns
        if any(
            leaf.entities == (other.name,)
            and (
                (leaf.operation is Operation.UPDATE and {*names} & {*leaf.set, *leaf.add, *leaf.remove})
                or (leaf.operation is Operation.PUT and "attribute_not_exists" not in leaf.if_)
            )
            for leaf in leaves((one,))
        )
    )


def _with_keeping(
    design: Design,
    main: Entity,
    other: Entity,
    through: tuple[str, ...],
    name: str,
    held: str,
    changes: tuple[AccessPattern, ...],
) -> tuple[Design, str] | None:
    """The design with the consumer that changes the copies after their source, and the code of its pattern."""
    rates = [one.per_second for one in changes if one.per_second is not None]
    per_parent = (
        next((one.per_parent for one in design.relations if one.parent == other.name and one.through == through), None)
        or main.per_parent
    )
    if len(rates) < len(changes) or per_parent is None or (per_parent.maximum or per_parent.average) > COPIES_MAX:
        return None
    title = f"Keep {held} of {main.name}"
    key = part_id(main.id, "pattern", title)
    count = max(round(per_parent.average), 1)
    found = AccessPattern(
        part_id(key, "step", "items"), "", "", Operation.QUERY, design.patterns[0].table, entities=(main.name,),
        items_returned=float(count), projection=main.identity, extra={"intent": {"given": list(through)}},
        own_parameters=frozenset(),
    )  # fmt: skip
    given = [one.name for one in main.attributes if is_keyable(one) and one.name != held]
    change = AccessPattern(
        part_id(key, "step", "copy"), "", "", Operation.UPDATE, found.table, entities=(main.name,), fan_out=count,
        set={held: f":{held}"}, if_=f"attribute_exists({main.identity[0]})",
        extra={"intent": {"given": list(dict.fromkeys((*main.identity, *given)))}}, own_parameters=frozenset(),
    )  # fmt: skip
    code = code_for(design, f"Keep{held[:1].upper()}{held[1:]}")
    rate = Rate(sum(one.average for one in rates), sum(one.peak for one in rates))
    extra: dict[str, Any] = {"purpose": "job"}
    kept = AccessPattern(
        key, code, title, Operation.STEPS, found.table, steps=(found, change), per_second=rate, extra=extra
    )
    tables = with_consumer(design.tables, f"copies of {other.name}.{name}", [f"{main.name}.{held}"])
    return (replace(design, tables=tables, patterns=(*design.patterns, kept)), code) if tables is not None else None
