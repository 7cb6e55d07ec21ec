"""Designs in which workers share a queue, a lock or a stream, and the same designs with a fault."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Pair, call, entity, gsi


def jobs(cond):
    return small("Jobs", [
        entity("Job", "jobId",
            "jobId ulid; Type Job=1; state WAITING=.05 RUNNING=.01 DONE=.94; queuedAt iso; payload text",
            {"base": "JOB#{jobId} | META", "GSI1": "WAITING | {queuedAt}#{jobId} when state = 'WAITING'"},
            count=200000),
    ], [gsi("GSI1", "KEYS_ONLY")], [
        call("A1", "Take the oldest job", "Steps", "Job", rate=(2, 10), steps=[{"operation": "Query",
             "entities": ["Job"], "index": "GSI1", "key": {"GSI1PK": "WAITING"}, "limit": 1},
             {"operation": "UpdateItem", "entities": ["Job"], "key": {"PK": "JOB#{jobId}", "SK": "META"},
             "set": {"state": "RUNNING"}, "if": "state = 'WAITING'" if cond else THERE}]),
        call("A2", "Finish a job", "UpdateItem", "Job", {"PK": "JOB#{jobId}", "SK": "META"}, set={"state": "DONE"},
             where="state = 'RUNNING'", rate=(2, 10)),
        call("A3", "Queue a job", "PutItem", "Job", where=NEW, rate=(2, 10)),
        call("A4", "A job", "GetItem", "Job", {"PK": "JOB#{jobId}", "SK": "META"}, rate=(2, 10), returns=1),
    ])  # fmt: skip


def locks(cond):
    return small(
        "Locks",
        [
            entity(
                "Lock",
                "name",
                "name id; Type Lock=1; owner id; expiresAt N epoch_seconds",
                {"base": "LOCK#{name} | LOCK"},
                count=1000,
                retention=1,
            )
        ],
        [],
        [
            call(
                "A1",
                "Take a lock",
                "PutItem",
                "Lock",
                condition="attribute_not_exists(PK) OR expiresAt < :now",
                values={":now": 1767225600},
                rate=(2, 10),
            ),
            call(
                "A2",
                "Release a lock",
                "DeleteItem",
                "Lock",
                {"PK": "LOCK#{name}", "SK": "LOCK"},
                rate=(2, 10),
                **({"condition": "#o = :me", "names": {"#o": "owner"}, "values": {":me": "w1"}} if cond else {}),
            ),
        ],
        settings={"ttl_attribute": "expiresAt"},
    )


def readings(cond):
    return small("Sensors", [
        entity("Latest", "sensorId", "sensorId id; Type Latest=1; at iso; degrees N float",
            {"base": "SENSOR#{sensorId} | LATEST"}, count=20000),
    ], [], [
        call("A1", "The latest reading", "GetItem", "Latest", {"PK": "SENSOR#{sensorId}", "SK": "LATEST"}, rate=(20,
             100), returns=1),
        call("A2", "Note the latest reading", "PutItem", "Latest", delivery="at_least_once", intent={"replace": True},
             rate=(20, 100), **{"condition": "attribute_not_exists(PK) OR #at < :at", "names": {"#at": "at"},
             "values": {":at": "2026-01-01T00:00:00.000Z"}} if cond else {}),
    ])  # fmt: skip


def visitors(bad):
    sets = (
        "SET createdAt = :now, lastSeen = :now, #n = :name"
        if bad
        else "SET createdAt = if_not_exists(createdAt, :now), lastSeen = :now, #n = :name"
    )
    return small("Visitors", [
        entity("Visitor", "visitorId", "visitorId id; Type Visitor=1; name text; createdAt iso; lastSeen iso",
            {"base": "VISITOR#{visitorId} | META"}, count=90000),
    ], [], [
        call("A1", "A visitor", "GetItem", "Visitor", {"PK": "VISITOR#{visitorId}", "SK": "META"}, rate=(5, 20),
             returns=1),
        call("A2", "Note a visit", "UpdateItem", "Visitor", {"PK": "VISITOR#{visitorId}", "SK": "META"},
             update=sets + ", #t = :type", names={"#n": "name", "#t": "Type"},
             values={":now": "2026-01-01T00:00:00.000Z", ":name": "Ada", ":type": "Visitor"}, intent={"upsert": True},
             rate=(1, 5)),
    ])  # fmt: skip


def transfers(token):
    steps = [
        {"operation": "UpdateItem", "entities": ["Account"], "key": {"PK": "ACCOUNT#{fromId}", "SK": "META"},
         "update": "SET balance = balance - :amount", "condition": "balance >= :amount", "values": {":amount": 5}},
        {"operation": "UpdateItem", "entities": ["Account"], "key": {"PK": "ACCOUNT#{toId}", "SK": "META"},
         "update": "SET balance = balance + :amount", "condition": THERE, "values": {":amount": 5}},
    ]  # fmt: skip
    account = entity("Account", "accountId", "accountId id; Type Account=1; balance N money",
                     {"base": "ACCOUNT#{accountId} | META"}, count=400000)  # fmt: skip
    transfer = entity("Transfer", "requestId", "requestId id; Type Transfer=1; amount N money; at iso",
                      {"base": "TRANSFER#{requestId} | META"}, count=900000)  # fmt: skip
    read = call("A4", "A transfer", "GetItem", "Transfer", {"PK": "TRANSFER#{requestId}", "SK": "META"},
                rate=(1, 5), returns=1)  # fmt: skip
    if token:
        steps.append({"operation": "PutItem", "entities": ["Transfer"], "if": NEW})
    return small("Accounts", [account, *([transfer] if token else [])], [], [
        call("A1", "An account", "GetItem", "Account", {"PK": "ACCOUNT#{accountId}", "SK": "META"}, rate=(5, 20),
             returns=1),
        call("A2", "Transfer", "TransactWriteItems", "Account Transfer" if token else "Account", rate=(1, 5),
             invariant="The sum of both balances stays", delivery="at_least_once",
             parameters={"fromId": "a", "toId": "b"}, steps=steps),
        call("A3", "Open an account", "PutItem", "Account", where=NEW, rate=(0.1, 1)),
        *([read] if token else []),
    ])  # fmt: skip


def leases(ends):
    attributes = "name id; Type Lease=1; worker id" + ("; endsAt N epoch_seconds" if ends else "")
    free = f"{NEW} OR endsAt < :now" if ends else NEW
    return small(
        "Leases",
        [entity("Lease", "name", attributes, {"base": "LEASE#{name} | META"}, count=100)],
        [],
        [
            call("A1", "Take a lease", "PutItem", "Lease", where=free, rate=(1, 5)),
            call(
                "A2",
                "Give a lease back",
                "DeleteItem",
                "Lease",
                {"PK": "LEASE#{name}", "SK": "META"},
                where="worker = :worker",
                rate=(1, 5),
            ),
        ],
        {"ttl_attribute": "endsAt"} if ends else None,
    )


FAULTS: Final = (
    Pair("two workers take one job", ("write.claimed_twice",), jobs(False), jobs(True)),
    Pair("a lock is released by whoever does not hold it", ("write.released_by_anyone",), locks(False), locks(True)),
    Pair("a late reading overwrites a newer one", ("write.late_event",), readings(False), readings(True)),
    Pair(
        "an upsert sets the time of creation each time",
        ("write.creation_time_overwritten",),
        visitors(True),
        visitors(False),
    ),
    Pair("a queue delivers a transfer twice", ("write.non_idempotent_add",), transfers(False), transfers(True)),
    Pair("a lease of a worker that crashed", ("write.lock_without_expiry",), leases(False), leases(True)),
)
