"""What the lines of one text tell about each other: an entity that one line is sure of is known in the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from modeler.core.design.items import Attribute, Entity
from modeler.core.requirements.english.words.time_names import is_name_of_time
from modeler.core.requirements.rows import EntityDescription, Row
from modeler.core.requirements.slots import Certainty
from modeler.core.requirements.vocabulary import LEARNED, KnownEntity, Vocabulary
from modeler.core.values.attribute_values import AttributeType


def learned(rows: Iterable[Row], known: Vocabulary) -> Vocabulary:
    """Return a vocabulary with the entities that rows are sure of, beside those of the design."""
    names = dict.fromkeys(name for row in rows for name in _sure(row))
    new = [KnownEntity(Entity(f"{LEARNED}{name}", name)) for name in names if known.entity(name) is None]
    return Vocabulary((*known.entities, *new), known.relations)


def with_described(known: Vocabulary, told: Iterable[EntityDescription]) -> Vocabulary:
    """Return a vocabulary with the entities that lines describe, and the attributes that these give them."""
    names: dict[str, dict[str, Attribute]] = {}
    for one in told:
        held = names.setdefault(one.entity, {})
        held.update({name: _attribute(one, name) for name in one.attributes if name not in held})
    new = {name: _with_attributes(known.entity(name), name, held.values()) for name, held in names.items()}
    return Vocabulary((*(new.pop(one.name, one) for one in known.entities), *new.values()), known.relations)


def _attribute(said: EntityDescription, name: str) -> Attribute:
    values = next((one.values for one in said.values if one.attribute == name), ())
    is_number = name in said.numbers
    is_time = not (values or is_number or name in said.flags) and (name in said.times or is_name_of_time(name))
    return Attribute(
        f"{LEARNED}{said.entity}-{name}",
        name,
        AttributeType.N if is_number else AttributeType.BOOL if name in said.flags else AttributeType.S,
        format="enum" if values else "iso" if is_time else "",
        values=dict.fromkeys(values, 1 / max(len(values), 1)),
    )


def _with_attributes(had: KnownEntity | None, name: str, attributes: Iterable[Attribute]) -> KnownEntity:
    entity = had.entity if had is not None else Entity(f"{LEARNED}{name}", name)
    told = {one.name for one in entity.attributes}
    added = (one for one in attributes if one.name not in told)
    return KnownEntity(replace(entity, attributes=(*entity.attributes, *added)))


def _sure(row: Row) -> Iterable[str]:
    """Yield the entities that a row names without a question, where words of the line say what is done with them."""
    is_told = row.operation.certainty is Certainty.UNDERSTOOD and bool(row.operation.spans)
    if not is_told or row.entities.certainty is not Certainty.UNDERSTOOD:
        return
    yield from row.entities.value or ()
    if row.given.certainty is Certainty.UNDERSTOOD:
        yield from (one.of for one in row.given.value or () if one.of)


def is_open(rows: tuple[Row, ...]) -> bool:
    """Return whether a line leaves open what it reads or writes."""
    return not rows or any(row.entities.question is not None or not row.entities.value for row in rows)


def is_better(rows: tuple[Row, ...], before: tuple[Row, ...]) -> bool:
    """Return whether a second reading knows the items that the first one did not, and loses nothing."""
    is_known = bool(rows) and not is_open(rows)
    return is_known and _filled(rows) >= _filled(before)


def _filled(rows: tuple[Row, ...]) -> int:
    return sum(slot.value is not None for row in rows for _, slot in row.slots)
