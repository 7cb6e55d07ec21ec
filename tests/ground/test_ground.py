"""The ground itself: each real part answers, and a killed one comes back."""

import boto3
from django.conf import settings

from designer.celery import app


def test_the_sandbox_creates_a_table(sandbox_url):
    dynamodb = boto3.client(
        "dynamodb",
        endpoint_url=sandbox_url,
        region_name="us-east-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )
    dynamodb.create_table(
        TableName="ground",
        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )
    assert dynamodb.describe_table(TableName="ground")["Table"]["TableStatus"] == "ACTIVE"
    assert settings.ENDPOINTS[0]["url"] == sandbox_url
    dynamodb.delete_table(TableName="ground")


def test_a_worker_listens_on_both_queues_and_comes_back_after_kill_9(celery_worker_process):
    first = celery_worker_process.pid
    queues = app.control.inspect(timeout=2).active_queues()
    assert sorted(queue["name"] for found in queues.values() for queue in found) == ["analysis", "long"]
    celery_worker_process.kill()
    assert not celery_worker_process.alive
    celery_worker_process.start()
    assert celery_worker_process.alive
    assert celery_worker_process.pid != first


def test_chromium_opens_the_real_server(page, live_site):
    page.goto(f"{live_site}/healthz")
    assert '"database": true' in page.content()


def test_static_files_are_kept_under_their_version_and_asked_for_again_without_one(page, live_site):
    page.goto(f"{live_site}/signed-out/")
    address = page.locator("link[rel=stylesheet]").get_attribute("href")
    version = address.removeprefix("/static/v/").split("/")[0]
    kept = page.request.get(f"{live_site}{address}")
    assert (kept.status, kept.headers["cache-control"]) == (200, "public, max-age=31536000, immutable")
    for path in ("vendor/htmax.min.js", "v/0123456789abcdef/vendor/htmax.min.js"):
        response = page.request.get(f"{live_site}/static/{path}")
        assert (response.status, response.headers["cache-control"]) == (200, "no-cache")
    for path in ("package.json", f"v/{version}/package.json", f"v/{version}/../manage.py", f"v/{version}//etc/passwd"):
        assert page.request.get(f"{live_site}/static/{path}").status == 404
