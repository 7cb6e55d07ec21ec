"""Traces, received by a real receiver: one from an edit to its analysis, and back to the pages."""

import json
import logging
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network

import pytest
from asgiref.sync import sync_to_async
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from designer import environment
from designer.environment import endpoints as declare
from designer.mail import notice_mail
from designer.observing.json_lines import JsonLines
from exporter.provisioning.aws import DynamoDB, RequestRefused
from exporter.provisioning.endpoints import declared
from exporter.webhooks.delivering import deliver
from exporter.webhooks.services import webhook_create, webhook_test
from modeler.comments import thread_open
from modeler.job_runner import run as run_job
from modeler.models import Job
from modeler.observing import tracing
from modeler.observing.tracing import here, span, trace_id
from modeler.wording.part_label import CommentedSpot
from tests.designer.live.test_consumer import heard, run
from tests.designer.live.test_hub import left, opened, until_revision
from tests.exporter.provisioning.test_failing_endpoints import answering
from tests.exporter.webhooks.receiver import receiving

EDIT = {"put": "e-order", "field": "name", "base": "Order", "value": "Purchase"}


@pytest.fixture
def received(settings):
    """A function that gives the spans that a receiver got."""
    spans = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                raise AssertionError("not asked for")
            assert self.headers["Api-Key"] == "a b"
            for one in ExportTraceServiceRequest.FromString(body).resource_spans:
                spans.extend(span for scope in one.scope_spans for span in scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            """Nothing."""

    def now():
        tracing._provider_of(os.getpid()).force_flush()
        return spans

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        serving = threading.Thread(target=server.serve_forever, daemon=True)
        serving.start()
        to = f"http://127.0.0.1:{server.server_port}"
        settings.TRACES = {"to": to, "headers": "api-key=a%20b", "name": "keysheet", "share": 1.0}
        tracing._provider_of.cache_clear()
        yield now
        tracing._provider_of(os.getpid()).shutdown()
        tracing._provider_of.cache_clear()
        server.shutdown()
        serving.join()


def said(one):
    """The attributes of a span."""
    return {each.key: each.value.string_value or each.value.int_value for each in one.attributes}


@pytest.mark.django_db(transaction=True)
def test_an_edit_its_analysis_and_what_pages_are_told_are_one_trace(design, ada, ben, received):
    client = Client()
    client.force_login(ada)
    carried = f"00-{'ab' * 16}-{'cd' * 8}-01"

    def edit():
        body = json.dumps({"edits": [EDIT]})
        address = f"/designs/{design.pk}/edits/"
        assert client.post(address, body, "application/json", headers={"traceparent": carried}).status_code == 200
        return Job.objects.get(kind="analyse", design=design)

    async def conversation():
        (socket,) = await opened(design, ben, outline="", findings="")
        job = await sync_to_async(edit)()
        await until_revision(socket, 2)
        await sync_to_async(run_job)(job.pk)
        while (await heard(socket, "fragments"))["fragments"].get("findings") is None:
            pass
        await left([socket])

    run(conversation)
    found = [one for one in received() if one.trace_id.hex() == "ab" * 16]
    by_name = {one.name: one for one in found}
    request, job = by_name["POST /designs/<uuid:design_id>/edits/"], by_name["job analyse"]
    assert request.parent_span_id.hex() == "cd" * 8
    assert said(request)["http.response.status_code"] == 200
    assert job.parent_span_id == request.span_id
    assert (said(job)["keysheet.design"], said(job)["keysheet.revision"]) == (str(design.pk), 2)
    told = [one.parent_span_id for one in found if one.name == "push"]
    assert told == [request.span_id, job.span_id]
    statements = [one for one in found if said(one).get("db.system.name") == "postgresql"]
    assert {one.parent_span_id for one in statements} == {request.span_id, job.span_id}
    assert "Purchase" not in str(found)


@pytest.mark.django_db
def test_messages_mail_and_calls_to_aws_are_spans_without_addresses(design, workspace, ada, ben, received, settings):
    settings.WEBHOOK_NETWORKS = (ip_network("127.0.0.0/8"),)
    settings.MAIL_HOST, settings.KEYSHEET_URL = "127.0.0.1", "https://keysheet.example.com"
    nobody = {"host": "127.0.0.1", "port": 9, "timeout": 5}
    settings.MAILERS = {"default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": nobody}}
    with receiving() as receiver, answering(400, "ValidationException") as address:
        where = {"workspace_id": workspace.pk, "by": ada}
        webhook, _ = webhook_create(**where, url=receiver.url, name="CI", kinds=["design.changed"])
        webhook_test(**where, webhook_id=webhook.pk)
        deliver(webhook.pk)
        (endpoint,) = declared(declare("", address))
        with pytest.raises(RequestRefused):
            DynamoDB(endpoint).call("describe_table", TableName="keysheet-x")
    comment = thread_open(design_id=design.pk, by=ada, spot=CommentedSpot("o-o-base", "keys.PK"), text="@Ben, look")
    with pytest.raises(OSError):
        notice_mail(comment.notices.get().pk)
    found = {one.name: one for one in received()}
    assert said(found["webhook webhook.test"])["http.response.status_code"] == 204
    assert found["DynamoDB describe_table"].status.message == "ClientError"
    assert found["mail"].kind == found["webhook webhook.test"].kind == found["DynamoDB describe_table"].kind
    spans = str([found[name] for name in ("mail", "webhook webhook.test", "DynamoDB describe_table")])
    assert not any(secret in spans for secret in ("ben@", "hook?", "keysheet-x", "127.0.0.1"))


@pytest.mark.django_db
def test_no_token_is_in_a_trace_and_a_fault_is_only_named(client, received):
    secret = "kJ8-a_secret_token"
    assert client.get(f"/join/{secret}/?next=/s/{secret}/").status_code in (404, 410)
    with pytest.raises(ValueError, match=secret), span("work"):
        raise ValueError(secret)
    found = {one.name: one for one in received()}
    assert found["work"].status.message == "ValueError"
    assert "GET /join/<str:token>/" in found
    assert secret not in str(found)


def test_a_line_of_the_log_names_its_trace(received):
    record = logging.makeLogRecord({"msg": "hello"})
    with span("work"):
        assert json.loads(JsonLines().format(record))["trace"] == trace_id() != ""
    assert "trace" not in json.loads(JsonLines().format(record))


def test_a_header_that_is_none_begins_a_trace(received):
    for text in ("", "x", "00-" + "0" * 32 + "-" + "0" * 16 + "-01"):
        with span("work", after=[text]):
            assert len(here()) == 55


def test_without_a_receiver_there_are_none(settings):
    assert settings.TRACES == {}
    with span("work") as made:
        assert (made, here(), trace_id()) == (None, "", "")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "collector"}, "must be a URL"),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector", "OTEL_TRACES_SAMPLER_ARG": "2"}, "must be a share"),
    ],
)
def test_what_is_malformed_stops_the_start(monkeypatch, values, message):
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=message):
        environment.traces()


def test_a_receiver_needs_the_packages_of_production(monkeypatch):
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector.example:4318/")
    to = "https://collector.example:4318"
    assert environment.traces() == {"to": to, "headers": "", "name": "keysheet", "share": 1.0}
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ImproperlyConfigured, match="group production"):
        environment.traces()
