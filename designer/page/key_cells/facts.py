"""The facts of one cell of the key sheet, for the strip under the sheet and for a draft of the cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from designer.page.key_cells.examples import example, written_items
from designer.page.key_cells.uses import CellKey as UsedPlace
from designer.page.key_cells.uses import cell_uses
from designer.page.part_place import part_place
from designer.page.scene import Scene
from modeler.core import effort
from modeler.core.algebra.collisions import ReasonedVerdict, TemplateSide, Verdict, can_collide
from modeler.core.algebra.extent import distinct, reads_back
from modeler.core.design.items import Entity, Overload
from modeler.core.design.tables import Index, Table
from modeler.core.keys.overload_conditions import compile_condition
from modeler.core.keys.templates import KeyTemplate
from modeler.core.keys.written_keys import WrittenKey, written_keys

KEEPS_VALUE: Final = frozenset({"pad", "reverse"})
SHOWN_FINDINGS: Final = 3
COMPARED_STEPS: Final = 500_000
"""The budget for comparing one key with those of the other entities, each time that the cell is shown."""


@dataclass(frozen=True, slots=True)
class CellPlace:
    """A cell: `part` is the overload's id, '' if the entity has none in the index yet."""

    table: Table
    entity: Entity
    index: Index
    part: str
    field: str

    @property
    def key(self) -> str:
        """The key attribute that it writes; '' for a condition."""
        return self.field.removeprefix("keys.") if self.field.startswith("keys.") else ""


def key_facts(scene: Scene, place: CellPlace) -> dict[str, Any]:
    """Context of parts/key_facts.html."""
    written = written_keys(place.table, place.entity, place.index)
    own = next((one for one in written if (one.overload.id if one.overload else "") == place.part), None)
    known: dict[str, Any] = {
        "entity": place.entity,
        "hue": scene.hues.get(place.entity.name, "hue-none"),
        "index": place.index,
        "name": place.key or "when",
        "role": _role(place),
        "findings": _findings(scene, place),
        "patterns": list(_patterns(scene, place)),
    }
    if not place.key:
        return {**known, "is_condition": True, **_condition(scene, place, own)}
    if own is None or place.key not in place.index.key_names:
        return known
    template = own.templates[place.index.key_names.index(place.key)]
    items = written_items(place.entity, written, scene.by_entity.get(place.entity.id, ()))
    return {
        **known,
        "example": example(template, place.entity, items[written.index(own)]),
        **_of_template(template, place),
        **_neighbours(place, own),
    }


def _role(place: CellPlace) -> str:
    """The role of the cell in its index: partition key, sort key 2 of 3."""
    for word, elements in (("partition key", place.index.partition_key), ("sort key", place.index.sort_key)):
        names = [one.name for one in elements]
        if place.key in names:
            several = f" {names.index(place.key) + 1} of {len(names)}" if len(names) > 1 else ""
            return word + several
    return "condition" if not place.key else ""


def _of_template(template: KeyTemplate | None, place: CellPlace) -> dict[str, Any]:
    if template is None:
        return {}
    if template.problem:
        return {"template": template.source, "problem": template.problem}
    attributes = place.entity.attributes_by_name
    unknown = [name for name in template.attributes if name not in attributes]
    lost = [one.attribute for one in template.references if any(call.name not in KEEPS_VALUE for call in one.formats)]
    kept = [name for name in template.attributes if name not in lost and name not in unknown]
    return {
        "template": template.source,
        "unknown": unknown,
        "problem": f"{place.entity.name} has no attribute {', '.join(unknown)}" if unknown else "",
        "distinct": distinct(template, place.entity),
        "is_constant": template.is_constant,
        "unseen_end": reads_back(template, attributes),
        "kept": kept,
        "lost": list(dict.fromkeys(lost)),
    }


def _neighbours(place: CellPlace, own: WrittenKey) -> dict[str, Any]:
    """The entities that can be in one item collection with it, and, for the table's own key, those that can have the
    same key.
    """
    if own.complete is None:
        return {}
    width = len(place.index.partition_key)
    mine = TemplateSide(own.complete[:width], place.entity.attributes_by_name)
    whole = TemplateSide(own.complete, place.entity.attributes_by_name)
    together, same = [], []
    with effort.budget(COMPARED_STEPS) as spent:
        for other, written in _others(place):
            assert written.complete is not None
            theirs = other.attributes_by_name
            shared = can_collide(mine, TemplateSide(written.complete[:width], theirs))
            if shared.verdict is Verdict.NO:
                continue
            if shared.is_yes:
                together.append(other.name)
            if place.index.is_base:
                same += _met(other, can_collide(whole, TemplateSide(written.complete, theirs)))
    return {"together": list(dict.fromkeys(together)), "same": same, "not_compared": spent.not_compared}


def _met(other: Entity, answer: ReasonedVerdict) -> list[dict[str, Any]]:
    return [{"entity": other.name, "keys": answer.keys}] if answer.is_yes else []


def _others(place: CellPlace) -> Iterator[tuple[Entity, WrittenKey]]:
    for entity in place.table.entities:
        if entity.id == place.entity.id:
            continue
        for written in written_keys(place.table, entity, place.index):
            if written.complete is not None:
                yield entity, written


def _condition(scene: Scene, place: CellPlace, own: WrittenKey | None) -> dict[str, Any]:
    """The number of sample items for which a condition holds."""
    overload: Overload | None = own.overload if own else None
    when = overload.when if overload else ""
    holds = compile_condition(when)
    samples = place.entity.items
    return {
        "condition": when,
        "held": len(samples) if holds is None else sum(1 for one in samples if holds(one.values)),
        "samples": len(samples),
    }


def _findings(scene: Scene, place: CellPlace) -> list[Mapping[str, Any]]:
    found = scene.findings_by_part.get(place.part, []) if place.part else []
    return [one for one in found if one.get("field") in ("", None, place.field)][:SHOWN_FINDINGS]


def _patterns(scene: Scene, place: CellPlace) -> Iterator[dict[str, str]]:
    index = None if place.index.is_base else place.index.name
    uses = cell_uses(scene.design)
    for pattern in uses.get(UsedPlace(place.table.name, index, place.entity.name, place.key), ()):
        href = f"?{part_place(scene, pattern.id).query}"
        yield {"id": pattern.id, "label": pattern.label, "name": pattern.name, "href": href}
