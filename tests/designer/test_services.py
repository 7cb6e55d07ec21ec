"""Who joins a workspace, who leaves it, and who may say so."""

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.auth import authenticate
from django.utils import timezone

from designer.models import Invitation, Membership, User, Workspace
from designer.selectors import invitations_open_in, members_of, workspace_for, workspaces_of
from designer.services import (
    invitation_accept,
    invitation_create,
    invitation_revoke,
    local_owner,
    member_change_role,
    member_remove,
    person_create,
    workspace_change,
    workspace_create,
)
from modeler.broadcast import member_group
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.permissions import Action, Role
from modeler.selectors import design_for

pytestmark = pytest.mark.django_db


def role_of(person, workspace):
    return Membership.objects.get(user=person, workspace=workspace).role


def test_a_person_signs_in_by_an_address_in_any_case():
    person = person_create(email=" Dan@Example.com", password="a long enough secret", display_name="Dan")
    assert authenticate(username="dan@EXAMPLE.com", password="a long enough secret") == person
    assert [(w.name, w.role) for w in workspaces_of(person)] == [("Dan's workspace", "owner")]


def test_an_address_has_one_account(ada):
    with pytest.raises(Conflict):
        person_create(email="ADA@example.com", password="a long enough secret")


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"email": "nobody"}, "email"),
        ({"password": "short"}, "password"),
        ({"password": "dan@example.com"}, "password"),
        ({"display_name": "x" * 81}, "display_name"),
        ({"display_name": "a\u202eb"}, "display_name"),
    ],
)
def test_an_account_that_cannot_be_is_refused_by_field(fields, path):
    given = {"email": "dan@example.com", "password": "a long enough secret", "display_name": "Dan", **fields}
    with pytest.raises(Invalid) as refusal:
        person_create(**given)
    assert refusal.value.path == path
    assert not User.objects.exists()


def test_a_color_stays_with_a_person(ada):
    assert User.objects.get(pk=ada.pk).color == ada.color
    assert ada.color.startswith("#")


def test_the_local_owner_is_one_person_whom_no_password_lets_in():
    owner = local_owner()
    assert local_owner() == owner
    assert [w.role for w in workspaces_of(owner)] == ["owner"]
    assert not owner.has_usable_password()
    assert authenticate(username=owner.email, password="!") is None


def test_an_invitation_makes_a_member(workspace, ada, cyd):
    invitation, token = invitation_create(workspace_id=workspace.pk, by=ada, role="editor")
    assert token not in (invitation.token_hash, str(invitation.pk))
    invitation_accept(token=token, by=cyd)
    assert role_of(cyd, workspace) == Role.EDITOR
    assert list(invitations_open_in(workspace)) == [invitation]


def test_a_member_who_opens_an_invitation_keeps_their_role(workspace, ada):
    _, token = invitation_create(workspace_id=workspace.pk, by=ada, role="reader")
    invitation_accept(token=token, by=ada)
    assert role_of(ada, workspace) == Role.OWNER


def revoke(workspace, invitation, ada):
    invitation_revoke(workspace_id=workspace.pk, invitation_id=invitation.pk, by=ada)


def let_it_expire(workspace, invitation, ada):
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


def demote_its_maker(workspace, invitation, ada):
    Membership.objects.filter(user=ada).update(role=Role.READER)


@pytest.mark.parametrize("end", [revoke, let_it_expire, demote_its_maker])
def test_an_invitation_that_is_over_lets_nobody_in(workspace, ada, cyd, end):
    invitation, token = invitation_create(workspace_id=workspace.pk, by=ada, role="editor")
    end(workspace, invitation, ada)
    with pytest.raises(Missing):
        invitation_accept(token=token, by=cyd)
    assert not Membership.objects.filter(user=cyd).exists()


def test_a_guessed_link_lets_nobody_in(cyd):
    with pytest.raises(Missing):
        invitation_accept(token="\ud800 guessed", by=cyd)


@pytest.mark.parametrize(("role", "days"), [("admin", 7), ("editor", 0), ("editor", 91)])
def test_an_invitation_that_cannot_be_is_refused(workspace, ada, role, days):
    with pytest.raises(Invalid):
        invitation_create(workspace_id=workspace.pk, by=ada, role=role, days=days)


@pytest.mark.parametrize(("who", "refusal"), [("eve", Forbidden), ("ben", Forbidden), ("cyd", Missing)])
def test_only_an_owner_manages(request, workspace, ada, ben, who, refusal):
    person = request.getfixturevalue(who)
    invitation, _ = invitation_create(workspace_id=workspace.pk, by=ada, role="editor")
    for attempt in (
        lambda: invitation_create(workspace_id=workspace.pk, by=person, role="owner"),
        lambda: invitation_revoke(workspace_id=workspace.pk, invitation_id=invitation.pk, by=person),
        lambda: member_change_role(workspace_id=workspace.pk, user_id=person.pk, role="owner", by=person),
        lambda: member_remove(workspace_id=workspace.pk, user_id=ada.pk, by=person),
        lambda: workspace_change(workspace_id=workspace.pk, name="Mine", approvals_needed=0, by=person),
    ):
        with pytest.raises(refusal):
            attempt()
    assert Workspace.objects.get().name == "Orders team"


def test_the_last_owner_stays(workspace, ada, eve):
    for attempt in (
        lambda: member_remove(workspace_id=workspace.pk, user_id=ada.pk, by=ada),
        lambda: member_change_role(workspace_id=workspace.pk, user_id=ada.pk, role="editor", by=ada),
    ):
        with pytest.raises(Conflict):
            attempt()
    member_change_role(workspace_id=workspace.pk, user_id=eve.pk, role="owner", by=ada)
    member_remove(workspace_id=workspace.pk, user_id=ada.pk, by=ada)
    assert next(m.user for m in members_of(workspace)) == eve


def test_a_member_may_leave(workspace, ben):
    member_remove(workspace_id=workspace.pk, user_id=ben.pk, by=ben)
    with pytest.raises(Missing):
        workspace_for(ben, workspace.pk, Action.SEE)


def test_a_member_who_was_removed_sees_no_design(workspace, design, ada, eve):
    assert design_for(eve, design.pk, Action.EDIT) == design
    member_remove(workspace_id=workspace.pk, user_id=eve.pk, by=ada)
    with pytest.raises(Missing):
        design_for(eve, design.pk, Action.SEE)


@pytest.mark.django_db(transaction=True)
def test_the_sockets_of_a_removed_member_are_told(workspace, ada, eve):
    layer = get_channel_layer()

    async def heard_while(work):
        from asgiref.sync import sync_to_async

        channel = await layer.new_channel()
        await layer.group_add(member_group(eve.pk), channel)
        await sync_to_async(work)()
        return await layer.receive(channel)

    message = async_to_sync(heard_while)(lambda: member_remove(workspace_id=workspace.pk, user_id=eve.pk, by=ada))
    assert message == {"type": "member.closed", "user": eve.pk, "workspace": str(workspace.pk)}


def test_members_are_listed_owners_first(workspace):
    assert [m.role for m in members_of(workspace)] == ["owner", "editor", "reader"]


def test_a_workspace_needs_a_name(ada):
    with pytest.raises(Invalid):
        workspace_create(name="  ", by=ada)
