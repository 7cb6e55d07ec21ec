"""Rows of tables that are no longer on their endpoint."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from exporter.models import ProvisionedTable, ProvisioningRun, RunState, TableState

GONE: Final = (
    "the tables of this run no longer exist; the endpoint's operator removed them, or the endpoint was restarted"
)


@transaction.atomic
def note_missing(run: ProvisioningRun, missing: Iterable[int]) -> None:
    """Record that tables of a run are not there any more, and that the run is over if none is left."""
    run.tables.filter(pk__in=missing, state=TableState.CREATED).update(state=TableState.GONE)
    if not run.tables.filter(state=TableState.CREATED).exists():
        still = ProvisioningRun.objects.filter(pk=run.pk, state=RunState.READY)
        still.update(state=RunState.GONE, removed_at=timezone.now(), notes=[*run.notes, GONE])


def rows_to_check(workspace: UUID | None, endpoint: str) -> list[ProvisionedTable]:
    """Return the rows of tables that should exist on an endpoint: of runs of a workspace that nobody works on."""
    rows = ProvisionedTable.objects.filter(
        run__endpoint=endpoint, run__design__workspace=workspace, run__state=RunState.READY, state=TableState.CREATED
    )
    return list(rows.select_related("run__design").order_by("pk"))
