"""Steps for attributes that stored items have in another type, format or place than the design after says.

facts/modeling#schema-changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.design.items import Attribute
from modeler.core.migration.pairs import EntityPair
from modeler.core.migration.steps import Step, StepAction, at
from modeler.core.phrases import and_list


def form_steps(pair: EntityPair, reads: tuple[str, ...], writes: tuple[str, ...], *, is_copied: bool) -> Iterator[Step]:
    """Readers first learn both forms; where items are copied to another table, copies get the type of that table."""
    kept = list(_kept_forms(pair, with_types=not is_copied))
    place, name = at(pair.before_table.name, (pair.after.name,)), pair.after.name
    if kept:
        yield place.then(
            StepAction.PREPARE,
            f"Let every read of {name} accept {and_list(kept)}: stored items keep the old form until they are written "
            "again",
            gate="every deployed read accepts both",
            way_back="let them accept both: it changes nothing before an item is written",
            patterns=reads,
        )
    types = [f"{new.name} from {old.type} to {new.type}" for old, new in _both(pair) if old.type is not new.type]
    if types and is_copied:
        yield place.then(
            StepAction.PREPARE,
            f"Convert {and_list(types)} in each copy of {name} and in each second write; find values that have no such "
            "form",
            gate="every sampled item converts, there and back",
            way_back="nothing is written yet",
            patterns=writes,
        )


def _both(pair: EntityPair) -> Iterator[tuple[Attribute, Attribute]]:
    return ((old, new) for old, new in pair.attributes if old and new)


def _kept_forms(pair: EntityPair, *, with_types: bool) -> Iterator[str]:
    for old, new in _both(pair):
        if old.type is not new.type and with_types:
            yield f"{new.name} as {old.type} and as {new.type}"
        if old.format != new.format:
            yield f"{new.name} {_format(old)} and {_format(new)}"
        if old.key_only != new.key_only:
            yield f"{new.name} {_place(old)} and {_place(new)}"


def _format(one: Attribute) -> str:
    return f"in the format {one.format}" if one.format else "in any format"


def _place(one: Attribute) -> str:
    return "as a part of a key" if one.key_only else "as an attribute of its own"
