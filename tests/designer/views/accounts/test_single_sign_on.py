"""Signing in with an OpenID Connect provider: who comes in, and everything that keeps somebody out."""

import re
import time
from datetime import timedelta
from html import unescape
from http.client import HTTPConnection
from urllib.parse import urlsplit

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from django.core.cache import cache
from django.db import connections
from django.test import Client
from django.utils import timezone

from designer.accounts.session_store import ORIGIN
from designer.models import PersonSession, ProvisionedPerson, User
from modeler.models import AuditEvent, AuditKind
from tests.ground.providers.openid_provider import identity_provider

NEW = {"sub": "u-1", "email": "Nia@example.com", "email_verified": True, "name": "Nia"}


@pytest.fixture(autouse=True)
def nobody_tried(db):
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(scope="module")
def running():
    with identity_provider() as provider:
        yield provider


@pytest.fixture
def provider(running, settings):
    running.person, running.odd, running.user_info, running.discovery = dict(NEW), {}, {}, {}
    running.sign = None
    running.asked.clear()
    settings.SINGLE_SIGN_ON = running.settings()
    return running


def way_out(client, begin="/sign-in/provider/", **sent):
    """The address of the provider that the page leads to."""
    page = client.post(begin, sent)
    assert page.status_code == 200, page.content
    return unescape(re.search(r'content="0; url=([^"]+)"', page.content.decode())[1])


def way_back(address):
    """Where the provider sends the browser."""
    url = urlsplit(address)
    connection = HTTPConnection(url.netloc, timeout=10)
    connection.request("GET", f"{url.path}?{url.query}")
    back = connection.getresponse().getheader("Location")
    connection.close()
    return back.removeprefix("http://testserver")


def signed_on(client, **sent):
    return client.get(way_back(way_out(client, **sent)))


def refused(client, answer, reason):
    assert answer.status_code == 422
    assert "_auth_user_id" not in client.session
    event = AuditEvent.objects.filter(kind=AuditKind.SIGN_IN_REFUSED).latest("pk")
    assert reason in event.detail
    return answer.content.decode()


def test_a_new_person_comes_in_with_a_workspace_and_without_a_password(client, provider):
    answer = signed_on(client, next="/help/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/help/")
    nia = User.objects.get(email="nia@example.com")
    assert (nia.display_name, nia.has_usable_password(), nia.memberships.count()) == ("Nia", False, 1)
    assert client.session["_auth_user_id"] == str(nia.pk)
    assert AuditEvent.objects.filter(kind=AuditKind.SIGNED_IN, by=nia, detail__startswith="Example ID").exists()
    assert PersonSession.objects.filter(user=nia).count() == 1
    asked = provider.asked[0]
    assert asked["code_challenge_method"] == "S256" and asked["nonce"] and asked["state"]


@pytest.mark.django_db(transaction=True)
def test_the_provider_is_waited_for_without_a_connection_to_postgres(client, provider, monkeypatch):
    mine, held = connections["default"], []
    documents = type(provider).documents

    def noting(self):
        held.append(mine.connection is not None)
        return documents(self)

    monkeypatch.setattr(type(provider), "documents", noting)
    assert signed_on(client).status_code == 302
    assert len(held) >= 2
    assert not any(held)


def test_the_same_identity_comes_back_to_the_same_account_whatever_its_address_is_then(client, provider):
    signed_on(client)
    provider.person["email"] = "married@example.com"
    again = Client()
    signed_on(again)
    assert again.session["_auth_user_id"] == client.session["_auth_user_id"]
    assert User.objects.count() == 1


def test_the_session_gets_a_new_key(client, provider):
    address = way_out(client)
    before = client.session.session_key
    client.get(way_back(address))
    assert before and client.session.session_key != before
    assert not PersonSession.objects.filter(session_key=before).exists()


@pytest.mark.parametrize(
    ("odd", "reason"),
    [
        ({"aud": "another-client"}, "InvalidAudience"),
        ({"aud": ["keysheet-client", "another"], "azp": "another"}, "several clients"),
        ({"iss": "https://elsewhere.example.com"}, "InvalidIssuer"),
        ({"nonce": "of-another-sign-in"}, "another sign-in"),
        ({"nonce": None}, "another sign-in"),
        ({"exp": int(time.time()) - 3600}, "Expired"),
        ({"email_verified": False}, "not verified"),
        ({"email": "nia@elsewhere.test"}, "domain elsewhere.test"),
        ({"email": "nia@sub.example.com"}, "domain sub.example.com"),
        ({"email": ""}, "of another person"),
    ],
)
def test_what_is_wrong_with_a_token_keeps_out(client, provider, odd, reason):
    provider.odd = odd
    refused(client, signed_on(client), reason)
    assert not User.objects.exists()


def unsigned(claims):
    return jwt.encode(claims, None, algorithm="none", headers={"kid": "one"})


def shared(claims):
    return jwt.encode(claims, "keysheet-client-secret" * 2, algorithm="HS256", headers={"kid": "one"})


