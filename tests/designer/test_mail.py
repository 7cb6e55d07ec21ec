"""Mail to whoever was named: by a real SMTP server of this test, and not where it would tell too much."""

import socketserver
import threading
from email import message_from_bytes, policy

import pytest
from django.utils import timezone

from designer.mail import expiry_mail, notice_mail, webhook_mail
from exporter.models import ProvisioningRun, Webhook
from modeler.branches.notices import review_request
from modeler.branches.services import branch_open
from modeler.comments import comment_remove, notices_read, thread_open
from modeler.models import Notice
from modeler.wording.part_label import CommentedSpot

pytestmark = pytest.mark.django_db


class Smtp(socketserver.StreamRequestHandler):
    """As much of SMTP as a client needs to leave a message."""

    def handle(self):
        self.say("220 here")
        while line := self.rfile.readline().decode().strip():
            match line.upper().split(":")[0].split(" ")[0]:
                case "DATA":
                    self.say("354 go on")
                    self.server.messages.append(self.message())
                    self.say("250 taken")
                case "QUIT":
                    self.say("221 bye")
                    return
                case "EHLO" | "HELO":
                    self.say("250 here")
                case _:
                    self.say("250 fine")

    def say(self, text):
        self.wfile.write(f"{text}\r\n".encode())

    def message(self):
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line)
        return message_from_bytes(b"".join(lines), policy=policy.default)


@pytest.fixture
def mails(settings):
    """The messages that a real SMTP server got."""
    server = socketserver.TCPServer(("127.0.0.1", 0), Smtp)
    server.messages = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    options = {"host": "127.0.0.1", "port": server.server_address[1], "timeout": 5}
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}}
    settings.MAIL_HOST = "127.0.0.1"
    settings.KEYSHEET_URL = "https://keysheet.example.com"
    yield server.messages
    server.shutdown()
    server.server_close()


def named(design, by, text="@Ben, is <this> right?"):
    comment = thread_open(design_id=design.pk, by=by, spot=CommentedSpot("o-o-base", "keys.PK"), text=text)
    return comment, comment.notices.get()


def test_whoever_is_named_gets_one_mail_with_a_link(design, ada, ben, mails):
    comment, notice = named(design, ada)
    assert notice_mail(notice.pk)
    assert not notice_mail(notice.pk)
    [mail] = mails
    assert mail["To"] == "ben@example.com"
    assert mail["Subject"] == f"Ada mentioned you: Order in app-main, PK, {design.name}"
    assert "@Ben, is <this> right?" in mail.get_content()
    assert (
        f"https://keysheet.example.com/designs/{design.pk}/comments/?thread={comment.thread_id}" in mail.get_content()
    )


def test_a_requested_review_is_mailed_with_its_link(design, ada, eve, mails):
    branch = branch_open(design_id=design.pk, name="Pay later", by=eve)
    review_request(design_id=branch.design_id, people=[ada.pk], by=eve)
    assert notice_mail(branch.notices.get().pk)
    [mail] = mails
    assert mail["To"] == "ada@example.com"
    assert mail["Subject"] == f"Eve asks for your review of the branch Pay later, {design.name}"
    assert f"/designs/{design.pk}/branches/{branch.design_id}/" in mail.get_content()


def test_a_name_with_a_line_break_makes_no_header(design, ada, ben, mails):
    ada.display_name = "Ada\nBcc: eve@example.com"
    ada.save()
    _, notice = named(design, ada)
    assert notice_mail(notice.pk)
    assert mails[0]["Bcc"] is None


def test_nobody_is_mailed_what_they_have_read_or_may_not_see(design, workspace, ada, ben, eve, mails):
    _, read = named(design, ada)
    notices_read(by=ben)
    taken, back = named(design, ada)
    comment_remove(design_id=design.pk, comment_id=taken.pk, by=ada)
    _, hidden = named(design, ada)
    workspace.memberships.filter(user=ben).delete()
    assert [notice_mail(pk) for pk in (read.pk, back.pk or 0, hidden.pk, 0)] == [False] * 4
    assert mails == []


def test_a_guest_has_no_address(design, ada, gil, mails):
    _, notice = named(design, ada, "@Gil look")
    assert not notice_mail(notice.pk)


def test_without_a_mail_server_nothing_is_sent_and_nothing_is_marked(design, ada, ben):
    _, notice = named(design, ada)
    assert not notice_mail(notice.pk)
    assert Notice.objects.get(pk=notice.pk).mailed_at is None


def test_a_server_that_does_not_answer_leaves_the_notice_to_be_tried_again(design, ada, ben, mails, settings):
    settings.MAILERS["default"]["OPTIONS"]["port"] = 1
    _, notice = named(design, ada)
    with pytest.raises(OSError):
        notice_mail(notice.pk)
    assert Notice.objects.get(pk=notice.pk).mailed_at is None


def test_the_owners_are_told_that_a_webhook_is_off(workspace, mails):
    webhook = Webhook.objects.create(workspace=workspace, name="CI", url="https://ci.invalid/", disabled_because="gone")
    assert webhook_mail(webhook.pk)
    [mail] = mails
    assert mail["Subject"] == "Keysheet: the webhook CI is off"
    assert f"https://keysheet.example.com/workspaces/{workspace.pk}/webhooks/{webhook.pk}/" in mail.get_content()
    Webhook.objects.update(disabled_because="")
    assert not webhook_mail(webhook.pk)


def test_a_person_is_told_before_the_tables_of_a_run_are_removed_and_the_owners_after_they_left(
    design, workspace, ada, eve, mails
):
    run = ProvisioningRun.objects.create(
        design=design, revision=1, endpoint="Staging", prefix="x", by=eve, state="ready", expires_at=timezone.now()
    )
    run.tables.create(table="orders", name="x-orders", state="created")
    assert expiry_mail(run.pk)
    workspace.memberships.filter(user=eve).delete()
    assert expiry_mail(run.pk)
    run.tables.update(state="removed")
    ProvisioningRun.objects.update(state="removed")
    assert not expiry_mail(run.pk)
    assert [f"/designs/{design.pk}/" in one.get_content() for one in mails] == [True, False]
    assert f"/workspaces/{workspace.pk}/runs/" in mails[1].get_content()
