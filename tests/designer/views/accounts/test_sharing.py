"""The page of links, and the door that a link leads to."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from designer.links import link_create
from designer.models import User
from modeler.permissions import Role

pytestmark = pytest.mark.django_db


def link_to(design, by, role=Role.GUEST_EDITOR):
    return reverse("link", args=[link_create(design_id=design.pk, by=by, role=role)[1]])


def test_a_link_is_made_shown_once_and_brings_a_guest(client, design, ada):
    client.force_login(ada)
    made = client.post(reverse("link-new", args=[design.pk]), {"role": "guest reader", "days": 3, "note": "Security"})
    address = re.search(r'value="http://testserver(/s/[^"]+)"', made.text)[1]
    assert "Security" in made.text
    assert address not in client.get(reverse("design-share", args=[design.pk])).text
    client.logout()
    door = client.get(address)
    assert "Small orders" in door.text or design.name in door.text
    assert "You can read it until" in " ".join(door.text.split())
    assert client.post(f"{address}come/", {"name": "Gil"}).headers["Location"] == f"/designs/{design.pk}/open/"
    page = client.get(f"/designs/{design.pk}/")
    assert page.status_code == 200
    assert "Gil" in page.text
    assert 'data-may-edit="false"' in page.text
    # A guest has no home: the logo leads nowhere.
    assert "Keysheet, home" not in page.text


def test_a_guest_is_led_to_the_sign_in_page_where_an_account_is_needed(client, design, ada):
    client.post(f"{link_to(design, ada)}come/", {"name": "Gil"})
    for name in ("home", "tokens"):
        assert client.get(reverse(name)).headers["Location"].startswith("/sign-in/")
    page = client.get("/sign-in/").text
    assert "Email" in page
    # Nobody is left before a closed door: what the links opened is there.
    assert f'href="/designs/{design.pk}/"' in page
    assert "you can edit it" in page
    assert " autofocus" not in page
    design.links.update(revoked_at=timezone.now())
    assert "no longer valid" in client.get("/sign-in/").text
    client.logout()
    stranger = client.get("/sign-in/").text
    assert "Shared with you" not in stranger
    assert " autofocus" in stranger


def test_a_second_link_keeps_the_guest_who_came(client, design, ada):
    client.post(f"{link_to(design, ada, Role.GUEST_READER)}come/", {"name": "Gil"})
    second = link_to(design, ada)
    assert "Open as Gil (guest)" in client.get(second).text
    client.post(f"{second}come/")
    assert User.objects.filter(is_guest=True).count() == 1
    assert 'data-may-edit="true"' in client.get(f"/designs/{design.pk}/").text


def test_a_member_is_led_straight_to_the_design(client, design, ada, ben):
    client.force_login(ben)
    assert client.get(link_to(design, ada)).headers["Location"] == f"/designs/{design.pk}/open/"


def test_an_unknown_link_says_no_more_than_that(client):
    answer = client.get("/s/nothing/")
    assert answer.status_code == 404
    assert "ask for a new one" in answer.text


def test_a_name_that_is_none_is_refused_at_the_door(client, design, ada):
    answer = client.post(f"{link_to(design, ada)}come/", {"name": " "})
    assert answer.status_code == 422
    assert "a name must have 1 to 80" in answer.text


def test_guests_are_made_only_so_often(client, design, ada):
    address = link_to(design, ada)
    tries = [client.post(f"{address}come/", {"name": ""}).status_code for _ in range(61)]
    assert tries[-1] == 429
    assert set(tries[:-1]) == {422}
