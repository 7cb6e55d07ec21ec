"""Live tables become a design: a real sandbox, a real worker, nothing but reads."""

import os
import signal
import time

import pytest

from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from exporter.provisioning.reading import SEGMENTS, ReadLimiter, ScannedPage, scan
from exporter.services import import_drafts as holding
from exporter.services import live_imports
from exporter.services.imports import import_accept, import_look
from exporter.services.live_imports import WantedTables, live_begin, tables_of
from modeler.core.errors import Forbidden, Invalid, Missing
from modeler.job_runner import run as do
from modeler.jobs import job_cancel
from modeler.loading import read_current
from modeler.models import Design
from tests.waiting import standing_still, until

NAME = "live-orders"
ITEMS = 90


@pytest.fixture
def dynamodb(sandbox_url, settings):
    return DynamoDB(endpoint_named(settings.ENDPOINTS, ""))


def order(number):
    return {
        "PK": {"S": f"CUST#{number % 9}"},
        "SK": {"S": f"ORDER#{number:04}"},
        "GSI1PK": {"S": f"EMAIL#person{number}@example.com"},
        "email": {"S": f"person{number}@example.com"},
        "photo": {"B": b"\x00\xff"},
        "total": {"N": str(number)},
    }


@pytest.fixture
def table(dynamodb):
    """A provisioned table with an index, expiry, recovery, tags, and orders of customers over many pages."""
    dynamodb.call(
        "create_table",
        TableName=NAME,
        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
        AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK", "GSI1PK")],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "GSI1",
                "KeySchema": [{"AttributeName": "GSI1PK", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
                "ProvisionedThroughput": {"ReadCapacityUnits": 2, "WriteCapacityUnits": 3},
            }
        ],
        ProvisionedThroughput={"ReadCapacityUnits": 5, "WriteCapacityUnits": 6},
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
        Tags=[{"Key": "team", "Value": "orders"}],
    )
    dynamodb.call(
        "update_time_to_live",
        TableName=NAME,
        TimeToLiveSpecification={"Enabled": True, "AttributeName": "expires"},
    )
    dynamodb.call(
        "update_continuous_backups",
        TableName=NAME,
        PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True},
    )
    for number in range(ITEMS):
        dynamodb.call("put_item", TableName=NAME, Item=order(number))
    yield NAME
    dynamodb.delete(NAME)


def wanted(**more):
    return WantedTables(**{"endpoint": "", "tables": (NAME,), "is_masked": False, **more})


def finished(looked, by):
    return until(lambda: import_look(token=looked.held.token, by=by), lambda looked: looked.state != "working")


def test_a_live_table_becomes_a_design_when_it_is_accepted(celery_worker_process, table, workspace, ada):
    looked = finished(live_begin(by=ada, wanted=wanted(), workspace=workspace.pk), ada)
    assert looked.problem == ""
    (read,) = looked.preview.design.tables
    assert (read.name, [key.name for key in read.base.keys]) == (NAME, ["PK", "SK"])
    assert read.settings["provisioned"] == {"read": 5, "write": 6}
    assert read.settings["ttl_attribute"] == "expires"
    assert read.settings["point_in_time_recovery"] is True
    assert read.settings["stream"] == "NEW_IMAGE"
    assert read.settings["tags"] == {"team": "orders"}
    (index,) = read.indexes
    assert (index.name, index.capacity.read, index.capacity.write) == ("GSI1", 2, 3)
    assert looked.preview.counts["items"] == ITEMS
    assert looked.job.progress["done"] == ITEMS
    (entity,) = read.entities
    assert "CUST#" in entity.overloads[0].keys["PK"]
    assert any("auto scaling could not be read" in line.message for line in looked.preview.lines)
    assert not Design.objects.exists()
    made = import_accept(token=looked.held.token, by=ada)
    assert sum(1 for _ in read_current(made.design).design.items()) == ITEMS
    with pytest.raises(Missing):
        import_look(token=looked.held.token, by=ada)


