"""The steps of making and removing tables, each of them done twice, on the real sandbox."""

from dataclasses import replace

import pytest

from exporter.provisioning import tables
from exporter.provisioning.aws import DynamoDB, RequestRefused
from exporter.provisioning.endpoints import TRUST, EndpointKind, endpoint_named
from exporter.provisioning.plan import make_plan, seed_of
from exporter.provisioning.requests import Request
from exporter.provisioning.run_tags import RUN_TAG
from modeler.core.design.items import SampleItem
from modeler.core.values.attribute_values import number, string
from tests.exporter.provisioning.faulty_endpoint import faulty
from tests.modeler.core.order_management import DESIGN, TABLE

RUN = "run-of-these-tests"


@pytest.fixture
def dynamodb(sandbox_url, settings):
    return DynamoDB(endpoint_named(settings.ENDPOINTS, ""))


@pytest.fixture
def plan(dynamodb):
    """A plan whose tables are removed afterwards."""
    design = replace(
        DESIGN, tables=(replace(TABLE, settings={"ttl_attribute": "ttl", "point_in_time_recovery": True}),)
    )
    made = make_plan(design, prefix="steps-", trust=dynamodb.endpoint.trust, tags={RUN_TAG: RUN})
    yield made
    for one in made.tables:
        dynamodb.delete(one.name)


def held(dynamodb, plan):
    found = dynamodb.call("scan", TableName=plan.tables[0].name)["Items"]
    return sorted(item["SK"]["S"] for item in found)


def test_a_table_that_an_earlier_attempt_made_is_gone_on_with(dynamodb, plan):
    (one,) = plan.tables
    first = tables.create(dynamodb, one, RUN, was_recorded=False)
    assert tables.create(dynamodb, one, RUN, was_recorded=True) == first
    list(tables.wait_active(dynamodb, one.name))


def test_a_table_whose_creation_was_answered_late_is_of_this_run_where_no_tags_tell(sandbox_url, settings, plan):
    (one,) = plan.tables
    with faulty(sandbox_url) as faults:
        local = TRUST[EndpointKind.DYNAMODB_LOCAL]
        made = replace(endpoint_named(settings.ENDPOINTS, ""), url=faults.url, trust=local)
        # It is carried out, and its answer is lost: the SDK sends it again.
        faults.add("CreateTable", lambda _body, passed: (passed()[0] and 500, b"{}"))
        dynamodb = DynamoDB(made)
        assert tables.create(dynamodb, one, RUN, was_recorded=False).endswith(one.name)
        assert faults.count("CreateTable") == 2
        with pytest.raises(tables.TableForeign):
            tables.create(dynamodb, one, "another run", was_recorded=False)


def test_a_table_of_another_run_is_refused_and_never_removed(dynamodb, plan):
    (one,) = plan.tables
    tables.create(dynamodb, one, RUN, was_recorded=False)
    with pytest.raises(tables.TableForeign, match="did not create; it was left unchanged"):
        tables.create(dynamodb, one, "another run", was_recorded=True)
    assert list(tables.remove(dynamodb, one.name, "another run")) == ["foreign"]
    assert dynamodb.describe(one.name) is not None


def test_seeding_makes_a_table_hold_the_seed_and_nothing_else(dynamodb, plan):
    (one,) = plan.tables
    tables.create(dynamodb, one, RUN, was_recorded=False)
    list(tables.seed(dynamodb, plan))
    wanted = held(dynamodb, plan)
    assert len(wanted) == plan.item_count
    left = {"PK": {"S": "ORDER#o-9100"}, "SK": {"S": "LEFT BY A WORKER"}}
    dynamodb.call("put_item", TableName=one.name, Item=left)
    dynamodb.call("delete_item", TableName=one.name, Key={"PK": {"S": "CUST#a1b2"}, "SK": {"S": "PROFILE"}})
    list(tables.seed(dynamodb, plan))
    assert held(dynamodb, plan) == wanted


def test_many_items_are_seeded_in_batches(dynamodb, plan):
    many = tuple(
        SampleItem(f"i{n}", {"PK": string("many"), "SK": string(f"{n:04}"), "n": number(n)}) for n in range(60)
    )
    design = replace(DESIGN, tables=(replace(TABLE, entities=(), unassigned=many),))
    filled = replace(plan, design=design, seed=seed_of(design))
    tables.create(dynamodb, plan.tables[0], RUN, was_recorded=False)
    said = list(tables.seed(dynamodb, filled))
    assert said == ["seeded 25 of 60 items", "seeded 50 of 60 items", "seeded 60 of 60 items"]
    assert len(held(dynamodb, filled)) == 60


def test_settings_may_be_applied_twice(dynamodb, plan):
    (one,) = plan.tables
    tables.create(dynamodb, one, RUN, was_recorded=False)
    assert list(tables.apply_settings(dynamodb, one)) == []
    list(tables.apply_settings(dynamodb, one))
    found = dynamodb.call("describe_continuous_backups", TableName=one.name)["ContinuousBackupsDescription"]
    assert found["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] == "ENABLED"


def test_removing_twice_finds_it_gone(dynamodb, plan):
    (one,) = plan.tables
    tables.create(dynamodb, one, RUN, was_recorded=False)
    assert list(tables.remove(dynamodb, one.name, RUN))[-1] == "deleted"
    assert list(tables.remove(dynamodb, one.name, RUN)) == ["gone"]
    assert dynamodb.describe(one.name) is None


def test_a_refusal_carries_the_endpoints_own_code_and_sentence(dynamodb):
    with pytest.raises(RequestRefused) as refused:
        dynamodb.send(Request("get_item", {"TableName": "no-such-table", "Key": {"PK": {"S": "x"}}}))
    assert refused.value.code == "ResourceNotFoundException"


class Partial:
    """An endpoint that takes one of a batch at a time, as a throttled table does."""

    def __init__(self, taken):
        self.taken = taken
        self.sizes = []

    def send(self, request):
        ((table, actions),) = request.arguments["RequestItems"].items()
        self.sizes.append(len(actions))
        return {"UnprocessedItems": {table: actions[self.taken :]} if actions[self.taken :] else {}}


def test_what_an_endpoint_leaves_of_a_batch_is_sent_again(monkeypatch):
    from exporter.provisioning import pattern_requests
    from exporter.provisioning.pattern_requests import StillUnprocessed, send_whole

    monkeypatch.setattr(pattern_requests, "WAIT_MAX_SECONDS", 0)

    request = Request("batch_write_item", {"RequestItems": {"t": [{"PutRequest": {"Item": {}}}] * 3}})
    throttled = Partial(1)
    send_whole(throttled, request)
    assert throttled.sizes == [3, 2, 1]
    with pytest.raises(StillUnprocessed, match="had not accepted all"):
        send_whole(Partial(0), request)
