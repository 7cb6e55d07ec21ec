"""Rehearsals as jobs, on the real sandbox: evidence is kept, tables go away however it ends, and AWS is never used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from exporter.command_line import main
from exporter.models import ProvisionedTable, ProvisioningRun, RunState, TableState
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from exporter.provisioning.run_tags import RUN_TAG
from exporter.rehearsals import guardian
from exporter.rehearsals.evidence import Evidence, RehearsedRead, markdown, result_of
from exporter.rehearsals.job import REHEARSE
from exporter.rehearsals.process import RehearsalProcess
from exporter.rehearsals.services import RehearsalAsked, evidence_of, rehearsal_begin, rehearsal_for, rehearsals_of
from exporter.services import provisioning
from modeler.core.documents.reading import to_document
from modeler.core.errors import Conflict, Forbidden, Invalid, Missing
from modeler.examples import example
from modeler.job_runner import run as do
from modeler.jobs import job_cancel
from modeler.models import Job
from modeler.services import design_create
from tests.exporter.migration.generated import changed
from tests.exporter.migration.test_rehearsal_readers import asked_by_status
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)
FEW = RehearsalAsked(items=0)


@pytest.fixture
def base(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, document=to_document(example("order-management").design))


@pytest.fixture
def head(workspace, ada):
    """The same design after a change of a key, as another design."""
    after = changed(example("order-management").design, asked_by_status)
    return design_create(workspace=workspace.pk, by=ada, document=to_document(after))


@pytest.fixture
def begun(sandbox_url, base, head, ada):
    return rehearsal_begin(design_id=head.pk, by=ada, asked=RehearsalAsked(other=base.pk, items=0))


def tables_there(settings):
    return set(DynamoDB(endpoint_named(settings.ENDPOINTS, "")).call("list_tables")["TableNames"])


@pytest.mark.conformance
@pytest.mark.timeout(900)
def test_a_rehearsal_ends_with_evidence_and_without_tables(begun, base, head, ada, ben, settings):
    before = tables_there(settings)
    do(begun.job_id)
    run = rehearsal_for(ben, begun.pk)
    assert (run.standing, run.problem) == (RunState.REMOVED, "")
    found = evidence_of(run)
    assert found.proved is True
    assert found.kills >= 3
    assert [one["differences"] for one in found.comparisons] == [0, 0, 0]
    assert {one.pattern[:2] for one in found.reads} == {"A1", "A2", "A3", "A4", "A5"}
    assert not any(one.wrong for one in found.reads)
    assert found.counted["write_units"] > 0
    assert {one.state for one in run.tables.all()} == {TableState.REMOVED}
    assert tables_there(settings) <= before
    shown = Client()
    shown.force_login(ben)
    page = shown.get(reverse("design-rehearsals", args=[head.pk])).content.decode()
    assert "Both sides are equal after each step" in page
    assert "Orders of a customer, newest first" in page
    plan = {"other": base.pk, "before": 1, "after": 1}
    weight = shown.get(reverse("compare-weight", args=[head.pk]), plan).content.decode()
    assert "Rehearsed on Built-in sandbox" in weight
    file = shown.get(reverse("rehearsal-markdown", args=[head.pk, run.pk]))
    assert "## Access patterns" in file.content.decode()
    assert json.loads(shown.get(reverse("rehearsal-json", args=[head.pk, run.pk])).content)["evidence"]["proved"]


def test_stopping_a_rehearsal_removes_its_tables(begun, ada, settings, monkeypatch):
    seen = []

    def stop_when_tables_are_there(work, said):
        if "seeded" in said:
            seen.append(tables_there(settings))
            job_cancel(job_id=begun.job_id, by=ada)
        return "seeded"

    monkeypatch.setattr("exporter.rehearsals.rehearsing.Rehearsing.hear", stop_when_tables_are_there)
    do(begun.job_id)
    assert any(name.startswith(begun.prefix) for name in seen[0])
    assert not any(name.startswith(begun.prefix) for name in tables_there(settings))
    run = ProvisioningRun.objects.get(pk=begun.pk)
    assert run.is_over
    assert evidence_of(run).proved is None


def test_the_second_worker_removes_what_a_killed_one_left(begun, settings, monkeypatch):
    there_at_the_start: list[set[str]] = []
    begin = RehearsalProcess.__enter__

    def looked(process):
        # Once it runs, it makes tables with the same names.
        there_at_the_start.append(tables_there(settings))
        return begin(process)

    monkeypatch.setattr(RehearsalProcess, "__enter__", looked)
    dynamodb = DynamoDB(endpoint_named(settings.ENDPOINTS, ""))
    left = f"{begun.prefix}control"
    dynamodb.call(
        "create_table",
        TableName=left,
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
        Tags=[{"Key": RUN_TAG, "Value": str(begun.pk)}],
    )
    ProvisionedTable.objects.create(run=begun, table="(control)", name=left)
    assert left in tables_there(settings)
    steps = REHEARSE.run(Job.objects.get(pk=begun.job_id), begun.design)
    for progress in steps:
        if progress.message == "creating the tables":
            break
    steps.close()
    (there,) = there_at_the_start
    assert not any(name.startswith(begun.prefix) for name in there)


def test_nothing_of_a_rehearsal_outlives_whoever_started_it(tmp_path):
    """The process that holds the pipe is killed: its end closes, as here."""
    said = tmp_path / "pid"
    child = f"import os, pathlib, time; pathlib.Path({str(said)!r}).write_text(str(os.getpid())); time.sleep(600)"
    guarded = subprocess.Popen([sys.executable, guardian.__file__, sys.executable, "-c", child], stdin=subprocess.PIPE)
    with guarded:
        pid = int(until(lambda: said.read_text() if said.exists() else "", bool))
        guarded.stdin.close()
        assert guarded.wait(30) != 0
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_an_account_is_never_used(base, head, ada, settings, workspace):
    account = {
        **settings.ENDPOINTS[0],
        "name": "Account",
        "kind": "aws",
        "url": "",
        "role_arn": "arn:aws:iam::1:role/x",
    }
    settings.ENDPOINTS = (*settings.ENDPOINTS, {**account, "workspaces": "*"})
    with pytest.raises(Conflict, match="not for rehearsals: an AWS account"):
        rehearsal_begin(design_id=head.pk, by=ada, asked=RehearsalAsked(other=base.pk, endpoint="Account"))


def test_an_operator_can_refuse_rehearsals(base, head, ada, settings):
    settings.ENDPOINTS = tuple({**one, "rehearsals": "refused"} for one in settings.ENDPOINTS)
    with pytest.raises(Conflict, match="its operator refuses it"):
        rehearsal_begin(design_id=head.pk, by=ada, asked=RehearsalAsked(other=base.pk))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (RehearsalAsked(items=10_001), "0 to 10,000"),
        (RehearsalAsked(seed=-1), "the seed is from 0"),
        (RehearsalAsked(), "nothing to rehearse"),
        (RehearsalAsked(before="no such version"), "no such version"),
    ],
)
def test_what_cannot_be_rehearsed_is_refused_with_a_sentence(asked, said, head, ada):
    with pytest.raises((Invalid, Missing), match=said):
        rehearsal_begin(design_id=head.pk, by=ada, asked=asked)
    assert not ProvisioningRun.objects.exists()


def test_only_people_who_see_both_designs_see_a_rehearsal(begun, base, head, ada, ben, cyd):
    with pytest.raises(Forbidden):
        rehearsal_begin(design_id=head.pk, by=ben, asked=RehearsalAsked(other=base.pk))
    assert [one.pk for one in rehearsals_of(ben, head.pk)] == [begun.pk]
    with pytest.raises(Missing):
        rehearsal_for(cyd, begun.pk)
    ProvisioningRun.objects.filter(pk=begun.pk).update(
        asked={**begun.asked, "base": "0" * 8 + "-0000" * 3 + "-" + "0" * 12}
    )
    assert not rehearsals_of(ben, head.pk)
    with pytest.raises(Missing):
        rehearsal_for(ben, begun.pk)


def test_a_rehearsal_is_no_proof(begun, head, ada):
    assert not provisioning.runs_of(ada, head.pk)


def test_the_form_keeps_what_was_given_when_it_is_refused(head, ada):
    shown = Client()
    shown.force_login(ada)
    answer = shown.post(reverse("rehearsals-begin", args=[head.pk]), {"before": "1", "after": "1", "items": "77"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "nothing to rehearse" in page
    assert 'value="77"' in page
    assert "has one revision" in shown.get(reverse("design-rehearsals", args=[head.pk])).content.decode()


def test_evidence_of_a_wrong_read_says_what_was_wrong():
    read = {"side": "old", "pattern": "A2 Orders", "expected": 2, "runs": 9, "wrong": 3, "not_yet": 0}
    other = {**read, "side": "new", "wrong": 0, "first_wrong": ""}
    told = [{"readers": [{**read, "first_wrong": "does not return o-1"}, other]}, {"proved": False, "kills": 0}]
    found = Evidence(told)
    assert found.reads[0].verdict == "3 of 18 runs wrong: old design: does not return o-1"
    text = markdown("Orders | all", ["From 1 to 2"], found)
    assert "not proved" in text
    fewer = Evidence([{"readers": [{**read, "wrong": 0, "first_wrong": ""}, {**other, "expected": 1}]}]).reads[0]
    assert fewer.finds_fewer
    assert fewer.verdict == "finds 1 of 2 known items with the new design"


def test_a_read_that_never_ran_proves_nothing():
    read = {"side": "old", "pattern": "A2 Orders", "expected": 2, "runs": 9, "wrong": 0, "first_wrong": ""}
    found = Evidence([{"readers": [read, {**read, "side": "new", "runs": 0}]}]).reads[0]
    assert found.verdict == "did not run with the new design, so it proves nothing there"


def test_a_read_that_finds_nothing_with_one_design_proves_nothing_there():
    side = {"runs": 4, "wrong": 0, "first_wrong": ""}
    found = RehearsedRead("A2", {**side, "side": "old", "expected": 0}, {**side, "side": "new", "expected": 3})
    assert found.verdict == "as expected in 8 runs; finds nothing with the old design, so it proves nothing there"


def test_the_result_names_reads_that_find_fewer_items():
    read = {"side": "old", "pattern": "A2 Orders", "expected": 2, "runs": 9, "wrong": 0, "first_wrong": ""}
    told = [{"readers": [read, {**read, "side": "new", "expected": 1}]}, {"proved": True, "kills": 5}]
    assert result_of(Evidence(told)).endswith("but 1 access pattern finds fewer items with the new design")


@pytest.mark.parametrize(
    ("address", "said"),
    [("http://127.0.0.1:9", "no emulator answers at http://127.0.0.1:9"), ("nowhere", "nowhere is not an address")],
)
def test_the_command_says_in_a_sentence_that_no_emulator_answers(address, said, capsys):
    name = str(Path(__file__).parents[2] / "modeler" / "examples" / "parcel-tracking-{}.json")
    assert main(["rehearse", name.format("before"), name.format("after"), "--endpoint-url", address]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
