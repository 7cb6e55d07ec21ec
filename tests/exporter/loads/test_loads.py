"""What a load sends and measures: by the skew of the simulation, within its budget, with percentiles from 100 calls."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import pytest
from botocore.exceptions import ClientError

from exporter.loads.asked import LoadAsked, Stock, announcement, trusted_for
from exporter.loads.drawing import KnownCall, schedule, shares, with_parameters
from exporter.loads.measured import Answered, PatternMeasure, UnitsBudget, percentiles
from exporter.loads.sending import SENDERS, Sending
from exporter.provisioning.aws import RequestRefused, throttling_of
from exporter.provisioning.endpoints import TRUST, Endpoint, EndpointKind
from exporter.provisioning.requests import Request
from modeler.core.errors import Invalid
from modeler.core.simulation.load_window import SimulatedCalls, load_window, pattern_loads
from modeler.core.simulation.options import SimulationOptions
from modeler.examples import example

ONE, NONE = Decimal(1), Decimal(0)
GET = Request("get_item", {"TableName": "t", "Key": {"PK": {"S": "a"}}})


def endpoint(kind=EndpointKind.MINISTACK):
    return Endpoint("there", kind, "eu-central-1", "http://127.0.0.1:1", "", "", "x-", TRUST[kind])


def known(key, number=0, **more):
    return KnownCall((GET,), key, (ONE, NONE), (ONE, NONE), **more)


def test_a_window_has_the_busiest_seconds_scaled_down_and_the_skew_of_the_simulation():
    design = example("order-management").design
    window = load_window(design, "viral", SimulationOptions(), seconds=8, calls_per_second=50)
    assert window.minute == 30
    assert sum(row[0] for row in window.calls) == pytest.approx(50)
    assert {len(row) for row in window.calls} == {8}
    loads = pattern_loads(window.traffic)
    assert loads[0].hot[0] == pytest.approx(0.5, abs=0.001)
    assert (loads[0].read_units, loads[0].write_units) == (0.5, 0)
    calm = load_window(design, "steady", SimulationOptions(), seconds=8, calls_per_second=1e9)
    assert calm.share == 1
    assert pattern_loads(calm.traffic)[0].hot[0] < 0.001


def test_hot_keys_get_their_share_and_the_others_are_even():
    calls = [known("a"), known("a"), *(known(str(one)) for one in range(8))]
    found = shares(calls, SimulatedCalls((0.6,), 1, 0))
    assert found == pytest.approx([0.3, 0.3, *[0.05] * 8])
    # A share of many keys in the design is no less than that of each of the few that there are.
    assert shares(calls[2:6], SimulatedCalls((0.000_01,), 1, 0)) == pytest.approx([0.25] * 4)


def windowed(*rates):
    return SimpleNamespace(calls=[list(one) for one in rates])


def test_a_schedule_calls_as_often_as_the_scenario_and_repeats_only_what_can_be_repeated():
    calls = [[known("a"), known("b")], [], [known("c", repeats=False) for _ in range(6)]]
    loads = [SimulatedCalls((0.9,), 1, 0)] * 3
    made = schedule(windowed([100] * 10, [5] * 10, [0.5] * 10), calls, loads, 1)
    assert made == schedule(windowed([100] * 10, [5] * 10, [0.5] * 10), calls, loads, 1)
    counts = Counter((one.row, one.number) for one in made)
    assert counts[0, 0] + counts[0, 1] == 1000
    assert 850 < counts[0, 0] < 950
    assert not any(row == 1 for row, _ in counts)
    assert max(count for (row, _), count in counts.items() if row == 2) == 1
    assert [one.at for one in made] == sorted(one.at for one in made)


def test_parameters_reach_steps_except_what_tells_them_apart():
    pattern = example("order-management").design.pattern("A6")
    steps = [replace(pattern.steps[0], parameters={"orderId": "o", "line": one}) for one in ("1", "2")]
    given = with_parameters(replace(pattern, steps=tuple(steps)), {"orderId": "new", "line": "9"})
    assert [dict(one.parameters) for one in given.steps] == [
        {"orderId": "new", "line": "1"},
        {"orderId": "new", "line": "2"},
    ]


def test_percentiles_need_a_hundred_samples():
    assert percentiles([1.0] * 99) is None
    assert percentiles([float(one) for one in range(100, 0, -1)]) == {"p50": 50.0, "p90": 90.0, "p99": 99.0}


def test_only_served_calls_have_a_latency_and_units_to_compare():
    measure = PatternMeasure(planned=4)
    measure.add(Answered(5.0, ONE), (ONE, NONE))
    measure.add(Answered(1.0, throttled=("TableReadKeyRangeThroughputExceeded",)), (ONE, NONE))
    measure.add(Answered(1.0, refused="ConditionalCheckFailedException"), (ONE, NONE))
    found = measure.as_json((0.5, 0.0))
    assert (found["sent"], found["served"], found["throttled"], found["longest_ms"]) == (3, 1, 1, 5.0)
    assert found["reasons"] == {"TableReadKeyRangeThroughputExceeded": 1}
    assert found["refused"] == {"ConditionalCheckFailedException": 1}
    assert found["units"]["read"] == {"consumed": 1.0, "predicted": 1.0, "simulated": 0.5}
    assert found["latency"] is None


class Answering:
    """An endpoint that answers each call in the same way."""

    def __init__(self, units=1, error=None):
        self.units, self.error, self.count = units, error, 0

    def send(self, request):
        self.count += 1
        if self.error:
            raise self.error
        return {"ConsumedCapacity": {"TableName": "t", "CapacityUnits": self.units}}


def sent(sender, budget, count=60, trusted=(True, True)):
    sending = Sending(sender, [[known("a")]], UnitsBudget(Decimal(budget), NONE), trusted)
    calls = schedule(windowed([count]), sending.known, [SimulatedCalls((), 1, 0)], 1)
    list(sending.run([replace(one, at=0.0) for one in calls], 60))
    return sending


def test_the_budget_is_kept_by_what_is_consumed_if_that_is_trusted():
    assert sent(Answering(), 100).sent == 60
    ended = sent(Answering(), 20)
    assert (ended.sent, ended.budget.is_spent, ended.late) == (20, True, 0)
    # Each answer takes five times what was predicted: only calls on their way at the same time exceed it.
    dear = sent(Answering(units=5), 20)
    assert dear.sent <= 20 / 5 + SENDERS
    assert sent(Answering(units=5), 20, trusted=(False, True)).sent == 20


def test_a_throttled_call_is_tried_once_and_counted_by_reason():
    error = RequestRefused("throttled", code="ThrottlingException")
    error.throttled = ("TableReadAccountLimitExceeded",)
    sender = Answering(error=error)
    measure = sent(sender, 100).measures[0]
    assert (sender.count, measure.throttled, measure.reasons) == (60, 60, {"TableReadAccountLimitExceeded": 60})


@pytest.mark.parametrize(
    ("response", "reasons"),
    [
        ({"Error": {"Code": "ValidationException"}}, None),
        ({"Error": {"Code": "ThrottlingException"}}, ("ThrottlingException",)),
        (
            {"Error": {"Code": "ProvisionedThroughputExceededException"},
             "ThrottlingReasons": [{"reason": "IndexWriteKeyRangeThroughputExceeded", "resource": "arn"}]},
            ("IndexWriteKeyRangeThroughputExceeded",),
        ),
        (
            {"Error": {"Code": "TransactionCanceledException"},
             "CancellationReasons": [{"Code": "None"}, {"Code": "ThrottlingError"}]},
            ("TransactionCanceledException",),
        ),
        (
            {"Error": {"Code": "TransactionCanceledException"},
             "CancellationReasons": [{"Code": "ConditionalCheckFailed"}]},
            None,
        ),
    ],
)  # fmt: skip
def test_the_reasons_of_a_throttled_request_are_read(response, reasons):
    assert throttling_of(ClientError(response, "GetItem").response) == reasons


def test_a_load_says_what_it_costs_and_what_its_figures_are_worth():
    asked = LoadAsked(1_000_000, 1_000_000)
    told = announcement(asked, endpoint(EndpointKind.AWS), 2, Stock(506, Decimal("1634.0")))
    assert "stores 506 items" in told[0]
    assert told[1] == (
        "It ends before it consumes more than 1,000,000 read units or 1,000,000 write units. "
        "Storing the items takes 1,634 of the write units."
    )
    assert "These units cost $" in told[2]
    assert trusted_for(endpoint(EndpointKind.AWS)) == ["there is trusted for consumed read and write units."]
    assert "except those of transactions" in trusted_for(endpoint(EndpointKind.DYNAMODB_LOCAL))[0]
    assert "does not throttle like DynamoDB" in trusted_for(endpoint())[1]


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"seconds": 0}, "seconds"),
        ({"scenario": "none"}, "scenario"),
        ({"seconds": 300, "calls_per_second": 500}, "calls_per_second"),
    ],
)
def test_a_number_out_of_bounds_is_refused(more, path):
    with pytest.raises(Invalid) as refused:
        LoadAsked(1, 1, **more).refuse_wrong()
    assert refused.value.path == path
