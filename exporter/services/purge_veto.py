"""Tables that a proof created and that still exist: a design cannot be deleted for good before they are gone."""

from __future__ import annotations

from django.db.models import Q

from exporter.models import ProvisionedTable, TableState
from exporter.models.provisioning import MADE, OVER
from modeler.core.errors import Conflict
from modeler.models import Design
from modeler.trash import before_purge


@before_purge
def refuse_standing_tables(design: Design) -> None:
    """Raise Conflict, with the endpoints, if tables of this design's runs may still exist."""
    made = Q(state__in=MADE) | (Q(state=TableState.INTENDED) & ~Q(run__state__in=OVER))
    there = ProvisionedTable.objects.filter(made, run__design=design)
    endpoints = sorted(set(there.values_list("run__endpoint", flat=True)))
    if endpoints:
        raise Conflict(
            f"tables of a proof of {design.name} still exist on {', '.join(endpoints)}. Remove them on "
            'the page "Proof runs with tables", or report there that the endpoint no longer exists, then try again',
            code="design.tables_stand",
        )
