"""Load proofs on the real sandbox: as jobs from the page, over REST, and by a command; only where they are allowed."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from exporter import terminal
from exporter.api.load_serializers import LoadSerializer
from exporter.loads.asked import LoadAsked
from exporter.loads.services import load_announced, load_begin, load_for, loads_of
from exporter.models import RunState, TableState
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from exporter.services.tokens import token_create
from modeler.core.documents.reading import dump
from modeler.core.errors import Conflict, Invalid
from modeler.examples import example
from modeler.gallery import example_create
from modeler.job_runner import run as do
from modeler.jobs import job_cancel

pytestmark = pytest.mark.django_db(transaction=True)
FEW = {"read_units": 500, "write_units": 2000, "seconds": 1, "calls_per_second": 120, "items": 40}


@pytest.fixture
def design(workspace, ada):
    return example_create(workspace=workspace.pk, by=ada, key="order-management")


def tables_there(settings):
    return set(DynamoDB(endpoint_named(settings.ENDPOINTS, "")).call("list_tables")["TableNames"])


def test_a_load_ends_with_a_report_and_without_tables(sandbox_url, design, ada, ben, settings):
    """What the sandbox reports for writes is what was predicted for exactly these calls."""
    shown = Client()
    shown.force_login(ada)
    page, fields = (
        reverse("design-loads", args=[design.pk]),
        {"scenario": "steady", "endpoint": "Built-in sandbox", **FEW},
    )
    told = shown.get(page, {"check": "1", **fields}).content.decode()
    assert "It ends before it consumes more than 500 read units or 2,000 write units." in told
    announced = load_announced(design_id=design.pk, by=ada, asked=LoadAsked(**FEW))["seeded"]
    assert f"Storing the items takes {announced['write_units']:g} of the write units." in told
    assert "does not throttle like DynamoDB" in told
    assert shown.post(reverse("loads-begin", args=[design.pk]), fields).status_code == 302
    run = loads_of(ben, design.pk).get()
    do(run.job_id)
    run = load_for(ben, run.pk)
    assert (run.standing, run.problem) == (RunState.REMOVED, "")
    report = run.results
    assert report["sent"] > 0
    assert report["sent"] + report["late"] > 100
    assert report["seeded"] == announced
    assert report["units"]["write"]["consumed"] == report["units"]["write"]["predicted"] > 0
    assert report["patterns"][0]["units"]["read"]["predicted"] > 0
    assert (report["simulated"]["given_up"]["high"], report["budget_ended_it"]) == (0, False)
    assert {one.state for one in run.tables.all()} == {TableState.REMOVED}
    assert not any(name.startswith(run.prefix) for name in tables_there(settings))
    told = shown.get(page).content.decode()
    assert "Predicted for these calls" in told
    assert "not trusted" in told
    _, secret = token_create(by=ben, name="test", scope="read")
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    found = client.get(f"/api/v1/designs/{design.pk}/loads/").json()["loads"]
    assert LoadSerializer(found, many=True).data == found
    assert client.get(f"/api/v1/loads/{run.pk}/").json() == found[0]


@pytest.mark.conformance
def test_a_stopped_load_removes_its_tables(sandbox_url, design, ada, settings, monkeypatch):
    run = load_begin(design_id=design.pk, by=ada, asked=LoadAsked(**FEW))
    seen = []

    def stop(self, calls, seconds):
        seen.extend(tables_there(settings))
        job_cancel(job_id=run.job_id, by=ada)
        yield "sent 0 calls"
        yield "sent 0 calls"

    monkeypatch.setattr("exporter.loads.sending.Sending.run", stop)
    do(run.job_id)
    assert any(name.startswith(run.prefix) for name in seen)
    assert not any(name.startswith(run.prefix) for name in tables_there(settings))
    assert load_for(ada, run.pk).results == {}


def test_only_a_marked_endpoint_gets_a_load_and_only_from_those_who_may(sandbox_url, design, ada, ben, settings):
    with pytest.raises(Invalid, match="seconds"):
        load_begin(design_id=design.pk, by=ada, asked=LoadAsked(1, 1, seconds=0))
    settings.ENDPOINTS = tuple({**one, "loads": "refused"} for one in settings.ENDPOINTS)
    for ask in (load_announced, load_begin):
        with pytest.raises(Conflict, match="is not for loads"):
            ask(design_id=design.pk, by=ada, asked=LoadAsked(1, 1))
    shown = Client()
    shown.force_login(ada)
    assert "is marked for loads" in shown.get(reverse("design-loads", args=[design.pk])).content.decode()


def test_too_small_a_budget_is_told_before_anything_begins(sandbox_url, design, ada):
    for ask in (load_announced, load_begin):
        with pytest.raises(Invalid, match="storing the items needs 634 write units, and the budget has 633"):
            ask(design_id=design.pk, by=ada, asked=LoadAsked(1, 633))
    assert not loads_of(ada, design.pk).exists()


@pytest.mark.conformance
def test_a_command_announces_a_load_then_sends_it(sandbox_url, tmp_path, capsys, settings):
    file = tmp_path / "design.json"
    file.write_text(dump(example("order-management").design))
    where = endpoint_named(settings.ENDPOINTS, "")
    asked = ["load", str(file), "--endpoint-url", sandbox_url, "--access-key", where.access_key_id or "any"]
    asked += ["--read-units", "200", "--write-units", "1000", "--seconds", "1", "--items", "10"]
    assert terminal.main(asked) == 0
    assert "Nothing was sent. Give --yes to send it." in capsys.readouterr().out
    assert terminal.main([*asked, "--yes", "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["sent"] > 0
    assert not report["trusted"]["write"]
    assert not any(name.startswith("keysheet-order-management") for name in tables_there(settings))
