"""How much a person may use of an endpoint in a day: tables, indexes, units and dollars of runs, units of imports."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from designer.environment import endpoints as declare
from exporter.models import EndpointUse, ProvisioningRun
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import declared
from exporter.services import provisioning
from exporter.services.imports import import_look
from exporter.services.live_imports import WantedTables, live_begin
from modeler.core.documents.reading import to_document
from modeler.core.errors import Conflict
from modeler.examples import example
from modeler.job_runner import run as do
from modeler.models import Design, Job
from modeler.models.jobs import JobState
from modeler.services import design_create

LIVE = "busy-live"


@pytest.fixture
def limited(settings, sandbox_url):
    """A function that declares the sandbox with limits."""

    def declare_it(**more):
        settings.ENDPOINTS = ({**settings.ENDPOINTS[0], **{name: str(value) for name, value in more.items()}},)

    return declare_it


@pytest.fixture
def shop(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, document=to_document(example("order-management").design))


def start(shop, person):
    """A run whose job is over, so that only the endpoint's limits count."""
    run = provisioning.run_start(design_id=shop.pk, by=person)
    Job.objects.filter(pk=run.job_id).update(state=JobState.FAILED)
    return run


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ({"tables_per_day": 2}, "tables: 2 of 2 are used and this needs 1"),
        ({"indexes_per_day": 4}, "indexes: 4 of 4 are used and this needs 2"),
        ({"units_per_day": 100}, "units: "),
    ],
)
def test_a_person_s_day_on_an_endpoint_has_limits(limited, shop, ada, eve, limit, said):
    limited(**limit)
    with pytest.raises(Conflict, match=said) as refused:
        for _ in range(30):
            start(shop, ada)
    assert refused.value.code == "endpoint.limit"
    assert start(shop, eve)
    EndpointUse.objects.update(at=timezone.now() - timedelta(hours=25))
    assert start(shop, ada)


def test_what_was_used_is_counted_after_the_design_is_gone(limited, shop, ada, workspace):
    limited(tables_per_day=1)
    start(shop, ada)
    ProvisioningRun.objects.all().delete()
    Design.objects.filter(pk=shop.pk).delete()
    other = design_create(workspace=workspace.pk, by=ada, document=to_document(example("order-management").design))
    with pytest.raises(Conflict, match="tables: 1 of 1"):
        start(other, ada)


def test_runs_that_are_started_at_the_same_time_are_counted_one_by_one(transactional_db, limited, workspace, ada):
    limited(tables_per_day=2)
    document = to_document(example("order-management").design)
    shops = [design_create(workspace=workspace.pk, by=ada, document=document) for _ in range(5)]

    def begin(shop):
        with closing(connection):
            try:
                return provisioning.run_start(design_id=shop.pk, by=ada) is not None
            except Conflict:
                return False

    with ThreadPoolExecutor(5) as pool:
        assert sum(pool.map(begin, shops)) == 2


def test_units_that_an_import_reads_are_counted_and_end_it(transactional_db, limited, settings, workspace, ada):
    limited(units_per_day=3)
    dynamodb = DynamoDB(declared(settings.ENDPOINTS)[0])
    dynamodb.call(
        "create_table",
        TableName=LIVE,
        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )
    try:
        wanted = WantedTables("", (LIVE,))
        for _ in range(2):
            looked = live_begin(by=ada, wanted=wanted, workspace=workspace.pk)
            do(looked.job.pk)
        assert "units" in import_look(token=looked.held.token, by=ada).problem
        with pytest.raises(Conflict, match="units"):
            live_begin(by=ada, wanted=wanted, workspace=workspace.pk)
    finally:
        dynamodb.delete(LIVE)
    assert sum(EndpointUse.objects.values_list("units", flat=True)) >= Decimal(3)


def test_an_account_has_limits_that_the_operator_can_change():
    role = {"name": "Team", "region": "eu-west-1", "role_arn": "arn:aws:iam::111122223333:role/keysheet"}
    (account,) = declared(declare(json.dumps([role]), ""))
    assert (account.daily.tables, account.daily.indexes, account.daily.units) == (50, 200, 100_000)
    assert (account.daily.dollars, account.allows_recovery) == (Decimal(5), False)
    more = {"tables_per_day": "7", "dollars_per_day": "0.5", "point_in_time_recovery": "allowed"}
    (account,) = declared(declare(json.dumps([{**role, **more}]), ""))
    assert (account.daily.tables, account.daily.dollars, account.allows_recovery) == (7, Decimal("0.5"), True)
    (sandbox,) = declared(declare("", "http://127.0.0.1:4566"))
    assert (sandbox.daily.tables, sandbox.daily.dollars, sandbox.allows_recovery) == (None, None, True)
