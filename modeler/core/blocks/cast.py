"""Who plays the roles of a block in a design: what a person chose, and what is proposed for the rest.

Nothing is inferred about the meaning of an enumeration: which of its values plays a value of the block is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from modeler.core.blocks.block import TYPE_ATTRIBUTE, Block
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import Index, IndexKind, ProjectionType, Table
from modeler.core.values.attribute_values import AttributeType

TABLE: Final = "app-main"

type OfEntity = tuple[str, str]
"""An entity of the block, and an attribute of it."""
type OfValue = tuple[str, str, str]
"""The same, and a value of the attribute."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Names in the design, by what plays them in the block. A name that the design does not have is new. `patterns` are
    the codes of the block's access patterns that are added.
    """

    table: str = ""
    entities: Mapping[str, str] = field(default_factory=dict)
    attributes: Mapping[OfEntity, str] = field(default_factory=dict)
    values: Mapping[OfValue, str] = field(default_factory=dict)
    indexes: Mapping[str, str] = field(default_factory=dict)
    patterns: frozenset[str] | None = None


def proposed(block: Block, design: Design, said: Cast | None = None) -> Cast:
    """Return the whole cast: what a person chose, and a proposal for everything else. New parts get names that are
    free.
    """
    said = said or Cast()
    made = replace(said, table=said.table or _table(block, design))
    names = {entity.name for _, entity in design.entities()}
    entities: dict[str, str] = {}
    for role in block.roles:
        chosen = said.entities.get(role.entity, "").strip()
        entities[role.entity] = chosen or _free(role.entity, names | set(entities.values()))
    made = replace(made, entities=entities)
    made = replace(made, attributes=dict(_attributes(block, design, made)))
    made = replace(made, values=dict(_values(block, design, made)))
    made = replace(made, indexes={one.name: _index(block, design, made, one) for one in block.table.indexes})
    return replace(made, patterns=said.patterns if said.patterns is not None else _patterns(block, design, made))


def fits(block: Block, table: Table) -> bool:
    """Whether the keys of the block can be written into a table: as many, of the same types, and generic, so that no
    entity has an attribute of their names.
    """
    names = {key.name for key in table.base.keys}
    own = {attribute.name for entity in table.entities for attribute in entity.attributes}
    wanted = [[key.type for key in keys] for keys in (block.table.partition_key, block.table.sort_key)]
    return not names & own and wanted == [[key.type for key in keys] for keys in (table.partition_key, table.sort_key)]


def played_by(design: Design, cast: Cast, entity: str) -> Entity | None:
    """Return the existing entity that plays an entity of the block; None if it is new."""
    table = next((one for one in design.tables if one.name == cast.table), None)
    return table.entity(cast.entities[entity]) if table is not None else None


def usable_indexes(block: Block, design: Design, cast: Cast, wanted: Index) -> tuple[Index, ...]:
    """Return the GSIs of the table that can hold what the block writes into `wanted`: with keys of the same types, for
    texts only, with all attributes, in which none of the entities has keys yet.
    """
    table = next((one for one in design.tables if one.name == cast.table), None)
    if table is None or any(key.type is not AttributeType.S for key in wanted.keys):
        return ()
    played = [one for role in block.roles if (one := played_by(design, cast, role.entity)) is not None]
    return tuple(
        index
        for index in table.indexes
        if index.kind is IndexKind.GSI
        and [key.type for key in index.keys] == [key.type for key in wanted.keys]
        and len(index.partition_key) == 1
        and index.projection.type is ProjectionType.ALL
        and not any(one.overloads_of(index.name) for one in played)
    )


def _table(block: Block, design: Design) -> str:
    # Without a sort key, a table is for one entity.
    found = next((one.name for one in design.tables if fits(block, one) and (one.sort_key or not one.entities)), "")
    if found:
        return found
    first = TABLE if block.table.sort_key else f"{TABLE}-{block.roles[0].entity.lower()}"
    return _free(first, {table.name for table in design.tables})


def _free(name: str, taken: Iterable[str]) -> str:
    held = {one.casefold() for one in taken}
    numbers = (f"{name}{n}" for n in range(2, len(held) + 3))
    return next(one for one in (name, *numbers) if one.casefold() not in held)


def _attributes(block: Block, design: Design, cast: Cast) -> Iterator[tuple[OfEntity, str]]:
    """Each attribute role with its name. An attribute that several entities of the block share keeps one name."""
    shared: dict[str, str] = {}
    for role in block.roles:
        own = played_by(design, cast, role.entity)
        for attribute in block.attribute_roles[role.entity]:
            place = (role.entity, attribute.name)
            name = cast.attributes.get(place, "").strip()
            name = name or _attribute(block, design, cast, own, place, shared)
            shared.setdefault(attribute.name, name)
            yield place, name


def _attribute(
    block: Block, design: Design, cast: Cast, own: Entity | None, place: OfEntity, shared: Mapping[str, str]
) -> str:
    entity, name = place
    of_block = block.table.entity(entity)
    if own is None:
        # Another attribute of the new entity has the name that the others share.
        is_taken = of_block is not None and of_block.attribute(shared.get(name, name)) is not None
        return _expiry(design, cast, name) or (name if is_taken else shared.get(name, name))
    for known in (shared.get(name, ""), name, _expiry(design, cast, name)):
        if known and own.attribute(known) is not None:
            return known
    meant = of_block.attribute(name) if of_block is not None else None
    if of_block is not None and name in of_block.identity and len(own.identity) == len(of_block.identity):
        return own.identity[of_block.identity.index(name)]
    alike = [one for one in own.attributes if meant is not None and _alike(one, meant)]
    return alike[0].name if len(alike) == 1 else shared.get(name, name)


def _expiry(design: Design, cast: Cast, name: str) -> str:
    """The table's TTL attribute, for the one of the block."""
    table = next((one for one in design.tables if one.name == cast.table), None)
    return (table.options.ttl_attribute or "") if table is not None and name == "ttl" else ""


