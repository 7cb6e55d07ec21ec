"""Generated items as a change of the design's parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from modeler.core.design.ordering import between, spread
from modeler.core.design.parts import Part, PartKind, Parts, children, flatten
from modeler.core.documents.references import Names
from modeler.core.edits.changes import WHOLE, Change, Delta, birth, whole
from modeler.core.values.attribute_values import Item
from modeler.core.values.json_values import to_plain
from modeler.sampling.making import Samples


def sample_deltas(parts: Parts, made: Samples, *, is_replacing: bool, new_id: Callable[[], str]) -> Change:
    """The change that adds generated items after the existing ones, or (`is_replacing`) replaces those. Replaced items
    leave no tombstones, and an undo restores them as they were.
    """
    return tuple(
        delta for entity, items in made.items.items() for delta in _of(parts, entity, items, is_replacing, new_id)
    )


def _of(
    parts: Parts, entity: str, items: tuple[Item, ...], is_replacing: bool, new_id: Callable[[], str]
) -> Iterator[Delta]:
    old = children(parts, entity, PartKind.ITEM)
    attributes = children(parts, entity, PartKind.ATTRIBUTE)
    ids = {one.name: one.id for one in reversed(attributes)}
    types = {one.name: one.fields.get("type", "S") for one in reversed(attributes)}
    names = Names(ids, {})
    if is_replacing:
        yield from (Delta(one.id, WHOLE, whole(one), None) for one in old)
    start = between(old[-1].position, "") if old and not is_replacing else ""
    for item, place in zip(items, spread(len(items)), strict=True):
        raw = {"values": {name: to_plain(value, types.get(name)) for name, value in item.items()}}
        fields = flatten(PartKind.ITEM, {"values": names.store_mapping(raw["values"])})
        yield birth(Part(new_id(), PartKind.ITEM, entity, {**fields, "position": f"{start}{place}"}))