def test_a_table_behind_the_first_of_many_is_found_by_a_part_of_its_name(table, workspace, ada, monkeypatch):
    monkeypatch.setattr(live_imports, "TABLES_LISTED", 0)
    listed = tables_of(by=ada, endpoint="", workspace=workspace.pk)
    assert (listed.tables, listed.has_more) == ((), True)
    monkeypatch.setattr(live_imports, "TABLES_LISTED", 1)
    found = tables_of(by=ada, endpoint="", workspace=workspace.pk, containing="Live-ord")
    assert (found.tables, found.has_more) == ((NAME,), False)
    assert tables_of(by=ada, endpoint="", workspace=workspace.pk, containing="live-x").tables == ()


def test_no_more_items_are_read_than_were_asked_for(transactional_db, table, workspace, ada):
    looked = live_begin(by=ada, wanted=wanted(items=33), workspace=workspace.pk)
    do(looked.job.pk)
    assert import_look(token=looked.held.token, by=ada).preview.counts["items"] == 33


def test_contents_are_masked_unless_told_otherwise(transactional_db, table, workspace, ada):
    looked = live_begin(by=ada, wanted=wanted(is_masked=True), workspace=workspace.pk)
    do(looked.job.pk)
    looked = import_look(token=looked.held.token, by=ada)
    (entity,) = looked.preview.design.tables[0].entities
    held = repr(looked.preview.imported)
    assert "person" not in held and "@" in held
    assert len(entity.items) == ITEMS
    assert entity.overloads[0].keys["PK"].startswith("CUST#")
    assert holding.kept(looked.held, "page:live-orders:0:0") is None


def test_without_items_the_structure_is_read(transactional_db, table, workspace, ada):
    looked = live_begin(by=ada, wanted=wanted(items=0), workspace=workspace.pk)
    do(looked.job.pk)
    preview = import_look(token=looked.held.token, by=ada).preview
    assert (preview.counts["items"], preview.counts["entities"], preview.counts["indexes"]) == (0, 0, 1)


def kill_worker(worker, job):
    worker.kill()


def kill_pool_process(worker, job):
    os.kill(int(job.worker.split(":")[1]), signal.SIGKILL)


@pytest.mark.conformance
@pytest.mark.parametrize("kill", [kill_worker, kill_pool_process])
def test_a_reading_whose_worker_was_killed_goes_on(celery_worker_process, table, workspace, ada, kill):
    begun = []

    def begin():
        begun.append(live_begin(by=ada, wanted=wanted(units_per_second=1), workspace=workspace.pk))
        return begun[-1].job

    with standing_still(begin) as job:
        kill(celery_worker_process, job)
    celery_worker_process.start()
    looked = finished(begun[-1], ada)
    assert looked.problem == ""
    assert looked.job.attempts >= 2  # A worker that gets no time to renew its lease loses the job as well.
    assert looked.preview.counts["items"] == ITEMS


def test_pages_that_were_read_are_not_read_again(dynamodb, table):
    pages = {}

    def keep(segment, number, page):
        return pages.setdefault((segment, number), page)

    def known(segment, number):
        return pages.get((segment, number))

    read = [
        item
        for some in scan(dynamodb, table, most=1000, rate=ReadLimiter(1000), known=known, keep=keep)
        for item in some
    ]
    assert len({(item["PK"]["S"], item["SK"]["S"]) for item in read}) == len(read) == ITEMS
    assert all(item["photo"] == {"B": "AP8="} for item in read)

    def refuse(*_):
        pytest.fail("a page was read again")

    again = [
        item
        for some in scan(dynamodb, table, most=1000, rate=ReadLimiter(1000), known=known, keep=refuse)
        for item in some
    ]
    assert again == read


def test_a_scan_of_many_pages_brings_each_item_once(dynamodb, table):
    rate = ReadLimiter(1000)
    rate.page_size = lambda segments: 3
    some = list(scan(dynamodb, table, most=1000, rate=rate, known=lambda *_: None, keep=lambda *kept: kept[-1]))
    assert len(some) > ITEMS / 3
    assert len({item["SK"]["S"] for page in some for item in page}) == ITEMS


