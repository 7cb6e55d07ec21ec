"""The second step of signing in: an authenticator app, recovery codes, and what still lets nobody in without them."""

import re
import time
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from designer.accounts.session_store import ORIGIN
from designer.live.rights import SIGNED_OUT, Seat, rights_of
from designer.models import PersonSession
from exporter.services.tokens import token_create
from modeler.models import AuditEvent, AuditKind

PASSWORD = "ada-has-a-password"


@pytest.fixture(autouse=True)
def nobody_tried():
    cache.clear()
    yield
    cache.clear()


def code_of(secret, step=0):
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + step))


def long_ago(client):
    """The sign-in of this browser was twenty minutes ago."""
    session = client.session
    session[ORIGIN] = session[ORIGIN] | {"at": (timezone.now() - timedelta(minutes=20)).isoformat()}
    session.save()


def with_app(client):
    """Ada signs in and adds an authenticator app; the secret and the recovery codes."""
    client.post("/sign-in/", {"email": "ada@example.com", "password": PASSWORD})
    long_ago(client)
    assert client.get("/account/second-step/app/").headers["Location"].startswith("/account/confirm/?next=")
    here = {"password": PASSWORD, "next": "/account/second-step/app/"}
    assert client.post("/account/confirm/", here).headers["Location"] == "/account/second-step/app/"
    page = client.get("/account/second-step/app/").content.decode()
    secret = re.search(r"Secret: <code>([A-Z2-7]+)</code>", page)[1]
    assert client.post("/account/second-step/app/", {"code": "000000"}).status_code == 200
    answer = client.post("/account/second-step/app/", {"code": code_of(secret, -1)})
    if answer.status_code == 200:  # the half minute ended between the two: the code was one too old
        answer = client.post("/account/second-step/app/", {"code": code_of(secret, -1)})
    assert answer.headers["Location"] == "/account/second-step/codes/"
    page = client.get("/account/second-step/codes/").content.decode()
    return secret, re.findall(r"<li>\s*<code>([^<]+)</code>", page)


def at_the_code(email="ada@example.com", **sent):
    """A browser in which the password was right."""
    client = Client()
    answer = client.post("/sign-in/", {"email": email, "password": PASSWORD, **sent})
    assert answer.headers["Location"] == "/sign-in/code/"
    return client


def is_in(client):
    return "_auth_user_id" in client.session


@pytest.mark.django_db(transaction=True)
def test_signing_in_takes_the_code_and_a_code_works_once(ada):
    secret, codes = with_app(Client())
    assert len(codes) == 10
    client = at_the_code(next="/help/")
    before = client.session.session_key
    assert not is_in(client) and client.get("/account/").headers["Location"].startswith("/sign-in/")
    assert client.post("/sign-in/code/", {"code": "000000"}).status_code == 200 and not is_in(client)
    answer = client.post("/sign-in/code/", {"code": code_of(secret)})
    assert answer.headers["Location"] == "/help/" and is_in(client)
    assert client.session.session_key != before
    assert not PersonSession.objects.filter(session_key=before).exists()
    said = AuditEvent.objects.filter(by=ada).values_list("kind", "detail")
    assert (AuditKind.SIGN_IN_REFUSED, "wrong one-time code") in said
    assert any(kind == AuditKind.SIGNED_IN and "one-time code" in detail for kind, detail in said)
    assert any(kind == AuditKind.SECOND_STEP_CHANGED for kind, _ in said)
    again = at_the_code()
    again.post("/sign-in/code/", {"code": code_of(secret)})
    assert not is_in(again), "a code that was used lets nobody in"
    again.post("/sign-in/code/", {"code": codes[0]})
    assert is_in(again)
    third = at_the_code()
    third.post("/sign-in/code/", {"code": codes[0]})
    assert not is_in(third), "a recovery code works once"


def test_codes_cannot_be_tried_on_and_on(ada):
    secret, _ = with_app(Client())
    client = at_the_code()
    for number in range(6):
        client.post("/sign-in/code/", {"code": f"00000{number}"})
    client.post("/sign-in/code/", {"code": code_of(secret)})
    assert not is_in(client)


def test_the_codes_are_shown_once_and_the_secret_is_stored_encrypted(ada):
    client = Client()
    secret, codes = with_app(client)
    assert codes[0] not in client.get("/account/second-step/codes/").content.decode()
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored


