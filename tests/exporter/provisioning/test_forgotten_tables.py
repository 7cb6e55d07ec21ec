"""Tables of runs that Keysheet lost track of: found by their tags, shown first, removed only by choice."""

from __future__ import annotations

from datetime import datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from designer.services import workspace_create
from exporter.models import ProvisionedTable, ProvisioningRun, RunState, TableState
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from exporter.provisioning.run_tags import EXPIRES_TAG, RUN_TAG, is_of
from exporter.services import provisioning
from exporter.services.forgotten.marks import server_marks
from exporter.services.forgotten.services import forgotten_look, forgotten_looks, forgotten_remove
from modeler.core.errors import Conflict, Forbidden, Missing
from modeler.job_runner import run as do
from modeler.models import AuditEvent, Job
from modeler.models.jobs import JobState
from tests.exporter.provisioning.faulty_endpoint import changing, faulty


@pytest.fixture
def dynamodb(sandbox_url, settings):
    return DynamoDB(endpoint_named(settings.ENDPOINTS, ""))


@pytest.fixture
def run(transactional_db, dynamodb, design, eve):
    """A run of Eve's whose table exists."""
    made = provisioning.run_start(design_id=design.pk, by=eve)
    do(made.job_id)
    made.refresh_from_db()
    assert made.state == RunState.READY, made.error
    names = list(made.tables.values_list("name", flat=True))
    yield made
    for name in names:
        dynamodb.delete(name)


def arn_of(dynamodb, name):
    return dynamodb.describe(name)["TableArn"]


