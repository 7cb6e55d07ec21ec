"""Four people at every door of a design: Ada owns, Eve edits, Ben reads, Cyd is a stranger."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db

READ = ("design", "design-findings", "design-cost", "design-history", "design-fragments", "design-grid")
TAKEN = ("design-export", "design-drift")
EDITED = ("design-edits", "part-add", "part-remove", "undo", "redo", "design-copy")


def ask(client, person, name, design, method="get"):
    client.force_login(person)
    return getattr(client, method)(reverse(name, args=[design.pk]))


@pytest.mark.parametrize("name", READ + TAKEN + ("design-provision",))
def test_members_see_and_a_stranger_learns_nothing(client, ada, eve, ben, cyd, design, name):
    assert [ask(client, person, name, design).status_code for person in (ada, eve, ben)] == [200, 200, 200]
    assert ask(client, cyd, name, design).status_code == 404


@pytest.mark.parametrize("name", EDITED)
def test_a_reader_may_not_edit_and_a_stranger_learns_nothing(client, ben, cyd, design, name):
    assert ask(client, ben, name, design, "post").status_code == 403
    assert ask(client, cyd, name, design, "post").status_code == 404


def test_only_an_owner_removes_a_design(client, ada, eve, ben, cyd, design):
    answers = [ask(client, who, "design-delete", design, "post").status_code for who in (cyd, ben, eve, ada)]
    assert answers == [404, 403, 403, 302]


@pytest.mark.parametrize("name", READ + TAKEN)
def test_whoever_has_not_signed_in_is_led_to_the_door_and_back(client, design, name):
    address = reverse(name, args=[design.pk])
    assert client.get(address).headers["Location"] == f"/sign-in/?next={address}"


def test_a_part_of_a_page_is_told_to_go_to_the_door(client, design):
    answer = client.get(reverse("design-grid", args=[design.pk]), headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"].startswith("/sign-in/")


def test_edits_by_get_are_refused(client, ada, design):
    assert ask(client, ada, "design-edits", design).status_code == 405


def test_a_refusal_asked_for_by_a_part_of_a_page_is_one_line(client, ben, design):
    client.force_login(ben)
    answer = client.post(reverse("undo", args=[design.pk]), headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert answer.content.decode().startswith('<p class="refusal"')


def test_members_of_a_workspace(client, ada, eve, cyd, workspace):
    address = reverse("members", args=[workspace.pk])
    for person, status in ((ada, 200), (eve, 200), (cyd, 404)):
        client.force_login(person)
        assert client.get(address).status_code == status


def test_only_owners_invite_and_change_roles(client, eve, ben, workspace):
    client.force_login(eve)
    assert client.post(reverse("invitation-new", args=[workspace.pk]), {"role": "owner"}).status_code == 403
    assert client.post(reverse("member-role", args=[workspace.pk, ben.pk]), {"role": "owner"}).status_code == 403
    assert client.post(reverse("member-remove", args=[workspace.pk, ben.pk])).status_code == 403
