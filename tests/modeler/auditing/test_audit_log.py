"""The audit log: every service that it is about writes an event, who may read it, and what it gives away."""

import csv
import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from designer.links import link_create, link_enter, link_revoke
from designer.models import Membership
from designer.services import (
    invitation_accept,
    invitation_create,
    invitation_revoke,
    member_change_role,
    member_remove,
    workspace_change,
)
from exporter.services.provisioning import run_start
from exporter.services.tokens import token_create, token_revoke
from modeler.auditing.events import audit_note, events_expire
from modeler.auditing.reading import audit_filter, events_in, events_of_server, written_as
from modeler.core.errors import Forbidden, Invalid, Missing
from modeler.models import AuditEvent, AuditKind
from modeler.permissions import Role
from modeler.services import design_remove, design_restore
from modeler.trash import design_purge

pytestmark = pytest.mark.django_db


def kinds(events):
    return [event.kind for event in events.order_by("at", "pk")]


def test_members_invitations_and_settings_are_recorded(workspace, ada, eve, cyd):
    invitation, token = invitation_create(workspace_id=workspace.pk, by=ada, role=Role.READER)
    invitation_accept(token=token, by=cyd)
    invitation_accept(token=token, by=cyd)
    member_change_role(workspace_id=workspace.pk, user_id=cyd.pk, role=Role.EDITOR, by=ada)
    invitation_revoke(workspace_id=workspace.pk, invitation_id=invitation.pk, by=ada)
    workspace_change(workspace_id=workspace.pk, name="Team", approvals_needed=2, by=ada)
    member_remove(workspace_id=workspace.pk, user_id=cyd.pk, by=ada)
    member_remove(workspace_id=workspace.pk, user_id=eve.pk, by=eve)
    found = events_in(workspace.pk, by=ada).order_by("at", "pk")
    assert [(event.kind, event.by_name, event.detail) for event in found] == [
        ("workspace.invited", "Ada <ada@example.com>", "reader, for 7 days"),
        ("workspace.joined", "Cyd <cyd@example.com>", "reader, invited by Ada"),
        ("workspace.role_changed", "Ada <ada@example.com>", "Cyd: reader to editor"),
        ("workspace.invitation_revoked", "Ada <ada@example.com>", ""),
        ("workspace.changed", "Ada <ada@example.com>", "Team; 2 approvals needed"),
        ("workspace.member_removed", "Ada <ada@example.com>", "Cyd (editor)"),
        ("workspace.member_removed", "Eve <eve@example.com>", "Eve (editor), left"),
    ]


def test_links_the_trash_and_runs_are_recorded_and_outlive_the_design(design, workspace, ada):
    link, token = link_create(design_id=design.pk, by=ada, role=Role.GUEST_READER, note="for Lou")
    link_enter(token=token, by=None, name="Lou")
    link_revoke(design_id=design.pk, link_id=link.pk, by=ada)
    run = run_start(design_id=design.pk, by=ada)
    run.delete()
    design_remove(design_id=design.pk, by=ada)
    design_restore(design_id=design.pk, by=ada)
    design_remove(design_id=design.pk, by=ada)
    design.jobs.all().delete()
    name = design_purge(design_id=design.pk, by=ada)
    found = events_in(workspace.pk, by=ada)
    assert kinds(found) == [
        "design.link_made",
        "design.link_used",
        "design.link_revoked",
        "endpoint.run_started",
        "design.removed",
        "design.restored",
        "design.removed",
        "design.purged",
    ]
    assert {event.design_name for event in found} == {name}
    assert found.get(kind="design.link_used").by_name == "Lou (guest)"


def test_a_refused_action_leaves_no_event(workspace, ben):
    with pytest.raises(Forbidden):
        invitation_create(workspace_id=workspace.pk, by=ben, role=Role.READER)
    assert not AuditEvent.objects.exists()


def test_exports_by_page_and_by_rest_are_recorded_with_address_and_token(client, design, workspace, ada, eve):
    client.force_login(ada)
    assert client.get(f"/designs/{design.pk}/export/terraform/all/").status_code == 200
    _, secret = token_create(by=eve, name="pipeline", scope="read")
    answer = Client().get(
        f"/api/v1/designs/{design.pk}/exports/terraform/",
        headers={"authorization": f"Bearer {secret}"},
        REMOTE_ADDR="192.0.2.7",
    )
    assert answer.status_code == 200
    by_page, by_rest = events_in(workspace.pk, by=ada, wanted=audit_filter(kind="design.exported")).order_by("pk")
    assert (by_page.by, by_page.token, by_page.address) == (ada, "", "127.0.0.1")
    assert (by_rest.by, by_rest.token, by_rest.address) == (eve, "pipeline", "192.0.2.7")


def test_tokens_are_events_of_the_account(ada):
    token, _ = token_create(by=ada, name="pipeline", scope="read")
    token_revoke(by=ada, token_id=token.pk)
    with pytest.raises(Missing):
        token_revoke(by=ada, token_id=token.pk)
    assert kinds(AuditEvent.objects.filter(by=ada)) == ["token.made", "token.revoked"]


