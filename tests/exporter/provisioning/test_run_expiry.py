"""Tables of runs are not forgotten: their hours end, and owners see every run that has tables."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from exporter.models import ProvisioningRun, RunState
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from exporter.services import provisioning
from exporter.services.runs import expiring
from exporter.services.runs.expiring import runs_warn
from exporter.services.runs.standing import HOURS_MAX, runs_end_in, runs_expire, runs_standing_in
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.job_runner import run as do
from modeler.jobs import SWEEPS, job_cancel
from modeler.models import AuditEvent, Design, Job
from modeler.services import design_remove
from modeler.trash import design_purge


@pytest.fixture
def dynamodb(sandbox_url, settings):
    return DynamoDB(endpoint_named(settings.ENDPOINTS, ""))


@pytest.fixture
def standing(transactional_db, dynamodb, design, eve):
    """A run of Eve's whose tables exist."""
    run = provisioning.run_start(design_id=design.pk, by=eve, hours=1)
    do(run.job_id)
    run.refresh_from_db()
    assert run.state == RunState.READY, run.error
    yield run
    for table in run.tables.all():
        dynamodb.delete(table.name)


def is_there(dynamodb, run):
    return [dynamodb.describe(table.name) is not None for table in run.tables.all()]


def sweep():
    """What the reaper of a worker does, and the jobs that it has requested."""
    before = set(Job.objects.values_list("pk", flat=True))
    assert runs_expire() == []
    made = list(Job.objects.exclude(pk__in=before))
    for job in made:
        do(job.pk)
    return made


