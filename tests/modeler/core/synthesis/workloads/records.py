"""Workloads of records that grow: telemetry, bills, files, an audit log, a queue of jobs, tickets of several tenants.

Written from what such applications commonly do, before they were synthesized. `EXPECTED` in `expected.py` is what an
expert makes of them.
"""

from __future__ import annotations

from typing import Any

from modeler.core.design.model import Design
from tests.modeler.core.synthesis.making import (
    attribute,
    belongs,
    delete,
    design,
    entity,
    get,
    put,
    query,
    text,
    update,
    whole,
)

EXISTS = {"if": "attribute_exists(PK)"}


def telemetry() -> Design:
    """Readings of devices, kept for ever, read by device and day; devices of a site."""
    entities = [
        entity("Device", "deviceId", 20_000, attribute("deviceId"), attribute("siteId"), text("model", 16),
               attribute("lastSeenAt", "iso")),
        entity("Reading", "deviceId readAt", 2_000_000_000, attribute("deviceId"), attribute("readAt", "iso"),
               attribute("temperature", "decimal", type="N"), attribute("humidity", "decimal", type="N"),
               growth=900_000_000),
        entity("Alarm", "deviceId raisedAt", 500_000, attribute("deviceId"), attribute("raisedAt", "iso"),
               attribute("state", "enum", values={"OPEN": 0.01, "CLOSED": 0.99}), text("reason", 40)),
    ]  # fmt: skip
    window = {"filter": "readAt BETWEEN :from AND :to",
              "parameters": {"from": "2026-01-15T00:00:00.000Z", "to": "2026-01-15T23:59:59.999Z"}}  # fmt: skip
    return design(
        entities,
        [
            get("DeviceById", "Device", "deviceId", 20),
            query("DevicesOfSite", "Device", "siteId", 5, items_returned=40),
            query("ReadingsOfDay", "Reading", "deviceId", 10, "readAt", items_returned=1440,
                  intent={"given": ["deviceId"], "order_by": ["readAt"], "window_days": 1}, **window),
            query("LatestReading", "Reading", "deviceId", 40, "-readAt", limit=1, items_returned=1),
            query("OpenAlarms", "Alarm", "", 1, "raisedAt", filter="state = 'OPEN'",
                  limit=50, items_returned=50),
            query("AlarmsOfDevice", "Alarm", "deviceId", 2, "-raisedAt", limit=20, items_returned=20),
            put("Record", "Reading", 330),
            put("RaiseAlarm", "Alarm", 0.1),
            update("CloseAlarm", "Alarm", "deviceId raisedAt", 0.1, set={"state": "CLOSED"},
                   **{"if": "state = 'OPEN'"}),
            put("AddDevice", "Device", 0.01),
        ],
        [
            belongs("Reading", "Device", "deviceId", 100_000, 5_000_000),
            belongs("Alarm", "Device", "deviceId", 25, 2_000),
        ],
    )  # fmt: skip


def billing() -> Design:
    """Usage of tenants, summed by month, and their invoices."""
    entities = [
        entity("Tenant", "tenantId", 3_000, attribute("tenantId"), text("name", 20), text("plan", 8)),
        entity("Usage", "tenantId usageId", 400_000_000, attribute("tenantId"), attribute("usageId", "ulid"),
               attribute("month", "month"), attribute("usedAt", "iso"), whole("units", 9999), text("feature", 12),
               growth=30_000_000),
        entity("Invoice", "tenantId invoiceId", 110_000, attribute("tenantId"), attribute("invoiceId"),
               attribute("month", "month"), whole("amount", 9999999),
               attribute("status", "enum", values={"DRAFT": 0.03, "DUE": 0.03, "PAID": 0.94}),
               attribute("dueOn", "date")),
    ]  # fmt: skip
    return design(
        entities,
        [
            get("TenantById", "Tenant", "tenantId", 30),
            query("UsageOfMonth", "Usage", "tenantId month", 20, items_returned=1,
                  intent={"given": ["tenantId", "month"], "returns": {"what": "sum", "of": "units"}}),
            query("LatestUsage", "Usage", "tenantId", 5, "-usageId", limit=50, items_returned=50),
            query("InvoicesOfTenant", "Invoice", "tenantId", 4, "-month", limit=12, items_returned=12),
            get("InvoiceById", "Invoice", "tenantId invoiceId", 4),
            query("DueInvoices", "Invoice", "", 0.1, "dueOn", filter="status = 'DUE'",
                  limit=100, items_returned=100),
            put("RecordUsage", "Usage", 12),
            put("AddInvoice", "Invoice", 0.01),
            update("PayInvoice", "Invoice", "tenantId invoiceId", 0.01, set={"status": "PAID"},
                   **{"if": "status = 'DUE'"}),
            put("AddTenant", "Tenant", 0.001),
        ],
        [
            belongs("Usage", "Tenant", "tenantId", 130_000, 8_000_000),
            belongs("Invoice", "Tenant", "tenantId", 36, 120),
        ],
        tenancy={"attribute": "tenantId", "model": "pool"},
    )  # fmt: skip


