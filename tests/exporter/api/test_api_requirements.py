"""Requirements over REST: sentences, files and the patterns of a design as rows."""

from __future__ import annotations

import jsonschema
import pytest
from rest_framework.test import APIClient

from exporter.services.tokens import token_create
from modeler.core.requirements.schema import schema
from modeler.gallery import example_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(ada):
    _, secret = token_create(by=ada, name="test", scope="read")
    made = APIClient(raise_request_exception=False)
    made.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return made


@pytest.fixture
def address(workspace, ada):
    made = example_create(workspace=workspace.pk, by=ada, key="order-management")
    return f"/api/v1/designs/{made.pk}/requirements/"


def test_the_patterns_of_a_design_are_rows(client, address):
    made = client.get(address).json()
    assert made.pop("beginning")["title"] == "a design"
    made.pop("proposed")
    jsonschema.validate(made, schema())
    assert [row["code"] for row in made["rows"]][:2] == ["A1", "A2"]


def test_lines_are_read_with_the_names_of_the_design(client, address):
    made = client.post(address, {"text": "orders of a customer\nhello\n"}, format="json").json()
    (row,) = made["rows"]
    assert row["slots"]["given"]["value"] == [{"attribute": "customerId", "of": "Customer"}]
    assert made["proposed"]["entities"] == []
    assert [one["text"] for one in made["not_understood"]] == ["hello"]


def test_a_log_of_queries_has_rates(client, address):
    asked = {"text": 'query,calls\n"SELECT * FROM customers WHERE id = $1",600\n', "filename": "a.csv", "period": 60}
    made = client.post(address, asked, format="json").json()
    assert made["rows"][0]["slots"]["rate"]["value"] == 10
    assert made["beginning"] == {"title": "a log of queries", "left": 0, "not_read": []}


@pytest.mark.parametrize("asked", [{}, {"text": 3}, {"text": "hello"}, {"text": "orders", "period": -1}])
def test_what_cannot_be_read_is_refused(client, address, asked):
    answer = client.post(address, asked, format="json")
    assert answer.status_code in {400, 422}
    assert answer.json()["message"]
