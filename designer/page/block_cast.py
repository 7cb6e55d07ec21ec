"""The form in which a person casts a block: the values of its fields, and what each of them offers.

A field of an existing part holds ``=`` and its name; a new part is named in a field beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.http import QueryDict

from modeler.core.blocks.block import Block, BlockRole
from modeler.core.blocks.cast import Cast, fits, played_by, proposed, usable_indexes
from modeler.core.design.model import Design
from modeler.core.design.tables import Table

EXISTING: Final = "="
NEW: Final = ""


def cast_of(block: Block, said: QueryDict) -> Cast:
    """Return the cast in the form; an empty one if no form was sent."""
    if not said.get("cast"):
        return Cast()
    return Cast(
        table=_named(said, "into"),
        entities={role.entity: _named(said, f"entity:{role.entity}") for role in block.roles},
        attributes={
            (role.entity, one.name): _named(said, f"attribute:{role.entity}:{one.name}")
            for role in block.roles
            for one in block.attribute_roles[role.entity]
        },
        values=dict(_values(block, said)),
        indexes={one.name: _named(said, f"slot:{one.name}") for one in block.table.indexes},
        patterns=frozenset(said.getlist("brings")),
    )


def _named(said: QueryDict, field: str) -> str:
    chosen = said.get(field, NEW)
    return chosen.removeprefix(EXISTING) if chosen.startswith(EXISTING) else said.get(f"new:{field}", "").strip()


def _values(block: Block, said: QueryDict) -> Iterator[tuple[tuple[str, str, str], str]]:
    for role in block.roles:
        for attribute in block.attribute_roles[role.entity]:
            for value in attribute.values:
                yield (
                    (role.entity, attribute.name, value),
                    said.get(f"value:{role.entity}:{attribute.name}:{value}", ""),
                )


def recast(block: Block, design: Design, said: QueryDict) -> Cast:
    """Return the cast in the form as far as it still fits: what depends on a new table or entity is proposed again."""
    cast = cast_of(block, said)
    changed = said.get("changed", "")
    if changed == "into":
        cast = Cast(table=cast.table)
    elif changed.startswith("entity:"):
        of = changed.partition(":")[2]
        kept = {place: name for place, name in cast.attributes.items() if place[0] != of}
        values = {place: name for place, name in cast.values.items() if place[0] != of}
        cast = Cast(cast.table, cast.entities, kept, values)
    return proposed(block, design, cast)


def cast_form(block: Block, design: Design, cast: Cast) -> dict[str, Any]:
    """Context of the form for a whole cast."""
    table = next((one for one in design.tables if one.name == cast.table), None)
    usable = [one.name for one in design.tables if fits(block, one)]
    return {
        "tables": _pick("into", "Table", cast.table, usable, "New table"),
        "roles": [_role(block, design, cast, table, role) for role in block.roles],
        "slots": [
            _pick(
                f"slot:{one.name}",
                f"Index {one.name}",
                cast.indexes[one.name],
                [index.name for index in usable_indexes(block, design, cast, one)],
                "New index",
            )
            for one in block.table.indexes
        ],
        "brings": [
            {"code": one.code, "name": one.name, "is_chosen": one.code in (cast.patterns or ())}
            for one in block.design.patterns
        ],
    }


def _role(block: Block, design: Design, cast: Cast, table: Table | None, role: BlockRole) -> dict[str, Any]:
    own = played_by(design, cast, role.entity)
    names = [entity.name for entity in table.entities] if table is not None else []
    return {
        "entity": _pick(f"entity:{role.entity}", role.label, cast.entities[role.entity], names, "New entity"),
        "resets_keys": own is not None and role.keys == "set" and any(own.overloads_of(None)),
        "attributes": [
            {
                **_pick(
                    f"attribute:{role.entity}:{one.name}",
                    one.name,
                    cast.attributes[role.entity, one.name],
                    [known.name for known in own.attributes if known.type is one.type] if own is not None else [],
                    "New attribute",
                ),
                "values": _meant(block, cast, (role.entity, one.name), _known_values(own, cast, role, one.name)),
            }
            for one in block.attribute_roles[role.entity]
        ],
    }


def _known_values(own: Any, cast: Cast, role: BlockRole, attribute: str) -> list[str]:
    known = own.attribute(cast.attributes[role.entity, attribute]) if own is not None else None
    return list(known.values) if known is not None else []


def _meant(block: Block, cast: Cast, place: tuple[str, str], known: list[str]) -> list[dict[str, Any]]:
    """The values of an enumeration that the block uses, where the design has values to choose from."""
    entity, attribute = place
    of_block = next(one for one in block.attribute_roles[entity] if one.name == attribute)
    return [
        {
            "field": f"value:{entity}:{attribute}:{value}",
            "value": value,
            "chosen": cast.values[(*place, value)],
            "known": known,
        }
        for value in (of_block.values if known else ())
    ]


def _pick(field: str, label: str, name: str, known: list[str], new: str) -> dict[str, Any]:
    """A choice between existing parts and a new one."""
    return {
        "field": field,
        "id": field.replace(":", "-"),
        "label": label,
        "options": [{"value": f"{EXISTING}{one}", "name": one, "is_chosen": one == name} for one in known],
        "is_new": name not in known,
        "name": name if name not in known else "",
        "new": new,
    }