def test_only_owners_read_it_and_strangers_learn_nothing(workspace, eve, ben, cyd):
    for person, refusal in ((eve, Forbidden), (ben, Forbidden), (cyd, Missing)):
        with pytest.raises(refusal):
            events_in(workspace.pk, by=person)


def test_owners_see_sign_ins_of_members_once_without_their_address(client, workspace, ada, ben, cyd):
    Membership.objects.create(workspace=workspace_of(ben), user=ben, role=Role.OWNER)
    for person in (ben, cyd):
        name = person.display_name.lower()
        signed = {"email": person.email, "password": f"{name}-has-a-password"}
        Client().post("/sign-in/", signed, REMOTE_ADDR="192.0.2.9")
    client.force_login(ada)
    page = client.get(f"/workspaces/{workspace.pk}/audit/?kind=account").content.decode()
    assert page.count("Ben &lt;ben@example.com&gt;") == 1
    assert "cyd@example.com" not in page
    assert "192.0.2.9" not in page
    assert "192.0.2.9" not in client.get(f"/workspaces/{workspace.pk}/audit/csv/").content.decode()


def workspace_of(person):
    from designer.models import Workspace

    return Workspace.objects.create(name=f"{person}'s other workspace")


def test_filters(workspace, ada, eve):
    old = audit_note(AuditKind.INVITED, by=ada, workspace=workspace.pk)
    AuditEvent.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(days=10))
    audit_note(AuditKind.ROLE_CHANGED, by=eve, workspace=workspace.pk)
    day = (timezone.now() - timedelta(days=5)).date().isoformat()

    def found(**wanted):
        return kinds(events_in(workspace.pk, by=ada, wanted=audit_filter(**wanted)))

    assert found(kind="workspace") == ["workspace.invited", "workspace.role_changed"]
    assert found(kind="workspace.invited") == ["workspace.invited"]
    assert found(by="EVE@") == ["workspace.role_changed"]
    assert found(since=day) == ["workspace.role_changed"]
    assert found(until=day) == ["workspace.invited"]
    for wrong in ({"kind": "x"}, {"since": "yesterday"}):
        with pytest.raises(Invalid):
            audit_filter(**wrong)


def test_the_page_says_which_filter_is_wrong(client, workspace, ada):
    client.force_login(ada)
    answer = client.get(f"/workspaces/{workspace.pk}/audit/?since=soon")
    assert (answer.status_code, "since must be a date" in answer.content.decode()) == (422, True)
    assert client.get(f"/workspaces/{workspace.pk}/audit/xls/").status_code == 422


def test_files_have_every_event_and_no_formula(client, workspace, ada):
    audit_note(AuditKind.INVITED, by=ada, workspace=workspace.pk, detail="＝HYPERLINK(1)")
    client.force_login(ada)
    rows = list(csv.DictReader(StringIO(client.get(f"/workspaces/{workspace.pk}/audit/csv/").content.decode())))
    assert [(row["kind"], row["detail"]) for row in rows] == [("workspace.invited", "'＝HYPERLINK(1)")]
    lines = client.get(f"/workspaces/{workspace.pk}/audit/jsonl/?kind=workspace").content.decode().splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["workspace.log_exported", "workspace.invited"]


def test_rest_lists_it_for_a_token_of_its_own_scope(workspace, ada):
    audit_note(AuditKind.INVITED, by=ada, workspace=workspace.pk)
    address = f"/api/v1/workspaces/{workspace.pk}/audit/"
    for scope, status in (("audit", 200), ("provision", 403)):
        _, secret = token_create(by=ada, name=scope, scope=scope)
        answer = Client().get(f"{address}?kind=workspace", headers={"authorization": f"Bearer {secret}"})
        assert answer.status_code == status
        if status == 200:
            assert [event["kind"] for event in answer.json()] == ["workspace.invited"]


def test_events_are_kept_for_the_days_that_the_operator_sets(settings, ada):
    for days in (400, 10):
        event = audit_note(AuditKind.SIGNED_IN, by=ada)
        AuditEvent.objects.filter(pk=event.pk).update(at=timezone.now() - timedelta(days=days))
    settings.AUDIT_DAYS = 0
    events_expire()
    assert AuditEvent.objects.count() == 2
    settings.AUDIT_DAYS = 365
    events_expire()
    assert AuditEvent.objects.count() == 1
    cache.clear()
    settings.AUDIT_DAYS = 5
    events_expire()
    assert not AuditEvent.objects.exists()


def test_an_event_outlives_its_person(ada, workspace):
    audit_note(AuditKind.INVITED, by=ada, workspace=workspace.pk)
    ada.delete()
    (line,) = written_as("jsonl", events_of_server())
    assert json.loads(line)["by"] == "Ada <ada@example.com>"


def test_the_operator_gets_every_event(ada, workspace, capsys):
    audit_note(AuditKind.INVITED, by=ada, workspace=workspace.pk)
    audit_note(AuditKind.SIGNED_IN, by=ada)
    call_command("audit", kind="account")
    assert [json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()] == ["account.signed_in"]
    with pytest.raises(CommandError):
        call_command("audit", since="soon")
