"""How much of an endpoint may be used, by the limits of its operator: by a person within 24 hours, and by everybody.

A run counts with what it plans, when it is requested; an import counts the units that it has read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import F, Q, Sum
from django.utils import timezone

from exporter.models import EndpointUse, ProvisionedTable, ProvisioningRun, RunState, TableState
from exporter.models.provisioning import MADE, OVER
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.plan import RunPlan
from exporter.provisioning.summary import Summary, dollars_of
from modeler.core.errors import Conflict
from modeler.models.jobs import UNFINISHED

DAY: Final = timedelta(hours=24)
MONTH: Final = timedelta(days=30)
_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


@dataclass(frozen=True, slots=True)
class Amount:
    """What is about to be used. A Region without a known price adds no dollars; its units count."""

    tables: int = 0
    indexes: int = 0
    units: Decimal = Decimal(0)
    dollars: Decimal = Decimal(0)


def amount_of(plan: RunPlan, found: Summary) -> Amount:
    """Return what a run is going to use, from its plan and its summary."""
    indexes = sum(len(table.indexes) for table in plan.design.tables)
    return Amount(len(plan.tables), indexes, found.read_units + found.write_units, found.dollars or Decimal(0))


@transaction.atomic
def use_begin(by: Any, endpoint: Endpoint, amount: Amount) -> int:
    """Record what a person is about to use, and return the id of the record.

    Raises Conflict if that, with what they used within 24 hours or everybody has used, exceeds a limit.
    """
    # Requests at the same time are counted one after the other: those of a person, then those for the endpoint.
    get_user_model().objects.select_for_update(no_key=True).get(pk=by.pk)
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [f"keysheet endpoint {endpoint.name}"])
    _refuse_for_all(endpoint, amount)
    used = used_by(by, endpoint)
    for what, most in asdict(endpoint.daily).items():
        asked = getattr(amount, what)
        if most is not None and (used[what] + asked > most or used[what] >= most):
            needs = f" and this needs {_text(asked)}" if asked else ""
            said = f"{what}: {_text(used[what])} of {_text(most)} are used{needs}"
            raise Conflict(
                f"{endpoint.name} limits what a person uses within 24 hours ({said}); ask its operator, or wait",
                code="endpoint.limit",
            )
    return EndpointUse.objects.create(endpoint=endpoint.name, by=by, **asdict(amount)).pk


def _refuse_for_all(endpoint: Endpoint, amount: Amount) -> None:
    """Raise Conflict if what everybody uses of an endpoint would exceed the operator's guard."""
    guard = endpoint.guard
    if guard.tables is not None and amount.tables:
        standing = tables_standing(endpoint)
        if standing + amount.tables > guard.tables:
            raise Conflict(
                f"{standing} tables of runs exist on {endpoint.name}, this needs {amount.tables}, and its operator "
                f"allows {guard.tables}; tear down runs that are no longer needed",
                code="endpoint.limit",
            )
    for most, time, word in ((guard.dollars_a_day, DAY, "24 hours"), (guard.dollars_a_month, MONTH, "30 days")):
        used = dollars_within(endpoint, time)
        if most is not None and (used + amount.dollars > most or used >= most):
            raise Conflict(
                f"the operator of {endpoint.name} allows ${_text(most)} for everybody within {word}, ${used:,.4f} are "
                f"used, and this needs ${amount.dollars:,.4f}; ask its operator, or wait",
                code="endpoint.limit",
            )


def tables_standing(endpoint: Endpoint) -> int:
    """Return how many tables of runs exist on an endpoint, or are about to, over all designs."""
    coming = ProvisioningRun.objects.filter(
        endpoint=endpoint.name, state__in=[RunState.WAITING, RunState.CREATING], job__state__in=UNFINISHED
    )
    left = Q(state__in=MADE) | (Q(state=TableState.INTENDED) & ~Q(run__state__in=OVER))
    made = ProvisionedTable.objects.filter(left, run__endpoint=endpoint.name).exclude(run__in=coming)
    return made.count() + (coming.aggregate(all=Sum("table_count"))["all"] or 0)


def dollars_within(endpoint: Endpoint, time: timedelta) -> Decimal:
    """Return what everybody used of an endpoint within a time, in dollars at list prices."""
    recent = EndpointUse.objects.filter(endpoint=endpoint.name, at__gt=timezone.now() - time)
    return Decimal(recent.aggregate(all=Sum("dollars"))["all"] or 0)


def use_add(use: int, by: Any, endpoint: Endpoint, units: float) -> None:
    """Count units that a page of an import has consumed. Raises Conflict after the one that reaches the limit."""
    read = Decimal(str(units))
    dollars = dollars_of(endpoint, read, Decimal(0)) or Decimal(0)
    EndpointUse.objects.filter(pk=use).update(units=F("units") + read, dollars=F("dollars") + dollars)
    used = used_by(by, endpoint)
    for what, most in (("units", endpoint.daily.units), ("dollars", endpoint.daily.dollars)):
        if most is not None and used[what] >= most:
            said = f"{endpoint.name} allows a person {_text(most)} {what} within 24 hours; {_text(used[what])} are used"
            raise Conflict(f"{said}, so reading ended", code="endpoint.limit")


def used_by(by: Any, endpoint: Endpoint) -> Mapping[str, Decimal]:
    """Return what a person used of an endpoint within 24 hours."""
    recent = EndpointUse.objects.filter(by=by, endpoint=endpoint.name, at__gt=timezone.now() - DAY)
    found = recent.aggregate(**{what: Sum(what) for what in asdict(Amount())})
    return {what: Decimal(value or 0) for what, value in found.items()}


def _text(number: Decimal | int) -> str:
    return f"{Decimal(number).normalize():,f}"
