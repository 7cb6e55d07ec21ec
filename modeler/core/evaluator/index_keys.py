"""What an update must write into the keys of indexes: an index key is a copy of its source attributes.

One function handles a known item and an item with only some known attributes: what depends on an unknown
attribute is left undecided, never inferred. docs/glossary.md#key-templates; facts/expressions#updates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from itertools import islice, product
from typing import Final

from modeler.core.algebra.template_match import match
from modeler.core.design.items import BASE, Entity, Overload
from modeler.core.design.tables import Index, KeyAttribute, Table
from modeler.core.expressions.errors import ExpressionInvalid
from modeler.core.expressions.evaluate import evaluate
from modeler.core.expressions.nodes import NO_NAMES, NO_VALUES, And, Condition, Literal, Not, Operand, Or
from modeler.core.expressions.parse import parse_condition
from modeler.core.expressions.references import attribute_names
from modeler.core.keys import templates
from modeler.core.keys.template_writer import key_writer
from modeler.core.keys.templates import Unrendered
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item


@dataclass(frozen=True, slots=True)
class KeyWrite:
    """One index key attribute that an update writes: its new value and the template it comes from, or its removal.

    `value` is None for a removal (then `template` is '') and if the attributes in `lacking` would have to be known.
    `operand` is how DynamoDB itself computes the value: for example, a copy of a number that the same update sets.
    """

    index: str
    name: str
    template: str
    value: AttributeValue | None
    lacking: tuple[str, ...] = ()
    operand: Operand | None = None

    @property
    def removes(self) -> bool:
        """Whether the attribute is removed."""
        return not self.template

    @property
    def written(self) -> Operand | None:
        """The right-hand side; None for a removal, and if the value is unknown."""
        return self.operand or (None if self.value is None else Literal(self.value))


@dataclass(frozen=True, slots=True)
class KnownItem:
    """Attributes of an item, `either` with one of several values, `absent` ones, or (`complete`) all of it."""

    item: Item
    absent: frozenset[str] = frozenset()
    complete: bool = True
    either: Mapping[str, tuple[AttributeValue, ...]] = field(default_factory=dict)

    def knows(self, name: str) -> bool:
        """Return whether it is known that the item has or lacks the attribute, and its value."""
        return self.complete or name in self.item or name in self.absent


_WORLDS_MAX: Final = 64
NOTHING: Final[Item] = {}


class Undecided(Enum):
    """Distinct from None: it is unknown which overload applies."""

    YES = "undecided"


type Chosen = Overload | Undecided | None


@dataclass(frozen=True, slots=True)
class Required:
    """What one index needs after an update: the overloads before and after, and what each key attribute must hold.

    `must` are the key attributes whose value changes, or may change; the others have it already.
    """

    index: Index
    before: Chosen
    after: Chosen
    writes: Mapping[str, KeyWrite]
    must: frozenset[str]


@lru_cache(maxsize=4096)
def _condition(when: str) -> Condition | None:
    """The condition of an overload; None if there is none, or an invalid one: it then holds for nothing."""
    try:
        return parse_condition(when) if when.strip() else None
    except ExpressionInvalid:
        return None


def truth(
    node: Condition,
    known: KnownItem,
    names: Mapping[str, str] = NO_NAMES,
    values: Mapping[str, AttributeValue] = NO_VALUES,
) -> bool | None:
    """Whether a condition holds for an item as far as it is known; None if that is not enough to decide."""
    match node:
        case And(terms) | Or(terms):
            found = [truth(term, known, names, values) for term in terms]
            decisive = isinstance(node, Or)
            if decisive in found:
                return decisive
            return None if None in found else not decisive
        case Not(term):
            inner = truth(term, known, names, values)
            return None if inner is None else not inner
    try:
        if not all(known.knows(name) for name in attribute_names(node, names)):
            return None
        return evaluate(node, known.item, names=names, values=values)
    except ExpressionInvalid:
        return None


def chosen(overloads: tuple[Overload, ...], known: KnownItem) -> Chosen:
    """The overload that writes an item; None if none does."""
    found = _first(overloads, known)
    if found is Undecided.YES and known.either:
        worlds = islice(product(*known.either.values()), _WORLDS_MAX + 1)
        items = [{**known.item, **dict(zip(known.either, world, strict=True))} for world in worlds]
        answers = [_first(overloads, replace(known, item=item)) for item in items]
        if len(items) <= _WORLDS_MAX and all(answer is answers[0] for answer in answers):
            return answers[0]
    return found


def _first(overloads: tuple[Overload, ...], known: KnownItem) -> Chosen:
    for overload in overloads:
        if not overload.when.strip():
            return overload
        node = _condition(overload.when)
        holds = truth(node, known) if node is not None else False
        if holds is None:
            return Undecided.YES
        if holds:
            return overload
    return None


def used_by(overloads: Iterable[Overload]) -> set[str]:
    """Every attribute that the templates and conditions of an index use."""
    names: set[str] = set()
    for overload in overloads:
        for text in overload.keys.values():
            names.update(templates.parse(text).attributes)
        node = _condition(overload.when)
        names.update(attribute_names(node) if node is not None else ())
    return names


def required_keys(
    table: Table, entity: Entity, touched: Collection[str], before: KnownItem | None, after: KnownItem
) -> tuple[Required, ...]:
    """What every index needs whose templates or conditions an update changes. `before` None: there is no item yet.

    An index that shares a key attribute with one of these is included, with nothing that it must write.
    """
    written = {index.name: _written_by(index, entity) for index in table.indexes}
    affected = [
        index.name
        for index in table.indexes
        if before is None or set(touched) & (used_by(entity.overloads_of(index.name)) | written[index.name])
    ]
    shared = {name for index in affected for name in written[index]}
    return tuple(
        _required(index, entity, touched if index.name in affected else (), before, after)
        for index in table.indexes
        if index.name in affected or shared & written[index.name]
    )


def _written_by(index: Index, entity: Entity) -> set[str]:
    """The key attributes of an index that the entity has templates for."""
    return {name for overload in entity.overloads_of(index.name) for name in overload.keys} & set(index.key_names)


def key_writes(
    required: Iterable[Required], fixed: Collection[str] = (), *, current: Item = NOTHING, creates: bool = False
) -> dict[str, KeyWrite]:
    """The key attributes that must be written, by name; `fixed` ones are not changed.

    Two indexes can share a key attribute: the first that needs a value takes precedence. `current` is what the item
    has, as far as it is known; an update that `creates` an item has nothing to remove.
    """
    asked = tuple(required)
    found: dict[str, KeyWrite] = {}
    for name in dict.fromkeys(name for one in asked for name in one.writes if name in one.must and name not in fixed):
        wanted = [one for one in asked if name in one.writes]
        needing = next((one for one in wanted if not one.writes[name].removes), None)
        if needing is None:
            if not creates:
                found[name] = wanted[0].writes[name]
        elif name in needing.must or (name in current and current[name] != needing.writes[name].value):
            found[name] = needing.writes[name]
    return found


def _required(
    index: Index, entity: Entity, touched: Collection[str], before: KnownItem | None, after: KnownItem
) -> Required:
    overloads = entity.overloads_of(index.name)
    now = chosen(overloads, after)
    was = _chosen_before(index, entity, overloads, before)
    if isinstance(now, Undecided):
        return Required(index, was, now, {}, frozenset())
    templated = [key for key in index.keys if is_made(key.name, overloads)]
    writes = {key.name: _write(index, key, entity, now, after) for key in templated}
    if any(write.template and not _can_be(write) for write in writes.values()):
        # The keys of an overload are written together or not at all.
        writes = {name: KeyWrite(index.name, name, "", None) for name in writes}
    must = {
        name
        for name, write in writes.items()
        if not _is_alike(was, now, name)
        or (touched and (write.removes or set(touched) & {name, *templates.parse(write.template).attributes}))
    }
    return Required(index, was, now, writes, frozenset(must))


def _is_alike(was: Chosen, now: Chosen, name: str) -> bool:
    """Return whether an index key has the same template after as before, even from another overload."""
    if isinstance(was, Overload) and isinstance(now, Overload):
        return was.keys.get(name) == now.keys.get(name)
    return was is now


def is_made(name: str, overloads: Iterable[Overload]) -> bool:
    """Return whether overloads write an index key; removing the item's own attribute would lose data."""
    return any(templates.parse(one.keys[name]).own_attribute != name for one in overloads if name in one.keys)