def expire(run):
    type(run).objects.filter(pk=run.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


def test_the_reaper_of_every_worker_ends_runs_whose_hours_are_over():
    import exporter.tasks

    assert exporter.tasks.runs_expire in SWEEPS


def test_tables_are_removed_when_their_hours_are_over(dynamodb, standing):
    assert sweep() == []
    assert all(is_there(dynamodb, standing))
    expire(standing)
    assert len(sweep()) == 1
    assert not any(is_there(dynamodb, standing))
    standing.refresh_from_db()
    assert standing.state == RunState.REMOVED
    assert sweep() == []


def test_it_is_done_for_a_design_in_the_trash_and_a_person_who_left(dynamodb, standing, design, ada, eve):
    design_remove(design_id=design.pk, by=ada)
    eve.memberships.all().delete()
    expire(standing)
    assert len(sweep()) == 1
    assert not any(is_there(dynamodb, standing))


def test_a_teardown_that_fails_is_not_tried_again_all_the_time(dynamodb, standing, settings):
    before = settings.ENDPOINTS
    settings.ENDPOINTS = ()
    expire(standing)
    assert len(sweep()) == 1
    assert sweep() == []
    settings.ENDPOINTS = before
    Job.objects.filter(kind="expire").update(finished_at=timezone.now() - timedelta(hours=2))
    assert len(sweep()) == 1
    assert not any(is_there(dynamodb, standing))


def test_a_click_keeps_the_tables_longer_but_not_for_ever(standing, eve, ben):
    first = standing.expires_at
    with pytest.raises(Forbidden):
        provisioning.run_extend(run_id=standing.pk, by=ben)
    assert provisioning.run_extend(run_id=standing.pk, by=eve).expires_at == first + timedelta(hours=24)
    for _ in range(10):
        longest = provisioning.run_extend(run_id=standing.pk, by=eve).expires_at
    assert longest <= timezone.now() + timedelta(hours=HOURS_MAX)


def ends_within(run, **time):
    now = timezone.now()
    began = {"created_at": now - timedelta(hours=20), "expires_at": now + timedelta(**time)}
    type(run).objects.filter(pk=run.pk).update(**began)


def test_there_is_notice_before_the_tables_are_removed_once_and_again_after_a_click(standing, eve):
    told = []
    before = expiring._told[:]
    expiring.on_expiring(lambda run: told.append(run.pk))
    try:
        ends_within(standing, hours=5)
        assert (runs_warn(), told) == ([], [])
        ends_within(standing, hours=3, minutes=59)
        assert [runs_warn(), runs_warn()] == [[], []]
        assert told == [standing.pk]
        provisioning.run_extend(run_id=standing.pk, by=eve)
        runs_warn()
        assert told == [standing.pk]
        ends_within(standing, minutes=5)
        runs_warn()
        assert told == [standing.pk] * 2
        expire(standing)
        sweep()
        runs_warn()
        assert told == [standing.pk] * 2
    finally:
        expiring._told[:] = before


def test_the_page_says_that_the_end_is_near(client, standing, design, eve):
    client.force_login(eve)
    page = reverse("design-provision", args=[design.pk])
    assert "Soon:" not in client.get(page).content.decode()
    ends_within(standing, minutes=5)
    assert "Soon:" in client.get(page).content.decode()


def test_what_is_over_is_not_kept(standing, eve):
    expire(standing)
    sweep()
    with pytest.raises(Conflict):
        provisioning.run_extend(run_id=standing.pk, by=eve)


@pytest.mark.parametrize("hours", [0, -1, HOURS_MAX + 1])
def test_hours_have_bounds(sandbox_url, design, ada, hours):
    with pytest.raises(Invalid):
        provisioning.run_start(design_id=design.pk, by=ada, hours=hours)


def test_owners_see_every_run_with_tables_and_remove_it(client, dynamodb, standing, design, workspace, ada, eve, cyd):
    page, end = (reverse(name, args=[workspace.pk]) for name in ("workspace-runs", "workspace-runs-end"))
    design_remove(design_id=design.pk, by=ada)
    assert list(runs_standing_in(workspace.pk, by=ada)) == [standing]
    for person, refusal in ((eve, Forbidden), (cyd, Missing)):
        with pytest.raises(refusal):
            runs_standing_in(workspace.pk, by=person)
    client.force_login(ada)
    assert "in the trash" in client.get(page).content.decode()
    assert client.post(end, {"run": str(standing.pk)}).status_code == 302
    do(Job.objects.get(kind="expire").pk)
    assert not any(is_there(dynamodb, standing))
    assert "has tables that Keysheet knows of" in client.get(page).content.decode()


def test_an_owner_removes_no_run_of_another_workspace(client, standing, cyd):
    from designer.services import workspace_create

    own = workspace_create(name="Cyd alone", by=cyd)
    client.force_login(cyd)
    client.post(reverse("workspace-runs-end", args=[own.pk]), {"run": str(standing.pk)})
    client.post(reverse("workspace-runs-end", args=[own.pk]))
    assert not Job.objects.filter(kind="expire").exists()


def test_the_job_of_the_server_is_not_stopped_by_a_reader(standing, ben):
    expire(standing)
    runs_expire()
    with pytest.raises(Forbidden):
        job_cancel(job_id=Job.objects.get(kind="expire").pk, by=ben)


def test_the_page_says_when_and_takes_the_hours(client, sandbox_url, design, ada):
    client.force_login(ada)
    client.post(reverse("run-begin", args=[design.pk]), {"hours": "72"})
    (run,) = design.provisioning_runs.all()
    assert timedelta(hours=71) < run.expires_at - timezone.now() <= timedelta(hours=72)
    page = client.get(reverse("design-provision", args=[design.pk])).content.decode()
    assert "The server removes the tables on" in page
    client.post(reverse("run-longer", args=[design.pk, run.pk]))
    run.refresh_from_db()
    assert run.expires_at - timezone.now() > timedelta(hours=95)


@pytest.fixture
def left(standing, settings, workspace, design, ada):
    """A run whose endpoint is gone: its tables could not be removed. Its design is in the trash."""
    design_remove(design_id=design.pk, by=ada)
    settings.ENDPOINTS = ()
    runs_end_in(workspace.pk, by=ada)
    do(Job.objects.get(kind="expire").pk)
    return ProvisioningRun.objects.get(pk=standing.pk)


def test_an_owner_is_asked_and_then_the_design_can_be_deleted(client, left, workspace, design, ada):
    client.force_login(ada)
    with pytest.raises(Conflict, match="report there that the endpoint no longer exists"):
        design_purge(design_id=design.pk, by=ada)
    question, confirmed = (reverse(name, args=[workspace.pk, left.pk]) for name in ("run-gone-question", "run-gone"))
    assert question in client.get(reverse("workspace-runs", args=[workspace.pk])).content.decode()
    names = [table.name for table in left.tables.all()]
    asked = client.get(question).content.decode()
    assert all(name in asked for name in names)
    assert confirmed in asked
    page = client.post(confirmed, follow=True).content.decode()
    assert "no longer waits for the tables" in page
    left.refresh_from_db()
    assert (left.state, left.is_over) == (RunState.GONE, True)
    assert "Ada reported that the endpoint no longer exists" in left.notes[-1]
    noted = AuditEvent.objects.get(kind="endpoint.run_given_up")
    assert (noted.by, noted.design) == (ada, design)
    assert all(name in noted.detail for name in names)
    design_purge(design_id=design.pk, by=ada)
    assert not Design.objects.filter(pk=design.pk).exists()


def test_tables_that_can_be_removed_are_not_given_up(client, standing, workspace, ada):
    client.force_login(ada)
    question, confirmed = (
        reverse(name, args=[workspace.pk, standing.pk]) for name in ("run-gone-question", "run-gone")
    )
    assert question not in client.get(reverse("workspace-runs", args=[workspace.pk])).content.decode()
    assert client.get(question).status_code == 409
    assert client.post(confirmed).status_code == 409
    standing.refresh_from_db()
    assert standing.state == RunState.READY


def test_a_run_that_a_worker_may_still_work_on_is_not_given_up(client, left, workspace, ada):
    Job.objects.filter(pk=left.teardown_job_id).update(worker="a worker that hangs")
    client.force_login(ada)
    assert client.post(reverse("run-gone", args=[workspace.pk, left.pk])).status_code == 409


def test_an_editor_and_an_owner_of_another_workspace_give_up_nothing(client, left, workspace, eve, cyd):
    from designer.services import workspace_create

    own = workspace_create(name="Cyd alone", by=cyd)
    for person, place, status in ((eve, workspace, 403), (cyd, workspace, 404), (cyd, own, 404)):
        client.force_login(person)
        assert client.post(reverse("run-gone", args=[place.pk, left.pk])).status_code == status
    assert not AuditEvent.objects.filter(kind="endpoint.run_given_up").exists()