def foreign(claims):
    return jwt.encode(claims, generate_private_key(SECP256R1()), algorithm="ES256", headers={"kid": "one"})


def unknown(claims):
    return jwt.encode(claims, generate_private_key(SECP256R1()), algorithm="ES256", headers={"kid": "two"})


@pytest.mark.parametrize(
    ("sign", "reason"),
    [
        (unsigned, "InvalidAlgorithm"),
        (shared, "InvalidAlgorithm"),
        (foreign, "InvalidSignature"),
        (unknown, "StopIteration"),
        (lambda claims: "no token", "DecodeError"),
        (lambda claims: None, "no ID token"),
    ],
)
def test_a_token_that_the_provider_did_not_sign_keeps_out(client, provider, sign, reason):
    provider.sign = sign
    refused(client, signed_on(client), reason)


def test_a_state_of_another_browser_or_used_before_keeps_out(client, provider):
    back = way_back(way_out(client))
    stranger = Client()
    refused(stranger, stranger.get(back), "unknown state")
    assert client.get(back).status_code == 302
    client.post("/sign-out/")
    refused(client, client.get(back), "unknown state")


def test_a_discovery_document_of_another_issuer_is_not_followed(client, provider):
    provider.discovery = {"issuer": "https://elsewhere.example.com"}
    page = client.post("/sign-in/provider/")
    assert page.status_code == 422 and "http-equiv" not in page.content.decode()


def test_a_person_who_says_no_at_the_provider_is_told_so(client, provider):
    state = dict(pair.split("=") for pair in urlsplit(way_out(client)).query.split("&"))["state"]
    answer = client.get("/sign-in/provider/back/", {"state": state, "error": "access_denied"})
    assert "did not sign you in" in refused(client, answer, "access_denied")


def test_an_address_that_only_the_user_information_has_counts_for_the_same_person(client, provider):
    del provider.person["email"], provider.person["email_verified"]
    provider.user_info = {"sub": "u-1", "email": "nia@example.com", "email_verified": True}
    assert signed_on(client).status_code == 302


def test_an_account_that_exists_is_not_taken_over(client, provider, ada):
    provider.person["email"] = "ada@example.com"
    assert "connect single sign-on" in refused(client, signed_on(client), "exists and is not connected")
    assert not ada.socialaccount_set.exists()


def test_an_account_that_exists_is_joined_if_the_operator_says_so(client, provider, ada, settings):
    settings.SINGLE_SIGN_ON = provider.settings(join_existing=True)
    provider.person["email"] = "ada@example.com"
    assert signed_on(client).status_code == 302
    assert client.session["_auth_user_id"] == str(ada.pk)
    assert AuditEvent.objects.filter(kind=AuditKind.IDENTITY_CONNECTED, by=ada).exists()


def test_an_account_that_was_provisioned_is_entered_once_and_has_no_other_way_in(client, provider, ada):
    zoe = User.objects.create_user("zoe@example.com")
    ProvisionedPerson.objects.create(user=zoe)
    ProvisionedPerson.objects.create(user=ada)
    provider.person["email"] = "ada@example.com"
    # She has a password.
    refused(client, signed_on(client), "exists and is not connected")
    provider.person["email"] = "zoe@example.com"
    assert signed_on(client).status_code == 302
    assert client.session["_auth_user_id"] == str(zoe.pk)
    provider.person["sub"] = "another person"
    stranger = Client()
    refused(stranger, signed_on(stranger), "exists and is not connected")


def signed_in(client, name):
    client.post("/sign-in/", {"email": f"{name}@example.com", "password": f"{name}-has-a-password"})
    assert "_auth_user_id" in client.session


def aged(client):
    """As if the sign-in was twenty minutes ago."""
    session = client.session
    session[ORIGIN] = session[ORIGIN] | {"at": (timezone.now() - timedelta(minutes=20)).isoformat()}
    session.save()


def test_a_signed_in_person_connects_the_identity_of_the_same_address(client, provider, ada):
    provider.person["email"] = "ada@example.com"
    signed_in(client, "ada")
    assert client.get(way_back(way_out(client, "/account/provider/"))).headers["Location"] == "/account/identities/"
    again = Client()
    signed_on(again)
    assert again.session["_auth_user_id"] == str(ada.pk)


def test_connecting_later_asks_who_one_is_and_goes_on(client, provider, ada):
    provider.person["email"] = "ada@example.com"
    signed_in(client, "ada")
    aged(client)
    asked = client.post("/account/provider/")
    assert asked.status_code == 302 and asked.headers["Location"].startswith("/account/confirm/")
    assert not provider.asked
    confirm = asked.headers["Location"]
    assert client.post(confirm, {"password": "wrong", "next": "/account/provider/"}).status_code == 200
    page = client.post(confirm, {"password": "ada-has-a-password", "next": "/account/provider/"})
    address = unescape(re.search(r'content="0; url=([^"]+)"', page.content.decode())[1])
    client.get(way_back(address))
    assert ada.socialaccount_set.count() == 1


