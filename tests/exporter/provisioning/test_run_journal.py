"""The journal of a run: whatever request a worker is killed at, everything is known, finished, and removed."""

from __future__ import annotations

import random
from types import SimpleNamespace

import botocore.endpoint
import pytest
from django.utils import timezone

from exporter.models import ProvisioningRun, RunState, TableState
from exporter.provisioning import tables as steps
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from exporter.provisioning.run_tags import RUN_TAG
from exporter.services import provisioning, provisioning_jobs
from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.job_runner import run as do
from modeler.models import Design, Job
from modeler.models.jobs import JobState
from modeler.services import design_create
from tests.exporter.provisioning.faulty_endpoint import changing, faulty, refusing


class Killed(BaseException):
    """As kill -9: nothing of the worker runs after it."""


@pytest.fixture
def shop(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, document=to_document(example("order-management").design))


@pytest.fixture
def dynamodb(sandbox_url, settings):
    return DynamoDB(endpoint_named(settings.ENDPOINTS, ""))


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    monkeypatch.setattr(steps, "POLL_SECONDS", (0.01,))
    # boto3 tries what is throttled again after up to 31 seconds; it does so here too, but at once.
    monkeypatch.setattr(botocore.endpoint, "time", SimpleNamespace(sleep=lambda seconds: None))


def named(dynamodb, prefix):
    return {name for name in dynamodb.call("list_tables")["TableNames"] if name.startswith(prefix)}


def killed_at(monkeypatch, request, *, is_sent):
    """Kill the worker at the request of that number, before or after the endpoint got it."""
    sent = [0]
    whole = DynamoDB._ask

    def ask(self, client, asked):
        sent[0] += 1
        if sent[0] != request:
            return whole(self, client, asked)
        if is_sent:
            whole(self, client, asked)
        raise Killed

    monkeypatch.setattr(DynamoDB, "_ask", ask)
    return lambda: monkeypatch.setattr(DynamoDB, "_ask", whole)


def worked(work, run, monkeypatch, schedule):
    """Run the steps of a job as one worker after the other, each killed where the schedule says, the last one not."""
    design = Design.objects.get(pk=run.design_id)
    for request, is_sent in schedule:
        alive = killed_at(monkeypatch, request, is_sent=is_sent)
        try:
            for _ in work(run.current_job, design):
                pass
        except Killed:
            pass
        finally:
            alive()
        yield
        run.refresh_from_db()
    if run.state not in (RunState.READY, RunState.REMOVED):
        for _ in work(run.current_job, design):
            pass
    run.refresh_from_db()


@pytest.mark.conformance(cases=1)
@pytest.mark.parametrize("seed", range(6))
def test_a_run_that_is_killed_anywhere_is_finished_and_leaves_nothing(
    transactional_db, dynamodb, shop, ada, monkeypatch, seed
):
    chance = random.Random(seed)
    run = provisioning.run_start(design_id=shop.pk, by=ada)
    # The first requests create the table; the later ones seed it and run the patterns.
    schedule = [(chance.randint(1, most), chance.random() < 0.5) for most in (2, 6, 40)]
    for _ in worked(provisioning_jobs.provision, run, monkeypatch, schedule):
        assert named(dynamodb, run.prefix) <= set(run.tables.values_list("name", flat=True))
    assert (run.state, run.results["agree"], run.results["differ"]) == (RunState.READY, 7, 0)
    assert [table.state for table in run.tables.all()] == [TableState.CREATED]

    Job.objects.filter(pk=run.job_id).update(state=JobState.DONE, finished_at=timezone.now())
    run = provisioning.run_teardown(run_id=run.pk, by=ada)
    schedule = [(chance.randint(1, 4), chance.random() < 0.5) for _ in range(3)]
    for _ in worked(provisioning_jobs.teardown, run, monkeypatch, schedule):
        found = ProvisioningRun.objects.get(pk=run.pk)
        assert not named(dynamodb, run.prefix) or not found.is_over
    assert named(dynamodb, run.prefix) == set()
    assert (run.state, [table.state for table in run.tables.all()]) == (RunState.REMOVED, [TableState.REMOVED])


def test_a_teardown_that_was_killed_after_its_request_removed_the_table_itself(
    transactional_db, dynamodb, shop, ada, monkeypatch
):
    """Without a row before the request, its successor would report that somebody else removed the table."""
    run = provisioning.run_start(design_id=shop.pk, by=ada)
    do(run.job_id)
    run = provisioning.run_teardown(run_id=run.pk, by=ada)
    delete = DynamoDB.delete

    def die(self, table):
        delete(self, table)
        raise Killed

    monkeypatch.setattr(DynamoDB, "delete", die)
    with pytest.raises(Killed):
        list(provisioning_jobs.teardown(run.teardown_job, Design.objects.get(pk=shop.pk)))
    monkeypatch.setattr(DynamoDB, "delete", delete)
    assert run.tables.get().state == TableState.REMOVING
    do(run.teardown_job_id)
    run = provisioning.run_for(ada, run.pk)
    assert (run.standing, run.tables.get().state) == (RunState.REMOVED, TableState.REMOVED)
    assert not any("no longer exist" in note for note in run.notes)


