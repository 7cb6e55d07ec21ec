"""Simulation over REST: always by a job, of which there is one; typed; refused where it would be too large."""

from __future__ import annotations

import subprocess
import sys

import pytest
from rest_framework.test import APIClient

from exporter.api.simulation_serializers import SimulationSerializer
from exporter.services.tokens import token_create
from modeler.core.simulation.reasons import REASONS
from modeler.gallery import example_create
from modeler.job_runner import run as do
from modeler.models import Job
from modeler.models.jobs import JobState

pytestmark = pytest.mark.django_db(transaction=True)


def client_of(who):
    _, secret = token_create(by=who, name="test", scope="read")
    made = APIClient(raise_request_exception=False)
    made.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return made


@pytest.fixture
def client(ada):
    return client_of(ada)


@pytest.fixture
def address(workspace, ada):
    made = example_create(workspace=workspace.pk, by=ada, key="iot-telemetry")
    return f"/api/v1/designs/{made.pk}/simulation/"


def answered(client, address, **asked):
    """The answer after the job, which is the same for everyone who requests it meanwhile."""
    first = client.get(address, asked)
    assert (first.status_code, first.json()["kind"]) == (202, "simulate")
    assert client.get(address, asked).json()["id"] == first.json()["id"]
    do(Job.objects.get(pk=first.json()["id"]).pk)
    return client.get(address, asked)


def test_a_scenario_is_answered_after_one_job(client, address):
    answer = answered(client, address, scenario="viral")
    assert answer.status_code == 200
    found = answer.json()
    assert (found["estimate"], found["scenario"], found["second"], found["revision"]) == (True, "viral", None, 1)
    assert found["given_up"]["low"] > 0
    throttled = next(one for one in found["patterns"] if one["label"] == "W1")
    assert throttled["reasons"].keys() <= set(map(str, REASONS))
    assert throttled["added_ms"]["median"] > 0
    assert {len(row) for one in found["places"] for row in one["heat"]} == {len(found["given_up_over_time"])}
    assert found["assumed"]
    assert "I3: the hottest key of GSI1 is unknown" in " ".join(found["unknown"])


def test_changes_are_a_second_run_beside_it(client, address):
    found = answered(client, address, scenario="viral", shards=10).json()
    assert found["second"]["given_up"]["median"] < found["given_up"]["low"]
    job = Job.objects.get(kind="simulate")
    assert (job.state, job.progress["done"], job.progress["total"]) == (JobState.DONE, 200, 200)
    assert job.progress["message"] == "simulating the changes"


def test_the_serializer_names_every_field(client, address):
    found = answered(client, address, shards=2).json()
    assert found.keys() == SimulationSerializer().fields.keys()
    assert found.keys() - found["second"].keys() == {"revision", "second"}


def test_units_mean_provisioned_mode(client, address):
    found = answered(client, address, write_units=10).json()
    reasons = {reason for one in found["second"]["patterns"] for reason in one["reasons"]}
    assert "TableWriteProvisionedThroughputExceeded" in reasons


def test_too_many_partitions_are_refused_by_one_job(client, address):
    answer = answered(client, address, warm_write=10**12)
    assert (answer.status_code, answer.json()["code"]) == (422, "simulation.too_large")
    assert "needs more than 10,000 partitions in this scenario" in answer.json()["message"]
    job = Job.objects.get(kind="simulate")
    assert (job.state, job.error) == (JobState.FAILED, answer.json()["message"])


@pytest.mark.parametrize(
    "wrong",
    [
        {"scenario": "storm"},
        {"shards": 0},
        {"shards": 101},
        {"read_units": 10**13},
        {"mode": "FREE"},
        {"mode": "ON_DEMAND", "read_units": 5},
        {"warm_read": "x"},
    ],
)
def test_a_wrong_request_is_refused_without_a_job(client, address, wrong):
    answer = client.get(address, wrong)
    assert (answer.status_code, answer.json()["path"]) == (422, next(iter(wrong)))
    assert not Job.objects.filter(kind="simulate").exists()


def test_a_stranger_learns_nothing(address, cyd):
    assert client_of(cyd).get(address).status_code == 404
    assert not Job.objects.filter(kind="simulate").exists()


def test_a_web_process_does_not_load_the_simulator():
    code = (
        "import os, sys, django; os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'designer.settings'); django.setup();"
        "import exporter.api.urls, exporter.tasks; print(sorted({'numpy'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