def test_an_identity_is_seen_and_disconnected_and_the_other_sessions_end(client, provider, ada):
    provider.person["email"] = "ada@example.com"
    signed_in(client, "ada")
    client.get(way_back(way_out(client, "/account/provider/")))
    other = Client()
    signed_on(other)
    page = client.get("/account/identities/").content.decode()
    assert "Example ID" in page and "ada@example.com" in page and "Disconnect" in page
    remove = f"/account/identities/{ada.socialaccount_set.get().pk}/remove/"
    aged(client)
    assert client.post(remove).headers["Location"].startswith("/account/confirm/")
    assert ada.socialaccount_set.exists()
    client.post(f"/account/confirm/?next={remove}", {"password": "ada-has-a-password", "next": remove})
    assert not ada.socialaccount_set.exists()
    assert AuditEvent.objects.filter(kind=AuditKind.IDENTITY_DISCONNECTED, by=ada).exists()
    assert other.get("/account/").status_code == 302
    assert client.get("/account/").status_code == 200


def test_the_last_way_in_is_never_disconnected(client, provider, settings):
    signed_on(client)
    nia = User.objects.get(email="nia@example.com")
    one = nia.socialaccount_set.get()
    assert "the only way in" in client.get("/account/identities/").content.decode()
    client.post(f"/account/identities/{one.pk}/remove/")
    assert nia.socialaccount_set.exists()
    former = nia.socialaccount_set.create(provider="https://former.example.com", uid="1", extra_data={})
    client.post(f"/account/identities/{one.pk}/remove/")
    assert nia.socialaccount_set.count() == 2, "a provider that is no longer declared is no way in"
    client.post(f"/account/identities/{former.pk}/remove/")
    assert nia.socialaccount_set.get() == one
    nia.set_password("a-long-password-of-hers")
    nia.save()
    settings.PASSWORDS = False
    client.force_login(nia)
    assert "the only way in" in client.get("/account/identities/").content.decode()


def test_nobody_connects_the_identity_of_another_address_or_for_another_person(client, provider, ada, ben):
    signed_in(client, "ada")
    client.get(way_back(way_out(client, "/account/provider/")))
    assert not ada.socialaccount_set.exists()
    provider.person["email"] = "ben@example.com"
    back = way_back(way_out(client, "/account/provider/"))
    client.force_login(ben)
    client.get(back)
    assert not ben.socialaccount_set.exists()


def test_a_disabled_account_does_not_come_in(client, provider):
    signed_on(client)
    User.objects.update(is_active=False)
    again = Client()
    assert signed_on(again).status_code == 403
    assert "_auth_user_id" not in again.session


@pytest.mark.parametrize("next_page", ["https://elsewhere.example.com/", "//elsewhere.example.com", "javascript:1"])
def test_it_leads_nowhere_but_to_us(client, provider, next_page):
    assert signed_on(client, next=next_page).headers["Location"] == "/"


def test_without_a_provider_there_is_no_way_to_one(client):
    assert client.post("/sign-in/provider/").status_code == 404
    assert client.get("/sign-in/provider/back/").status_code == 404
    assert "/sign-in/provider/" not in client.get("/sign-in/").content.decode()


def test_local_passwords_can_be_turned_off(client, provider, ada, workspace, settings):
    from designer.services import invitation_create

    settings.PASSWORDS = False
    answer = client.post("/sign-in/", {"email": "ada@example.com", "password": "ada-has-a-password"})
    assert answer.status_code == 422 and "_auth_user_id" not in client.session
    assert 'name="password"' not in client.get("/sign-in/").content.decode()
    _, token = invitation_create(workspace_id=workspace.pk, by=ada, role="reader")
    page = client.get(f"/join/{token}/").content.decode()
    assert 'name="password"' not in page and "Sign in with Example ID" in page
    sent = {"display_name": "N", "email": "n@example.com", "password": "a-long-password"}
    assert client.post(f"/join/{token}/new/", sent).status_code == 422
    assert not User.objects.filter(email="n@example.com").exists()
    assert client.post("/password/forgotten/", {"email": "ada@example.com"}).status_code == 200


def test_an_account_without_a_password_adds_an_app_soon_after_its_sign_in_and_not_later(client, provider):
    signed_on(client)
    assert "QR code" in client.get("/account/second-step/app/").content.decode()
    session = client.session
    session[ORIGIN] = session[ORIGIN] | {"at": (timezone.now() - timedelta(minutes=20)).isoformat()}
    session.save()
    late = client.get("/account/second-step/app/")
    assert (late.status_code, "Sign out, sign in again" in late.content.decode()) == (422, True)


def test_the_secret_and_the_code_are_in_no_event(client, provider):
    signed_on(client)
    said = " ".join(AuditEvent.objects.values_list("detail", flat=True))
    assert "keysheet-client-secret" not in said and "access" not in said
