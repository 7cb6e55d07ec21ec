"""Proof runs end to end: a real Postgres, worker and sandbox."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial

import pytest
from django.db import connection

from designer.models import Membership
from exporter.models import ProvisioningRun, RunState, TableState
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from exporter.provisioning.run_tags import RUN_TAG
from exporter.services import provisioning
from exporter.services.runs.begun import RUNS_STANDING_MAX
from modeler.core.documents.reading import to_document
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.examples import NAMES, example
from modeler.job_runner import run as do
from modeler.jobs import job_cancel
from modeler.models import Job
from modeler.models.jobs import JobState
from modeler.services import design_create, design_remove, design_restore
from modeler.trash import design_purge
from tests.exporter.provisioning.slow_endpoint import Gate, endpoint_behind
from tests.waiting import standing_still, until


@pytest.fixture
def shop(workspace, ada):
    """The order management example, as a design of Ada's team."""
    return design_create(workspace=workspace.pk, by=ada, document=to_document(example("order-management").design))


@pytest.fixture
def dynamodb(sandbox_url, settings):
    return DynamoDB(endpoint_named(settings.ENDPOINTS, ""))


def tables_of(dynamodb):
    return set(dynamodb.call("list_tables")["TableNames"])


def finished(run, by):
    """The run when its job has ended."""
    return until(lambda: provisioning.run_for(by, run.pk), lambda run: run.current_job.is_finished)


def test_a_proof_run_agrees_on_every_pattern_and_leaves_nothing(celery_worker_process, dynamodb, shop, ada):
    before = tables_of(dynamodb)
    run = finished(provisioning.run_start(design_id=shop.pk, by=ada), ada)
    assert run.problem == ""
    assert run.standing == RunState.READY
    rows = provisioning.run_json(run, with_arns=True)["rows"]
    assert {row["code"]: row["status"] for row in rows} == dict.fromkeys(
        ("A1", "A2", "A3", "A4", "A5", "A6", "A7"), "agree"
    )
    (placed,) = [row for row in rows if row["code"] == "A6"]
    assert placed["units_compared"]
    assert placed["units"] == placed["predicted_units"] == {"app-main": "6", "app-main/GSI1": "1", "app-main/GSI2": "1"}
    assert run.job.progress["done"] == run.job.progress["total"]
    (table,) = run.tables.all()
    assert table.state == TableState.CREATED
    assert tables_of(dynamodb) - before == {table.name}
    held = dynamodb.call("scan", TableName=table.name, Select="COUNT")["Count"]
    assert held == provisioning.plan_summary(design_id=shop.pk, by=ada).items
    ttl = dynamodb.call("describe_time_to_live", TableName=table.name)["TimeToLiveDescription"]
    assert (ttl["TimeToLiveStatus"], ttl["AttributeName"]) == ("ENABLED", "ttl")

    gone = finished(provisioning.run_teardown(run_id=run.pk, by=ada), ada)
    assert gone.standing == RunState.REMOVED
    assert tables_of(dynamodb) == before
    with pytest.raises(Conflict, match="no longer has tables"):
        provisioning.run_teardown(run_id=run.pk, by=ada)


@pytest.mark.conformance(cases=2)
@pytest.mark.parametrize("key", [name for name in NAMES if name != "order-management"])
def test_every_shipped_example_is_proved(celery_worker_process, dynamodb, workspace, ada, key):
    design = design_create(workspace=workspace.pk, by=ada, document=to_document(example(key).design))
    run = finished(provisioning.run_start(design_id=design.pk, by=ada), ada)
    assert run.problem == ""
    rows = provisioning.run_json(run, with_arns=True)["rows"]
    assert len(rows) == len(example(key).design.patterns)
    assert [row for row in rows if row["status"] != "agree"] == []


@pytest.mark.conformance
def test_a_run_whose_worker_was_killed_goes_on_from_what_is_there(celery_worker_process, dynamodb, shop, ada):
    with standing_still(lambda: provisioning.run_start(design_id=shop.pk, by=ada).job, least=4) as job:
        celery_worker_process.kill()
    celery_worker_process.start()
    run = finished(ProvisioningRun.objects.get(job=job), ada)
    assert run.job.attempts >= 2
    assert (run.problem, run.standing) == ("", RunState.READY)
    assert run.results["agree"] == 7
    assert run.tables.count() == 1
    finished(provisioning.run_teardown(run_id=run.pk, by=ada), ada)
    assert not {name for name in tables_of(dynamodb) if name.startswith(run.prefix)}


def test_the_lab_runs_green(celery_worker_process, dynamodb, shop, ada):
    assert provisioning.lab_offered(design_id=shop.pk, by=ada)
    run = finished(provisioning.lab_start(design_id=shop.pk, by=ada), ada)
    rows = run.results["rows"]
    assert [(row["step"], row["name"], row["status"]) for row in rows if row["status"] != "agree"] == []
    assert [row["step"] for row in rows] == ["1"] + ["2"] * 4 + ["3", "4", "5"] + ["6"] * 4 + ["6b"] * 7
    finished(provisioning.run_teardown(run_id=run.pk, by=ada), ada)


