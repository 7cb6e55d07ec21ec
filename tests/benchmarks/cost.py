"""Capacity and cost of 1,000 access patterns over 5 GSIs, of a small candidate design, and auto scaling of a week."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from designer.preload import warm_core
from modeler.core.analysis import analyse
from modeler.core.capacity.design import design_capacity
from modeler.core.capacity.patterns import CapacityCache
from modeler.core.cost.design import monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.cost.scaling import Scaling, scaled_capacity
from modeler.core.cost.traffic import minutes, shaped
from modeler.core.design.model import Design
from modeler.core.documents import reading
from modeler.core.rules.support.memo import Memo
from tests.benchmarks.big_design import big_document
from tests.benchmarks.figures import report, worked


def wide_design(patterns: int, entities: int = 100) -> Design:
    """The big design with two more GSIs that every entity is written into."""
    document = big_document(entities=entities, patterns=patterns, items=entities)
    (table,) = document["tables"]
    for name in ("GSI4", "GSI5"):
        keys = {"partition_key": [{"name": f"{name}PK"}], "sort_key": [{"name": f"{name}SK"}]}
        table["indexes"].append({"name": name, "kind": "GSI", **keys, "projection": {"type": "ALL"}})
        for entity in table["entities"]:
            written = {f"{name}PK": f"{name}#{{owner}}", f"{name}SK": "{at}#{id}"}
            entity["overloads"].append({"index": name, "keys": written})
    return reading.from_document(document)


def priced(design: Design, cache: CapacityCache) -> None:
    """Units of every pattern, and what they cost on demand and fixed at the peak."""
    cost = monthly_cost(design, capacity=design_capacity(design, cache), cache=cache)
    cost.total(Mode.ON_DEMAND)
    cost.total(Mode.FIXED)


def main() -> None:
    """Prints; asserts nothing."""
    warm_core()  # as a worker does, before its first job
    design, cache = wide_design(1000), CapacityCache()
    report(
        "capacity and cost, 1,000 patterns x 5 GSIs, nothing known",
        worked(lambda: priced(design, CapacityCache()), 3),
        "aim 40",
    )
    report("findings of the same, nothing known", worked(lambda: analyse(design, Memo()), 3), "aim 400")
    priced(design, cache)
    report("capacity and cost, the same, units of patterns known", worked(lambda: priced(design, cache), 20), "aim 40")
    small = wide_design(3, 1)
    capacity = design_capacity(small, cache)

    def candidate() -> None:
        for _ in range(1000):
            monthly_cost(small, capacity=capacity, cache=cache).total(Mode.ON_DEMAND)

    report("cost of 1,000 small candidates (3 patterns), on demand", worked(candidate, 5), "aim 1,000")
    day = minutes(shaped("diurnal", 100, 250))
    week = [100 * factor for factor in day * 7]
    report("auto scaling of a week, 10,080 minutes", worked(lambda: scaled_capacity(week, Scaling()), 10), "aim 10")


if __name__ == "__main__":
    main()
