"""Synthesis over REST: a small design is answered at once, a larger one by a job."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from exporter.services.tokens import token_create
from modeler.examples import example
from modeler.gallery import example_create
from modeler.job_runner import run as do
from modeler.models import Job
from modeler.synthesis import synthesis_job

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def client(ada):
    _, secret = token_create(by=ada, name="test", scope="read")
    made = APIClient(raise_request_exception=False)
    made.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return made


@pytest.fixture
def address(workspace, ada):
    made = example_create(workspace=workspace.pk, by=ada, key="order-management")
    return f"/api/v1/designs/{made.pk}/synthesis/"


def test_a_small_design_is_answered_at_once(client, address):
    answer = client.post(address, {"alternatives": 1}, format="json")
    assert answer.status_code == 200
    (best,) = answer.json()["alternatives"]
    assert all(set(step) == {"gsis", "dollars", "differs", "errors"} for step in answer.json()["front"])
    assert answer.json()["unrated"] == []
    assert best["compared"] == best["dollars"]
    assert (best["kind"], best["gsis"], best["problems"]) == ("balanced", 2, [])
    assert {one["pattern"]: one["index"] for one in best["served"]}["A5"] == "GSI2"
    assert best["design"]["keysheet"] == 1


def test_a_larger_design_is_answered_by_one_job(client, address, monkeypatch):
    monkeypatch.setattr(synthesis_job, "QUICK_PATTERNS", 0)
    asked = client.post(address, {"alternatives": 1, "max_gsis": 2}, format="json")
    assert asked.status_code == 202
    assert client.post(address, {"alternatives": 1, "max_gsis": 2}, format="json").json()["id"] == asked.json()["id"]
    do(Job.objects.get(kind="synthesise").pk)
    answer = client.post(address, {"alternatives": 1, "max_gsis": 2}, format="json")
    assert answer.status_code == 200
    assert answer.json()["alternatives"][0]["gsis"] <= 2


def test_musts_reach_the_search(client, address):
    asked = {"alternatives": 1, "consistent": ["A1"], "keep_keys": ["Order"]}
    (best,) = client.post(address, asked, format="json").json()["alternatives"]
    patterns = {one["code"]: one for one in best["design"]["access_patterns"]}
    assert patterns["A1"]["consistent"] is True
    shipped = next(one for _, one in example("order-management").design.entities() if one.name == "Order")
    keys = next(row["keys"] for row in best["key_sheet"] if row["entity"] == "Order" and row["index"] is None)
    assert keys == dict(shipped.overloads[0].keys)


@pytest.mark.parametrize(
    "wrong", [{"alternatives": 0}, {"max_gsis": -1}, {"keep": "perhaps"}, {"keep_keys": "Order"}, {"consistent": [{}]}]
)
def test_a_wrong_budget_is_refused(client, address, wrong):
    assert client.post(address, wrong, format="json").status_code == 422


def test_a_stranger_learns_nothing(address, cyd):
    _, secret = token_create(by=cyd, name="test", scope="read")
    stranger = APIClient(raise_request_exception=False)
    stranger.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert stranger.post(address, {}, format="json").status_code == 404
