"""Email about comments, reviews of branches, passwords, webhooks and runs, if the operator configured a mail server."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from designer.accounts.passwords import RESET, reset_link_parts
from designer.models import Workspace
from exporter.models import ProvisioningRun, Webhook
from modeler.models import Notice
from modeler.observing.tracing import span
from modeler.permissions import Role
from modeler.selectors import designs_visible_to, notices_of


def is_mail_set_up() -> bool:
    """Is a mail server configured?"""
    return bool(settings.MAIL_HOST)


def notice_mail(notice_id: int) -> bool:
    """Send one notice by email, once. Nothing is sent to guests, who have no address, or if the person cannot see the
    design, the comment was deleted, or the notice was read meanwhile. Return whether it was sent.
    """
    notice = Notice.objects.select_related("user").filter(pk=notice_id).first()
    if notice is None or notice.user.is_guest or not is_mail_set_up():
        return False
    pending = notices_of(notice.user).filter(pk=notice_id, mailed_at=None, read_at=None).first()
    if pending is None or not Notice.objects.filter(pk=notice_id, mailed_at=None).update(mailed_at=timezone.now()):
        return False
    try:
        _send(_message(pending, notice.user.email))
    except Exception:
        # A failed delivery is not recorded, so that a retry sends it.
        Notice.objects.filter(pk=notice_id).update(mailed_at=None)
        raise
    return True


def password_mail(what: str, address: str) -> bool:
    """Send a link that sets a new password, or the news that the password was changed. Nothing is sent to an address
    without an account. Return whether it was sent.
    """
    if not is_mail_set_up():
        return False
    context: dict[str, object] = {"site": settings.KEYSHEET_URL}
    if what == RESET:
        if (parts := reset_link_parts(address)) is None:
            return False
        person, uid, token = parts
        context |= {"person": person, "link": settings.KEYSHEET_URL + reverse("password-reset", args=[uid, token])}
    subject = "Keysheet: a new password" if what == RESET else "Keysheet: your password was changed"
    _send(EmailMessage(subject, render_to_string(f"emails/password_{what}.txt", context), to=[address]))
    return True


def webhook_mail(webhook_id: UUID) -> bool:
    """Tell the owners of its workspace that the server turned a webhook off, unless it is on again. Return whether an
    email was sent.
    """
    found = Webhook.objects.select_related("workspace").filter(pk=webhook_id).exclude(disabled_because="").first()
    if found is None or not is_mail_set_up():
        return False
    link = settings.KEYSHEET_URL + reverse("webhook", args=[found.workspace_id, found.pk])
    text = render_to_string("emails/webhook_off.txt", {"webhook": found, "link": link})
    addresses = _owners(found.workspace)
    _send(EmailMessage(f"Keysheet: the webhook {found.name} is off", text, bcc=addresses))
    return bool(addresses)


def expiry_mail(run_id: UUID) -> bool:
    """Tell a person that the server removes the tables of their run soon; the owners, if the person has left or the
    design is in the trash. Nothing is sent if the run is over meanwhile. Return whether an email was sent.
    """
    run = ProvisioningRun.objects.select_related("design__workspace", "by").filter(pk=run_id).first()
    if run is None or run.is_over or run.expires_at is None or not is_mail_set_up():
        return False
    person = run.by if run.by is not None and run.by.is_active and not run.by.is_guest else None
    if person is not None and designs_visible_to(person).filter(pk=run.design_id).exists():
        addresses, page = [person.email], reverse("design-provision", args=[run.design_id])
    else:
        addresses = _owners(run.design.workspace)
        page = reverse("workspace-runs", args=[run.design.workspace_id])
    context = {"run": run, "link": settings.KEYSHEET_URL + page}
    subject = " ".join(f"Keysheet: the tables of a proof of {run.design.name} are removed soon".split())
    _send(EmailMessage(subject, render_to_string("emails/run_expiring.txt", context), bcc=addresses))
    return bool(addresses)


def _owners(workspace: Workspace) -> list[str]:
    found = workspace.memberships.filter(role=Role.OWNER, user__is_active=True).select_related("user")
    return [one.user.email for one in found]


def _send(message: EmailMessage) -> None:
    with span("mail", "CLIENT"):
        message.send()


def _message(notice: Notice, address: str) -> EmailMessage:
    context = {"notice": notice, "link": f"{settings.KEYSHEET_URL}{_page(notice)}"}
    subject = " ".join(render_to_string("emails/notice_subject.txt", context).split())
    return EmailMessage(subject, render_to_string("emails/notice.txt", context), to=[address])


def _page(notice: Notice) -> str:
    if notice.branch is not None:
        return reverse("branch-review", args=[notice.branch.main_id, notice.branch.design_id])
    assert notice.comment is not None
    thread = notice.comment.thread
    return f"{reverse('design-comments', args=[thread.design_id])}?thread={thread.pk}"
