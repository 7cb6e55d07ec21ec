"""What an expert expects of four further trades."""

from __future__ import annotations

import pytest

from modeler.core.cost.design import monthly_cost
from modeler.core.findings import Severity
from modeler.core.servings import serving
from modeler.core.synthesis import synthesise
from tests.modeler.core.synthesis.workloads.further import TRADES

pytestmark = pytest.mark.slow

KEYS = {
    "arcade": {
        "Player": ("PLAYER#{playerId}", "METADATA"),
        "Season": ("SEASON", "{startsAt}#{seasonId}"),
        "Score": ("PLAYER#{playerId}", "SCORE#{seasonId}"),
        "Match": ("MATCH#{matchId}", "METADATA"),
        "Session": ("SESSION#{sessionId}", "METADATA"),
    },
    "drive": {
        "Account": ("ACCT#{accountId}", "METADATA"),
        "Node": ("ACCT#{accountId}", "NODE#{nodeId}"),
        "Version": ("NODE#{nodeId}", "VERSION#{versionNumber:pad(4)}"),
        "Share": ("NODE#{nodeId}", "SHARE#{accountId}"),
        "TrashEntry": ("ACCT#{accountId}", "ENTRY#{nodeId}"),
    },
    "helpdesk": {
        "Tenant": ("TENANT#{tenantId}", "METADATA"),
        "Agent": ("TENANT#{tenantId}", "AGENT#{agentId}"),
        "Ticket": ("TENANT#{tenantId}#TICKET#{ticketId}", "TICKET"),
        "Message": ("TENANT#{tenantId}#TICKET#{ticketId}", "MSG#{messageId}"),
        "Login": ("LOGIN#{token}", "METADATA"),
    },
    "wallet": {
        "Customer": ("CUST#{customerId}", "METADATA"),
        "Account": ("ACCT#{accountId}", "METADATA"),
        "Transfer": ("TRANSFER#{transferId}", "METADATA"),
        "IdempotencyKey": ("REQUEST#{requestId}", "METADATA"),
    },
}
"""What each of them is stored by in the table of the first alternative."""
INDEXED = {
    "arcade": {("Score", "SEASON#{seasonId}", "{points}"),
               ("Score", "SEASON#{seasonId}#COUNTRY#{country}", "{points}")},
    "drive": {("Node", "ACCT#{accountId}#CHECKSUM#{checksum}", "{nodeId}")},
    "helpdesk": {("TicketTag", "TENANT#{tenantId}#TAG#{tag}", "{ticketId}"),
                 ("Ticket", "TENANT#{tenantId}#{status}", "{updatedAt}#{ticketId}")},
    "wallet": {("Customer", "PHONE#{phone}", "{customerId}"),
               ("Transfer", "FROM_ACCOUNT#{fromAccountId}", "{bookedAt}#{transferId}")},
}  # fmt: skip
"""Keys that it writes into indexes."""
GSIS = {"arcade": 3, "drive": 4, "helpdesk": 6, "wallet": 5}


@pytest.fixture(scope="module", params=TRADES, ids=lambda one: one.__name__)
def made(request):
    asked = request.param()
    return request.param.__name__, asked, synthesise(asked)


@pytest.mark.conformance
def test_the_recommended_design_is_an_expert_s(made):
    name, _, found = made
    best = found.alternatives[0]
    assert found.unmet == ()
    assert best.gsis == GSIS[name]
    table = best.design.tables[0]
    stored = {entity: tuple(table.entity(entity).overloads[0].keys.values()) for entity in KEYS[name]}
    assert stored == KEYS[name]
    entries = {(entity.name, *one.keys.values()) for entity in table.entities for one in entity.overloads if one.index}
    assert entries >= INDEXED[name]


@pytest.mark.conformance(cases=1)
def test_every_alternative_serves_every_pattern_at_the_cost_of_its_design(made):
    _, _, found = made
    for one in found.alternatives:
        assert one.problems == ()
        assert [each.message for each in one.findings if each.severity is Severity.ERROR] == []
        assert one.dollars == monthly_cost(one.design).total().value
        assert [each.label for each in one.design.patterns if not serving(one.design, each).served] == []
    if len(found.alternatives) < 3:
        assert any(note.startswith(("there is no other", "there are no other")) for note in found.notes)


AVOIDABLE = {"keys.low_cardinality", "keys.delimiter_in_value", "write.mirror_not_atomic", "keys.hot_partition"}


@pytest.mark.conformance(cases=1)
def test_no_alternative_has_a_warning_that_other_keys_avoid(made):
    _, _, found = made
    for one in found.alternatives:
        assert AVOIDABLE.isdisjoint({each.rule for each in one.findings})
