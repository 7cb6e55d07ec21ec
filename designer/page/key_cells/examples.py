"""A cell's result in the key sheet: the key of the first sample item with it, and its minimum and maximum bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from modeler.core.algebra.extent import Bounds, byte_bounds
from modeler.core.design.items import Entity, SampleItem
from modeler.core.items.materialize import StoredItem
from modeler.core.keys.overload_conditions import compile_condition
from modeler.core.keys.templates import KeyTemplate, Unrendered, render
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.values.attribute_values import Item

SAMPLES_LOOKED_AT: Final = 200


@dataclass(frozen=True, slots=True)
class ExampleKey:
    """`text` is a key as DynamoDB would store it; without one, `reason` explains why. `bounds` are its bytes."""

    text: str = ""
    reason: str = ""
    bounds: Bounds | None = None

    @property
    def size(self) -> str:
        """The bounds as text: 9 B, 6–133 B, 6 B or more."""
        if self.bounds is None:
            return ""
        least, most = self.bounds
        if most is None:
            return f"{least:,} B or more"
        return f"{most:,} B" if least == most else f"{least:,}–{most:,} B"


NO_EXAMPLE: Final = ExampleKey()


def example(template: KeyTemplate | None, entity: Entity, item: Item | None) -> ExampleKey:
    """The result of a template for an item; None without a template or an item."""
    if template is None or template.problem:
        return NO_EXAMPLE
    bounds = byte_bounds(template, entity.attributes_by_name)
    if item is None:
        return ExampleKey("", "no sample item has this key", bounds)
    made = render(template, item, entity.formats)
    if isinstance(made, Unrendered):
        return ExampleKey("", made.reason, bounds)
    return ExampleKey(made, "", bounds)


def written_items(
    entity: Entity, written: Iterable[WrittenKey], stored: Sequence[StoredItem]
) -> tuple[Item | None, ...]:
    """For each overload of one index the first sample item that uses it, with the keys of the table."""
    conditions = [compile_condition(one.when) for one in written]
    found: list[Item | None] = [None] * len(conditions)
    for sample, kept in islice(zip(entity.items, stored, strict=False), SAMPLES_LOOKED_AT):
        item = _logical(sample, kept)
        chosen = next((n for n, holds in enumerate(conditions) if holds is None or holds(item)), None)
        if chosen is not None and found[chosen] is None:
            found[chosen] = item
            if None not in found:
                break
    return tuple(found)


def _logical(sample: SampleItem, kept: StoredItem) -> Item:
    """Attributes that exist only in keys are not stored, but templates refer to them."""
    return {**kept.item, **sample.values}
