"""An endpoint that crashes, forgets its tables or is silent is reported as that, not as a design that differs."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.db import connections
from django.urls import reverse

from designer.environment import endpoints as declare
from designer.views.transfer import provision
from exporter.models import ProvisionedTable, ProvisioningRun, RunState, TableState
from exporter.provisioning import aws
from exporter.provisioning.aws import DynamoDB, EndpointFailed
from exporter.provisioning.endpoints import declared
from exporter.provisioning.failures import without_names
from exporter.provisioning.pattern_requests import TablesMissing
from exporter.provisioning.plan import seed_of
from exporter.provisioning.proof import Ground, prove
from exporter.provisioning.rows import Status
from exporter.services import provisioning
from exporter.services.drift import drift_with_live
from exporter.services.endpoint_checks import endpoint_check
from exporter.services.live_imports import tables_of
from exporter.services.purge_veto import refuse_standing_tables
from exporter.services.runs.begun import RUNS_STANDING_MAX
from exporter.services.tokens import token_create
from modeler.core.documents.reading import to_document
from modeler.core.errors import Conflict
from modeler.examples import example
from modeler.job_runner import run as do
from modeler.jobs import STEP_SECONDS
from modeler.services import design_create
from tests.exporter.provisioning.faulty_endpoint import faulty

ARN = "arn:aws:dynamodb:eu-west-1:111122223333:table/keysheet-x"


@contextmanager
def answering(status: int, code: str) -> Iterator[str]:
    """The address of an endpoint that answers every request with this refusal."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            text = json.dumps(
                {"__type": f"com.amazonaws.dynamodb.v20120810#{code}", "message": f"about {ARN}"}
            ).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/x-amz-json-1.0")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def ground_at(url):
    design = example("order-management").design
    (endpoint,) = declared(declare("", url))
    names = {table.name: table.name for table in design.tables}
    return Ground(design, DynamoDB(endpoint, patient=False), names, endpoint.trust)


def test_a_crash_of_the_endpoint_is_not_told_as_a_difference():
    with answering(500, "InternalServerError") as url:
        ground = ground_at(url)
        for pattern in ground.design.patterns:
            row = prove(ground, pattern, seed_of(ground.design)).row
            assert row.status is Status.NOT_COMPARED, row.sentence
            assert "internal error" in row.sentence
        with pytest.raises(EndpointFailed):
            ground.sender.describe("any")


def test_tables_that_are_gone_end_the_run_with_that_reason():
    with answering(400, "ResourceNotFoundException") as url:
        ground = ground_at(url)
        with pytest.raises(TablesMissing, match="no longer exists"):
            prove(ground, ground.design.patterns[0], seed_of(ground.design))


def test_a_refusal_of_the_request_itself_is_still_compared_and_names_no_account():
    with answering(400, "ValidationException") as url:
        ground = ground_at(url)
        row = prove(ground, ground.design.patterns[0], seed_of(ground.design)).row
    assert row.status is Status.DIFFER
    assert row.refused == "about (ARN)"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (f"Table {ARN} has reached 111122223333", "Table (ARN) has reached (account)"),
        ("Subscriber limit exceeded: 500 tables (Request ID: ABC-1)", "Subscriber limit exceeded: 500 tables "),
        ("The parameter must be at least 1234567890123", "The parameter must be at least 1234567890123"),
    ],
)
def test_sentences_of_aws_keep_their_reason_and_lose_what_identifies_the_account(said, shown):
    assert without_names(said) == shown


@pytest.fixture
def standing(design, ada, settings):
    """A run whose tables exist, on an endpoint that does not answer."""
    settings.ENDPOINTS = ({**settings.ENDPOINTS[0], "url": "http://127.0.0.1:9"},)
    name = settings.ENDPOINTS[0]["name"]
    run = ProvisioningRun.objects.create(
        design=design, revision=1, endpoint=name, prefix="keysheet-x-", by=ada, state=RunState.READY
    )
    ProvisionedTable.objects.create(run=run, table="app-main", name="keysheet-x", arn=ARN, state=TableState.CREATED)
    return run


@pytest.mark.django_db(transaction=True)
def test_an_endpoint_is_waited_for_without_a_connection_to_postgres(standing, ada, sandbox_url, settings, monkeypatch):
    """Those of a process are few: some pages that wait for a silent endpoint would stop everybody."""
    monkeypatch.setattr(provisioning, "_silent_until", {})
    mine, held = connections["default"], []

    def noting(_body, passed):
        held.append(mine.connection is not None)
        return passed()

    with faulty(sandbox_url) as faults:
        settings.ENDPOINTS = ({**settings.ENDPOINTS[0], "url": faults.url},)
        for operation in ("DescribeTable", "ListTables"):
            faults.add(operation, noting, times=0)
        waits = (
            lambda: provisioning.run_look(run_id=standing.pk, by=ada),
            lambda: tables_of(by=ada, endpoint="", design=standing.design_id),
            lambda: drift_with_live(design_id=standing.design_id, by=ada),
            lambda: endpoint_check(design_id=standing.design_id, by=ada),
        )
        for wait in waits:
            asked = len(held)
            wait()
            assert len(held) > asked
    assert not any(held)


