"""Tables that a proof made and that still stand: a design is not forgotten before they are gone."""

from __future__ import annotations

from exporter.models import ProvisionedTable, ProvisioningRun, TableState
from exporter.models.provisioning import OVER
from modeler.core.errors import Conflict
from modeler.models import Design
from modeler.trash import before_purge


@before_purge
def refuse_standing_tables(design: Design) -> None:
    """Raises Conflict, with the endpoints, where tables of this design's runs may still be there."""
    runs = ProvisioningRun.objects.filter(design=design).exclude(state__in=OVER)
    there = ProvisionedTable.objects.filter(run__in=runs, state__in=(TableState.INTENDED, TableState.CREATED))
    endpoints = sorted(set(there.values_list("run__endpoint", flat=True)))
    if endpoints:
        raise Conflict(
            f"tables of a proof of {design.name} still stand on {', '.join(endpoints)}; "
            "restore the design, remove them on its page Proof, then try again",
            code="design.tables_stand",
        )
