"""Hostile requests of pages: bodies over the limit, invitations that are over, addresses behind a proxy, paths."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.urls import reverse

from designer.models import Membership, User
from designer.services import invitation_create
from designer.throttle import counted_address
from exporter.services.tokens import token_create

pytestmark = pytest.mark.django_db
MIB = 1024 * 1024


def test_a_pasted_file_over_the_limit_gets_a_sentence_with_the_fix(client, ada, workspace):
    client.force_login(ada)
    client.raise_request_exception = False
    sent = {"workspace": str(workspace.pk), "text": "x" * (22 * MIB)}
    answer = client.post(reverse("import"), sent, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413
    assert "20 MB" in answer.content.decode()
    assert "split" in answer.content.decode()


def test_another_request_that_cannot_be_read_is_no_fault(client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_an_invitation_whose_maker_is_no_owner_any_more_makes_no_account(client, ada, eve, workspace):
    _, token = invitation_create(workspace_id=workspace.pk, by=ada, role="editor")
    Membership.objects.filter(user=eve).update(role="owner")
    Membership.objects.filter(user=ada, workspace=workspace).update(role="reader")
    assert client.get(reverse("join", args=[token])).status_code == 404
    given = {"display_name": "Mal", "email": "mal@example.com", "password": "a long enough secret"}
    assert client.post(reverse("join-new", args=[token]), given).status_code == 404
    assert not User.objects.filter(email="mal@example.com").exists()


def tries(client, forwarded):
    sent = {"email": "who@example.com", "password": "wrong"}
    for number in range(61):
        sent["email"] = f"who{number}@example.com"
        last = client.post(reverse("sign-in"), sent, headers={"x-forwarded-for": forwarded}).status_code
    return last


def test_behind_a_proxy_one_visitor_does_not_use_up_the_tries_of_all(client, ada, settings):
    settings.BEHIND_PROXY = True
    assert tries(client, "10.1.1.1, 203.0.113.7") == 429
    sent = {"email": "ada@example.com", "password": "ada-has-a-password"}
    own = client.post(reverse("sign-in"), sent, headers={"x-forwarded-for": "203.0.113.8"})
    assert own.status_code == 302


def test_without_a_proxy_nobody_chooses_their_own_address(client, settings):
    settings.BEHIND_PROXY = False
    tries(client, "203.0.113.7")
    sent = {"email": "other@example.com", "password": "wrong"}
    assert client.post(reverse("sign-in"), sent, headers={"x-forwarded-for": "203.0.113.9"}).status_code == 429


def test_a_network_of_ipv6_is_one_visitor(client, ada, settings):
    """A subscriber has 2**64 addresses or more: a limit per address would be none."""
    settings.BEHIND_PROXY = True
    for number in range(61):
        sent = {"email": f"who{number}@example.com", "password": "wrong"}
        last = client.post(reverse("sign-in"), sent, headers={"x-forwarded-for": f"2001:db8:1:2::{number:x}"})
    assert last.status_code == 429
    sent = {"email": "ada@example.com", "password": "ada-has-a-password"}
    neighbor = client.post(reverse("sign-in"), sent, headers={"x-forwarded-for": "2001:db8:1:3::1"})
    assert neighbor.status_code == 302


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not an address", "not an address"),
    ],
)
def test_the_name_under_which_an_address_is_counted(rf, settings, address, counted):
    settings.BEHIND_PROXY = True
    assert counted_address(rf.get("/", headers={"x-forwarded-for": f"10.0.0.1, {address}"})) == counted


async def status_of(path):
    from designer.asgi import application

    scope = {"type": "http", "http_version": "1.1", "method": "GET", "path": path, "query_string": b""}
    talk = ApplicationCommunicator(application, {**scope, "headers": [(b"host", b"localhost")]})
    await talk.send_input({"type": "http.request", "body": b"", "more_body": False})
    return (await talk.receive_output(timeout=10))["status"]


@pytest.mark.parametrize("path", ["/static/../manage.py", "/static/css/../../manage.py", "/static//etc/passwd"])
def test_a_path_that_leaves_the_static_files_is_not_found(path):
    assert async_to_sync(status_of)(path) == 404


@pytest.mark.parametrize("address", ["/?order=a%00b", "/search/?q=a%00b", "/sign-in/?next=%00", "/?%00=a"])
def test_a_query_with_a_nul_is_refused_with_a_sentence(client, ada, workspace, address):
    client.force_login(ada)
    client.raise_request_exception = False
    answer = client.get(address)
    assert answer.status_code == 400
    assert "NUL" in answer.text


def test_a_design_page_refuses_a_nul_too(client, ada, design):
    client.force_login(ada)
    client.raise_request_exception = False
    assert client.get(reverse("design-compare", args=[design.pk]), {"other": "a\0b"}).status_code == 400


def refused(client, address, **headers):
    return client.get("/api/v1/designs/", headers={"x-forwarded-for": address, **headers}).status_code


def test_an_address_that_rest_refuses_again_and_again_is_told_to_wait(client, ada, settings):
    """A valid token from the same address is answered: one broken program in an office stops no other."""
    settings.BEHIND_PROXY = True
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    _, secret = token_create(by=ada, name="pipeline", scope="read")
    unknown = {"authorization": "Bearer ks_unknown"}
    answers = [refused(client, f"2001:db8:1:2::{number:x}", **(unknown if number % 2 else {})) for number in range(121)]
    assert (set(answers[:120]), answers[120]) == ({401}, 429)
    assert refused(client, "2001:db8:1:2::1", authorization=f"Bearer {secret}") == 200
    assert refused(client, "2001:db8:1:3::1") == 401


@pytest.mark.django_db
def test_a_request_without_a_network_address_is_refused_as_any_other(client):
    """A server on a Unix socket knows no address of the sender."""
    client.defaults["REMOTE_ADDR"] = None
    assert client.get("/api/v1/targets/").status_code == 401