def test_a_rate_is_a_second_s_worth_for_each_second(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    rate = ReadLimiter(10)
    page = ScannedPage(tuple({"PK": {"S": "x"}} for _ in range(50)), None, 5.0)
    for _ in range(40):
        rate.wait()
        rate.spend(page)
    rate.wait()
    assert now[0] == pytest.approx(40 * 5 / 10)
    assert rate.page_size(SEGMENTS) == 25
    rate.slow_down()
    assert rate.units_per_second == 5


def test_a_table_that_is_busy_is_left_alone_for_a_while(dynamodb, table, monkeypatch):
    from exporter.provisioning.aws import RequestRefused

    ask, asked = DynamoDB.call, []

    def busy(self, method, **arguments):
        asked.append(arguments)
        if len(asked) <= SEGMENTS:
            raise RequestRefused("slow down", code="ThrottlingException")
        return ask(self, method, **arguments)

    monkeypatch.setattr(DynamoDB, "call", busy)
    rate = ReadLimiter(1000)
    some = scan(dynamodb, table, most=1000, rate=rate, known=lambda *_: None, keep=lambda *kept: kept[-1])
    read = [item for page in some for item in page]
    assert len(read) == ITEMS
    assert rate.units_per_second == 500


def test_only_tables_that_are_open_are_listed_and_read(sandbox_url, table, workspace, ada, settings):
    (sandbox,) = settings.ENDPOINTS
    assert NAME in tables_of(by=ada, endpoint="", workspace=workspace.pk).tables
    settings.ENDPOINTS = ({**sandbox, "import_tables": "other-*, more"},)
    assert tables_of(by=ada, endpoint="", workspace=workspace.pk).tables == ()
    with pytest.raises(Missing, match="does not allow a table"):
        live_begin(by=ada, wanted=wanted(), workspace=workspace.pk)


@pytest.mark.parametrize(("who", "refusal"), [("ben", Forbidden), ("cyd", Missing)])
def test_who_may_not_provision_sees_no_table(request, sandbox_url, workspace, who, refusal):
    person = request.getfixturevalue(who)
    with pytest.raises(refusal):
        tables_of(by=person, endpoint="", workspace=workspace.pk)
    with pytest.raises(refusal):
        live_begin(by=person, wanted=wanted(), workspace=workspace.pk)


@pytest.mark.parametrize(
    "more", [{"tables": ()}, {"items": -1}, {"items": 10**6}, {"units_per_second": 0}, {"units_per_second": 10**6}]
)
def test_bounds_are_kept(sandbox_url, workspace, ada, more):
    with pytest.raises(Invalid):
        live_begin(by=ada, wanted=wanted(**more), workspace=workspace.pk)


def test_a_table_that_is_gone_is_said(transactional_db, sandbox_url, workspace, ada):
    looked = live_begin(by=ada, wanted=wanted(tables=("no-such-table",)), workspace=workspace.pk)
    do(looked.job.pk)
    assert "there is no table no-such-table" in import_look(token=looked.held.token, by=ada).problem


def test_an_import_is_its_person_s_alone_and_can_be_stopped(sandbox_url, table, workspace, ada, eve):
    looked = live_begin(by=ada, wanted=wanted(), workspace=workspace.pk)
    with pytest.raises(Missing):
        import_look(token=looked.held.token, by=eve)
    with pytest.raises(Missing):
        job_cancel(job_id=looked.job.pk, by=eve)
    job_cancel(job_id=looked.job.pk, by=ada)
    assert import_look(token=looked.held.token, by=ada).problem == "this was stopped before it finished"


def test_what_is_held_is_gone_after_it_was_forgotten(sandbox_url, workspace, ada):
    looked = live_begin(by=ada, wanted=wanted(tables=("a-b",)), workspace=workspace.pk)
    holding.forget(looked.held)
    do(looked.job.pk)
    looked.job.refresh_from_db()
    assert "has expired" in looked.job.error