def looked(workspace, by):
    job = forgotten_look(workspace_id=workspace.pk, by=by, endpoint="")
    do(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.DONE, job.error
    return job


def names_in(job):
    return [one["name"] for one in job.result["tables"]]


def test_tables_say_whose_they_are_and_until_when(run, dynamodb, design, workspace, eve):
    tags = dynamodb.tags(arn_of(dynamodb, run.tables.get().name))
    assert tags == {
        "keysheet:run": str(run.pk),
        "keysheet:design": str(design.pk),
        "keysheet:revision": str(run.revision),
        "keysheet:owner": "eve@example.com",
        "keysheet:workspace": str(workspace.pk),
        "keysheet:server": server_marks()[0],
        "keysheet:expires": run.expires_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }


def test_a_run_that_is_kept_longer_says_so_on_its_tables(run, dynamodb, eve):
    before = run.expires_at
    provisioning.run_extend(run_id=run.pk, by=eve)
    do(Job.objects.get(kind="keep-longer").pk)
    tags = dynamodb.tags(arn_of(dynamodb, run.tables.get().name))
    assert datetime.fromisoformat(tags[EXPIRES_TAG]).timestamp() > before.timestamp() + 3600 * 23
    assert tags[RUN_TAG] == str(run.pk)


def test_a_table_with_a_run_is_not_forgotten(run, workspace, ada):
    result = looked(workspace, ada).result
    assert result.pop("looked") >= 1
    assert result == {"can_tell": True, "is_whole": True, "tables": [], "missing": []}


def test_a_table_whose_row_was_lost_is_found_and_removed_only_by_choice(run, dynamodb, workspace, design, ada):
    name = run.tables.get().name
    # As after a restore from a backup that is older than the run.
    ProvisioningRun.objects.all().delete()
    look = looked(workspace, ada)
    (found,) = look.result["tables"]
    assert (found["name"], found["owner"], found["design"]) == (name, "eve@example.com", str(design.pk))
    assert dynamodb.describe(name) is not None

    nothing = forgotten_remove(workspace_id=workspace.pk, by=ada, look=look.pk, tables=[])
    do(nothing.pk)
    assert dynamodb.describe(name) is not None
    do(forgotten_remove(workspace_id=workspace.pk, by=ada, look=look.pk, tables=[name]).pk)
    assert dynamodb.describe(name) is None
    event = AuditEvent.objects.filter(kind="endpoint.run_ended").latest("at")
    assert (event.workspace_id, name in event.detail) == (workspace.pk, True)


def test_a_table_that_appeared_after_its_teardown_is_found(run, workspace, ada):
    row = run.tables.get()
    ProvisionedTable.objects.filter(pk=row.pk).update(state=TableState.REMOVED)
    ProvisioningRun.objects.filter(pk=run.pk).update(state=RunState.REMOVED)
    assert names_in(looked(workspace, ada)) == [row.name]


def test_tables_of_another_server_workspace_or_run_are_never_touched(run, dynamodb, workspace, ada, cyd, settings):
    name = run.tables.get().name
    look = None
    ProvisioningRun.objects.all().delete()
    other = workspace_create(name="Another team", by=ada)
    assert names_in(looked(other, ada)) == []
    look = looked(workspace, ada)
    assert names_in(look) == [name]
    # Its tags change between the look and the removal: the table is another's now.
    dynamodb.call("tag_resource", ResourceArn=arn_of(dynamodb, name), Tags=[{"Key": "keysheet:server", "Value": "x"}])
    job = forgotten_remove(workspace_id=workspace.pk, by=ada, look=look.pk, tables=[name])
    do(job.pk)
    job.refresh_from_db()
    assert (job.state, "was left unchanged" in job.error) == (JobState.FAILED, True)
    assert dynamodb.describe(name) is not None
    with pytest.raises(Missing):
        forgotten_remove(workspace_id=workspace.pk, by=ada, look=look.pk, tables=["orders"])
    with pytest.raises(Missing):
        forgotten_remove(workspace_id=other.pk, by=ada, look=look.pk, tables=[name])


def test_an_old_secret_key_still_knows_its_tables(settings):
    tags = {"keysheet:run": "r", "keysheet:workspace": "w", "keysheet:server": server_marks()[0]}
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    assert is_of(tags, server_marks(), "w")
    assert not is_of(tags, server_marks(), "v")
    settings.SECRET_KEY_FALLBACKS = []
    assert not is_of(tags, server_marks(), "w")


def test_a_row_without_its_table_is_told_and_recorded(run, dynamodb, workspace, design, ada):
    row = run.tables.get()
    dynamodb.delete(row.name)
    look = looked(workspace, ada)
    assert look.result["missing"] == [{"row": row.pk, "name": row.name, "table": row.table, "design": design.name}]
    row.refresh_from_db()
    assert row.state == TableState.CREATED
    do(forgotten_remove(workspace_id=workspace.pk, by=ada, look=look.pk, tables=[]).pk)
    run.refresh_from_db()
    assert (run.state, run.tables.get().state) == (RunState.GONE, TableState.GONE)


def test_a_protected_table_is_told_and_the_others_go(run, dynamodb, workspace, ada, sandbox_url, settings):
    name = run.tables.get().name
    ProvisioningRun.objects.all().delete()
    with faulty(sandbox_url) as faults:
        settings.ENDPOINTS = ({**settings.ENDPOINTS[0], "url": faults.url},)
        look = looked(workspace, ada)

        def protected(found):
            found["Table"]["DeletionProtectionEnabled"] = True

        faults.add("DescribeTable", changing(protected), times=2)
        job = forgotten_remove(workspace_id=workspace.pk, by=ada, look=look.pk, tables=[name])
        do(job.pk)
        job.refresh_from_db()
        assert "has deletion protection" in job.error
        assert dynamodb.describe(name) is not None


def test_an_endpoint_without_tags_is_told_and_nothing_is_guessed(run, workspace, ada, settings):
    ProvisioningRun.objects.all().delete()
    settings.ENDPOINTS = ({**settings.ENDPOINTS[0], "kind": "dynamodb-local"},)
    assert looked(workspace, ada).result["can_tell"] is False
    with pytest.raises(CommandError, match="keeps no tags"):
        call_command("forgotten_tables")


def test_only_owners_look_and_one_look_at_a_time(transactional_db, sandbox_url, workspace, ada, eve, cyd):
    for person, refusal in ((eve, Forbidden), (cyd, Missing)):
        with pytest.raises(refusal):
            forgotten_look(workspace_id=workspace.pk, by=person, endpoint="")
        with pytest.raises(refusal):
            forgotten_looks(workspace_id=workspace.pk, by=person)
    job = forgotten_look(workspace_id=workspace.pk, by=ada, endpoint="")
    with pytest.raises(Conflict):
        forgotten_look(workspace_id=workspace.pk, by=ada, endpoint="")
    Job.objects.filter(pk=job.pk).update(state=JobState.CANCELLED, finished_at=timezone.now())
    forgotten_look(workspace_id=workspace.pk, by=ada, endpoint="")


def test_the_operator_lists_and_removes_over_all_workspaces(run, dynamodb, workspace):
    name = run.tables.get().name
    with pytest.raises(CommandError, match="is not a forgotten table"):
        call_command("forgotten_tables", "--remove", name)
    ProvisioningRun.objects.all().delete()
    out = StringIO()
    call_command("forgotten_tables", stdout=out)
    assert f"{name}  workspace={workspace.pk}" in out.getvalue()
    call_command("forgotten_tables", "--remove", name, stdout=out)
    assert dynamodb.describe(name) is None


def test_the_page_shows_a_look_and_removes_what_is_chosen(client, run, dynamodb, workspace, ada):
    name = run.tables.get().name
    ProvisioningRun.objects.all().delete()
    client.force_login(ada)
    page = reverse("workspace-runs", args=[workspace.pk])
    assert "Look for forgotten tables" in client.get(page).content.decode()
    client.post(reverse("forgotten-tables-look", args=[workspace.pk]), {"endpoint": ""})
    look = Job.objects.get(kind="look-for-tables")
    assert "data-done" not in client.get(page).content.decode()
    do(look.pk)
    assert "data-done" in client.get(page).content.decode()
    assert f'value="{name}"' in client.get(reverse("forgotten-tables", args=[workspace.pk])).content.decode()
    client.post(reverse("forgotten-tables-remove", args=[workspace.pk]), {"look": str(look.pk), "table": name})
    do(Job.objects.get(kind="remove-forgotten").pk)
    assert dynamodb.describe(name) is None
    assert "1 table was removed" in client.get(page).content.decode()
