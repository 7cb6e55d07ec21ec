"""How large collections and items become, and when they reach DynamoDB's limits. facts/limits#items,
facts/limits#indexes, facts/limits#throughput.

A collection is everything under one partition-key value of a table, with its entries in local indexes. All of this is
an estimate: from counts, children per parent, growth per month and sizes, evenly over the keys unless a skew is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from modeler.core.arithmetic import Figure, Line, exact, plain_number
from modeler.core.capacity.partition_keys import cell_keys
from modeler.core.capacity.populations import Population, is_now, tells_apart
from modeler.core.capacity.skew import hottest_share
from modeler.core.capacity.spreads import KeySpread, SpreadInput, identifying, key_spreads
from modeler.core.design.items import Entity
from modeler.core.design.pattern_facts import Skew
from modeler.core.design.tables import IndexKind, Table
from modeler.core.items.index_shares import cell_shares
from modeler.core.items.sizes import Sizes
from modeler.core.keys.templates import KeyTemplate
from modeler.core.limits import GIB, ITEM_BYTES_MAX, SECONDS_PER_MONTH

_DAYS_PER_MONTH = 730 / 24
BUCKET_SECONDS: Mapping[str, int] = {
    "year": 31_536_000, "month": 2_628_000, "date": 86_400, "hour": 3_600, "minute": 60,
}  # fmt: skip
"""Duration of a time period, by the format that produces it."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What one entity adds to a collection: average and maximum items (None: no limit is given), bytes of each with its
    entries in local indexes, and new items per month (0 if a limit or a retention keeps them constant). `is_single`:
    the key identifies one item.
    """

    entity: Entity
    overload: str
    items: float
    most: float | None
    item_bytes: float
    monthly: float
    how: str
    is_single: bool = False

    @property
    def largest(self) -> float:
        """Bytes of the maximum number of expected items."""
        return max(self.items, self.most or 0.0) * self.item_bytes


@dataclass(frozen=True, slots=True)
class Collection:
    """The collections of one kind of partition key; `lacking` are the entities without any known number."""

    shape: tuple[str, ...]
    label: str
    holdings: tuple[Holding, ...]
    lacking: tuple[str, ...] = ()

    @property
    def size(self) -> Figure:
        """Bytes of the largest collection that is expected now."""

        def steps() -> tuple[Line, ...]:
            return tuple(
                Line(
                    f"{one.entity.name}: {plain_number(exact(max(one.items, one.most or 0)))} items ({one.how}) of "
                    f"{plain_number(exact(one.item_bytes))} B, entries of local indexes included",
                    exact(one.largest),
                    "B",
                )
                for one in self.holdings
            )

        return Figure(exact(sum(one.largest for one in self.holdings)), "B", steps, estimate=True)

    @property
    def monthly(self) -> Figure:
        """Bytes added per month."""

        def steps() -> tuple[Line, ...]:
            return tuple(
                Line(
                    f"{one.entity.name}: {plain_number(exact(one.monthly))} items per month",
                    exact(one.monthly * one.item_bytes),
                    "B",
                )
                for one in self.holdings
            )

        monthly = exact(sum(one.monthly * one.item_bytes for one in self.holdings))
        return Figure(monthly, "B/month", steps, estimate=True)

    def months_until(self, limit: int) -> float | None:
        """Months until the largest has that many bytes: 0 if it already has; None if it does not grow."""
        now, monthly = float(self.size.value), float(self.monthly.value)
        if now >= limit:
            return 0.0
        return (limit - now) / monthly if monthly > 0 else None


def collections(
    table: Table, sizes: Sizes, population: Population, skews: Mapping[str, Skew] | None = None
) -> tuple[Collection, ...]:
    """The collections of a table, by kind of partition key. `skews` are, by entity name, how unevenly items are put."""
    found = ((entity, (skews or {}).get(entity.name)) for entity in table.entities)
    return gathered(held(table, entity, sizes, population, skew) for entity, skew in found)


def largest_gb(table: Table, sizes: Sizes, population: Population) -> float | None:
    """GB that no collection of a table exceeds, entries of local indexes included; None if that is not certain: an
    entity has no maximum per parent, and its items grow in number or are not counted.
    """
    found: dict[tuple[str, ...], float] = {}
    for entity in table.entities:
        size = _item_bytes(table, entity, sizes)
        for _, spread, holding in held(table, entity, sizes, population):
            most = 1.0 if holding is not None and holding.is_single else _most(entity)
            if most is None:
                return None
            found[spread.shape] = found.get(spread.shape, 0.0) + most * size
    return max(found.values(), default=0.0) / GIB


def _most(entity: Entity) -> float | None:
    """The most items of an entity under one key, if it does not identify one: those of a parent, or all."""
    if entity.per_parent is not None and entity.per_parent.maximum is not None:
        return entity.per_parent.maximum
    return None if entity.growth and entity.retention is None else entity.count


type Held = tuple[Entity, KeySpread, Holding | None]


def gathered(parts: Iterable[Iterable[Held]]) -> tuple[Collection, ...]:
    """The content of collections, merged by kind of partition key."""
    found: dict[tuple[str, ...], tuple[str, list[Holding], list[str]]] = {}
    for part in parts:
        for entity, spread, holding in part:
            _, holdings, lacking = found.setdefault(spread.shape, (spread.label, [], []))
            if holding is None:
                lacking.append(f"{entity.name}: {spread.lacking or 'its count is not given'}")
            else:
                holdings.append(holding)
    return tuple(
        Collection(shape, label, tuple(holdings), tuple(lacking)) for shape, (label, holdings, lacking) in found.items()
    )


def held(
    table: Table, entity: Entity, sizes: Sizes, population: Population, skew: Skew | None = None
) -> tuple[Held, ...]:
    """What one entity adds to each kind of collection that contains it; None if too little is known."""
    known = sizes.entity(table, entity)
    size = _item_bytes(table, entity, sizes)
    made: list[Held] = []
    for cell, share in cell_shares(known.row(table.base), known.facts):
        templates = cell_keys(table.base, known.keys(table, table.base), cell)
        if templates is None or any(template.problem for template in templates):
            continue
        overload = cell.overload.id if cell.overload is not None else entity.id
        made += [
            (entity, spread, _holding(entity, overload, templates, spread, share, size, skew))
            for spread in key_spreads(templates, SpreadInput(entity, population))
        ]
    return tuple(made)


def _item_bytes(table: Table, entity: Entity, sizes: Sizes) -> float:
    size = sizes.item(table, entity).average
    for index in table.indexes:
        if index.kind is IndexKind.LSI:
            size += sizes.entry(table, index, entity).average * sizes.share(table, index, entity).value
    return size


def _holding(
    entity: Entity,
    overload: str,
    templates: tuple[KeyTemplate, ...],
    spread: KeySpread,
    share: float,
    size: float,
    skew: Skew | None,
) -> Holding | None:
    part = spread.weight * share
    names = identifying(templates, entity)
    seconds = [
        BUCKET_SECONDS.get(reference.formats[-1].name, BUCKET_SECONDS["date"])
        if reference.formats
        else BUCKET_SECONDS["date"]
        for template in templates
        for reference in template.references
        if is_now(entity.attribute(reference.attribute), reference)
    ]
    even = spread.share
    if skew is not None and names and even is not None:
        even = max(even, hottest_share(skew, None) or 0.0)
    elif skew is not None and skew.hottest is not None and names:
        even = min(1.0, skew.hottest)
    told = {one.attribute for template in templates for one in template.references if tells_apart(one)}
    if entity.identity and told.issuperset(entity.identity):
        return Holding(entity, overload, 1.0, None, size, 0.0, "each has its own key", is_single=True)
    if seconds:
        coming = _coming(entity)
        if even is None or coming <= 0:
            return None
        items = coming * part * even * min(seconds) / SECONDS_PER_MONTH
        return Holding(entity, overload, items, None, size, 0.0, "items in one bucket")
    return _of_parent(entity, overload, part, even, size)


def _coming(entity: Entity) -> float:
    """New items per month: as declared, else as many as expire, if a constant number is kept for a time."""
    if entity.growth <= 0 and entity.retention and entity.count:
        return entity.count / entity.retention * _DAYS_PER_MONTH
    return entity.growth


def _of_parent(entity: Entity, overload: str, part: float, even: float | None, size: float) -> Holding | None:
    monthly = entity.growth * part * (even or 0.0)
    if entity.per_parent is not None:
        most = entity.per_parent.maximum
        kept = most is not None or entity.retention is not None
        return Holding(
            entity,
            overload,
            entity.per_parent.average * part,
            most,
            size,
            0.0 if kept else monthly,
            "as declared per parent",
        )
    if entity.count is None or even is None:
        return None
    items = entity.count * part * even
    how = (
        f"1/{plain_number(exact(1 / even))} of {plain_number(exact(entity.count))}" if even else "each has its own key"
    )
    if entity.retention is not None:
        monthly = 0.0  # new items replace expired ones
    return Holding(entity, overload, items, None, size, monthly, how)


def months_until_full(size: float, each: float, times_a_second: float) -> float | None:
    """Months until an item of `size` bytes has 400 KB, at `each` bytes per write and this many writes per second; None:
    never.

    facts/limits#items.
    """
    monthly = each * times_a_second * SECONDS_PER_MONTH
    if size >= ITEM_BYTES_MAX:
        return 0.0
    return (ITEM_BYTES_MAX - size) / monthly if monthly > 0 else None


def duration(months: float) -> str:
    """A number of months as text: in hours, days, months or years."""
    days = months * _DAYS_PER_MONTH
    if days < 2:
        return f"{days * 24:,.0f} hours"
    if days < 60:
        return f"{days:,.0f} days"
    return f"{months:,.0f} months" if months < 36 else f"{months / 12:,.0f} years"
