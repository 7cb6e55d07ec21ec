"""Applications of two services: a help desk and a wallet, written before they were synthesized."""

from __future__ import annotations

from typing import Any, Final

from modeler.core.design.model import Design
from tests.modeler.core.synthesis.making import (
    attribute,
    belongs,
    design,
    entity,
    get,
    put,
    query,
    text,
    update,
    whole,
)

EXISTS: Final[dict[str, Any]] = {"if": "attribute_exists(PK)"}


pr = {"LOW": 0.5, "NORMAL": 0.4, "URGENT": 0.1}
HELPDESK_ENTITIES: Final = [
    entity("Tenant", "tenantId", 3_000, attribute("tenantId"), text("name", 20), text("plan", 8)),
    entity(
        "Agent",
        "tenantId agentId",
        30_000,
        attribute("tenantId"),
        attribute("agentId"),
        attribute("email", "email"),
        text("name", 20),
        unique=[["tenantId", "email"]],
    ),
    entity(
        "Ticket",
        "tenantId ticketId",
        9_000_000,
        attribute("tenantId"),
        attribute("ticketId", "ulid"),
        attribute("assigneeId", optional=0.1),
        attribute("requesterEmail", "email"),
        text("subject", 60),
        attribute("status", "enum", values={"OPEN": 0.03, "PENDING": 0.02, "SOLVED": 0.95}),
        attribute("priority", "enum", values=pr),
        attribute("createdAt", "iso"),
        attribute("updatedAt", "iso"),
        attribute("dueAt", "iso", optional=0.5),
    ),
    entity(
        "Message",
        "tenantId ticketId messageId",
        60_000_000,
        attribute("tenantId"),
        attribute("ticketId", "ulid"),
        attribute("messageId", "ulid"),
        attribute("authorId"),
        text("text", 700),
        attribute("sentAt", "iso"),
    ),
    entity(
        "TicketTag",
        "tenantId ticketId tag",
        15_000_000,
        attribute("tenantId"),
        attribute("ticketId", "ulid"),
        attribute("tag"),
    ),
    entity(
        "Login",
        "token",
        40_000,
        attribute("token"),
        attribute("tenantId"),
        attribute("agentId"),
        attribute("expiresAt", "epoch_seconds"),
        retention=0.5,
    ),
]
HELPDESK_PATTERNS: Final = [
    get("TenantById", "Tenant", "tenantId", 10),
    query("AgentsOfTenant", "Agent", "tenantId", 5, "name", items_returned=10),
    query("AgentByEmail", "Agent", "tenantId email", 2, items_returned=1),
    query("TicketWithMessages", "Ticket Message", "tenantId ticketId", 40, "", items_returned=8),
    query(
        "TicketsByStatus",
        "Ticket",
        "tenantId status",
        30,
        "-updatedAt",
        limit=25,
        items_returned=25,
        projection=["ticketId", "subject", "priority", "assigneeId", "updatedAt"],
    ),
    query(
        "OpenOfAssignee",
        "Ticket",
        "tenantId assigneeId",
        20,
        "-updatedAt",
        filter="status = 'OPEN'",
        limit=25,
        items_returned=10,
    ),
    query(
        "Unassigned",
        "Ticket",
        "tenantId",
        10,
        "createdAt",
        filter="attribute_not_exists(assigneeId) AND status = 'OPEN'",
        limit=25,
        items_returned=10,
    ),
    query(
        "DueSoon",
        "Ticket",
        "tenantId",
        2,
        "dueAt",
        filter="status = 'OPEN' AND dueAt <= :t",
        parameters={"t": "2026-03-01T12:00:00.000Z"},
        limit=50,
        items_returned=5,
    ),
    query("TicketsOfRequester", "Ticket", "tenantId requesterEmail", 4, "-createdAt", limit=20, items_returned=4),
    query("TicketsWithTag", "TicketTag", "tenantId tag", 3, "-ticketId", limit=25, items_returned=25),
    query("TagsOfTicket", "TicketTag", "tenantId ticketId", 40, items_returned=2),
    query(
        "OpenCountOfTenant",
        "Ticket",
        "tenantId",
        15,
        intent={"given": ["tenantId"], "returns": {"what": "count"}},
        filter="status = 'OPEN'",
        items_returned=1,
    ),
    get("LoginByToken", "Login", "token", 100, consistent=True),
    put("Open", "Ticket", 1),
    put("Say", "Message", 6),
    put("Tag", "TicketTag", 1.5),
    put("LogIn", "Login", 0.2),
    update(
        "Assign",
        "Ticket",
        "tenantId ticketId",
        1,
        set={"assigneeId": "a1", "updatedAt": ":now"},
        parameters={"now": "2026-03-01T12:00:00.000Z"},
        **EXISTS,
    ),
    update(
        "Solve",
        "Ticket",
        "tenantId ticketId",
        1,
        set={"status": "SOLVED", "updatedAt": ":now"},
        parameters={"now": "2026-03-01T12:00:00.000Z"},
        **{"if": "status = 'OPEN'"},
    ),
]
HELPDESK_RELATIONS: Final = [
    belongs("Agent", "Tenant", "tenantId", 10, 800),
    belongs("Ticket", "Tenant", "tenantId", 3000, 600_000),
    belongs("Message", "Ticket", "tenantId ticketId", 7, 300),
    belongs("TicketTag", "Ticket", "tenantId ticketId", 1.7, 20),
]


