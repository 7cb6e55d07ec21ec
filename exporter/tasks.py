"""Registers this app's kinds of jobs, which modeler.tasks runs, and the task that delivers messages of webhooks."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from kombu.exceptions import OperationalError

from exporter.loads.job import LOAD
from exporter.rehearsals.job import REHEARSE
from exporter.services.bundles import BUNDLE
from exporter.services.drift_jobs import DRIFT_FILE, DRIFT_LIVE
from exporter.services.forgotten.jobs import KEEP_LONGER, LOOK, REMOVE
from exporter.services.import_jobs import ACCEPT, ACCEPT_UPDATE, AT_ONCE, READ, READ_UPDATE
from exporter.services.language_model_jobs import ASK
from exporter.services.live_import_jobs import LIVE
from exporter.services.provisioning_jobs import EXPIRE, LAB, PROVISION, TEARDOWN
from exporter.services.runs.expiring import runs_warn
from exporter.services.runs.standing import runs_expire
from exporter.services.simulation_jobs import SIMULATE
from exporter.webhooks.delivering import deliver
from exporter.webhooks.outbox import on_due, webhooks_due
from modeler.jobs import on_sweep

on_sweep(runs_warn)
on_sweep(runs_expire)
on_sweep(webhooks_due)


@shared_task(name="exporter.deliver_webhook")
def deliver_webhook(webhook_id: str) -> None:
    """Deliver what is due for one webhook. The messages are rows: a task that is lost, or runs twice, loses nothing."""
    deliver(UUID(webhook_id))


@on_due
def deliver_by_celery(webhook_id: UUID) -> None:
    """Put a webhook into the queue. Raises ConnectionError if the broker cannot be reached."""
    try:
        deliver_webhook.apply_async(args=(str(webhook_id),))
    except OperationalError as error:
        raise ConnectionError(str(error)) from error


__all__ = [
    "ACCEPT",
    "ACCEPT_UPDATE",
    "ASK",
    "AT_ONCE",
    "BUNDLE",
    "DRIFT_FILE",
    "DRIFT_LIVE",
    "EXPIRE",
    "KEEP_LONGER",
    "LAB",
    "LIVE",
    "LOAD",
    "LOOK",
    "PROVISION",
    "READ",
    "READ_UPDATE",
    "REHEARSE",
    "REMOVE",
    "SIMULATE",
    "TEARDOWN",
]
