"""Designs over REST: four people meet every door; replacing names the revision; errors have one shape."""

from __future__ import annotations

import json

import pytest
from rest_framework.test import APIClient

from exporter.services.tokens import token_create, token_revoke
from modeler.core.documents import reading
from modeler.examples import example
from modeler.services import design_create
from tests.factories.documents import careless_document
from tests.waiting import until


@pytest.fixture
def as_person():
    def client_of(person, scope="provision"):
        _, secret = token_create(by=person, name="test", scope=scope)
        client = APIClient(raise_request_exception=False)
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    return client_of


def orders_document():
    return reading.to_document(example("order-management").design)


DOORS = [
    ("get", "", (200, 200, 200, 404)),
    ("get", "analysis/", (200, 200, 200, 404)),
    ("post", "patterns/A1/evaluate/", (200, 200, 200, 404)),
    ("get", "exports/json/", (200, 200, 200, 404)),
    ("post", "bundles/", (202, 202, 202, 404)),
    ("put", "", (428, 428, 403, 404)),
    ("get", "runs/", (200, 200, 200, 404)),
    ("get", "plan/", (200, 200, 403, 404)),
    ("post", "runs/", (202, 202, 403, 404)),
    ("delete", "", (204, 403, 403, 404)),
]


@pytest.mark.parametrize(("method", "path", "expected"), DOORS)
def test_four_people_meet_every_door(as_person, ada, eve, ben, cyd, orders, method, path, expected):
    seen = []
    # The owner comes last: the owner's door may be the one that closes the design.
    for person in (eve, ben, cyd, ada):
        client = as_person(person)
        body = b"{}" if method == "put" else {}
        options = {"content_type": "application/json"} if method == "put" else {"format": "json"}
        seen.append(getattr(client, method)(f"/api/v1/designs/{orders.pk}/{path}", body, **options).status_code)
    assert (seen[3], *seen[:3]) == expected


@pytest.fixture
def orders(workspace, ada):
    from modeler.services import design_create

    return design_create(workspace=workspace.pk, by=ada, document=orders_document())


def test_nobody_is_told_to_sign_in(client, orders):
    answer = client.get(f"/api/v1/designs/{orders.pk}/")
    assert answer.status_code == 401
    assert answer.json().keys() == {"code", "message", "path"}


def test_a_design_is_created_read_replaced_and_deleted(as_person, ada, workspace):
    client = as_person(ada)
    made = client.post(
        "/api/v1/designs/", {"workspace": str(workspace.pk), "document": orders_document()}, format="json"
    )
    assert made.status_code == 201, made.content
    address = f"/api/v1/designs/{made.json()['id']}/"
    assert made["Location"] == address
    read = client.get(address)
    assert read.json() == orders_document()
    assert read["ETag"] == '"1"'
    document = read.json()
    document["tables"][0]["entities"][0]["name"] = "Buyer"
    replaced = client.put(address, json.dumps(document), content_type="application/json", HTTP_IF_MATCH='"1"')
    assert (replaced.status_code, replaced.json()["revision"]) == (200, 2)
    assert client.get(address).json()["tables"][0]["entities"][0]["name"] == "Buyer"
    assert client.delete(address).status_code == 204
    assert client.get(address).status_code == 404


def test_a_replacement_of_an_old_revision_is_refused(as_person, ada, orders):
    client = as_person(ada)
    address = f"/api/v1/designs/{orders.pk}/"
    text = json.dumps(orders_document())
    assert client.put(address, text, content_type="application/json").status_code == 428
    refused = client.put(address, text, content_type="application/json", HTTP_IF_MATCH='"7"')
    assert (refused.status_code, refused.json()["code"]) == (412, "precondition.failed")


def test_a_token_does_only_what_its_scope_says(as_person, ada, orders):
    client = as_person(ada, scope="read")
    address = f"/api/v1/designs/{orders.pk}/"
    assert client.get(address).status_code == 200
    refused = client.delete(address)
    assert (refused.status_code, refused.json()["code"]) == (403, "token.scope")
    assert (
        refused.json()["message"] == "this token's scope is read; this needs a token with the scope write or provision"
    )


