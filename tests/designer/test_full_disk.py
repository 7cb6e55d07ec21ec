"""A store takes nothing, as when its disk is full: pages and REST say so, and what was typed can be sent again."""

import json

import pytest
from django.core.cache import cache
from django.db import connection
from django.urls import reverse

from modeler.models import Change

pytestmark = pytest.mark.django_db
KEY = {"put": "e-order", "field": "name", "base": "Order", "shown": "Order", "value": "Purchase"}
FULL = f"""
CREATE FUNCTION pg_temp.refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER refuse BEFORE INSERT ON {Change._meta.db_table} FOR EACH ROW EXECUTE FUNCTION pg_temp.refuse();
"""
ROOM = f"DROP TRIGGER refuse ON {Change._meta.db_table}"


def run(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


def test_an_edit_is_not_lost_while_the_disk_is_full(client, eve, design):
    client.force_login(eve)
    address, body = reverse("design-edits", args=[design.pk]), json.dumps({"edits": [KEY]})
    run(FULL)
    refused = client.post(address, body, content_type="application/json")
    # The page keeps an edit that is answered so, shows the sentence, and sends it again.
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    assert "disk of the server is full" in refused.json()["message"]
    assert refused.headers["Retry-After"] == "2"
    run(ROOM)
    assert client.post(address, body, content_type="application/json").status_code == 200


def test_rest_says_so_too(client, eve, workspace):
    client.force_login(eve)
    body = json.dumps({"workspace": str(workspace.pk), "document": {"keysheet": 1, "name": "New"}})
    run(FULL)
    refused = client.post("/api/v1/designs/", body, content_type="application/json")
    assert refused.status_code == 503
    assert "disk of the server is full" in refused.json()["message"]


@pytest.fixture
def redis_refuses_writes():
    client = cache._cache.get_client(None, write=True)
    client.config_set("min-replicas-to-write", 1)
    yield
    client.config_set("min-replicas-to-write", 0)


def test_a_redis_that_takes_nothing_is_no_fault_of_ours(client, eve, workspace, redis_refuses_writes):
    tried = {"email": "eve@example.com", "password": "wrong"}
    assert client.post(reverse("sign-in"), tried).status_code == 503
    client.force_login(eve)
    answers = [
        client.get("/api/v1/designs/"),
        client.post(reverse("import"), {"workspace": workspace.pk, "text": "{}"}),
    ]
    assert [one.status_code for one in answers] == [503, 503]
    assert answers[0].json()["code"] == "busy"
