"""Links that open one design: what a guest may, and that nothing is left of it when the link ends."""

from datetime import timedelta

import pytest
from django.utils import timezone

from designer.links import link_create, link_enter, link_revoke
from designer.models import ShareLink, User
from designer.selectors import links_open_of
from designer.services import member_change_role, workspace_create
from exporter.services.tokens import token_create
from modeler.core.edits.changes import Delta
from modeler.core.errors import Forbidden, Invalid, Missing
from modeler.permissions import Action, Role
from modeler.selectors import changes_of, design_for, designs_visible_to
from modeler.services import design_change, design_create

pytestmark = pytest.mark.django_db


def guest_by(design, by, role=Role.GUEST_EDITOR, name="Gil"):
    link, token = link_create(design_id=design.pk, by=by, role=role)
    return link_enter(token=token, by=None, name=name)[0], link, token


def test_a_guest_sees_that_design_and_nothing_else(design, workspace, ada):
    other = design_create(workspace=workspace.pk, by=ada, name="Other")
    guest, _, _ = guest_by(design, ada)
    assert list(designs_visible_to(guest)) == [design]
    with pytest.raises(Missing):
        design_for(guest, other.pk, Action.SEE)


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        (Role.GUEST_READER, {Action.SEE, Action.EXPORT}),
        (Role.GUEST_COMMENTER, {Action.SEE, Action.EXPORT, Action.COMMENT}),
        (Role.GUEST_EDITOR, {Action.SEE, Action.EXPORT, Action.COMMENT, Action.EDIT}),
    ],
)
def test_a_guest_may_what_the_link_says(design, ada, role, allowed):
    guest, _, _ = guest_by(design, ada, role)
    for action in Action:
        if action in allowed:
            assert design_for(guest, design.pk, action).role == role
        else:
            with pytest.raises(Forbidden):
                design_for(guest, design.pk, action)


def test_the_history_names_the_guest(design, eve):
    guest, _, _ = guest_by(design, eve)
    design_change(design_id=design.pk, by=guest, deltas=[Delta("e-order", "name", "Order", "Purchase")])
    assert str(changes_of(design).first().by) == "Gil (guest)"


def test_a_link_that_is_revoked_opens_nothing_and_shuts_out_who_came(design, ada):
    guest, link, token = guest_by(design, ada)
    link_revoke(design_id=design.pk, link_id=link.pk, by=ada)
    assert list(designs_visible_to(guest)) == []
    with pytest.raises(Missing):
        link_enter(token=token, by=None, name="Gus")
    assert list(links_open_of(design)) == []


def test_a_guest_whose_link_is_over_reads_so_and_others_read_that_nothing_is_there(client, design, ada, cyd):
    guest, link, _ = guest_by(design, ada)
    link_revoke(design_id=design.pk, link_id=link.pk, by=ada)
    for person, title in ((guest, "This link does not open the page"), (cyd, "Page not found")):
        client.force_login(person)
        answer = client.get(f"/designs/{design.pk}/")
        assert (answer.status_code, f"<h1>{title}</h1>" in answer.text) == (404, True)
        assert ("revoked" in answer.text) is (person == guest)


def test_a_link_that_has_ended_opens_nothing_and_shuts_out_who_came(design, ada):
    guest, link, token = guest_by(design, ada)
    ShareLink.objects.filter(pk=link.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert list(designs_visible_to(guest)) == []
    with pytest.raises(Missing):
        link_enter(token=token, by=None, name="Gus")


def test_a_link_whose_maker_may_no_longer_share_is_dead(design, workspace, ada, eve):
    guest, _, _ = guest_by(design, eve)
    member_change_role(workspace_id=workspace.pk, user_id=eve.pk, role=Role.READER, by=ada)
    assert list(designs_visible_to(guest)) == []


def test_a_member_who_opens_a_link_stays_what_they_are(design, ada, ben):
    _, token = link_create(design_id=design.pk, by=ada, role=Role.GUEST_EDITOR)
    link_enter(token=token, by=ben)
    assert design_for(ben, design.pk, Action.SEE).role == Role.READER


def test_somebody_with_an_account_comes_under_their_own_name(design, ada, cyd):
    link, token = link_create(design_id=design.pk, by=ada, role=Role.GUEST_READER)
    assert link_enter(token=token, by=cyd) == (cyd, link)
    assert design_for(cyd, design.pk, Action.SEE).role == Role.GUEST_READER
    _, better = link_create(design_id=design.pk, by=ada, role=Role.GUEST_EDITOR)
    link_enter(token=better, by=cyd)
    assert design_for(cyd, design.pk, Action.SEE).role == Role.GUEST_EDITOR


def test_the_secret_is_kept_as_a_hash_only(design, ada):
    link, token = link_create(design_id=design.pk, by=ada, role=Role.GUEST_READER)
    assert token not in str(ShareLink.objects.filter(pk=link.pk).values().get())


def test_a_reader_and_a_guest_make_no_links(design, ada, ben):
    guest, _, _ = guest_by(design, ada)
    for person in (ben, guest):
        with pytest.raises(Forbidden):
            link_create(design_id=design.pk, by=person, role=Role.GUEST_READER)


@pytest.mark.parametrize(
    "wrong", [{"role": "owner"}, {"role": "editor"}, {"days": 0}, {"days": 366}, {"note": "x" * 81}]
)
def test_a_link_of_the_wrong_shape_is_refused(design, ada, wrong):
    with pytest.raises(Invalid):
        link_create(design_id=design.pk, by=ada, **{"role": Role.GUEST_READER, **wrong})


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\x00b"])
def test_a_guest_has_a_name(design, ada, name):
    _, token = link_create(design_id=design.pk, by=ada, role=Role.GUEST_READER)
    with pytest.raises(Invalid):
        link_enter(token=token, by=None, name=name)
    assert not User.objects.filter(is_guest=True).exists()


def test_a_guest_has_no_tokens_and_no_workspace(design, ada):
    guest, _, _ = guest_by(design, ada)
    with pytest.raises(Forbidden):
        token_create(by=guest, name="mine", scope="read")
    space = workspace_create(name="Elsewhere", by=ada)
    with pytest.raises(Missing):
        design_create(workspace=space.pk, by=guest, name="Mine")


def test_home_lists_what_a_link_opened(client, design, ada, cyd):
    link, token = link_create(design_id=design.pk, by=ada, role=Role.GUEST_COMMENTER)
    client.force_login(cyd)
    assert "Shared with you" not in client.get("/").text
    link_enter(token=token, by=cyd)
    page = client.get("/").text
    assert design.name in page
    assert "can read it and comment on it" in page
    link_revoke(design_id=design.pk, link_id=link.pk, by=ada)
    assert design.name not in client.get("/").text


def test_who_may_only_read_is_not_offered_to_provision_or_to_share(client, design, ada, ben):
    for person, offered in ((ada, True), (ben, False)):
        client.force_login(person)
        page = client.get(f"/designs/{design.pk}/").content.decode()
        bar = page.split("<header", 1)[1].split("</header>", 1)[0]
        assert [f"/designs/{design.pk}/{door}/" in bar for door in ("provision", "share")] == [offered, offered]


def test_who_is_forbidden_something_in_a_design_is_led_back_to_it_and_a_stranger_is_not(client, design, ada, ben, cyd):
    door = f"/designs/{design.pk}/share/"
    for person, status, offered in ((ben, 403, True), (cyd, 404, False)):
        client.force_login(person)
        answer = client.get(door)
        assert answer.status_code == status
        assert (f'href="/designs/{design.pk}/"' in answer.text) is offered
