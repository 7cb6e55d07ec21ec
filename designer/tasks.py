"""Celery: mail. The port of the comments is filled here."""

from __future__ import annotations

import logging
from smtplib import SMTPException

from celery import shared_task
from kombu.exceptions import OperationalError

from designer.mail import is_mail_set_up, notice_mail
from modeler.comments import on_notice
from modeler.models import Notice

log = logging.getLogger(__name__)
AGAIN_SECONDS = 60


@shared_task(
    name="designer.mail_notice",
    autoretry_for=(SMTPException, OSError),
    retry_backoff=AGAIN_SECONDS,
    retry_backoff_max=3600,
    max_retries=8,
)
def mail_notice(notice_id: int) -> None:
    """Mail one notice; if the server does not answer, retry for some hours."""
    notice_mail(notice_id)


@on_notice
def mail_by_celery(notice: Notice) -> None:
    """Queue nothing if no mail server is configured; if the broker is down, the email is lost, but not the comment."""
    if not is_mail_set_up():
        return
    try:
        mail_notice.apply_async(args=(notice.pk,), queue="long")
    except OperationalError:
        log.warning("no email for notice %s: the broker cannot be reached", notice.pk)
