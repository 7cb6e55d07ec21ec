"""Imports, targets and exports over REST: a preview first, entity tags, slow targets as jobs."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from exporter import targets
from exporter.importers import IMPORTERS
from exporter.services import bundles, imports
from exporter.services.tokens import token_create
from modeler.core.edits.changes import Delta
from modeler.job_runner import run as do
from modeler.models import Design
from modeler.services import design_change, design_create
from tests.factories.documents import small_document


@pytest.fixture
def client_of():
    def make(person, scope="provision"):
        _, secret = token_create(by=person, name="test", scope=scope)
        client = APIClient(raise_request_exception=False)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    return make


def brought(client, address, **more):
    return client.post(address, json.dumps({**small_document(), **more}), content_type="application/octet-stream")


def test_a_file_is_shown_then_accepted(client_of, ada, workspace):
    client = client_of(ada, "write")
    shown = brought(client, f"/api/v1/imports/?workspace={workspace.pk}&filename=orders.json")
    assert shown.status_code == 201, shown.content
    body = shown.json()
    assert (body["state"], body["job"], body["made"]) == ("ready", None, None)
    assert body["preview"]["counts"]["entities"] == 2
    assert client.get(shown["Location"]).json() == body
    assert not Design.objects.exists()
    made = client.post(f"/api/v1/imports/{body['token']}/accept/", {}, format="json")
    assert made.status_code == 201
    assert made.json()["design"] == str(Design.objects.get().pk)
    assert made["Location"] == f"/api/v1/designs/{made.json()['design']}/"
    assert client.get(f"/api/v1/imports/{body['token']}/").status_code == 404


def test_a_form_with_a_file_is_an_import_too(client_of, ada, workspace):
    client = client_of(ada, "write")
    file = SimpleUploadedFile("orders.json", json.dumps(small_document()).encode(), "application/json")
    for address in ("imports", "import"):
        file.seek(0)
        made = client.post(f"/api/v1/{address}/?workspace={workspace.pk}", {"file": file}, format="multipart")
        assert made.status_code == 201, made.content
    assert Design.objects.count() == 1
    design = Design.objects.get()
    file.seek(0)
    compared = client.post(f"/api/v1/designs/{design.pk}/drift/", {"file": file}, format="multipart")
    assert (compared.status_code, compared.json()["with"]) == (200, "orders.json")
    assert compared.json()["findings"] == []
    none = client.post(f"/api/v1/imports/?workspace={workspace.pk}", {"other": "x"}, format="multipart")
    assert (none.status_code, none.json()["path"]) == (422, "file")


def test_parameters_can_be_fields_of_the_form(client_of, ada, workspace):
    client = client_of(ada, "write")

    def sent(address, name, content, **fields):
        return client.post(address, {"file": SimpleUploadedFile(name, content), **fields}, format="multipart")

    design = json.dumps(small_document()).encode()
    for address in ("/api/v1/imports/", "/api/v1/import/"):
        made = sent(address, "orders.json", design, workspace=str(workspace.pk))
        assert made.status_code == 201, made.content
    template = b"""
Parameters: {Mode: {Type: String}, Name: {Type: String}}
Resources:
  T: {Type: AWS::DynamoDB::Table, Properties: {TableName: !Ref Name, BillingMode: !Ref Mode,
      AttributeDefinitions: [{AttributeName: PK, AttributeType: S}], KeySchema: [{AttributeName: PK, KeyType: HASH}]}}
