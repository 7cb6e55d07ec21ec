"""Hostile bodies over REST: each gets the one shape of a refusal, and a token never does more than its scope."""

from __future__ import annotations

import json

import pytest
from django.core.asgi import get_asgi_application
from rest_framework.test import APIClient

from exporter.services.tokens import token_create
from modeler.jobs import LONG, job_enqueue, job_kind
from modeler.models import Job
from modeler.permissions import Action

pytestmark = pytest.mark.django_db
DEEP = b'{"document": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
SHAPE = {"code", "message", "path"}


@pytest.fixture
def send(ada):
    """Send bytes as JSON, as somebody with a token of a scope."""

    def request(method, path, body=b"", scope="provision", by=ada):
        _, secret = token_create(by=by, name="test", scope=scope)
        client = APIClient(raise_request_exception=False)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client.generic(method, path, body, content_type="application/json")

    return request


@pytest.mark.parametrize("route", ["designs/", "designs/{design}/patterns/A1/evaluate/", "designs/{design}/bundles/"])
def test_brackets_without_end_are_refused_by_every_route_that_reads_json(send, design, route):
    answer = send("POST", f"/api/v1/{route.format(design=design.pk)}", DEEP)
    assert answer.status_code == 422
    assert answer.json().keys() == SHAPE
    assert "nested deeper than 40" in answer.json()["message"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"name": ' + b"9" * 5000 + b"}", "5000 digits"),
        ('{"name": "x"}'.encode("utf-16"), "UTF-8"),
        (b'{"name": NaN}', "NaN"),
        (b'{"name": "x",}', "line 1"),
    ],
)
def test_what_is_no_json_is_said_in_words_of_ours(send, body, words):
    answer = send("POST", "/api/v1/designs/", body)
    assert answer.status_code == 422
    assert words in answer.json()["message"]
    assert "sys." not in answer.json()["message"]


def test_a_replacement_in_another_encoding_is_refused(send, design):
    text = json.dumps({"keysheet": 1, "name": "x"}).encode("utf-16")
    client_answer = send("PUT", f"/api/v1/designs/{design.pk}/", text)
    assert client_answer.status_code in (422, 428)
    design.refresh_from_db()
    assert design.revision == 1


def test_a_list_that_is_too_long_is_refused_with_its_length_and_the_most(send, workspace):
    entities = [{"name": f"E{number}"} for number in range(1001)]
    document = {"keysheet": 1, "name": "x", "tables": [{"name": "t", "entities": entities}]}
    body = json.dumps({"workspace": str(workspace.pk), "document": document}).encode()
    refused = send("POST", "/api/v1/designs/", body).json()
    assert refused["path"] == "tables[0].entities"
    assert "1,001" in refused["message"] and "1,000" in refused["message"]


async def asgi(path, headers):
    """One request through the ASGI handler, its body in two chunks and no length announced."""
    from asgiref.testing import ApplicationCommunicator

    scope = {"type": "http", "http_version": "1.1", "method": "POST", "path": path, "query_string": b""}
    scope |= {"headers": [(b"host", b"localhost"), (b"transfer-encoding", b"chunked"), *headers]}
    talk = ApplicationCommunicator(get_asgi_application(), scope)
    await talk.send_input({"type": "http.request", "body": b'{"name":', "more_body": True})
    await talk.send_input({"type": "http.request", "body": b'"x"}', "more_body": False})
    start = await talk.receive_output(timeout=10)
    body = await talk.receive_output(timeout=10)
    await talk.wait(timeout=10)  # until the request has closed its connection
    return start["status"], json.loads(body["body"])


@pytest.mark.django_db(transaction=True)
def test_a_body_without_a_length_is_not_taken_for_an_empty_one(ada):
    from asgiref.sync import async_to_sync

    _, secret = token_create(by=ada, name="test", scope="write")
    status, refused = async_to_sync(asgi)("/api/v1/import/", [(b"authorization", f"Bearer {secret}".encode())])
    assert status == 411
    assert refused.keys() == SHAPE
    assert "Content-Length" in refused["message"]


def _never(job, design):
    yield


PROVISIONS = job_kind("test-provisions", queue=LONG, action=Action.PROVISION)(_never)


def test_a_token_that_may_only_read_cancels_nothing(send, ada, design):
    job = job_enqueue(kind=PROVISIONS.name, design_id=design.pk, by=ada)
    refused = send("DELETE", f"/api/v1/jobs/{job.pk}/", scope="read")
    assert (refused.status_code, refused.json()["code"]) == (403, "token.scope")
    assert Job.objects.get(pk=job.pk).state == "queued"
    assert send("DELETE", f"/api/v1/jobs/{job.pk}/", scope="provision").status_code == 200


def test_a_fault_of_ours_has_the_same_shape_and_says_nothing_of_it(send, design, monkeypatch):
    def broken(*_args, **_more):
        raise ZeroDivisionError("a secret of the server")

    monkeypatch.setattr("exporter.api.views.designs.read_current", broken)
    answer = send("GET", f"/api/v1/designs/{design.pk}/")
    assert answer.status_code == 500
    assert answer.json().keys() == SHAPE
    assert "secret" not in answer.content.decode()
