"""Shapes of fields that may hold anything: which members and values the core uses, and what those refer to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from modeler.core.fields.references import Members, Ref, References
from modeler.core.fields.shapes import Schema, Shape
from modeler.core.fields.understood import Accepted


@dataclass(frozen=True, slots=True)
class Open(Shape):
    """Anything; `members` are those of an object (or, `is_list`, of each object of a list) that the core reads. It may
    refer to something, and so may they. The schema allows every value; the core uses those that are `accepted` (None:
    any), of objects that have one of the members in `needs`. `each`: every member of an object has this shape.
    `closed`: other members than these have no meaning, so they are reported.
    """

    description: str
    members: Mapping[str, Open] = field(default_factory=dict)
    refers: Ref | None = None
    is_list: bool = False
    accepted: Accepted | None = None
    needs: tuple[str, ...] = ()
    each: Open | None = None
    closed: bool = False

    @property
    def references(self) -> References | None:
        """What it or its members refer to."""
        within = {name: found for name, one in self.members.items() if (found := one.references) is not None}
        return self.refers or (Members(within) if within else None)

    def schema(self) -> Schema:
        """Its JSON Schema, which refuses nothing."""
        of = {"properties": {name: one.schema() for name, one in self.members.items()}} if self.members else {}
        return {"description": self.description, **({"items": of} if self.is_list else of)}


@dataclass(frozen=True, slots=True)
class OpenObject(Open):
    """An object with the same rule."""

    def schema(self) -> Schema:
        """Its JSON Schema, which rejects everything but an object."""
        return {"type": "object", **super(OpenObject, self).schema()}
