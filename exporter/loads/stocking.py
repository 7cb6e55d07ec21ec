"""The items that a load stores before its calls, and what storing them takes. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from exporter.loads.asked import LoadAsked, Stock
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.plan import RunPlan, make_plan
from exporter.provisioning.summary import seed_units
from exporter.rehearsals.package import with_items
from modeler.core.design.model import Design
from modeler.sampling.ready import ready_to_prove

_NO_TAGS: Final[Mapping[str, str]] = {}


def stocked_plan(
    design: Design, asked: LoadAsked, endpoint: Endpoint, prefix: str = "?", tags: Mapping[str, str] = _NO_TAGS
) -> RunPlan:
    """The tables of a load with their items. Raises Invalid if no table can be created."""
    full = stocked(design, asked.items, asked.seed)
    return make_plan(full, prefix=prefix, trust=endpoint.trust, tags=dict(tags), allows_recovery=False)


def stock_of(plan: RunPlan) -> Stock:
    """What storing the items of a plan takes."""
    return Stock(plan.item_count, seed_units(plan))


def stocked(design: Design, count: int, seed: int) -> Design:
    """The design with items and parameters for its patterns, and about so many items more. IDs that a file leaves out
    are made.
    """
    tables = []
    for place, table in enumerate(design.tables):
        entities = (replace(one, id=one.id or f"{place}:{one.name}") for one in table.entities)
        tables.append(replace(table, entities=tuple(entities)))
    return with_items(ready_to_prove(replace(design, tables=tuple(tables))), count, seed)
