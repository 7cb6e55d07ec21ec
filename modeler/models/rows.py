"""One table per kind of part, all with the same columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Self

from django.db import models
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from modeler.core.design.parts import Part, PartKind
from modeler.models.designs import Design


def mirrored(field: str) -> models.GeneratedField:
    """A column that Postgres keeps equal to a text field of a part, so that the two cannot differ; in byte order."""
    return models.GeneratedField(
        expression=Coalesce(KT(f"fields__{field}"), models.Value(""), output_field=models.TextField()),
        output_field=models.TextField(db_collation="C"),
        db_persist=True,
    )


class PartRow(models.Model):
    """One part of a design: its stable id, its parent, and its fields in the format of the core."""

    design = models.ForeignKey(Design, models.CASCADE, related_name="+")
    part = models.CharField(max_length=64)
    parent = models.CharField(max_length=64)
    fields = models.JSONField(default=dict)
    name = mirrored("name")
    position = mirrored("position")
    removed = models.GeneratedField(
        expression=models.Case(models.When(fields__removed=True, then=True), default=False),
        output_field=models.BooleanField(),
        db_persist=True,
    )

    kind: PartKind
    objects: ClassVar[models.Manager[Self]]

    class Meta:
        abstract = True
        constraints = (models.UniqueConstraint(fields=["design", "part"], name="%(class)s_once"),)
        indexes = (models.Index(fields=["design", "parent", "position"], name="%(class)s_in_order"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.part}"

    def as_part(self) -> Part:
        """The part in the format of the core."""
        return Part(self.part, self.kind, self.parent, self.fields)


class Table(PartRow):
    """A DynamoDB table."""

    kind = PartKind.TABLE


class Index(PartRow):
    """A secondary index."""

    kind = PartKind.INDEX


class Entity(PartRow):
    """An item type that lives in a table."""

    kind = PartKind.ENTITY


class Attribute(PartRow):
    """An attribute of an entity."""

    kind = PartKind.ATTRIBUTE


class Overload(PartRow):
    """The keys that one entity writes into one index, and their condition."""

    kind = PartKind.OVERLOAD


class Relation(PartRow):
    """Two entities that belong together, and how many."""

    kind = PartKind.RELATION


class AccessPattern(PartRow):
    """One read or write that the application needs."""

    kind = PartKind.PATTERN


class SampleItem(PartRow):
    """One sample item; read by window or entity, never with the structure."""

    kind = PartKind.ITEM


ROWS: Final[Mapping[PartKind, type[PartRow]]] = {
    model.kind: model for model in (Table, Index, Entity, Attribute, Overload, Relation, AccessPattern, SampleItem)
}
"""The table of each kind; parents come before their children. The root part is the design's own row."""