"""
    given = ["Name=orders", "Mode=PAY_PER_REQUEST"]
    made = sent("/api/v1/import/", "t.yaml", template, workspace=str(workspace.pk), parameter=given)
    assert made.status_code == 201, made.content
    found = client.get(f"/api/v1/designs/{made.json()['design']['id']}/").json()
    assert found["tables"][0]["name"] == "orders", found
    unknown = sent("/api/v1/imports/", "orders.json", design, workspace=str(workspace.pk), paramter="Mode=x")
    assert unknown.status_code == 422
    assert unknown.json()["message"].startswith("unknown field of the form 'paramter' (known: file, workspace,")


def test_a_misspelled_parameter_is_refused(client_of, ada, workspace):
    client = client_of(ada, "read")
    assert client.get("/api/v1/designs/?limit=1").status_code == 200
    refused = client.get("/api/v1/designs/?page_size=1")
    assert refused.status_code == 422
    assert refused.json()["message"] == "unknown parameter 'page_size' (known: offset, limit)"
    nowhere = client.get("/api/v1/endpoints/?x=1").json()
    assert nowhere == {**nowhere, "path": "x", "message": "unknown parameter 'x' (there are none here)"}


def test_one_target_is_a_zip(client_of, ada, workspace):
    client = client_of(ada, "read")
    design = design_create(workspace=workspace.pk, by=ada, document=small_document())
    address = f"/api/v1/designs/{design.pk}/exports/terraform@5/"
    listed = [one["path"] for one in client.get(address).json()["files"]]
    for answer in (client.get(f"{address}?format=zip"), client.get(address, HTTP_ACCEPT="application/zip")):
        assert answer["Content-Type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            assert archive.namelist() == [f"terraform@5/{path}" for path in listed]
    as_json, as_zip = client.get(address), client.get(address, HTTP_ACCEPT="application/zip")
    assert as_json["ETag"] != as_zip["ETag"]
    assert client.get(address, HTTP_ACCEPT="application/zip", HTTP_IF_NONE_MATCH=as_json["ETag"]).status_code == 200
    assert client.get(address, HTTP_ACCEPT="application/zip", HTTP_IF_NONE_MATCH=as_zip["ETag"]).status_code == 304
    missing = client.get(f"/api/v1/designs/{design.pk}/exports/cobol/?format=zip")
    assert (missing.status_code, missing["Content-Type"]) == (404, "application/json")
    assert missing.json()["code"] == "target.missing"


def test_an_answer_of_work_in_progress_names_its_place(client_of, ada, workspace):
    client = client_of(ada, "read")
    design = design_create(workspace=workspace.pk, by=ada, document=small_document())
    asked = client.post(f"/api/v1/designs/{design.pk}/bundles/", {"targets": ["json"]}, format="json")
    job = asked.json()
    assert (asked.status_code, asked["Location"], asked["Retry-After"]) == (202, f"/api/v1/jobs/{job['id']}/", "2")
    assert (job["state"], job["outcome"]) == ("queued", "")
    do(job["id"])
    assert client.get(asked["Location"]).json()["outcome"] == "done"


TEMPLATE = {
    "Parameters": {"Mode": {"Type": "String", "AllowedValues": ["PROVISIONED", "PAY_PER_REQUEST"]}},
    "Resources": {
        "Orders": {
            "Type": "AWS::DynamoDB::Table",
            "Properties": {
                "TableName": "orders",
                "BillingMode": {"Ref": "Mode"},
                "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
                "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
                "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1},
            },
        }
    },
}


def test_values_of_parameters_are_given_in_the_address(client_of, ada, workspace, design):
    client = client_of(ada, "write")

    def sent(address, parameters):
        raw = json.dumps(TEMPLATE)
        return client.post(f"{address}{parameters}", raw, content_type="application/octet-stream")

    at = f"/api/v1/imports/?workspace={workspace.pk}"
    (unknown,) = sent(at, "").json()["preview"]["parameters"]
    assert (unknown["name"], unknown["is_known"], unknown["choices"]) == (
        "Mode",
        False,
        ["PROVISIONED", "PAY_PER_REQUEST"],
    )
    shown = sent(at, "&parameter=Mode%3DPROVISIONED").json()["preview"]
    assert (shown["parameters"][0]["value"], shown["parameters"][0]["is_given"]) == ("PROVISIONED", True)
    for words, parameters in (("NAME=VALUE", "&parameter=Mode"), ("its parameters: Mode", "&parameter=X%3D1")):
        refused = sent(at, parameters)
        assert refused.status_code == 422 and words in refused.content.decode()
    made = sent(f"/api/v1/import/?workspace={workspace.pk}", "&parameter=Mode%3DPROVISIONED")
    document = client.get(f"/api/v1/designs/{made.json()['design']['id']}/").json()
    assert document["tables"][0]["settings"]["billing"] == "PROVISIONED"
    compared = sent(f"/api/v1/designs/{design.pk}/drift/?filename=t.yaml", "&parameter=Mode%3DPROVISIONED")
    assert compared.status_code == 200


def test_a_file_is_shown_then_discarded(client_of, ada, workspace):
    client = client_of(ada)
    token = brought(client, f"/api/v1/imports/?workspace={workspace.pk}").json()["token"]
    assert client.delete(f"/api/v1/imports/{token}/").status_code == 204
    assert client.post(f"/api/v1/imports/{token}/accept/", {}, format="json").status_code == 404


def test_a_design_is_changed_by_a_file(client_of, ada, design):
    client = client_of(ada)
    shown = brought(client, f"/api/v1/imports/?design={design.pk}", description="As of today").json()
    preview = shown["preview"]
    assert preview["revision"] == 1
    accept = f"/api/v1/imports/{shown['token']}/accept/"
    assert client.post(accept, {"revision": 7}, format="json").status_code == 409
    made = client.post(accept, {"revision": 1}, format="json")
    assert made.status_code == 201
    assert made.json()["is_new"] is False


def test_what_cannot_be_read_is_refused_with_its_place(client_of, ada, workspace):
    client = client_of(ada)
    address = f"/api/v1/imports/?workspace={workspace.pk}"
    refused = client.post(
        address, b'{"keysheet": 1, "name": "x", "tables": [{"name": 3}]}', content_type="application/octet-stream"
    )
    assert refused.status_code == 422
    assert refused.json()["path"]
    assert client.post("/api/v1/imports/", b"{}", content_type="application/octet-stream").status_code == 422
    assert brought(client, "/api/v1/imports/?workspace=nobody").status_code == 422


def test_a_large_file_is_answered_with_a_job(transactional_db, client_of, ada, workspace, monkeypatch):
    monkeypatch.setattr(imports, "QUICK_BYTES", 10)
    monkeypatch.setattr(imports, "QUICK_ITEMS", 0)
    client = client_of(ada)
    asked = brought(client, f"/api/v1/imports/?workspace={workspace.pk}")
    assert asked.status_code == 202
    token, job = asked.json()["token"], asked.json()["job"]
    assert (job["design"], job["state"]) == (None, "queued")
    do(job["id"])
    assert client.get(f"/api/v1/jobs/{job['id']}/").json()["state"] == "done"
    accepted = client.post(f"/api/v1/imports/{token}/accept/", {}, format="json")
    assert accepted.status_code == 202
    do(accepted.json()["id"])
    assert client.get(f"/api/v1/imports/{token}/").json()["made"]["is_new"] is True


def test_a_token_to_read_imports_nothing(client_of, ada, workspace):
    refused = brought(client_of(ada, "read"), f"/api/v1/imports/?workspace={workspace.pk}")
    assert (refused.status_code, refused.json()["code"]) == (403, "token.scope")


def test_every_target_and_importer_is_listed(client_of, ada):
    client = client_of(ada)
    listed = client.get("/api/v1/targets/").json()
    assert [one["name"] for one in listed] == [one.name for one in targets.TARGETS]
    assert {"kind", "title", "filenames", "media_type", "is_slow"} <= set(listed[0])
    code = client.get("/api/v1/targets/?kind=infrastructure").json()
    assert code and {one["kind"] for one in code} == {"infrastructure"}
    assert client.get("/api/v1/targets/?kind=nothing").status_code == 422
    named = client.get("/api/v1/importers/").json()
    assert [one["name"] for one in named] == [one.name for one in IMPORTERS]


def test_the_document_names_every_target(client):
    document = client.get("/api/v1/openapi.json").json()
    (name,) = [
        one
        for one in document["paths"]["/api/v1/designs/{design_id}/exports/{name}/"]["get"]["parameters"]
        if one["name"] == "name"
    ]
    assert set(name["schema"]["enum"]) == set(targets.NAMES)


def test_an_export_that_the_caller_has_is_not_sent_again(client_of, ada, design):
    client, address = client_of(ada), f"/api/v1/designs/{design.pk}/exports/terraform/"
    first = client.get(address)
    etag = first["ETag"]
    assert etag.startswith('"1-')
    for header in (etag, f"W/{etag}", f'"0-x", {etag}'):
        again = client.get(address, headers={"If-None-Match": header})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    design_change(design_id=design.pk, deltas=[Delta("design", "name", "Orders", "Shop")], by=ada)
    changed = client.get(address, headers={"If-None-Match": etag})
    assert changed.status_code == 200 and changed["ETag"] != etag
    # Who may not see it learns nothing by a guessed tag, and a target that is not there is not "not modified".
    missing = client.get(f"/api/v1/designs/{design.pk}/exports/nothing/", headers={"If-None-Match": changed["ETag"]})
    assert missing.status_code == 404


def test_a_slow_target_is_written_by_a_job(transactional_db, client_of, ada, design, monkeypatch):
    slow = tuple(replace(one, is_slow=one.name == "workbench") for one in targets.TARGETS)
    monkeypatch.setattr(targets, "TARGETS", slow)
    plain = client_of(ada).get(f"/api/v1/designs/{design.pk}/exports/json-schema/")
    assert plain.status_code == 200
    client, address = client_of(ada), f"/api/v1/designs/{design.pk}/exports/workbench/"
    asked = client.get(address)
    assert asked.status_code == 202
    assert client.get(address).json()["id"] == asked.json()["id"]
    do(asked.json()["id"])
    made = client.get(address)
    assert made.status_code == 200
    built = next(one for one in slow if one.name == "workbench").build(bundles.read_current(design.pk).design)
    assert {one["path"]: one["text"] for one in made.json()["files"]} == {one.path: one.text for one in built.files}
    assert made.json()["report"] == [loss.as_json() for loss in built.report]


def test_drift_with_a_file(client_of, ben, design):
    client, address = client_of(ben, "read"), f"/api/v1/designs/{design.pk}/drift/"
    template = b'{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {}}'
    found = client.post(f"{address}?filename=t.json", template, content_type="application/octet-stream")
    assert found.status_code in (200, 422)
    own = client.post(address, json.dumps(small_document()), content_type="application/octet-stream")
    assert (own.status_code, own.json()["findings"]) == (200, [])
    assert client.get(address).status_code == 403