def _chosen_before(index: Index, entity: Entity, overloads: tuple[Overload, ...], before: KnownItem | None) -> Chosen:
    """The overload whose keys the item has before. One whose keys could not be made wrote none of them."""
    was = chosen(overloads, before) if before is not None else None
    if before is None or not isinstance(was, Overload):
        return was
    for key in index.keys:
        write = _write(index, key, entity, was, before)
        if write.template and not _can_be(write):
            return None
        if any((one := entity.attribute(name)) is None or one.optional < 1 for name in write.lacking):
            return Undecided.YES
    return was


def _write(index: Index, key: KeyAttribute, entity: Entity, now: Overload | None, after: KnownItem) -> KeyWrite:
    source = now.keys.get(key.name) if now is not None else None
    if source is None:
        return KeyWrite(index.name, key.name, "", None)
    lacking = tuple(name for name in templates.parse(source).attributes if not after.knows(name))
    if lacking:
        return KeyWrite(index.name, key.name, source, None, lacking)
    value = key_writer(source, key.type, entity.formats)(after.item)
    return KeyWrite(index.name, key.name, source, None if isinstance(value, Unrendered) else value)


def _can_be(write: KeyWrite) -> bool:
    """Return whether the key can be made, as far as is known; an empty text cannot be a key. facts/limits#items."""
    return bool(write.lacking) or (write.value is not None and write.value.data not in ("", b""))


def read_back(table: Table, entity: Entity, item: Item, missing: Collection[str]) -> Item:
    """Attributes that an item does not store but that its table key implies."""
    if not missing:
        return {}
    for overload in entity.overloads_of(BASE):
        found = _told_by(table, entity, overload, item)
        if found is not None:
            return {name: value for name, value in found.items() if name in missing}
    return {}


def _told_by(table: Table, entity: Entity, overload: Overload, item: Item) -> dict[str, AttributeValue] | None:
    """The values in the key if this overload wrote it; None if it cannot have."""
    found: dict[str, AttributeValue] = {}
    for name in table.base.key_names:
        value, source = item.get(name), overload.keys.get(name)
        if value is not None and source is not None and value.type == AttributeType.S:
            told = match(templates.parse(source), value.data, entity.attributes_by_name)
            if told is None:
                return None
            found |= told
    return found
