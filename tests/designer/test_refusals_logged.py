"""Who was refused is a line of the log: by number, with the address, and without what was sent."""

import logging

import pytest
from django.test import Client

from designer.links import link_create
from designer.throttle import Throttle
from designer.tokens import WithoutTokens
from modeler.permissions import Role

pytestmark = pytest.mark.django_db
LOGGER = "keysheet.refused"


@pytest.fixture
def refused(caplog):
    """The lines as the log of the server has them."""
    caplog.set_level(logging.WARNING, LOGGER)
    caplog.handler.addFilter(masked := WithoutTokens())
    yield lambda: [one.getMessage() for one in caplog.records if one.name == LOGGER]
    caplog.handler.removeFilter(masked)


def test_a_page_and_a_token_that_are_refused_name_their_person(client, design, ben, cyd, refused):
    client.force_login(ben)
    assert client.post(f"/designs/{design.pk}/share/new/", REMOTE_ADDR="192.0.2.7").status_code == 403
    client.force_login(cyd)
    assert client.get(f"/designs/{design.pk}/", REMOTE_ADDR="192.0.2.8").status_code == 404
    wrong = {"authorization": "Bearer wrong"}
    assert Client().get("/api/v1/designs/", headers=wrong, REMOTE_ADDR="192.0.2.9").status_code == 401
    assert refused() == [
        f"403: person {ben.pk} at 192.0.2.7, POST /designs/{design.pk}/share/new/",
        f"404: person {cyd.pk} at 192.0.2.8, GET /designs/{design.pk}/",
        "401: nobody at 192.0.2.9, GET /api/v1/designs/",
    ]


def test_too_many_tries_are_named_and_an_unknown_address_of_a_stranger_is_not(design, ada, refused, monkeypatch):
    monkeypatch.setattr("designer.views.accounts.sharing.LINK", Throttle("none", tries=0, seconds=60))
    _, token = link_create(design_id=design.pk, by=ada, role=Role.GUEST_READER)
    client = Client(REMOTE_ADDR="192.0.2.10")
    assert client.get("/no-such-page/").status_code == 404
    assert client.post(f"/s/{token}/come/", {"name": "Lou"}).status_code == 429
    assert refused() == ["429: nobody at 192.0.2.10, POST /s/[token]/come/"]
