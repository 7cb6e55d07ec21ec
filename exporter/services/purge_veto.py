"""Tables that a proof created and that still exist: a design cannot be deleted for good before they are gone."""

from __future__ import annotations

from exporter.models import ProvisionedTable, ProvisioningRun, TableState
from exporter.models.provisioning import OVER
from modeler.core.errors import Conflict
from modeler.models import Design
from modeler.trash import before_purge


@before_purge
def refuse_standing_tables(design: Design) -> None:
    """Raise Conflict, with the endpoints, if tables of this design's runs may still exist."""
    runs = ProvisioningRun.objects.filter(design=design).exclude(state__in=OVER)
    there = ProvisionedTable.objects.filter(run__in=runs, state__in=(TableState.INTENDED, TableState.CREATED))
    endpoints = sorted(set(there.values_list("run__endpoint", flat=True)))
    if endpoints:
        raise Conflict(
            f"tables of a proof of {design.name} still exist on {', '.join(endpoints)}; restore the "
            "design, remove them on its Proof page, then try again",
            code="design.tables_stand",
        )