@pytest.mark.django_db(transaction=True)
def test_a_silent_endpoint_is_not_looked_at_again_and_again(standing, ada, monkeypatch):
    monkeypatch.setattr(provisioning, "_silent_until", {})
    for _ in range(3):
        assert provisioning.run_look(run_id=standing.pk, by=ada).standing == RunState.READY
    assert list(provisioning._silent_until) == [standing.endpoint]


@pytest.mark.django_db
def test_the_proof_page_asks_no_endpoint_and_looks_afterwards(client, standing, ada, monkeypatch):
    asked = []
    monkeypatch.setattr(provision, "run_look", lambda **given: asked.append(given["run_id"]))
    client.force_login(ada)
    runs = reverse("design-runs", args=[standing.design_id])
    page = client.get(reverse("design-provision", args=[standing.design_id])).content.decode()
    assert f'hx-get="{runs}?look=1"' in page
    client.get(runs)
    assert asked == []
    client.get(f"{runs}?look=1")
    assert asked == [standing.pk]


@pytest.mark.django_db
def test_arns_are_for_people_who_can_provision(client, standing, ada, eve, ben):
    def arns(person):
        _, secret = token_create(by=person, name="test", scope="read")
        found = client.get(
            f"/api/v1/designs/{standing.design_id}/runs/", headers={"authorization": f"Bearer {secret}"}
        ).json()
        return [table["arn"] for run in found["runs"] for table in run["tables"]]

    assert arns(ada) == [ARN]
    assert arns(eve) == [ARN]
    assert arns(ben) == [""]


@contextmanager
def silent():
    """The address of an endpoint that takes connections and never answers."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(50)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


@pytest.fixture
def elsewhere(settings):
    """A function that declares a second endpoint, at an address, beside the sandbox."""

    def declare_it(url):
        sandbox = settings.ENDPOINTS[0]
        settings.ENDPOINTS = (sandbox, {**sandbox, "name": "Elsewhere", "url": url})

    return declare_it


@pytest.fixture
def shop(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, document=to_document(example("order-management").design))


def finished(run):
    do(run.job_id)
    return ProvisioningRun.objects.select_related("job", "teardown_job").get(pk=run.pk)


@pytest.mark.django_db(transaction=True)
def test_runs_on_a_dead_endpoint_block_neither_proofs_elsewhere_nor_the_purge(shop, ada, elsewhere, sandbox_url):
    elsewhere("http://127.0.0.1:9")
    for _ in range(RUNS_STANDING_MAX + 1):
        run = finished(provisioning.run_start(design_id=shop.pk, by=ada, endpoint="Elsewhere"))
        assert (run.standing, "was not reached" in run.problem, run.tables.count()) == (RunState.FAILED, True, 0)
    there = provisioning.run_start(design_id=shop.pk, by=ada)
    assert finished(there).standing == RunState.READY
    there = provisioning.run_teardown(run_id=there.pk, by=ada)
    do(there.teardown_job_id)
    refuse_standing_tables(shop)


@pytest.mark.django_db(transaction=True)
def test_tables_on_an_endpoint_that_is_dead_now_do_not_block_proofs_elsewhere(shop, ada, elsewhere, sandbox_url):
    elsewhere("http://127.0.0.1:9")
    for number in range(RUNS_STANDING_MAX):
        run = ProvisioningRun.objects.create(
            design=shop, revision=1, endpoint="Elsewhere", prefix=f"x{number}-", by=ada, state=RunState.READY
        )
        ProvisionedTable.objects.create(run=run, table="app-main", name=f"x{number}", state=TableState.CREATED)
    with pytest.raises(Conflict, match="on Elsewhere"):
        provisioning.run_start(design_id=shop.pk, by=ada, endpoint="Elsewhere")
    assert finished(provisioning.run_start(design_id=shop.pk, by=ada)).standing == RunState.READY


@pytest.mark.django_db(transaction=True)
def test_a_run_and_a_teardown_on_a_silent_endpoint_say_so_and_let_the_worker_go(
    shop, ada, elsewhere, sandbox_url, monkeypatch
):
    """They said that a step took too long, after three minutes in which the worker did nothing else."""
    monkeypatch.setattr(aws, "BRIEF_SECONDS", 1)
    with silent() as url:
        elsewhere(url)
        run = finished(provisioning.run_start(design_id=shop.pk, by=ada, endpoint="Elsewhere"))
        assert "did not answer in time" in run.problem
        assert run.tables.count() == 0
        for number in range(5):
            ProvisionedTable.objects.create(run=run, table="app-main", name=f"x{number}", state=TableState.CREATED)
        run = provisioning.run_teardown(run_id=run.pk, by=ada)
        do(run.teardown_job_id)
    run = ProvisioningRun.objects.select_related("job", "teardown_job").get(pk=run.pk)
    assert "did not answer in time" in run.problem


def test_all_attempts_of_a_call_are_shorter_than_a_step_of_a_job():
    """A job that is stopped in the middle of a call cannot say what is wrong with the endpoint."""
    patient = aws._config(patient=True)
    attempts = patient.retries["total_max_attempts"]
    longest = attempts * (patient.connect_timeout + patient.read_timeout)
    assert longest < STEP_SECONDS