def test_a_run_whose_tables_are_gone_says_so(celery_worker_process, dynamodb, shop, ada):
    run = finished(provisioning.run_start(design_id=shop.pk, by=ada), ada)
    assert provisioning.run_look(run_id=run.pk, by=ada).standing == RunState.READY
    for table in run.tables.all():
        dynamodb.delete(table.name)
    seen = provisioning.run_look(run_id=run.pk, by=ada)
    assert seen.standing == RunState.GONE
    assert any("the tables of this run no longer exist" in note for note in seen.notes)


def test_a_teardown_of_tables_that_are_gone_says_so(celery_worker_process, dynamodb, shop, ada):
    run = finished(provisioning.run_start(design_id=shop.pk, by=ada), ada)
    for table in run.tables.all():
        dynamodb.delete(table.name)
    seen = finished(provisioning.run_teardown(run_id=run.pk, by=ada), ada)
    assert seen.standing == RunState.GONE
    assert any("no longer exist" in note for note in seen.notes)


def test_a_table_that_was_not_made_by_the_run_is_never_deleted(celery_worker_process, dynamodb, shop, ada):
    run = finished(provisioning.run_start(design_id=shop.pk, by=ada), ada)
    (table,) = run.tables.all()
    dynamodb.delete(table.name)
    made = {"AttributeName": "PK", "KeyType": "HASH"}
    dynamodb.call(
        "create_table",
        TableName=table.name,
        KeySchema=[made],
        AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )
    seen = finished(provisioning.run_teardown(run_id=run.pk, by=ada), ada)
    assert dynamodb.describe(table.name) is not None
    assert [one.state for one in seen.tables.all()] == [TableState.FOREIGN]
    dynamodb.delete(table.name)


def test_a_run_on_an_endpoint_that_was_withdrawn_says_so(transactional_db, sandbox_url, settings, shop, ada):
    run = provisioning.run_start(design_id=shop.pk, by=ada)
    settings.ENDPOINTS = ()
    do(run.job_id)
    run = provisioning.run_for(ada, run.pk)
    assert run.standing == RunState.FAILED
    assert run.problem == "no endpoint is named Built-in sandbox; endpoints of this workspace: none"


def test_permission_is_asked_again_when_the_run_begins(transactional_db, sandbox_url, dynamodb, shop, eve):
    run = provisioning.run_start(design_id=shop.pk, by=eve)
    Membership.objects.filter(user=eve).update(role="reader")
    do(run.job_id)
    run = provisioning.run_for(eve, run.pk)
    assert run.standing == RunState.FAILED
    assert "your role (reader) does not permit you to provision" in run.problem
    assert not {name for name in tables_of(dynamodb) if name.startswith(run.prefix)}


@pytest.mark.parametrize(("who", "refusal"), [("ben", Forbidden), ("cyd", Missing)])
def test_who_may_not_provision_starts_nothing(request, sandbox_url, shop, who, refusal):
    person = request.getfixturevalue(who)
    for start in (provisioning.run_start, provisioning.lab_start, provisioning.plan_summary):
        with pytest.raises(refusal):
            start(design_id=shop.pk, by=person)


def test_a_stranger_learns_nothing_of_a_run(sandbox_url, shop, ada, ben, cyd):
    run = provisioning.run_start(design_id=shop.pk, by=ada)
    assert provisioning.run_for(ben, run.pk) == run
    assert list(provisioning.runs_of(ben, shop.pk)) == [run]
    for look in (provisioning.run_for, provisioning.runs_of):
        with pytest.raises(Missing):
            look(cyd, run.pk)
    with pytest.raises(Missing):
        provisioning.run_teardown(run_id=run.pk, by=cyd)
    with pytest.raises(Conflict, match="in progress"):
        provisioning.run_teardown(run_id=run.pk, by=ada)


def test_an_endpoint_that_nobody_declared_is_not_reached(sandbox_url, shop, ada):
    for name in ("Elsewhere", "http://127.0.0.1:1"):
        with pytest.raises(Missing, match="endpoints of this workspace: Built-in sandbox"):
            provisioning.run_start(design_id=shop.pk, by=ada, endpoint=name)


def test_a_run_that_was_stopped_can_be_taken_down(transactional_db, sandbox_url, shop, ada):
    run = provisioning.run_start(design_id=shop.pk, by=ada)
    job_cancel(job_id=run.job_id, by=ada)
    run = provisioning.run_for(ada, run.pk)
    assert (run.standing, run.problem) == (RunState.FAILED, "this was stopped before it finished")
    torn = provisioning.run_teardown(run_id=run.pk, by=ada)
    do(torn.teardown_job_id)
    assert provisioning.run_for(ada, run.pk).standing == RunState.REMOVED


def closing_connection(act, *given):
    with closing(connection):
        return act(*given)