def test_a_new_secret_key_reads_what_the_old_one_wrote(ada, settings):
    secret, _ = with_app(Client())
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    client = at_the_code()
    client.post("/sign-in/code/", {"code": code_of(secret)})
    assert is_in(client)


def test_removing_it_asks_who_one_is(ada):
    client = Client()
    secret, _ = with_app(client)
    other = at_the_code()
    other.post("/sign-in/code/", {"code": code_of(secret)})
    long_ago(other)
    assert other.post("/account/second-step/app/remove/").headers["Location"].startswith("/account/confirm/")
    assert client.post("/account/second-step/app/remove/").headers["Location"] == "/account/second-step/"
    assert not Authenticator.objects.exists()


def test_who_has_no_password_is_asked_to_sign_in_again(client, ada, settings):
    settings.LOCAL = True
    ada.set_unusable_password()
    ada.save(update_fields=["password"])
    client.force_login(ada)
    session = client.session
    session[ORIGIN] = {"at": timezone.now().isoformat(), "address": "", "agent": ""}
    session.save()
    long_ago(client)
    page = client.get("/account/second-step/app/").content.decode()
    assert "Sign in again first" in page and "not valid" not in page
    assert "Run make sign-in" in page


def test_an_operator_helps_a_person_who_lost_everything(ada, capsys):
    with_app(Client())
    call_command("remove_second_step", "ada@example.com")
    client = Client()
    client.post("/sign-in/", {"email": "ada@example.com", "password": PASSWORD})
    assert is_in(client)
    with pytest.raises(CommandError, match="no account"):
        call_command("remove_second_step", "ada@example.com")


def test_a_code_page_without_a_password_leads_back(client, ada):
    assert client.get("/sign-in/code/").headers["Location"] == "/sign-in/again/"
    assert client.get("/sign-in/again/").headers["Location"] == "/sign-in/"


def signed_in_by_password(name="ada"):
    client = Client()
    client.post("/sign-in/", {"email": f"{name}@example.com", "password": f"{name}-has-a-password"})
    return client


@pytest.mark.parametrize("required", ["passwords", "everybody"])
def test_an_operator_requires_it_and_nothing_opens_before_it_is_added(ada, design, settings, required):
    client = signed_in_by_password()
    settings.SECOND_STEP = required
    there = f"/designs/{design.pk}/"
    assert client.get(there).headers["Location"] == "/account/second-step/"
    assert "requires a second step" in client.get("/account/second-step/").content.decode()
    part = client.get(there, headers={"HX-Request": "true"})
    assert part.headers["HX-Redirect"] == "/account/second-step/"
    assert client.post(f"{there}edits/", {}, content_type="application/json").json()["code"] == "second_step.required"
    assert client.get(f"/api/v1{there}").status_code == 403
    with_app(client)
    assert client.get(there).status_code == 200 and client.get(f"/api/v1{there}").status_code == 200
    assert "requires a second step" not in client.get("/account/second-step/").content.decode()
    Authenticator.objects.all().delete()
    assert client.get(there).status_code == 302, "it was removed"


def test_it_can_be_required_of_passwords_alone(client, ada, design, settings):
    settings.SECOND_STEP = "passwords"
    client.force_login(ada)
    session = client.session
    session["account_authentication_methods"] = [{"method": "socialaccount", "at": 0}]
    session.save()
    assert client.get(f"/designs/{design.pk}/").status_code == 200
    settings.SECOND_STEP = "everybody"
    assert client.get(f"/designs/{design.pk}/").status_code == 302


def test_guests_and_tokens_are_not_asked_for_it(client, ada, gil, design, settings):
    settings.SECOND_STEP = "everybody"
    client.force_login(gil)
    assert client.get(f"/designs/{design.pk}/").status_code == 200
    _, token = token_create(by=ada, name="hers", scope="read")
    answer = Client().get(f"/api/v1/designs/{design.pk}/", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200


def test_a_socket_needs_it_too(ada, gil, design, settings):
    settings.SECOND_STEP = "everybody"
    seats = {one: Seat(one.pk, session_of(one)) for one in (ada, gil)}
    found = rights_of(design.pk, list(seats.values()))
    assert found[seats[ada]] == SIGNED_OUT and not isinstance(found[seats[gil]], int)
    Authenticator.objects.create(user=ada, type="totp", data={})
    assert not isinstance(rights_of(design.pk, [seats[ada]])[seats[ada]], int)


def session_of(person):
    client = Client()
    client.force_login(person)
    return client.session.session_key
