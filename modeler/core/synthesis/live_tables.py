"""What it takes to change a table that holds items to an alternative, and whether the change pays for itself."""

from __future__ import annotations

from decimal import Decimal

from modeler.core.arithmetic import exact
from modeler.core.cost.prices import list_prices
from modeler.core.cost.tariffs import Price, TableClass, Tariff
from modeler.core.design.model import Design
from modeler.core.migration import plan
from modeler.core.synthesis.answer import PAYBACK_MONTHS, MigrationCost

MILLION = Decimal(1_000_000)


def migration_cost(before: Design, after: Design, saving: Decimal) -> MigrationCost:
    """The cost of the plan from one design to the other, for a saving in dollars per month."""
    steps = plan(before, after).steps
    works = [step.work for step in steps if step.work is not None]
    written = sum((work.writes.value for work in works), Decimal(0))
    read = sum((work.reads.value for work in works), Decimal(0))
    dollars = (written * _price(before, Tariff.WRITE) + read * _price(before, Tariff.READ)) / MILLION
    hours = sum((work.hours.value for work in works if work.hours is not None), Decimal(0))
    waiting = sum((exact(step.hours) for step in steps), Decimal(0))
    months = dollars / saving if saving > 0 else None
    unknown = dict.fromkeys(text for work in works for text in work.unknown)
    unpriced = any(_found(before, tariff) is None for tariff in (Tariff.WRITE, Tariff.READ))
    unknown |= {f"no price in {before.region}": None} if unpriced and written + read else {}
    return MigrationCost(len(steps), dollars, hours + waiting, months, tuple(unknown))


def pays(cost: MigrationCost) -> bool:
    """Return whether a change pays for its migration soon enough, as far as it is known: dollars with something unknown
    are a lower bound. A plan without steps always does.
    """
    return not cost.steps or (cost.months is not None and cost.months <= PAYBACK_MONTHS)


def _price(design: Design, tariff: Tariff) -> Decimal:
    return _found(design, tariff) or Decimal(0)


def _found(design: Design, tariff: Tariff) -> Decimal | None:
    """Dollars for a million on-demand units; None if there is no price."""
    found = list_prices().with_given(design.options.prices).price(design.region, tariff, TableClass.STANDARD)
    return found.value if isinstance(found, Price) else None