@pytest.fixture
def faults(sandbox_url, settings):
    with faulty(sandbox_url) as found:
        settings.ENDPOINTS = ({**settings.ENDPOINTS[0], "url": found.url},)
        yield found


def test_an_account_that_throttles_delays_a_run_and_does_not_change_it(transactional_db, faults, shop, ada):
    for operation in ("CreateTable", "DescribeTable", "BatchWriteItem", "Query", "DeleteTable"):
        faults.add(operation, refusing("ThrottlingException", "Rate exceeded"))
    faults.add("CreateTable", refusing("LimitExceededException", "Subscriber limit exceeded: 10 at a time"), times=2)
    run = provisioning.run_start(design_id=shop.pk, by=ada)
    do(run.job_id)
    run = provisioning.run_for(ada, run.pk)
    assert (run.problem, run.standing, run.results["agree"]) == ("", RunState.READY, 7)
    do(provisioning.run_teardown(run_id=run.pk, by=ada).teardown_job_id)
    assert provisioning.run_for(ada, run.pk).standing == RunState.REMOVED


@pytest.mark.conformance
def test_an_account_that_is_full_is_told_as_its_quota(transactional_db, faults, shop, ada, monkeypatch):
    monkeypatch.setattr(steps, "CREATED_WITHIN_SECONDS", 0)
    faults.add("CreateTable", refusing("LimitExceededException", "Subscriber limit exceeded: 500 tables"), times=0)
    run = provisioning.run_start(design_id=shop.pk, by=ada)
    do(run.job_id)
    run = provisioning.run_for(ada, run.pk)
    assert "has reached a quota of its account; tear down runs" in run.problem
    do(provisioning.run_teardown(run_id=run.pk, by=ada).teardown_job_id)
    assert provisioning.run_for(ada, run.pk).standing == RunState.REMOVED


def test_a_table_that_stays_in_creating_is_told_and_removed_later(
    transactional_db, faults, dynamodb, shop, ada, monkeypatch
):
    def stuck(found):
        found["Table"]["TableStatus"] = "CREATING"

    with monkeypatch.context() as patched:
        patched.setattr(steps, "ACTIVE_WITHIN_SECONDS", 0)
        faults.add("DescribeTable", changing(stuck), times=2)
        run = provisioning.run_start(design_id=shop.pk, by=ada)
        do(run.job_id)
    run = provisioning.run_for(ada, run.pk)
    assert "the table of " in run.problem
    assert "is not ACTIVE after" in run.problem
    faults.rules.clear()
    faults.add("DeleteTable", refusing("ResourceInUseException", "is being created"), times=2)
    do(provisioning.run_teardown(run_id=run.pk, by=ada).teardown_job_id)
    assert provisioning.run_for(ada, run.pk).standing == RunState.REMOVED
    assert named(dynamodb, run.prefix) == set()


def test_a_protected_table_stays_the_others_go_and_the_run_says_what_to_do(
    transactional_db, faults, dynamodb, shop, ada
):
    run = provisioning.run_start(design_id=shop.pk, by=ada)
    do(run.job_id)
    kept = run.tables.get()
    other = {**created_beside(dynamodb, run), "TableName": f"{run.prefix}second"}
    dynamodb.call("create_table", **other)
    run.tables.create(table="second", name=other["TableName"], state=TableState.CREATED)

    def protected(found):
        found["Table"]["DeletionProtectionEnabled"] = True

    faults.add("DescribeTable", changing(protected))
    do(provisioning.run_teardown(run_id=run.pk, by=ada).teardown_job_id)
    run = provisioning.run_for(ada, run.pk)
    assert run.standing == RunState.FAILED
    assert "has deletion protection, which somebody turned on" in run.problem
    assert named(dynamodb, run.prefix) == {kept.name}
    do(provisioning.run_teardown(run_id=run.pk, by=ada).teardown_job_id)
    assert provisioning.run_for(ada, run.pk).standing == RunState.REMOVED


def created_beside(dynamodb, run):
    return {
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
        "BillingMode": "PAY_PER_REQUEST",
        "Tags": [{"Key": RUN_TAG, "Value": str(run.pk)}],
    }
