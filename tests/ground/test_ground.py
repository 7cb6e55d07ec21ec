"""The ground itself: each real part answers, and a killed one comes back."""

import json
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import boto3
import psycopg
import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import TransactionTestCase
from psycopg import sql

from designer.celery import app
from designer.local.services import QUEUES
from tests.ground.flushing import KEPT


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


WAITING = """SELECT 1 FROM pg_locks WHERE NOT granted AND mode = 'ExclusiveLock'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
"""Locks of the databases of other test processes are listed too."""

LIST_TABLES = {"X-Amz-Target": "DynamoDB_20120810.ListTables", "Content-Type": "application/x-amz-json-1.0"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Host": "evil.example"}, 403),
    ],
)
def test_the_sandbox_answers_programs_and_no_web_page(sandbox_url, headers, status):
    """A page of any site can send requests to a port of this machine."""
    request = Request(sandbox_url, data=b"{}", headers=LIST_TABLES | headers, method="POST")
    try:
        with urlopen(request, timeout=10) as answer:
            found, more = answer.status, answer.headers
    except HTTPError as refused:
        found, more = refused.code, refused.headers
    assert found == status
    assert status == 200 or "Access-Control-Allow-Origin" not in more


CODE = json.dumps(
    {
        "Resources": {
            "Ran": {
                "Type": "AWS::Lambda::Function",
                "Properties": {
                    "Runtime": "python3.13",
                    "Handler": "index.handler",
                    "Role": "arn:aws:iam::000000000000:role/any",
                    "Code": {"ZipFile": "def handler(event, context): return 1"},
                },
            }
        }
    }
)


@pytest.mark.parametrize(
    ("path", "body", "headers"),
    [
        ("/", {"Action": "CreateStack", "StackName": "any", "TemplateBody": CODE, "Version": "2010-05-15"}, {}),
        ("/", {"Action": "ListStacks", "Version": "2010-05-15"}, {}),
        ("/2015-03-31/functions", {"FunctionName": "any"}, {}),
        ("/2015-03-31/functions/any/invocations", {}, {}),
        ("/_aws/lambda-url/any/", {}, {}),
        ("/", {"Action": "GetCallerIdentity", "Version": "2011-06-15"}, {}),
        ("/", {}, {"X-Amz-Target": "AWSEvents.PutRule"}),
    ],
)
def test_the_sandbox_runs_nothing_that_a_form_of_any_page_could_post(sandbox_url, path, body, headers):
    """CloudFormation would run a template's inline Lambda code on this machine."""
    request = Request(sandbox_url + path, urlencode(body).encode(), headers, method="POST")
    with pytest.raises(HTTPError) as refused:
        urlopen(request, timeout=10)
    assert 400 <= refused.value.code < 500
    assert "StackId" not in refused.value.read().decode()


@pytest.mark.conformance
def test_a_worker_listens_on_every_queue_and_comes_back_after_kill_9(celery_worker_process):
    first = celery_worker_process.pid
    queues = app.control.inspect(timeout=2).active_queues()
    assert sorted(queue["name"] for found in queues.values() for queue in found) == sorted(QUEUES)
    celery_worker_process.kill()
    assert not celery_worker_process.alive
    celery_worker_process.start()
    assert celery_worker_process.alive
    assert celery_worker_process.pid != first


def test_the_tables_are_emptied_although_a_late_request_locks_them_in_another_order(transactional_db, ada):
    """Postgres ends the emptying, which waited first; it is done again when the request has ended."""
    found = connection.introspection.django_table_names(only_existing=True, include_views=False)
    names = sorted(set(found) - set(KEPT))  # Found in any order. Those that are kept are not locked.
    with psycopg.connect(**connection.get_connection_params()) as late, ThreadPoolExecutor(1) as pool:
        # Who waits this long looks for a deadlock, and is ended by it: never this one, even on a busy machine.
        late.execute("SET deadlock_timeout = '5min'")
        late.execute(sql.SQL("LOCK TABLE {} IN ROW SHARE MODE").format(sql.Identifier(names[-1])))
        flushing = pool.submit(_empty)
        while not late.execute(WAITING).fetchone():
            assert not flushing.done()
        for name in names:
            late.execute(sql.SQL("LOCK TABLE {} IN ROW SHARE MODE").format(sql.Identifier(name)))
        late.commit()
        assert flushing.result(30) > 1
    assert not type(ada).objects.exists()


def test_what_the_migrations_made_stays_when_the_tables_are_emptied(transactional_db, design):
    before = Permission.objects.count()
    TransactionTestCase()._fixture_teardown()
    assert not type(design).objects.exists()
    assert Permission.objects.count() == before > 0


def _empty():
    """How many tries it took."""
    tried = []
    try:
        with connection.execute_wrapper(
            lambda run, text, *rest: tried.append("LOCK TABLE" in text) or run(text, *rest)
        ):
            TransactionTestCase()._fixture_teardown()
    finally:
        connection.close()
    return sum(tried)
