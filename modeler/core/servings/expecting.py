"""The expected result of a read: items, pages, units, and the extra reads for attributes that an index does not
project.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from modeler.core import limits
from modeler.core.arithmetic import exact
from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.design.tables import Index, IndexKind, Table
from modeler.core.items.sizes import SizeEstimate, Sizes
from modeler.core.servings.served import Expected, Serving
from modeler.core.units import query_units, read_units


def expected(
    table: Table, index: Index, entities: tuple[Entity, ...], pattern: AccessPattern, made: Serving, sizes: Sizes
) -> Expected | None:
    """What one call of a read by key or Query is expected to take. None where no count is known.

    facts/throughput#reads.

    Items are those that the pattern says it returns, else one for a whole key, else what a collection holds on average,
    cut at the limit. What the filter discards is read too, as far as its share is known.
    """
    item = _mean(sizes.item(table, entity) for entity in entities)
    if item is None:
        return None
    calls = max(made.requests, pattern.fan_out)
    consistent = pattern.consistent and made.consistent_possible
    if pattern.operation is not Operation.QUERY:
        units = read_units(item.bytes, consistent=consistent) * calls
        return Expected(calls, calls, item.average * calls, calls, units, estimate=not item.certain)
    returned, examined = counts(pattern, index, made, entities, calls)
    entry = _mean(sizes.entry(table, index, entity) for entity in entities)
    if examined is None or entry is None:
        return None
    size = exact(examined) * exact(entry.average)
    each = int((size / calls).to_integral_value(rounding="ROUND_CEILING"))
    pages = max(1, -(-each // limits.PAGE_BYTES)) * calls
    units = query_units(each, consistent=consistent) * calls
    fetched = 0.0 if not made.fetches else examined if index.kind is IndexKind.LSI else returned
    fetch_units = Decimal(0)
    if fetched:
        fetch_units = read_units(item.bytes, consistent=pattern.consistent) * exact(fetched)
    return Expected(returned, examined, float(size), pages, units, fetched, fetch_units)


def counts(
    pattern: AccessPattern, index: Index, made: Serving, entities: tuple[Entity, ...], calls: int
) -> tuple[float, float | None]:
    """Items that a Query returns and examines, in all its calls; None if unknown."""
    whole = {one.name for one in made.condition if one.operator == "="} >= set(index.key_names) and index.is_base
    limit = float(pattern.limit * calls) if pattern.limit is not None else None
    given = pattern.facts.examined
    returned = pattern.items_returned
    kept = made.kept if made.kept else None
    if given is not None:
        return (returned if returned is not None else given * (kept or 1.0)), given
    if whole:
        return float(calls), float(calls)
    if returned is not None:
        # A limit counts before the filter: the application keeps reading until it has what it returns.
        # facts/limits#requests
        return returned, returned / kept if kept else returned
    children = [entity.per_parent.average for entity in entities if entity.per_parent is not None]
    examined = sum(children) if children else None
    if examined is not None and limit is not None:
        examined = min(examined, limit)
    examined = limit if examined is None else examined
    return (examined or 0.0) * (kept or 1.0), examined


def _mean(estimates: Iterable[SizeEstimate]) -> SizeEstimate | None:
    found = list(estimates)
    if not found:
        return None
    if len(found) == 1:
        return found[0]
    average = sum(one.average for one in found) / len(found)
    return SizeEstimate(min(one.minimum for one in found), average, None, f"the average of {len(found)} entities")
