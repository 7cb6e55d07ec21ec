"""What the operator watches: metrics for who has the token, and processes of another version that are noticed."""

from __future__ import annotations

import logging
import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from designer.operating import versions
from designer.operating.versions import other_versions, source_version, version_note
from exporter.models import ProvisionedTable, ProvisioningRun, RunState, TableState
from modeler.jobs import SWEEPS
from modeler.models import Job

TOKEN = {"authorization": "Bearer a-token-of-the-operator"}
SAMPLE = re.compile(r'keysheet_(\w+)(\{(?:\w+="(?:[^"\\\n]|\\["\\n])*",?)+\})? (-?[\d.e+-]+)')


@pytest.fixture(autouse=True)
def _fresh(settings, monkeypatch):
    settings.METRICS_TOKEN = "a-token-of-the-operator"
    monkeypatch.setattr(versions, "_noted_at", {})
    monkeypatch.setattr(versions, "_told", set())
    for role in versions.ROLES:
        cache.delete(versions._key(role))


def read(client):
    """The samples by their text before the value, each line checked against the format."""
    answer = client.get("/metrics", headers=TOKEN)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    found, declared = {}, set()
    for line in answer.content.decode().splitlines():
        if line.startswith("# TYPE "):
            declared.add(line.split()[2])
        elif not line.startswith("#"):
            one = SAMPLE.fullmatch(line)
            assert one, line
            assert f"keysheet_{one[1]}" in declared
            assert line.rpartition(" ")[0] not in found
            found[line.rpartition(" ")[0].removeprefix("keysheet_")] = float(one[3])
    return found


@pytest.mark.django_db
@pytest.mark.parametrize(
    "header", [{}, {"authorization": "Bearer other"}, {"authorization": "a-token-of-the-operator"}]
)
def test_without_the_token_nothing_is_told(client, header):
    assert client.get("/metrics", headers=header).status_code == 404


@pytest.mark.django_db
def test_without_a_token_of_the_operator_there_is_no_page(client, settings):
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404
    assert client.post("/metrics").status_code == 405


@pytest.mark.django_db
def test_jobs_tables_and_stores_are_counted(client, design, ada):
    Job.objects.all().delete()
    now = timezone.now()
    for state, at in (("queued", now - timedelta(seconds=90)), ("queued", now), ("running", now)):
        Job.objects.create(kind="bundle", design=design, revision=1, queue="long", state=state, queued_at=at)
    run = ProvisioningRun.objects.create(
        design=design, revision=1, endpoint='a "named" one', prefix="x-", by=ada, state=RunState.READY
    )
    for state in (TableState.CREATED, TableState.REMOVED):
        ProvisionedTable.objects.create(run=run, table="t", name=f"x-{state}", state=state)
    found = read(client)
    assert found['jobs{queue="long",state="queued"}'] == 2
    assert found['jobs{queue="long",state="running"}'] == 1
    assert 90 <= found['oldest_queued_job_seconds{queue="long"}'] < 120
    assert found['run_tables{endpoint="a \\"named\\" one"}'] == 1
    assert (found["designs"], found['store_up{store="redis"}'], found['store_up{store="database"}']) == (1, 1, 1)
    assert found["redis_memory_max_bytes"] == 512 * 1024 * 1024
    assert found["database_connections"] >= 1


@pytest.mark.django_db
def test_a_store_that_is_down_is_told_and_the_others_are_read(client, settings):
    nowhere = {"BACKEND": "designer.cache.SharedPoolRedisCache", "LOCATION": "redis://127.0.0.1:1/0", "KEY_PREFIX": "n"}
    settings.CACHES = {"default": nowhere}
    found = read(client)
    assert (found['store_up{store="redis"}'], found["designs"]) == (0, 0)
    assert "redis_memory_bytes" not in found


@pytest.mark.django_db
def test_a_worker_of_another_version_is_told_once(client, caplog, monkeypatch):
    import designer.tasks

    assert designer.tasks.worker_noted in SWEEPS
    designer.tasks.worker_noted()
    assert read(client)['other_versions{role="worker"}'] == 0
    with monkeypatch.context() as older:
        older.setattr(versions, "source_version", lambda: "0123456789ab")
        older.setattr(versions, "_noted_at", {})
        version_note("worker")
    monkeypatch.setattr(versions, "_noted_at", {})
    with caplog.at_level(logging.WARNING, logger="designer.operating.versions"):
        assert read(client)['other_versions{role="worker"}'] == 1
        monkeypatch.setattr(versions, "_noted_at", {})
        read(client)
    said = [one.getMessage() for one in caplog.records if "runs version 0123456789ab" in one.getMessage()]
    assert said == [f"worker runs version 0123456789ab, this web {source_version()}; restart the older one"]


def test_what_was_seen_long_ago_does_not_count():
    cache.set(versions._key("worker"), {"old": 1.0}, timeout=60)
    assert other_versions() == {"web": [], "worker": []}
