"""One's own account: sessions that are listed and ended, and a password that is changed or set anew by email."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from designer.accounts.sessions import browser_of, handle_of
from designer.mail import password_mail
from designer.models import PersonSession, User
from modeler.models import AuditEvent

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0"
NEW = "another-long-password"


def signed_in(name="ada", agent=FIREFOX, address="192.0.2.1"):
    client = Client(headers={"user-agent": agent}, REMOTE_ADDR=address)
    password = f"{name}-has-a-password"
    assert client.post("/sign-in/", {"email": f"{name}@example.com", "password": password}).status_code == 302
    return client


def is_signed_in(client):
    return client.get("/account/").status_code == 200


@pytest.fixture
def outbox(settings):
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
    settings.MAIL_HOST = "smtp.example.com"
    settings.KEYSHEET_URL = "https://keysheet.example.com"
    mail.outbox = []
    return mail.outbox


def test_the_page_lists_sessions_and_what_happened(ada):
    signed_in(agent=EDGE, address="192.0.2.8")
    page = signed_in().get("/account/").content.decode()
    assert page.index("Firefox on Linux") < page.index("this session") < page.index("Edge on Windows")
    assert "192.0.2.8" in page
    assert page.count("Signed in</th>") == 1 + 2
    for session in PersonSession.objects.all():
        assert session.session_key not in page


def test_ending_one_session_leaves_the_others(ada):
    here, there, third = signed_in(), signed_in(), signed_in()
    here.post("/account/sessions/end/", {"session": handle_of(there.session.session_key)})
    assert [is_signed_in(one) for one in (here, there, third)] == [True, False, True]
    here.post("/account/sessions/end/")
    assert [is_signed_in(one) for one in (here, there, third)] == [True, False, False]
    assert AuditEvent.objects.filter(kind="account.session_ended").count() == 2


def test_nobody_ends_the_session_of_another(ada, ben):
    hers, his = signed_in("ada"), signed_in("ben")
    his.post("/account/sessions/end/", {"session": handle_of(hers.session.session_key)})
    assert is_signed_in(hers)
    his.post("/account/sessions/end/")
    assert is_signed_in(hers)


def test_a_changed_password_ends_the_other_sessions(ada):
    here, there = signed_in(), signed_in()
    answer = here.post("/account/password/", {"old": "ada-has-a-password", "new": NEW})
    assert answer.status_code == 302
    assert [is_signed_in(here), is_signed_in(there)] == [True, False]
    ada.refresh_from_db()
    assert ada.check_password(NEW)


@pytest.mark.parametrize(("old", "new"), [("wrong", NEW), ("ada-has-a-password", "short"), ("", NEW), (NEW, "")])
def test_a_password_is_not_changed_without_the_current_one_or_to_a_weak_one(ada, old, new):
    assert signed_in().post("/account/password/", {"old": old, "new": new}).status_code == 422
    ada.refresh_from_db()
    assert ada.check_password("ada-has-a-password")


def test_an_open_browser_is_no_way_to_guess_the_password(ada):
    here = signed_in()
    tried = [here.post("/account/password/", {"old": "wrong", "new": NEW}).status_code for _ in range(6)]
    assert tried == [422] * 5 + [429]


def test_an_account_without_a_password_is_told_so(client, ada):
    ada.set_unusable_password()
    ada.save()
    client.force_login(ada)
    assert "This account has no password" in client.get("/account/").content.decode()


def link_in(message):
    return re.search(r"https://keysheet\.example\.com(/password/reset/\S+)", message.body)[1]


def test_a_forgotten_password_is_set_by_a_link_that_works_once(ada, outbox):
    there = signed_in()
    assert password_mail("reset", "ada@example.com")
    address, client = link_in(outbox[0]), Client()
    assert "ada@example.com" in client.get(address).content.decode()
    assert client.post(address, {"new": "short"}).status_code == 422
    assert client.post(address, {"new": NEW}).status_code == 302
    assert not is_signed_in(there)
    assert User.objects.get(pk=ada.pk).check_password(NEW)
    assert [client.get(address).status_code, client.post(address, {"new": NEW}).status_code] == [404, 404]
    assert list(AuditEvent.objects.filter(kind__contains="reset").order_by("pk").values_list("kind", flat=True)) == [
        "account.reset_requested",
        "account.password_reset",
    ]


def test_a_forged_link_is_none(ada, outbox):
    assert password_mail("reset", "ada@example.com")
    *_, uid, token = link_in(outbox[0]).strip("/").split("/")
    for wrong in (f"{uid}/{token}x", f"x{uid}/{token}", "unknown/unknown"):
        assert Client().get(f"/password/reset/{wrong}/").status_code == 404


@pytest.mark.parametrize("who", ["disabled", "guest", "unknown", "without a password"])
def test_no_link_is_sent_to(who, ada, outbox):
    ada.is_active, ada.is_guest = who != "disabled", who == "guest"
    if who == "without a password":
        ada.set_unusable_password()
    ada.save()
    assert not password_mail("reset", "lou@example.com" if who == "unknown" else "ada@example.com")
    assert outbox == []


def without_csrf(answer):
    return re.sub(r'"[A-Za-z0-9]{64}"', "", answer.content.decode())


def test_the_page_answers_the_same_for_every_address(ada, outbox, monkeypatch, django_capture_on_commit_callbacks):
    sent = []
    monkeypatch.setattr("designer.accounts.passwords._mailers", [lambda *what: sent.append(what)])
    with django_capture_on_commit_callbacks(execute=True):
        pages = [
            without_csrf(Client().post("/password/forgotten/", {"email": f"{name}@example.com"}))
            for name in ("ada", "lou")
        ]
    assert pages[0] == pages[1]
    assert "on its way" in pages[0]
    assert sent == [("reset", "ada@example.com"), ("reset", "lou@example.com")]


def test_a_mailbox_is_not_flooded(ada, outbox, monkeypatch, django_capture_on_commit_callbacks):
    sent = []
    monkeypatch.setattr("designer.accounts.passwords._mailers", [lambda *what: sent.append(what)])
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(5):
            Client().post("/password/forgotten/", {"email": "ada@example.com"})
    assert len(sent) == 3


def test_without_a_mail_server_the_page_says_so(db):
    assert "sends no email" in Client().get("/password/forgotten/").content.decode()
    assert "Forgot your password" not in Client().get("/sign-in/").content.decode()


def test_a_changed_password_is_told_by_email(ada, outbox):
    assert password_mail("changed", "ada@example.com")
    assert "https://keysheet.example.com/password/forgotten/" in outbox[0].body


def test_sign_ins_that_fail_are_recorded_for_the_account(ada):
    for email in ("ada@example.com", "nobody@example.com"):
        Client().post("/sign-in/", {"email": email, "password": "wrong"})
    found = [(event.by, event.detail) for event in AuditEvent.objects.order_by("pk")]
    assert found == [(ada, ""), (None, "no account has this address")]


@pytest.mark.parametrize(
    ("agent", "said"),
    [(FIREFOX, "Firefox on Linux"), (EDGE, "Edge on Windows"), ("curl/8.5", "curl"), ("", "unknown browser")],
)
def test_browsers_have_a_name(agent, said):
    assert browser_of(agent) == said


def test_a_session_that_nobody_uses_ends(ada, settings):
    here = signed_in()
    row = PersonSession.objects.filter(session_key=here.session.session_key)
    row.update(seen_at=timezone.now() - timedelta(seconds=settings.SESSION_IDLE_SECONDS - 60))
    assert is_signed_in(here)
    assert timezone.now() - row.get().seen_at < timedelta(minutes=1)
    row.update(seen_at=timezone.now() - timedelta(seconds=settings.SESSION_IDLE_SECONDS + 1))
    assert not is_signed_in(here)


def test_a_session_that_is_used_all_the_time_ends_too(ada, settings):
    here = signed_in()
    begun = PersonSession.objects.get(session_key=here.session.session_key).signed_in_at
    session = here.session
    session["origin"] = {**session["origin"], "at": (begun - timedelta(days=10)).isoformat()}
    session.save()
    row = PersonSession.objects.get(session_key=session.session_key)
    assert row.expire_date == begun - timedelta(days=10) + timedelta(seconds=settings.SESSION_COOKIE_AGE)


def test_an_operator_ends_the_sessions_of_one_person_or_of_everybody(ada, eve, capsys):
    of_ada, of_eve = signed_in(), Client()
    of_eve.force_login(eve)
    call_command("end_sessions", "ADA@example.com")
    assert "1 session ended." in capsys.readouterr().out
    assert of_ada.get("/account/").status_code == 302
    assert of_eve.get("/account/").status_code == 200
    assert AuditEvent.objects.get(kind="account.session_ended").detail == "1 session, by the operator"
    of_ada = signed_in()
    call_command("end_sessions", all=True)
    assert {one.get("/account/").status_code for one in (of_ada, of_eve)} == {302}
    with pytest.raises(CommandError, match="no account"):
        call_command("end_sessions", "nobody@example.com")
