"""Notice before the server removes the tables of a run: on its page, to webhooks, and by mail.

It comes when a quarter of the run's hours is left, and four hours before the end at the earliest.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from exporter.models import ProvisioningRun
from exporter.services.runs.standing import STANDING
from modeler.announcing import EventKind, announce
from modeler.models import Job

log = logging.getLogger(__name__)

EARLIEST: Final = timedelta(hours=4)
SHARE: Final = 4

type Told = Callable[[ProvisioningRun], None]
_told: Final[list[Told]] = []


def on_expiring(told: Told) -> Told:
    """A port: `told` gets a run whose tables are about to be removed. designer.tasks mails its person."""
    _told[:] = [told]
    return told


def notice_begins(run: ProvisioningRun) -> datetime | None:
    """Return when the end of a run is near; None for a run of an earlier version, which has no end."""
    if run.expires_at is None:
        return None
    return run.expires_at - min(EARLIEST, (run.expires_at - run.created_at) / SHARE)


def is_expiring(run: ProvisioningRun) -> bool:
    """Return whether the server removes the run's tables soon."""
    begins = notice_begins(run)
    return begins is not None and begins <= timezone.now() and not run.is_over


def runs_warn() -> list[Job]:
    """Tell of each run whose end is near, once. Nothing is returned: there are no jobs."""
    now = timezone.now()
    near = ProvisioningRun.objects.filter(STANDING, noticed_at=None, expires_at__gt=now, expires_at__lt=now + EARLIEST)
    for run in near.distinct().select_related("design").prefetch_related("tables"):
        if is_expiring(run) and _warn(run):
            log.info("the hours of run %s end soon", run.pk)
    return []


def _warn(run: ProvisioningRun) -> bool:
    """Return whether this worker is the one that tells."""
    with transaction.atomic():
        if not ProvisioningRun.objects.filter(pk=run.pk, noticed_at=None).update(noticed_at=timezone.now()):
            return False
        about = {"id": str(run.pk), "kind": str(run.kind), "endpoint": run.endpoint, "tables": run.table_count}
        ends = run.expires_at.isoformat() if run.expires_at else None
        announce(EventKind.RUN_EXPIRING, run.design, lambda: {"run": about, "expires_at": ends})
    for told in _told:
        told(run)
    return True