def test_a_revoked_and_an_expired_token_open_nothing(ada, orders):
    from datetime import timedelta

    from django.utils import timezone

    address = f"/api/v1/designs/{orders.pk}/"
    for end in ("revoked", "expired"):
        token, secret = token_create(by=ada, name=end, scope="read")
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        assert client.get(address).status_code == 200
        if end == "revoked":
            token_revoke(by=ada, token_id=token.pk)
        else:
            type(token).objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
        assert client.get(address).status_code == 401


def test_secrets_are_not_kept(ada):
    token, secret = token_create(by=ada, name="x", scope="read")
    token.refresh_from_db()
    assert secret not in {str(getattr(token, field.name)) for field in token._meta.fields}


def test_tokens_are_made_in_the_browser_only(client, as_person, ada):
    by_token = as_person(ada, scope="provision")
    for refused in (by_token.post("/api/v1/tokens/", {"name": "bred"}, format="json"), by_token.get("/api/v1/tokens/")):
        assert (refused.status_code, refused.json()["code"]) == (403, "token.browser")
    assert client.get("/api/v1/tokens/").status_code == 401
    client.force_login(ada)
    made = client.post("/api/v1/tokens/", {"name": "mine", "scope": "read"}, content_type="application/json")
    assert made.status_code == 201
    assert made.json()["secret"].startswith("ks_")
    assert client.delete(f"/api/v1/tokens/{made.json()['id']}/").status_code == 204


def test_lists_go_on_beyond_a_page(as_person, ada, workspace):
    for number in range(5):
        design_create(workspace=workspace.pk, by=ada, name=f"design {number}")
    client = as_person(ada, scope="read")
    first = client.get("/api/v1/designs/?limit=2")
    listed, pages = [one["name"] for one in first.json()], 1
    while "Link" in first.headers:
        address, _, relation = first.headers["Link"].partition(">; ")
        assert relation == 'rel="next"'
        first = client.get(address.removeprefix("<"))
        listed += [one["name"] for one in first.json()]
        pages += 1
    assert (pages, sorted(listed)) == (3, [f"design {number}" for number in range(5)])
    refused = client.get("/api/v1/designs/?offset=-1")
    assert (refused.status_code, refused.json()["path"]) == (422, "offset")


def test_an_import_stores_a_design_and_says_what_it_did(as_person, ada, workspace):
    text = reading.dump(example("saas-projects").design)
    made = as_person(ada).post(
        f"/api/v1/import/?workspace={workspace.pk}&filename=saas.json", text, content_type="application/json"
    )
    assert made.status_code == 201, made.content
    assert made.json()["design"]["name"] == "SaaS project management"


BAD = [
    (b"", 422),
    (b"{", 422),
    (b"[" * 300_000, 422),
    (b'{"DataModel": {"Tables": []}}', 422),
    (b'{"a": 1}', 422),
    (b"\xff\xfe", 422),
]


@pytest.mark.parametrize(("raw", "status"), BAD)
def test_a_bad_file_gets_a_sentence_and_stores_nothing(as_person, ada, workspace, raw, status):
    refused = as_person(ada).post(
        f"/api/v1/import/?workspace={workspace.pk}", raw, content_type="application/octet-stream"
    )
    assert refused.status_code == status
    assert refused.json().keys() == {"code", "message", "path"}
    assert "Traceback" not in refused.json()["message"]
    assert workspace.designs.count() == 0


def test_a_file_over_20_mb_is_refused(as_person, ada, workspace):
    refused = as_person(ada).post(
        f"/api/v1/import/?workspace={workspace.pk}", b" " * (20 * 1024 * 1024 + 1), content_type="application/json"
    )
    assert (refused.status_code, refused.json()["code"]) == (413, "document.too_large")