def _alike(one: Attribute, meant: Attribute) -> bool:
    return one.name != TYPE_ATTRIBUTE and bool(meant.format) and (one.type, one.format) == (meant.type, meant.format)


def _values(block: Block, design: Design, cast: Cast) -> Iterator[tuple[OfValue, str]]:
    """The values of enumerations that existing attributes have: '' where the design has no value of that name."""
    for role in block.roles:
        own = played_by(design, cast, role.entity)
        for attribute in block.attribute_roles[role.entity]:
            known = own.attribute(cast.attributes[role.entity, attribute.name]) if own is not None else None
            for value in attribute.values:
                place = (role.entity, attribute.name, value)
                is_open = known is None or not known.values or value in known.values
                yield place, cast.values.get(place, "").strip() or (value if is_open else "")


def _index(block: Block, design: Design, cast: Cast, wanted: Index) -> str:
    said = cast.indexes.get(wanted.name, "").strip()
    if said:
        return said
    free = usable_indexes(block, design, cast, wanted)
    if free:
        return free[0].name
    table = next((one for one in design.tables if one.name == cast.table), None)
    taken = {index.name.casefold() for index in table.indexes} if table is not None else set()
    return next(name for n in range(1, len(taken) + 2) if (name := f"GSI{n}").casefold() not in taken)


def _patterns(block: Block, design: Design, cast: Cast) -> frozenset[str]:
    """Every access pattern, but for puts of entities that the design puts already."""
    put = {
        name
        for pattern in design.patterns
        for call in (pattern, *pattern.members)
        if call.operation is Operation.PUT and call.table in (cast.table, "")
        for name in call.entities
    }
    return frozenset(
        pattern.code
        for pattern in block.design.patterns
        if pattern.operation is not Operation.PUT or cast.entities[pattern.entities[0]] not in put
    )


def words_of(text: str) -> list[str]:
    """Return the words of a literal or a name, without the separators between them."""
    return [one for one in re.split(r"[^A-Za-z0-9]+", text) if one]
