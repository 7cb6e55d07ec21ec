"""Sample items for the entities of a design: the requested number of each, the same for the same seed.

Shares of enums and of optional attributes are exact to the item, not random; a child takes its parent's attributes from
an existing item; each identity is used once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate
from random import Random
from typing import Final

from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.items.value_bounds import enum_value
from modeler.core.keys.key_formats import instant
from modeler.core.keys.templates import parse
from modeler.core.values.attribute_values import AttributeType, AttributeValue, Item, number
from modeler.sampling.moments import beginning, is_time, moments
from modeler.sampling.relations import ParentLink, in_order, refers_elsewhere
from modeler.sampling.values import Making, value_for
from modeler.sampling.words import Words, seeded

TRIES: Final = 40
"""Attempts to draw an unused identity; after that many, hardly any is left."""

type Values = dict[str, AttributeValue]


@dataclass(frozen=True, slots=True)
class Samples:
    """New items by entity id, parents before children; `remarks` explain why there are fewer than requested."""

    items: Mapping[str, tuple[Item, ...]]
    remarks: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """The total number of items."""
        return sum(map(len, self.items.values()))


@dataclass(frozen=True, slots=True)
class _Known:
    """An item that children can belong to, and its creation time."""

    values: Item
    moment: datetime | None


@dataclass
class _Parents:
    """The items of one entity from which children of another are assigned."""

    link: ParentLink
    items: Sequence[_Known]
    most: float | None
    weights: list[float] = field(default_factory=list)
    children: Counter[int] = field(default_factory=Counter)

    def pick(self, rng: Random, count: int) -> _Known | None:
        """One of them; None if none can have one more child."""
        if self.link.is_single:
            at = next((n for n in range(sum(self.children.values()), len(self.items))), None)
        else:
            self.weights = self.weights or _weights(rng, len(self.items), count)
            drawn = (rng.choices(range(len(self.items)), cum_weights=self.weights)[0] for _ in range(TRIES))
            at = next((n for n in drawn if self.most is None or self.children[n] < self.most), None)
        if at is None:
            return None
        self.children[at] += 1
        return self.items[at]


def _weights(rng: Random, parents: int, children: int) -> list[float]:
    """Some parents have many children, most have few: cumulative weights."""
    bend = 1.3 if children > parents else 2.5
    return list(accumulate(min(rng.paretovariate(bend), 30) for _ in range(parents)))


def samples(design: Design, counts: Mapping[str, int], seed: int, *, adding: bool = True) -> Samples:
    """That many new items of each entity (by id). With `adding`, existing items stay, can be parents, and keep their
    identities; else the counted entities start empty.
    """
    homes = tuple(design.entities())
    keys = {entity.id: _key_attributes(entity) for _, entity in homes}
    words, known, made, remarks = Words(seed), dict[str, list[_Known]](), {}, []
    for entity, links in in_order(homes):
        wanted = counts.get(entity.id, 0)
        old = (
            [_Known(one.values, _moment_of(entity, one.values)) for one in entity.items] if adding or not wanted else []
        )
        work = _Work(entity, links, keys[entity.id], seeded(f"{seed}:{entity.id}"), words, known, wanted, old)
        fresh = work.items()
        known[entity.id] = [*old, *fresh]
        if wanted:
            made[entity.id] = tuple(one.values for one in fresh)
        if len(fresh) < wanted:
            remarks.append(f"{entity.name}: {len(fresh):,} of {wanted:,}, {work.reason()}")
    return Samples(made, tuple(remarks))


def _key_attributes(entity: Entity) -> frozenset[str]:
    """Attributes that an item needs to be stored at all."""
    base = (text for overload in entity.overloads_of(None) for text in overload.keys.values())
    return frozenset((*entity.identity, *(name for text in base for name in parse(text).attributes)))


def _moment_of(entity: Entity, values: Item) -> datetime | None:
    """The creation time of an existing item, from its earliest time."""
    read = (
        instant(str(values[one.name].data), one.format)
        for one in entity.attributes
        if one.name in values and one.format not in ("month", "year") and is_time(one) and values[one.name].type in "SN"
    )
    return min(filter(None, read), default=None)


@dataclass
class _Work:
    """The items of one entity."""

    entity: Entity
    links: tuple[ParentLink, ...]
    needed: frozenset[str]
    rng: Random
    words: Words
    known: Mapping[str, list[_Known]]
    wanted: int
    old: list[_Known]

    def __post_init__(self) -> None:
        most = self.entity.per_parent.maximum if self.entity.per_parent else None
        self.parents = [
            _Parents(link, self.known[link.parent], most if n == 0 else None)
            for n, link in enumerate(self.links)
            if self.known.get(link.parent)
        ]
        self.taken = {name for parents in self.parents for name in parents.link.names}
        self.once = tuple(dict.fromkeys((self.entity.identity, *self.entity.unique)))
        self.used = {group: {_identity(group, one.values) for one in self.old} for group in self.once if group}
        self.telling = {name for group in self.once for name in group}
        for parents in self.parents:
            self._skip_parents_with_a_child(parents)
        self.counters: Counter[tuple[AttributeValue | None, ...]] = Counter()
        self.columns = {
            one.name: self._column(one) for one in self.entity.attributes if one.name not in self.taken and self.wanted
        }

    def _skip_parents_with_a_child(self, parents: _Parents) -> None:
        if not parents.link.is_single:
            return
        own, theirs = tuple(parents.link.names), tuple(parents.link.names.values())
        have = {_identity(own, one.values) for one in self.old}
        parents.items = [one for one in parents.items if _identity(theirs, one.values) not in have]

    def items(self) -> list[_Known]:
        """All of them; fewer if there are no more identities or no more parents."""
        made: list[_Known] = []
        for n in range(self.wanted):
            one = self._item(n)
            if one is None:
                break
            made.append(one)
        return made

    def reason(self) -> str:
        """The reason why there are no more."""
        if any(parents.link.is_single for parents in self.parents):
            return "one per parent"
        names = " and ".join(self.entity.identity)
        return f"all values of {names} are already used" if names else ("its parents cannot have more children")

    def _column(self, attribute: Attribute) -> list[AttributeValue | None]:
        """The values of an attribute with shares, item by item; None if an item lacks it. [] for others."""
        share = 1.0 if attribute.name in self.needed else max(0.0, min(1.0, attribute.optional))
        if not attribute.values and share == 1.0:
            return []
        have = round(self.wanted * share)
        column: list[AttributeValue | None] = [None] * (self.wanted - have)
        column += [enum_value(attribute, text) for text in _shared_out(attribute.values, have)]
        if not attribute.values:
            column += [_PRESENT] * have
        self.rng.shuffle(column)
        return column

    def _item(self, n: int) -> _Known | None:
        for attempt in range(TRIES):
            chosen = [(parents.link, parents.pick(self.rng, self.wanted)) for parents in self.parents]
            if any(parent is None for link, parent in chosen if not link.names.keys().isdisjoint(self.needed)):
                return None
            made = self._drawn(n, attempt > 0, [(link, parent) for link, parent in chosen if parent is not None])
            fresh = {group: _identity(group, made.values) for group in self.used}
            if all(values not in self.used[group] or None in values for group, values in fresh.items()):
                for group, values in fresh.items():
                    self.used[group].add(values)
                return made
            if any(parents.link.is_single for parents in self.parents):
                return None
        return None

    def _drawn(self, n: int, is_again: bool, parents: Sequence[tuple[ParentLink, _Known]]) -> _Known:
        given: Values = {}
        for link, parent in parents:
            given |= {own: parent.values[theirs] for own, theirs in link.names.items() if theirs in parent.values}
        after = max((parent.moment for _, parent in parents if parent.moment is not None), default=None)
        start = beginning(self.rng, after)
        times = [one for one in self.entity.attributes if is_time(one) and one.name not in given]
        making = Making(self.entity, self.rng, self.words, n, start, moments(self.rng, times, start), given)
        # The names of people come before the attributes that are derived from them.
        for attribute in sorted(self.entity.attributes, key=lambda one: "name" not in one.name.lower()):
            if attribute.name not in making.values:
                self._give(attribute, making, n, is_again)
        ordered = {one.name: making.values[one.name] for one in self.entity.attributes if one.name in making.values}
        return _Known(ordered, start)

    def _give(self, attribute: Attribute, making: Making, n: int, is_again: bool) -> None:
        # If the value makes an identity that is already used, another member is drawn.
        column = [] if is_again and attribute.name in self.telling else self.columns.get(attribute.name)
        value = column[n] if column else _PRESENT
        if value is None:
            return
        if value is not _PRESENT:
            making.values[attribute.name] = value
        elif refers_elsewhere(attribute.name, self.entity):
            making.values[attribute.name] = self._elsewhere(attribute, making)
        elif self._is_counted(attribute):
            making.values[attribute.name] = self._next(attribute, making.values)
        else:
            making.values[attribute.name] = value_for(attribute, making)

    def _elsewhere(self, attribute: Attribute, making: Making) -> AttributeValue:
        """One of a few ids of things that are not entities of the design: the same few for every entity that names
        them.
        """
        which = self.rng.randrange(max(3, math.isqrt(self.wanted)))
        rng = seeded(f"{self.words.seed}:{attribute.name}:{attribute.format}:{which}")
        begun = beginning(rng, None)
        return value_for(attribute, Making(self.entity, rng, self.words, which, begun))

    def _is_counted(self, attribute: Attribute) -> bool:
        """Lines of an order are 1, 2, 3: a whole number that distinguishes the children of one parent."""
        return attribute.name in self.entity.identity and attribute.format in ("integer", "sequence", "")

    def _next(self, attribute: Attribute, values: Values) -> AttributeValue:
        if attribute.format == "" and attribute.type is not AttributeType.N:
            return value_for(attribute, Making(self.entity, self.rng, self.words, 0, beginning(self.rng, None)))
        scope = (AttributeValue(AttributeType.S, attribute.name), *_identity(self._others(attribute), values))
        low = math.ceil(attribute.range[0]) if attribute.range else (1 if len(scope) > 1 else 1001)
        value = low + self.counters[scope]
        self.counters[scope] += 1
        exact = number(str(min(value, int(attribute.range[1])) if attribute.range else value))
        return exact if attribute.type is AttributeType.N else AttributeValue(attribute.type, exact.data)

    def _others(self, attribute: Attribute) -> tuple[str, ...]:
        return tuple(name for name in self.entity.identity if name != attribute.name)


_PRESENT: Final = AttributeValue(AttributeType.NULL, False)


def _identity(names: Iterable[str], values: Item) -> tuple[AttributeValue | None, ...]:
    return tuple(values.get(name) for name in names)


def _shared_out(shares: Mapping[str, float], count: int) -> list[str]:
    """`count` members by their shares, rounded down; the rest goes to those that lose most by rounding."""
    if not shares or count <= 0:
        return []
    total = sum(max(share, 0.0) for share in shares.values())
    exact = {
        text: count * (max(share, 0.0) / total if total > 0 else 1 / len(shares)) for text, share in shares.items()
    }
    whole = {text: math.floor(amount) for text, amount in exact.items()}
    by_loss = sorted(exact, key=lambda text: whole[text] - exact[text])
    for text in by_loss[: count - sum(whole.values())]:
        whole[text] += 1
    return [text for text, often in whole.items() for _ in range(often)]
