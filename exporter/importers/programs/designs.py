"""A design of tables that are given in the shape of CreateTable, however the file spells them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from exporter.importers.cloudformation.importer import checked
from exporter.importers.described.settings import with_settings
from exporter.importers.described.tables import TABLES_MAX, Context, Unresolved, read_table, text_of
from exporter.importers.support.base import Imported, Level
from modeler.core.design.items import Attribute, Entity, Overload
from modeler.core.design.model import Design
from modeler.core.design.parts import part_id
from modeler.core.design.tables import Table
from modeler.core.errors import DocumentInvalid
from modeler.core.keys.templates import Reference, parse, print_template

SETTINGS: Final = "Keysheet"
"""Our member of a shape: settings in the design's own terms; `auto_scaling` is by index, with '' for the table."""


@dataclass(frozen=True, slots=True)
class GivenEntity:
    """An entity: its name, its attributes, and what it writes into keys, by index (None for the table's own), templates
    and condition. Without any, its keys are attributes of its own.
    """

    name: str
    attributes: Sequence[Attribute]
    overloads: Sequence[tuple[str | None, Mapping[str, str], str]] = ()
    description: str = ""


type Given = tuple[str, Mapping[str, Any], Sequence[GivenEntity]]
"""A path, the shape of a table, and its entities."""


def design_of_shapes(given: Iterable[Given], what: str, context: Context, region: str = "") -> Imported:
    """Return the design. Raises DocumentInvalid if there is no table: `what` says what creates one in this format."""
    taken: set[str] = set()
    names: set[str] = set()
    tables: list[Table] = []
    for path, shape, entities in given:
        if len(tables) >= TABLES_MAX:
            raise DocumentInvalid(f"more than {TABLES_MAX:,} tables", code="document.too_large")
        name = text_of(shape.get("TableName")) or path.rpartition(".")[2]
        if isinstance(shape.get("TableName"), Unresolved) or not shape.get("TableName"):
            name = _free(name, names)
            context.guessed(f"{path}.TableName", f"the name is known only at run time; named {name[:80]!r}", shape)
        names.add(name)
        own = {member: value for member, value in shape.items() if member != SETTINGS}
        context.lines.carry(shape, own)
        table = with_settings(read_table(own, name[:255], path, context, taken), own, path, context)
        table = _with_own(table, shape.get(SETTINGS) or {})
        tables.append(replace(table, entities=tuple(_entity(table, one) for one in entities)))
    if not tables:
        left = [one for one in context.report.lines if one.level in (Level.DROPPED, Level.NOTE)]
        why = f" ({left[0].path}: {left[0].message})" if left else ""
        raise DocumentInvalid(f"this file creates no table: use {what}{why}", code="document.no_model")
    design = Design(name="", region=region or "us-east-1", tables=tuple(tables))
    checked(design)
    return Imported(design, tuple(context.report.lines), places=context.places)


def _free(name: str, names: set[str]) -> str:
    """Return a name that no other table has: AWS makes different names of the same words in two stacks."""
    numbered = (f"{name[:250]}-{number}" for number in range(2, TABLES_MAX + 3))
    return name if name not in names else next(one for one in numbered if one not in names)


def _with_own(table: Table, settings: Mapping[str, Any]) -> Table:
    scaling = settings.get("auto_scaling") or {}
    own = {name: value for name, value in settings.items() if name != "auto_scaling"}
    own |= {"auto_scaling": scaling[""]} if "" in scaling else {}
    indexes = tuple(
        replace(
            one, capacity=replace(one.capacity, settings={**one.capacity.settings, "auto_scaling": scaling[one.name]})
        )
        if one.name in scaling
        else one
        for one in table.indexes
    )
    return replace(table, settings={**table.settings, **own}, indexes=indexes)


def _entity(table: Table, given: GivenEntity) -> Entity:
    identity = part_id(table.id, "entity", given.name)
    own = tuple(replace(one, id=part_id(identity, "attribute", one.name)) for one in given.attributes)
    keys = {key.name: print_template((Reference(key.name),)) for key in (*table.partition_key, *table.sort_key)}
    if not given.overloads:
        overload = Overload(part_id(identity, "overload", "table"), None, keys)
        return Entity(identity, given.name, attributes=own, overloads=(overload,), identity=tuple(keys))
    known = {index.name for index in table.indexes}
    overloads = tuple(
        Overload(part_id(identity, "overload", f"{index or 'table'} {place}"), index, dict(written), when)
        for place, (index, written, when) in enumerate(given.overloads)
        if index is None or index in known
    )
    return Entity(identity, given.name, attributes=own, overloads=overloads, identity=_named(overloads, own),
                  description=given.description)  # fmt: skip


def _named(overloads: Sequence[Overload], attributes: Sequence[Attribute]) -> tuple[str, ...]:
    """Return the attributes that every key of the table contains: they tell its items apart."""
    used = [
        {name for text in one.keys.values() for name in parse(text).attributes}
        for one in overloads
        if one.index is None
    ]
    common = set.intersection(*used) if used else set()
    return tuple(one.name for one in attributes if one.name in common)
