"""The cost under assumptions over REST: the design, the request, the scenarios that it keeps, and its budget."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from exporter.services.tokens import token_create
from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.services import design_create

pytestmark = pytest.mark.django_db


def client_of(who):
    _, secret = token_create(by=who, name="test", scope="read")
    made = APIClient(raise_request_exception=False)
    made.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return made


@pytest.fixture
def address(workspace, ada):
    document = to_document(example("order-management").design)
    kept = {"budget": 100, "scenarios": [{"name": "Launch", "times": 10}]}
    settings = {**document.get("settings", {}), **kept}
    made = design_create(workspace=workspace.pk, by=ada, document={**document, "settings": settings})
    return f"/api/v1/designs/{made.pk}/"


def test_months_are_side_by_side_and_a_finding_names_the_budget(ben, address):
    client = client_of(ben)
    answer = client.get(f"{address}scenarios/", {"months": 12, "calls_growth": 5, "table_class": "STANDARD"})
    assert answer.status_code == 200
    made = answer.json()
    assert [one["name"] for one in made["months"]] == ["the design", "what if", "Launch"]
    assert made["months"][1]["assumes"] == {"class": "STANDARD", "calls_growth": 5.0, "months": 12}
    assert (made["budget"], made["months"][0]["over_budget"]) == ("100", True)
    findings = client.get(f"{address}analysis/").json()["findings"]["findings"]
    assert [one["path"] for one in findings if one["rule"] == "capacity.over_budget"] == ["settings.budget"]


def test_what_is_out_of_bounds_is_refused_and_a_stranger_learns_nothing(ben, cyd, address):
    client = client_of(ben)
    for asked in ({"times": 0}, {"months": 61}, {"mode": "gratis"}, {"times": "nan"}):
        assert client.get(f"{address}scenarios/", asked).status_code == 422, asked
    assert client.get(f"{address}scenarios/", {"region": "mars-1"}).status_code == 422
    assert client_of(cyd).get(f"{address}scenarios/").status_code == 404
