"""What an expert expects of workloads that were written before they were synthesized: keys, GSIs, dollars."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import synthesise
from tests.modeler.core.synthesis.workloads import people, records

pytestmark = pytest.mark.slow

FORCED = {
    "index.volatile_key", "index.constant_pk", "index.write_amplification", "write.no_condition_on_create",
    "pattern.multiple_requests", "query.filter_discards",
}  # fmt: skip
"""Warnings that name what the patterns themselves bring: a list by its latest change, by one of few states, a create
without a condition, or a second request that costs much less than an index.
"""


@dataclass(frozen=True)
class Expected:
    """Keys of the table by entity, the most GSIs, and the most dollars per month."""

    keys: dict[str, tuple[str, str]]
    gsis: int
    dollars: float


EXPECTED = {
    people.chat: Expected(
        {
            "Member": ("CONVERSATION#{conversationId}", "MEMBER#{userId}"),
            "Message": ("CONVERSATION#{conversationId}", "MSG#{messageId}"),
        },
        1,
        900,
    ),
    people.follows: Expected(
        {"Person": ("PERSON#{personId}", "METADATA"), "Follow": ("FOLLOWER#{followerId}", "FOLLOW#{followeeId}")},
        1,
        340,
    ),
    people.booking: Expected(
        {
            "Event": ("EVENT#{eventId}", "METADATA"),
            "Seat": ("EVENT#{eventId}", "SEAT#{seatId}"),
            "CustomerEmail": ("EMAIL#{email:lower}", "EMAIL"),
        },
        1,
        165,
    ),
    people.leaderboard: Expected({"Score": ("PLAYER#{playerId}", "SCORE#{gameId}")}, 1, 330),
    people.shop: Expected(
        {
            "CartLine": ("CUST#{customerId}", "CART_LINE#{productId}"),
            "Order": ("ORDER#{orderId}", "METADATA"),
            "OrderLine": ("ORDER#{orderId}", "ORDER_LINE#{lineNumber:pad(3)}"),
        },
        3,
        130,
    ),
    records.telemetry: Expected({"Alarm": ("DEVICE#{deviceId}", "ALARM#{raisedAt}")}, 1, 870),
    records.billing: Expected(
        {
            "Usage": ("TENANT#{tenantId}", "USAGE#{usageId}"),
            "UsageTotal": ("TENANT#{tenantId}", "TOTAL#{month}"),
        },
        2,
        145,
    ),
    records.files: Expected({"File": ("DRIVE#{driveId}", "FILE#{fileId}")}, 3, 240),
    records.audit: Expected({}, 4, 1080),
    records.jobs: Expected({"Job": ("JOB#{jobId}", "METADATA")}, 3, 215),
    records.helpdesk: Expected(
        {
            "Ticket": ("TENANT#{tenantId}#TICKET#{ticketId}", "TICKET"),
            "Comment": ("TENANT#{tenantId}#TICKET#{ticketId}", "COMMENT#{commentId}"),
        },
        2,
        70,
    ),
}


@pytest.fixture(scope="module", params=EXPECTED, ids=lambda one: one.__name__)
def made(request):
    return synthesise(request.param()), EXPECTED[request.param]


def test_the_recommended_design_is_an_expert_s(made):
    found, expected = made
    best = found.alternatives[0]
    assert found.unmet == ()
    assert best.gsis <= expected.gsis
    assert best.dollars <= expected.dollars
    table = best.design.tables[0]
    for name, keys in expected.keys.items():
        assert tuple(table.entity(name).overloads[0].keys.values()) == keys


def test_no_finding_of_it_could_have_been_avoided(made):
    found, _ = made
    best = found.alternatives[0]
    assert best.problems == ()
    assert [each.message for each in best.findings if each.severity is Severity.ERROR] == []
    assert {each.rule for each in best.findings if each.severity is Severity.WARNING} <= FORCED


def test_every_alternative_serves_everything_and_differs_in_what_it_says(made):
    found, _ = made
    for place, one in enumerate(found.alternatives):
        assert one.dollars == monthly_cost(one.design).total().value
        assert all(serving(one.design, each).served for each in one.design.patterns)
        assert bool(one.differs) == bool(place)
    said = [one.differs for one in found.alternatives]
    assert len(set(said)) == len(said)
