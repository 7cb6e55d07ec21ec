"""Celery: mail, and what expires. The ports of the comments and of passwords are filled here."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any, Final
from uuid import UUID

from celery import shared_task
from kombu.exceptions import OperationalError

from designer.accounts.passwords import on_password_mail
from designer.accounts.sessions import sessions_expire
from designer.mail import expiry_mail, is_mail_set_up, notice_mail, password_mail, webhook_mail
from designer.operating.versions import version_note
from exporter.models import ProvisioningRun, Webhook
from exporter.services.runs.expiring import on_expiring
from exporter.webhooks.delivering import on_turned_off
from modeler.auditing.events import events_expire
from modeler.comments import on_notice
from modeler.jobs import on_sweep
from modeler.models import Job, Notice

log = logging.getLogger(__name__)
AGAIN_SECONDS = 60


on_sweep(events_expire)
on_sweep(sessions_expire)


@on_sweep
def worker_noted() -> list[Job]:
    """The reaper of each worker says which version it runs. No job is resumed."""
    version_note("worker")
    return []


RETRY: Final[dict[str, Any]] = {
    "autoretry_for": (SMTPException, OSError),
    "retry_backoff": AGAIN_SECONDS,
    "retry_backoff_max": 3600,
}


@shared_task(name="designer.mail_notice", max_retries=8, **RETRY)
def mail_notice(notice_id: int) -> None:
    """Mail one notice; if the server does not answer, retry for some hours."""
    notice_mail(notice_id)


@on_notice
def mail_by_celery(notice: Notice) -> None:
    """Queue nothing if no mail server is configured; if the broker is down, the email is lost, but not the comment."""
    if not is_mail_set_up():
        return
    try:
        mail_notice.apply_async(args=(notice.pk,))
    except OperationalError:
        log.warning("no email for notice %s: the broker cannot be reached", notice.pk)


@shared_task(name="designer.mail_password", max_retries=3, **RETRY)
def mail_password(what: str, address: str) -> None:
    """Mail a link for a new password, or that the password was changed. A link that comes hours later is of no use."""
    password_mail(what, address)


@on_password_mail
def mail_password_by_celery(what: str, address: str) -> None:
    """Queue it for every address that was typed: the time of the answer does not tell whether there is an account."""
    if not is_mail_set_up():
        return
    try:
        mail_password.apply_async(args=(what, address))
    except OperationalError:
        log.warning("no email about a password: the broker cannot be reached")


@shared_task(name="designer.mail_webhook", max_retries=8, **RETRY)
def mail_webhook(webhook_id: str) -> None:
    """Mail the owners that a webhook was turned off."""
    webhook_mail(UUID(webhook_id))


@shared_task(name="designer.mail_expiry", max_retries=3, **RETRY)
def mail_expiry(run_id: str) -> None:
    """Mail that the tables of a run are removed soon."""
    expiry_mail(UUID(run_id))


@on_expiring
def mail_expiry_by_celery(run: ProvisioningRun) -> None:
    """The page says it too, so a lost email loses nothing."""
    if not is_mail_set_up():
        return
    try:
        mail_expiry.apply_async(args=(str(run.pk),))
    except OperationalError:
        log.warning("no email about run %s: the broker cannot be reached", run.pk)


@on_turned_off
def mail_webhook_by_celery(webhook: Webhook) -> None:
    """The page and the audit log say it too, so a lost email loses nothing."""
    if not is_mail_set_up():
        return
    try:
        mail_webhook.apply_async(args=(str(webhook.pk),))
    except OperationalError:
        log.warning("no email about webhook %s: the broker cannot be reached", webhook.pk)
