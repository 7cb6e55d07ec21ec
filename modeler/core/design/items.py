"""Attributes, entities, sample items: the content of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from modeler.core.values.attribute_values import AttributeType, AttributeValue

BASE = None
"""The name by which an overload refers to the table's own key instead of an index."""


@dataclass(frozen=True, slots=True)
class SizeFact:
    """How large a value is, in bytes (or number of elements): average and maximum."""

    average: float
    maximum: float | None = None


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute of an entity: its type, what its values look like, and what is known of their size.

    `format` is a word of formats.py such as id, uuid4, ulid, date, iso, epoch_seconds, enum, money, text, email.
    `key_only`: the value exists only inside keys and is not stored as a separate attribute; `values` are the members of
    an enum with their share (0 to 1). `optional` is the share of items that have the attribute. `source` is where a
    value comes from: payload, clock, random, counter.
    """

    id: str
    name: str
    type: AttributeType
    format: str = ""
    values: Mapping[str, float] = field(default_factory=dict)
    size: SizeFact | None = None
    elements: SizeFact | None = None
    range: tuple[float, float] | None = None
    optional: float = 1.0
    source: str = ""
    copy_of: str = ""
    sensitive: bool = False
    states: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    key_only: bool = False
    description: str = ""


@dataclass(frozen=True, slots=True)
class Overload:
    """One cell of the key sheet: what an entity writes into one index, and when.

    `index` is the index's name, or None for the table's own key. `keys` maps key attribute names to template texts.
    `when` is a condition with literals ('' means always).
    """

    id: str
    index: str | None
    keys: Mapping[str, str]
    when: str = ""
    provenance: str = ""


@dataclass(frozen=True, slots=True)
class SampleItem:
    """One example item: logical attributes. `stored_keys` are the key values that an imported item had."""

    id: str
    values: Mapping[str, AttributeValue]
    stored_keys: Mapping[str, AttributeValue] = field(default_factory=dict)


COLORS = (
    "blue", "orange", "green", "purple", "yellow", "cyan", "red", "lime", "indigo", "brown", "teal", "pink",
)  # fmt: skip
"""The colors that an entity can be given on pages and drawings."""


@dataclass(frozen=True)
class Entity:
    """One item type of a table. `color` is one of `COLORS`, or '': pages choose one."""

    id: str
    name: str
    attributes: tuple[Attribute, ...] = ()
    overloads: tuple[Overload, ...] = ()
    items: tuple[SampleItem, ...] = ()
    identity: tuple[str, ...] = ()
    count: int | None = None
    per_parent: SizeFact | None = None
    growth: float = 0.0
    retention: float | None = None
    unique: tuple[tuple[str, ...], ...] = ()
    concurrent: bool = False
    constraint_of: str = ""
    description: str = ""
    color: str = ""
    provenance: str = ""

    def attribute(self, name: str) -> Attribute | None:
        """The attribute of that name, if the entity has it."""
        return self.attributes_by_name.get(name)

    @cached_property
    def attributes_by_name(self) -> Mapping[str, Attribute]:
        """The attributes by name; of two with one name the first."""
        return {attribute.name: attribute for attribute in reversed(self.attributes)}

    def overloads_of(self, index: str | None) -> tuple[Overload, ...]:
        """The ordered overloads of one index (None: the table's own key): the first whose `when` holds is written."""
        return self._overloads_by_index.get(index, ())

    @cached_property
    def _overloads_by_index(self) -> Mapping[str | None, tuple[Overload, ...]]:
        found: dict[str | None, list[Overload]] = {}
        for overload in self.overloads:
            found.setdefault(overload.index, []).append(overload)
        return {index: tuple(overloads) for index, overloads in found.items()}

    @cached_property
    def formats(self) -> Mapping[str, str]:
        """Attribute formats by name, as `keys.render` expects them."""
        return {attribute.name: attribute.format for attribute in self.attributes}
