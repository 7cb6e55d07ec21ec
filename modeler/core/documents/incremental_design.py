"""A design after a change, sharing every unchanged part with the design before it.

Results cached by the identity of frozen parts (sizes, capacity, findings) can then be reused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from modeler.core.design.items import Entity, SampleItem
from modeler.core.design.model import Design
from modeler.core.design.parts import CHILDREN, Part, PartKind, Parts
from modeler.core.design.tables import Table
from modeler.core.documents.parts_codec import design_of
from modeler.core.documents.shown import label_of

_OF_ENTITY: Final = (PartKind.ITEM, PartKind.OVERLOAD, PartKind.ATTRIBUTE)
_LISTED: Final = (PartKind.PATTERN, PartKind.RELATION)


class _Identified(Protocol):
    @property
    def id(self) -> str: ...


def reassemble(before: Parts, design: Design, after: Parts) -> Design:
    """`design_of(after)`, made from `design`, which is `design_of(before)`. Parts that are the same object in both are
    treated as unchanged.
    """
    changed = _changed(before, after)
    unchanged = _unchanged_entities(changed, before, after)
    known_items = _known_items(changed, design)
    kept = _kept(changed, before, design, after)

    def is_known(part: Part) -> bool:
        if part.kind in _LISTED:
            return part.id in kept
        is_same = part.id in known_items and before.get(part.id) is part
        return part.kind in _OF_ENTITY and (part.parent in unchanged or is_same)

    made = design_of({part.id: part for part in after.values() if not is_known(part)}, named=after)
    listed = _items_of_entities(after) if known_items else {}
    tables = {table.id: table for table in design.tables}
    return replace(
        made,
        tables=tuple(_table(tables.get(table.id), table, unchanged, known_items, listed) for table in made.tables),
        relations=_in_order(PartKind.RELATION, after, kept, _shared(design.relations, made.relations)),
        patterns=_in_order(PartKind.PATTERN, after, kept, _shared(design.patterns, made.patterns)),
    )


def _kept(changed: Sequence[Part], before: Parts, design: Design, after: Parts) -> dict[str, Any]:
    """The access patterns and relations, by id, that are the same and whose texts show no changed name."""
    listed: Iterable[_Identified] = (*design.relations, *design.patterns)
    known = {one.id: one for one in listed}
    renamed = set()
    for part in changed:
        old, new = before.get(part.id), after.get(part.id)
        is_there = [one is not None and not one.is_removed for one in (old, new)]
        if part.kind in CHILDREN and is_there[0] != is_there[1]:
            # What it holds goes or comes with it.
            return {}
        if old is None or new is None or is_there[0] != is_there[1] or label_of(old) != label_of(new):
            renamed.add(part.id)
    same = (part for part in after.values() if part.id in known and before.get(part.id) is part)
    return {part.id: known[part.id] for part in same if not (renamed and _speaks_of(part, renamed))}


def _speaks_of(part: Part, renamed: set[str]) -> bool:
    text = str(part.fields)
    return any(identity in text for identity in renamed)


def _in_order[T: _Identified](kind: PartKind, after: Parts, kept: Mapping[str, T], made: Iterable[T]) -> tuple[T, ...]:
    found = {**kept, **{one.id: one for one in made}}
    parts = (part for part in after.values() if part.kind is kind and not part.is_removed and part.id in found)
    return tuple(found[part.id] for part in sorted(parts, key=lambda part: (part.position, part.id)))


def _table(
    old: Table | None,
    new: Table,
    unchanged: set[str],
    known_items: Mapping[str, SampleItem],
    listed: Mapping[str, list[Part]],
) -> Table:
    entities = {entity.id: entity for entity in old.entities} if old is not None else {}
    shared = replace(
        new,
        indexes=_shared(old.indexes if old is not None else (), new.indexes),
        unassigned=_shared(old.unassigned if old is not None else (), new.unassigned),
        entities=tuple(
            entities[entity.id] if entity.id in unchanged else _with_items(entity, known_items, listed)
            for entity in new.entities
        ),
    )
    return old if old is not None and old == shared else shared


def _with_items(entity: Entity, known: Mapping[str, SampleItem], listed: Mapping[str, list[Part]]) -> Entity:
    """The entity with new and known items, in order."""
    if not known:
        return entity
    made = {item.id: item for item in entity.items}
    ordered = sorted(listed.get(entity.id, ()), key=lambda part: (part.position, part.id))
    return replace(entity, items=tuple(made[part.id] if part.id in made else known[part.id] for part in ordered))


def _items_of_entities(parts: Parts) -> dict[str, list[Part]]:
    listed: dict[str, list[Part]] = {}
    for part in parts.values():
        if part.kind is PartKind.ITEM and not part.is_removed:
            listed.setdefault(part.parent, []).append(part)
    return listed


def _known_items(changed: Iterable[Part], design: Design) -> dict[str, SampleItem]:
    """The items of entities as they are, unless an attribute has changed: items are shown with names and types."""
    if any(part.kind is PartKind.ATTRIBUTE for part in changed):
        return {}
    return {item.id: item for _, entity in design.entities() for item in entity.items}


def _shared[T: _Identified](old: Sequence[T], new: Iterable[T]) -> tuple[T, ...]:
    held = {one.id: one for one in old}
    return tuple(held[one.id] if held.get(one.id) == one else one for one in new)


def _changed(before: Parts, after: Parts) -> list[Part]:
    """Parts that are not the same object in both, as they are after, else as they were before."""
    changed = [part for part in after.values() if before.get(part.id) is not part]
    return changed + [part for part in before.values() if part.id not in after]


def _unchanged_entities(changed: Iterable[Part], before: Parts, after: Parts) -> set[str]:
    """Entities whose part and all its content are the same, and whose texts show no changed name."""
    dirty = {part.id if part.kind is PartKind.ENTITY else part.parent for part in changed}
    # A removed or restored table can bring back entities that the design before did not have.
    tables = {part.id for part in changed if part.kind in (PartKind.TABLE, PartKind.INDEX)}
    tables |= {part.parent for part in changed if part.kind is PartKind.INDEX}
    dirty |= set(_showing(after.values(), {part.id for part in changed if _has_other_name(part, before.get(part.id))}))
    entities = (part for part in after.values() if part.kind is PartKind.ENTITY and not part.is_removed)
    return {part.id for part in entities if part.id not in dirty and part.parent not in tables}


def _has_other_name(part: Part, before: Part | None) -> bool:
    """Is it something that others speak of, shown otherwise than before?"""
    if part.kind not in (PartKind.ENTITY, PartKind.ATTRIBUTE):
        return False
    return before is None or before is part or (before.name, before.is_removed) != (part.name, part.is_removed)


def _showing(parts: Iterable[Part], renamed: set[str]) -> Iterator[str]:
    """Entities with texts that show the name of one of these parts."""
    if not renamed:
        return
    for part in parts:
        above = _HOLDER.get(part.kind)
        if above is None:
            continue
        text = str(part.fields.get("copy_of", "") if part.kind is PartKind.ATTRIBUTE else part.fields)
        if "@" in text and any(f"@{identity}" in text for identity in renamed):
            yield part.parent if above else part.id


_HOLDER: Final[Mapping[PartKind, bool]] = {
    PartKind.ENTITY: False,
    PartKind.OVERLOAD: True,
    PartKind.ATTRIBUTE: True,
}
"""Parts of an entity with texts that name others; true: the entity is their parent."""
