"""How much a person may use of an endpoint within 24 hours, by the limits that its operator set.

A run counts with what it plans, when it is requested; an import counts the units that it has read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F, Sum
from django.utils import timezone

from exporter.models import EndpointUse
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.plan import RunPlan
from exporter.provisioning.summary import dollars_of, summary_of
from modeler.core.errors import Conflict

DAY: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Amount:
    """What is about to be used. A Region without a known price adds no dollars; its units count."""

    tables: int = 0
    indexes: int = 0
    units: Decimal = Decimal(0)
    dollars: Decimal = Decimal(0)


def amount_of(plan: RunPlan, endpoint: Endpoint) -> Amount:
    """Return what a run is going to use."""
    found = summary_of(plan, endpoint)
    indexes = sum(len(table.indexes) for table in plan.design.tables)
    return Amount(len(plan.tables), indexes, found.read_units + found.write_units, found.dollars or Decimal(0))


@transaction.atomic
def use_begin(by: Any, endpoint: Endpoint, amount: Amount) -> int:
    """Record what a person is about to use, and return the id of the record.

    Raises Conflict if that, with what they used within 24 hours, exceeds a limit.
    """
    # Requests at the same time are counted one after the other.
    get_user_model().objects.select_for_update(no_key=True).get(pk=by.pk)
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
