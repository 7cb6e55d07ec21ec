"""Signing in: strangers who try passwords do not lock a person out of a browser that the person has used."""

import pytest
from django.core.cache import cache
from django.test import Client

from designer.throttle import KNOWN_COOKIE

ADDRESS = "/sign-in/"


@pytest.fixture(autouse=True)
def nobody_tried():
    cache.clear()
    yield
    cache.clear()


def tried(client, email, password):
    return client.post(ADDRESS, {"email": email, "password": password}).status_code


def test_a_stranger_locks_nobody_out_of_a_browser_that_they_used(ada, ben):
    known, stranger = Client(), Client()
    assert tried(known, "ada@example.com", "ada-has-a-password") == 302
    known.post("/sign-out/")
    assert [tried(stranger, "ada@example.com", "wrong") for _ in range(11)] == [422] * 10 + [429]
    assert tried(stranger, "ada@example.com", "ada-has-a-password") == 429
    assert tried(known, "ada@example.com", "ada-has-a-password") == 302


def test_a_browser_is_known_for_its_own_person_only_and_has_limits_too(ada, ben):
    bens = Client()
    assert tried(bens, "ben@example.com", "ben-has-a-password") == 302
    bens.post("/sign-out/")
    assert [tried(bens, "ada@example.com", "wrong") for _ in range(11)] == [422] * 10 + [429]
    assert tried(Client(), "ada@example.com", "ada-has-a-password") == 429
    assert [tried(bens, "ben@example.com", "wrong") for _ in range(11)] == [422] * 10 + [429]


def test_a_forged_mark_is_none(ada):
    forged = Client()
    forged.cookies[KNOWN_COOKIE] = "device digest:forged"
    assert tried(forged, "ada@example.com", "wrong") == 422


def test_no_page_of_designs_is_stored_on_its_way(client, ada, design):
    client.force_login(ada)
    for address in ("/", "/api/v1/designs/", f"/api/v1/designs/{design.pk}/"):
        assert "no-store" in client.get(address).headers["Cache-Control"], address
