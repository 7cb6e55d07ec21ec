"""The partitions of live tables: the open shards of their streams, read at a real endpoint and used by a simulation."""

import pytest

from exporter.provisioning.aws import DynamoDB, _is_open
from exporter.provisioning.endpoints import endpoint_named
from exporter.services.live_partitions import live_partitions
from exporter.services.simulation_jobs import simulation_begin, simulation_look, simulation_shown
from modeler.core.edits.changes import Delta
from modeler.core.errors import Forbidden, Missing
from modeler.job_runner import run as do
from modeler.services import design_change

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "app-main"
PLACE = "Built-in sandbox"


@pytest.fixture
def dynamodb(sandbox_url, settings):
    made = DynamoDB(endpoint_named(settings.ENDPOINTS, PLACE))
    yield made
    made.delete(NAME)


def create(dynamodb, *, stream):
    more = {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}} if stream else {}
    dynamodb.call(
        "create_table", TableName=NAME, BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}], **more,
    )  # fmt: skip


def asked(**more):
    return {"scenario": "steady", "given": {"seeds": 2}, "changes": {}, **more}


def found_at(design, by):
    return live_partitions(design=design, tables=[NAME], name=PLACE, by=by, work="test")


def test_a_table_with_a_stream_tells_its_partitions(dynamodb, design, ada):
    create(dynamodb, stream=True)
    known, unknown = found_at(design, ada)
    assert (known, unknown) == ({NAME: dynamodb.open_shards(NAME)}, [])
    assert known[NAME] >= 1


def test_without_a_stream_or_a_table_it_is_said(dynamodb, design, ada):
    expected = f"No table {NAME} with a stream is on {PLACE}, so its partitions are not known"
    assert found_at(design, ada) == ({}, [expected])
    create(dynamodb, stream=False)
    assert found_at(design, ada) == ({}, [expected])


def test_a_table_that_may_not_be_read_is_not_described(dynamodb, design, ada, settings):
    create(dynamodb, stream=True)
    settings.ENDPOINTS = [{**one, "import_tables": "other-*"} for one in settings.ENDPOINTS]
    known, unknown = found_at(design, ada)
    assert known == {}
    assert f"does not allow the table {NAME} to be read" in unknown[0]


def test_a_closed_shard_is_not_a_partition():
    assert _is_open({"SequenceNumberRange": {"StartingSequenceNumber": "1"}})
    assert not _is_open({"SequenceNumberRange": {"StartingSequenceNumber": "1", "EndingSequenceNumber": "2"}})


def test_a_simulation_begins_with_them_and_says_so(dynamodb, design, ada):
    create(dynamodb, stream=True)
    rates = {"average": 5, "peak": 10}
    design_change(design_id=design.pk, by=ada, deltas=[Delta("p-a1", "per_second", None, rates)])
    do(simulation_begin(design_id=design.pk, by=ada, asked=asked(live=PLACE)).pk)
    found = simulation_look(design_id=design.pk, by=ada, asked=asked(live=PLACE)).found
    shards = dynamodb.open_shards(NAME)
    assert found["places"][0]["partitions_at_start"] == shards
    assert f"open shards of the stream of {NAME}, one for each partition: {shards}" in found["assumed"]
    do(simulation_begin(design_id=design.pk, by=ada, asked=asked()).pk)
    assert simulation_shown(design_id=design.pk, by=ada).found["places"][0]["partitions_at_start"] == 4


def test_people_who_may_not_provision_cannot_ask_for_it(dynamodb, design, ben, cyd, ada):
    with pytest.raises(Forbidden):
        simulation_begin(design_id=design.pk, by=ben, asked=asked(live=PLACE))
    with pytest.raises(Missing):
        simulation_begin(design_id=design.pk, by=cyd, asked=asked(live=PLACE))
    with pytest.raises(Missing):
        simulation_begin(design_id=design.pk, by=ada, asked=asked(live="Nowhere"))