def files() -> Design:
    """Files in folders of a drive, by path."""
    entities = [
        entity("Drive", "driveId", 50_000, attribute("driveId"), attribute("ownerId"), text("name", 12)),
        entity("File", "driveId fileId", 30_000_000, attribute("driveId"), attribute("fileId"),
               attribute("path", "path", size={"average": 60, "max": 400}), attribute("folderId"), text("name", 20),
               whole("size", 999_999_999), attribute("changedAt", "iso")),
    ]  # fmt: skip
    under: dict[str, Any] = {"filter": "begins_with(path, :folder)", "parameters": {"folder": "root/part1"}}
    return design(
        entities,
        [
            get("DriveById", "Drive", "driveId", 10),
            query("DrivesOfOwner", "Drive", "ownerId", 10, items_returned=2),
            get("FileById", "File", "driveId fileId", 60),
            query("FilesInFolder", "File", "driveId folderId", 80, "name", limit=100, items_returned=30),
            query("FilesUnderPath", "File", "driveId", 4, items_returned=200, **under),
            query("RecentFiles", "File", "driveId", 10, "-changedAt", limit=20, items_returned=20),
            put("AddFile", "File", 10),
            update("ChangeFile", "File", "driveId fileId", 6, set={"size": 7, "changedAt": ":changedAt"},
                   parameters={"changedAt": "2026-01-15T10:00:00.000Z"}, **EXISTS),
            delete("RemoveFile", "File", "driveId fileId", 2, **EXISTS),
            put("AddDrive", "Drive", 0.05),
        ],
        [belongs("File", "Drive", "driveId", 600, 400_000)],
    )  # fmt: skip


def audit() -> Design:
    """What every actor did to every object, appended for ever, read by object, by actor, and by day."""
    entities = [
        entity("Entry", "entryId", 800_000_000, attribute("entryId", "ulid"), attribute("actorId"),
               attribute("objectId"), attribute("day", "date"), attribute("at", "iso"),
               attribute("action", "enum", values={"READ": 0.7, "WRITE": 0.25, "REMOVE": 0.05}), text("detail", 200),
               growth=60_000_000),
    ]  # fmt: skip
    return design(
        entities,
        [
            get("EntryById", "Entry", "entryId", 1),
            query("EntriesOfObject", "Entry", "objectId", 3, "-at", limit=50, items_returned=50),
            query("EntriesOfActor", "Entry", "actorId", 2, "-at", limit=50, items_returned=50),
            query("EntriesOfDay", "Entry", "day", 0.05, "at", limit=500, items_returned=500),
            query("RemovalsOfActor", "Entry", "actorId", 0.2, "-at", filter="action = 'REMOVE'", limit=50,
                   items_returned=50),
            put("Append", "Entry", 60),
        ],
    )  # fmt: skip


def jobs() -> Design:
    """A queue: workers take the oldest waiting job of a kind; a client looks at the job it started."""
    states = {"WAITING": 0.01, "RUNNING": 0.005, "DONE": 0.965, "FAILED": 0.02}
    entities = [
        entity("Job", "jobId", 20_000_000, attribute("jobId"), attribute("clientId"),
               attribute("kind", "enum", values={"MAIL": 0.6, "IMPORT": 0.1, "REPORT": 0.3}),
               attribute("state", "enum", values=states), attribute("createdAt", "iso"), text("payload", 600),
               attribute("ttl", "epoch_seconds")),
    ]  # fmt: skip
    return design(
        entities,
        [
            get("JobById", "Job", "jobId", 60),
            query("NextJobs", "Job", "kind", 20, "createdAt", filter="state = 'WAITING'", limit=10,
                  items_returned=10),
            query("FailedJobs", "Job", "", 0.2, "-createdAt", filter="state = 'FAILED'", limit=50,
                  items_returned=50),
            query("JobsOfClient", "Job", "clientId", 5, "-createdAt", limit=20, items_returned=20),
            put("Enqueue", "Job", 15),
            update("TakeJob", "Job", "jobId", 15, set={"state": "RUNNING"},
                   **{"if": "state = 'WAITING'"}),
            update("FinishJob", "Job", "jobId", 15, set={"state": "DONE"}, **{"if": "state = 'RUNNING'"}),
        ],
    )  # fmt: skip


def helpdesk() -> Design:
    """Tickets of several tenants with comments; the labels of a ticket, and the tickets of a label."""
    entities = [
        entity("Ticket", "tenantId ticketId", 4_000_000, attribute("tenantId"), attribute("ticketId"),
               attribute("assigneeId", optional=0.8), text("subject", 40), attribute("openedAt", "iso"),
               attribute("status", "enum", values={"OPEN": 0.05, "CLOSED": 0.95})),
        entity("Comment", "tenantId ticketId commentId", 20_000_000, attribute("tenantId"), attribute("ticketId"),
               attribute("commentId", "ulid"), attribute("authorId"), text("body", 300)),
        entity("Labeling", "tenantId ticketId labelId", 8_000_000, attribute("tenantId"), attribute("ticketId"),
               attribute("labelId")),
    ]  # fmt: skip
    return design(
        entities,
        [
            query("TicketWithComments", "Ticket Comment", "tenantId ticketId", 60, items_returned=6),
            query("LabelsOfTicket", "Labeling", "tenantId ticketId", 60, items_returned=2),
            query("TicketsOfLabel", "Labeling", "tenantId labelId", 3, limit=50, items_returned=50),
            query("OpenTickets", "Ticket", "tenantId", 15, "openedAt", filter="status = 'OPEN'", limit=50,
                  items_returned=40),
            query("TicketsOfAssignee", "Ticket", "tenantId assigneeId", 10, "-openedAt", limit=20,
                  items_returned=20),
            put("OpenTicket", "Ticket", 1),
            put("AddComment", "Comment", 5),
            put("AddLabel", "Labeling", 2),
            delete("RemoveLabel", "Labeling", "tenantId ticketId labelId", 0.2, **EXISTS),
            update("CloseTicket", "Ticket", "tenantId ticketId", 1, set={"status": "CLOSED"},
                   **{"if": "status = 'OPEN'"}),
        ],
        [
            belongs("Comment", "Ticket", "tenantId ticketId", 5, 500),
            belongs("Labeling", "Ticket", "tenantId ticketId", 2, 20),
        ],
        tenancy={"attribute": "tenantId", "model": "pool"},
    )  # fmt: skip