def helpdesk() -> Design:
    """Tickets of tenants with messages and tags, and the agents who answer them."""
    return design(HELPDESK_ENTITIES, HELPDESK_PATTERNS, HELPDESK_RELATIONS)


WALLET_ENTITIES: Final = [
    entity(
        "Customer",
        "customerId",
        700_000,
        attribute("customerId"),
        attribute("phone"),
        text("name", 20),
        unique=[["phone"]],
    ),
    entity(
        "Account",
        "accountId",
        900_000,
        attribute("accountId"),
        attribute("customerId"),
        whole("balance", 10**9),
        attribute("currency", "enum", values={"EUR": 0.8, "USD": 0.2}),
    ),
    entity(
        "Transfer",
        "transferId",
        80_000_000,
        attribute("transferId"),
        attribute("fromAccountId"),
        attribute("toAccountId"),
        whole("amount", 10**7),
        attribute("bookedAt", "iso"),
        attribute("status", "enum", values={"PENDING": 0.001, "BOOKED": 0.994, "FAILED": 0.005}),
        text("note", 30),
    ),
    entity(
        "Card",
        "cardId",
        1_100_000,
        attribute("cardId"),
        attribute("accountId"),
        attribute("lastFour"),
        attribute("state", "enum", values={"ACTIVE": 0.8, "FROZEN": 0.01, "EXPIRED": 0.19}),
    ),
    entity(
        "IdempotencyKey",
        "requestId",
        2_000_000,
        attribute("requestId"),
        attribute("transferId"),
        attribute("expiresAt", "epoch_seconds"),
        retention=1,
    ),
]
WALLET_PATTERNS: Final = [
    get("Balance", "Account", "accountId", 120, consistent=True),
    query("AccountsOfCustomer", "Account", "customerId", 30, items_returned=1),
    query("Outgoing", "Transfer", "fromAccountId", 40, "-bookedAt", limit=25, items_returned=25),
    query("Incoming", "Transfer", "toAccountId", 25, "-bookedAt", limit=25, items_returned=25),
    query(
        "OutgoingOfMonth",
        "Transfer",
        "fromAccountId",
        3,
        "bookedAt",
        filter="bookedAt BETWEEN :a AND :b",
        parameters={"a": "2026-03-01T00:00:00.000Z", "b": "2026-03-31T23:59:59.999Z"},
        items_returned=20,
    ),
    query("BetweenTwo", "Transfer", "fromAccountId toAccountId", 4, "-bookedAt", limit=10, items_returned=5),
    get("TransferById", "Transfer", "transferId", 10),
    query(
        "PendingTransfers",
        "Transfer",
        "",
        0.2,
        "bookedAt",
        filter="status = 'PENDING'",
        limit=100,
        items_returned=100,
    ),
    query(
        "TotalSent",
        "Transfer",
        "fromAccountId",
        2,
        intent={"given": ["fromAccountId"], "returns": {"what": "sum", "of": "amount"}},
        items_returned=1,
    ),
    query(
        "TotalFailed",
        "Transfer",
        "fromAccountId",
        0.5,
        intent={"given": ["fromAccountId"], "returns": {"what": "count"}},
        filter="status = 'FAILED'",
        items_returned=1,
    ),
    query("LargestReceived", "Transfer", "toAccountId", 1, "-amount", limit=5, items_returned=5),
    query("CardsOfAccount", "Card", "accountId", 10, items_returned=1),
    query("CustomerByPhone", "Customer", "phone", 8, items_returned=1),
    get("RequestSeen", "IdempotencyKey", "requestId", 20, consistent=True),
    put("Remember", "IdempotencyKey", 20),
    put("Send", "Transfer", 20),
    update("BookTransfer", "Transfer", "transferId", 20, set={"status": "BOOKED"}, **{"if": "status = 'PENDING'"}),
    update("Debit", "Account", "accountId", 20, add={"balance": "-10"}, **{"if": "balance >= 10"}),
    update("Freeze", "Card", "cardId", 0.01, set={"state": "FROZEN"}, **EXISTS),
]
WALLET_RELATIONS: Final = [
    belongs("Account", "Customer", "customerId", 1.3, 20),
    belongs("Transfer", "Account", "fromAccountId", 90, 50_000),
    belongs("Card", "Account", "accountId", 1.2, 10),
]


def wallet() -> Design:
    """Accounts that pay one another."""
    return design(WALLET_ENTITIES, WALLET_PATTERNS, WALLET_RELATIONS)


# fmt: on