def test_evaluate_returns_what_the_core_says(as_person, ben, orders):
    answer = as_person(ben, scope="read").post(f"/api/v1/designs/{orders.pk}/patterns/A2/evaluate/", {}, format="json")
    assert [one["key"][1]["S"] for one in answer.json()["returned"]] == [
        "ORDER#2026-06-03#o-9044",
        "ORDER#2026-06-01#o-9001",
    ]
    assert answer.json()["read_units"] == 0.5
    assert (
        as_person(ben).post(f"/api/v1/designs/{orders.pk}/patterns/Z/evaluate/", {}, format="json").status_code == 404
    )


def test_exports_list_and_build_every_target(as_person, ben, orders):
    client = as_person(ben, scope="read")
    for target in client.get("/api/v1/targets/").json():
        answer = client.get(f"/api/v1/designs/{orders.pk}/exports/{target['name']}/")
        if target["is_slow"]:
            assert answer.status_code == 202
            assert answer.json()["kind"]
        else:
            assert answer.status_code == 200
            assert answer.json()["files"]
    assert client.get(f"/api/v1/designs/{orders.pk}/exports/nothing/").status_code == 404


def test_analysis_holds_findings_capacity_and_cost(as_person, ben, orders):
    answer = as_person(ben, scope="read").get(f"/api/v1/designs/{orders.pk}/analysis/").json()
    assert answer["revision"] == 1
    assert {"findings", "capacity", "cost"} <= answer.keys()


def test_fixes_are_offered_with_their_consequences_and_applied_by_label(as_person, ada, ben, workspace):
    design = design_create(workspace=workspace.pk, by=ada, document=careless_document())
    address = f"/api/v1/designs/{design.pk}"
    found = as_person(ada).get(f"{address}/analysis/").json()["findings"]["findings"]
    assert not any("fixes" in one for one in found)
    place = {name: next(one for one in found if one["has_fixes"])[name] for name in ("rule", "path")}
    offers = as_person(ben, scope="read").get(f"{address}/fixes/", place).json()
    assert offers and all(place["rule"] in {gone["rule"] for gone in one["removes"]} for one in offers)
    assert as_person(ben, scope="read").get(f"{address}/fixes/", {"rule": "no.such", "path": ""}).status_code == 404
    made = as_person(ada).post(f"{address}/fixes/", {**place, "label": offers[0]["label"]}, format="json")
    assert made.json()["revision"] == 2


def test_an_unknown_address_under_the_api_has_the_one_shape(as_person, ada):
    answer = as_person(ada).get("/api/v1/nothing/")
    assert answer.status_code == 404
    assert answer.json().keys() == {"code", "message", "path"}


def test_a_run_is_started_read_and_torn_down(as_person, eve, orders, sandbox_url, celery_worker_process):
    client = as_person(eve)
    started = client.post(f"/api/v1/designs/{orders.pk}/runs/", {}, format="json")
    assert started.status_code == 202, started.content
    address = f"/api/v1/runs/{started.json()['id']}/"

    def reached(*states):
        return until(lambda: client.get(address).json(), lambda run: run["state"] in states)

    run = reached("ready", "failed")
    assert run["state"] == "ready", run
    assert {row["status"] for row in run["rows"]} == {"agree"}
    assert client.delete(address).status_code == 202
    assert reached("removed", "failed")["state"] == "removed"


def test_endpoints_are_named_without_their_keys(as_person, ada, orders):
    answer = as_person(ada, scope="read").get("/api/v1/endpoints/").json()
    assert answer["endpoints"]
    assert not {"access_key_id", "secret_access_key", "role_arn", "external_id"} & answer["endpoints"][0].keys()


def test_an_edit_by_rest_costs_at_most_twelve_statements(as_person, ada, orders, django_assert_max_num_queries):
    client = as_person(ada)
    address = f"/api/v1/designs/{orders.pk}/"
    document = client.get(address).json()
    document["tables"][0]["entities"][0]["name"] = "Buyer"
    with django_assert_max_num_queries(12):
        answer = client.put(address, json.dumps(document), content_type="application/json", HTTP_IF_MATCH='"1"')
    assert answer.status_code == 200