def test_a_table_that_is_being_created_when_the_run_is_stopped_is_removed(
    transactional_db, sandbox_url, settings, dynamodb, shop, ada
):
    before = tables_of(dynamodb)
    with endpoint_behind(sandbox_url, Gate("CreateTable")) as gate, ThreadPoolExecutor(2) as threads:
        settings.ENDPOINTS = ({**settings.ENDPOINTS[0], "url": gate.url},)
        run = provisioning.run_start(design_id=shop.pk, by=ada)
        creating = threads.submit(closing_connection, do, run.job_id)
        assert gate.arrived.wait(30)
        job_cancel(job_id=run.job_id, by=ada)
        run = provisioning.run_teardown(run_id=run.pk, by=ada)
        removing = threads.submit(closing_connection, do, run.teardown_job_id)
        with pytest.raises(TimeoutError):
            removing.result(2)
        gate.open.set()
        creating.result(30)
        removing.result(60)
    assert provisioning.run_for(ada, run.pk).standing == RunState.REMOVED
    assert tables_of(dynamodb) == before


def test_a_table_that_appears_after_the_teardown_is_shown_and_can_be_removed(
    transactional_db, sandbox_url, dynamodb, shop, ada
):
    """As if the endpoint had answered a worker that was already given up."""
    before = tables_of(dynamodb)
    run = provisioning.run_start(design_id=shop.pk, by=ada)
    do(run.job_id)
    late = run.tables.get()
    do(provisioning.run_teardown(run_id=run.pk, by=ada).teardown_job_id)
    dynamodb.call("create_table", **created_as(dynamodb, late))
    run.tables.update(state=TableState.CREATED)

    found = provisioning.run_for(ada, run.pk)
    assert (found.standing, found.problem) == (RunState.FAILED, "a table of this run was created after it was removed")
    design_remove(design_id=shop.pk, by=ada)
    with pytest.raises(Conflict, match="still exist"):
        design_purge(design_id=shop.pk, by=ada)
    design_restore(design_id=shop.pk, by=ada)
    do(provisioning.run_teardown(run_id=run.pk, by=ada).teardown_job_id)
    assert provisioning.run_for(ada, run.pk).standing == RunState.REMOVED
    assert tables_of(dynamodb) == before


def created_as(dynamodb, row):
    """A table of the name of a row, with the tag of its run."""
    return {
        "TableName": row.name,
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
        "BillingMode": "PAY_PER_REQUEST",
        "Tags": [{"Key": RUN_TAG, "Value": str(row.run_id)}],
    }


def standing_run(shop, by):
    """A run whose job has ended, and whose table stands."""
    run = provisioning.run_start(design_id=shop.pk, by=by)
    run.tables.create(table="app-main", name=f"{run.prefix}app-main", state=TableState.CREATED)
    Job.objects.filter(pk=run.job_id).update(state=JobState.DONE)
    return run


def test_runs_that_nobody_tears_down_come_to_an_end(sandbox_url, shop, ada):
    for _ in range(RUNS_STANDING_MAX):
        standing_run(shop, ada)
    with pytest.raises(Conflict, match="tear down some of them first"):
        provisioning.run_start(design_id=shop.pk, by=ada)


def test_the_limit_of_runs_holds_for_requests_at_the_same_time(transactional_db, sandbox_url, shop, ada, eve):
    for _ in range(RUNS_STANDING_MAX - 1):
        standing_run(shop, ada)

    def start(by):
        try:
            return closing_connection(partial(provisioning.run_start, design_id=shop.pk, by=by)).state
        except Conflict as refused:
            return refused.code

    with ThreadPoolExecutor(4) as threads:
        answers = sorted(threads.map(start, [ada, eve, ada, eve]))
    assert answers == ["provision.too_many"] * 3 + ["waiting"]


def test_a_design_without_tables_is_refused_before_anything_starts(sandbox_url, workspace, ada):
    empty = design_create(workspace=workspace.pk, by=ada, name="Nothing yet")
    with pytest.raises(Invalid, match="the design has no tables"):
        provisioning.run_start(design_id=empty.pk, by=ada)
    with pytest.raises(Invalid, match="the lab needs the order management example"):
        provisioning.lab_start(design_id=empty.pk, by=ada)


def test_the_summary_says_what_will_be_made(sandbox_url, shop, ada):
    summary = provisioning.plan_summary(design_id=shop.pk, by=ada)
    assert (summary.tables, summary.patterns, summary.dollars) == (("app-main",), 7, None)
    assert "1 table (app-main) on Built-in sandbox, on-demand" in summary.sentences[0]
    assert "AWS" not in " ".join(summary.sentences)


@pytest.mark.conformance
def test_the_pool_process_that_is_killed_is_survived(celery_worker_process, dynamodb, shop, ada):
    with standing_still(lambda: provisioning.run_start(design_id=shop.pk, by=ada).job, least=3) as job:
        os.kill(int(job.worker.split(":")[1]), signal.SIGKILL)
    run = finished(ProvisioningRun.objects.get(job=job), ada)
    assert run.job.attempts >= 2
    assert (run.problem, run.standing) == ("", RunState.READY)
    finished(provisioning.run_teardown(run_id=run.pk, by=ada), ada)
