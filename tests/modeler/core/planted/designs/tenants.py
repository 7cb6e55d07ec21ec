"""Designs of several tenants, Regions and time zones, and the same designs with a fault."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.designs.small import small
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.shape import Pair, call, entity, gsi


def till_days(times):
    rows = [
        {"storeId": "s1", "saleId": f"01J0000000000000000000000{i}", "soldAt": t, "total": 10 + i, "Type": "Sale"}
        for i, t in enumerate(times)
    ]
    return small(
        "Tills",
        [
            entity(
                "Sale",
                "saleId",
                "storeId id; saleId ulid; Type Sale=1; soldAt iso; total N money",
                {"base": "STORE#{storeId}#{soldAt:date} | SALE#{saleId}"},
                count=9000000,
                items=rows,
            )
        ],
        [],
        [
            call(
                "A1",
                "Sales of a store on a day",
                "Query",
                "Sale",
                {"PK": "STORE#{storeId}#{soldAt:date}", "SK": {"begins_with": "SALE#"}},
                limit=100,
                rate=(2, 10),
                returns=100,
            ),
            call("A2", "Sell", "PutItem", "Sale", where=NEW, rate=(5, 40)),
        ],
    )


def agent_emails(pre):
    return small("Help desk", [
        entity("Company", "companyId", "companyId id; Type Company=1; title text",
            {"base": "COMPANY#{companyId} | META"}, count=900),
        entity("Agent", "companyId agentId", "companyId id; agentId ulid; Type Agent=1; email email; name text",
            {"base": "COMPANY#{companyId} | AGENT#{agentId}"}, count=20000, per_parent={"average": 20, "max": 900},
            unique=[["companyId", "email"]]),
        entity("AgentEmail", "companyId email" if pre else "email",
            "companyId id; email email; agentId ulid; Type AgentEmail=1",
            {"base": pre + "EMAIL#{email:lower} | META"}, count=20000, constraint_of="Agent"),
    ], [], [
        call("A1", "Agents of a company", "Query", "Agent", {"PK": "COMPANY#{companyId}",
             "SK": {"begins_with": "AGENT#"}}, limit=100, rate=(2, 10), returns=20),
        call("A2", "Hire an agent", "TransactWriteItems", "Agent AgentEmail", invariant="An email is one agent's",
             rate=(0.1, 1), steps=[{"operation": "PutItem", "entities": ["Agent"], "if": NEW},
             {"operation": "PutItem", "entities": ["AgentEmail"], "if": NEW}]),
        call("A3", "A company", "GetItem", "Company", {"PK": "COMPANY#{companyId}", "SK": "META"}, rate=(2, 10),
             returns=1),
        call("A4", "Register a company", "PutItem", "Company", where=NEW, rate=(0.01, 0.1)),
        call("A5", "An agent by email", "GetItem", "AgentEmail", {"PK": pre + "EMAIL#{email:lower}", "SK": "META"},
             rate=(1, 5), returns=1),
    ], tenant="companyId")  # fmt: skip


def documents(prefix):
    key = {"PK": f"{prefix}DOC#{{docId}}", "SK": "META"}
    return small("Documents", [
        entity("Document", "docId", "docId ulid; companyId id; Type Document=1; title text; body text",
            {"base": f'{key["PK"]} | META', "GSI1": "COMPANY#{companyId} | DOC#{docId}"}, count=300000),
    ], [gsi("GSI1", "title docId")], [
        call("A1", "Documents of a company", "Query", "Document", {"GSI1PK": "COMPANY#{companyId}"}, index="GSI1",
             limit=50, rate=(5, 20), returns=50, projection=["docId", "title"]),
        call("A2", "Rename a document", "UpdateItem", "Document", key, set={"title": ":title"}, where=THERE, rate=(1,
             5)),
        call("A3", "Write a document", "PutItem", "Document", where=NEW, rate=(1, 5)),
    ], tenant="companyId")  # fmt: skip


def comment_counts(kept):
    key = {"PK": "VIDEO#{videoId}", "SK": "META"}
    listed = {"PK": "VIDEO#{videoId}", "SK": {"begins_with": "COMMENT#"}}
    put = {"operation": "PutItem", "entities": ["Comment"], "if": NEW}
    count = {"operation": "UpdateItem", "entities": ["Video"], "key": key, "add": {"comments": 1}, "if": THERE}
    counted = [
        call("A2", "A video with its number of comments", "GetItem", "Video", key, rate=(50, 300), returns=1),
        call("A3", "Comment", "TransactWriteItems", "Comment Video", invariant="comments counts the comments",
             rate=(1, 5), steps=[put, count]),
    ]  # fmt: skip
    queried = [
        call("A2", "How many comments a video has", "Query", "Comment", listed, rate=(50, 300), returns=1,
             examined=20000, intent={"given": ["videoId"], "returns": {"what": "count"}}),
        call("A3", "Comment", "PutItem", "Comment", where=NEW, rate=(1, 5)),
        call("A5", "A video", "GetItem", "Video", key, rate=(50, 300), returns=1),
    ]  # fmt: skip
    return small("Videos", [
        entity("Video", "videoId", "videoId ulid; Type Video=1; title text; comments N integer",
               {"base": "VIDEO#{videoId} | META"}, count=9000),
        entity("Comment", "commentId", "videoId ulid; commentId ulid; Type Comment=1; text text",
               {"base": "VIDEO#{videoId} | COMMENT#{commentId}"}, count=9000000,
               per_parent={"average": 1000, "max": 60000}),
    ], [], [
        call("A1", "Comments of a video", "Query", "Comment", listed, descending=True, limit=20, rate=(20, 100),
             returns=20),
        *(counted if kept else queried),
        call("A4", "Upload a video", "PutItem", "Video", where=NEW, rate=(0.1, 1)),
    ])  # fmt: skip


FAULTS: Final = (
    Pair(
        "the day of a sale is cut from local times with offsets",
        ("keys.utc_bucket",),
        till_days(["2026-03-01T23:30:00-05:00", "2026-03-02T04:45:00+00:00"]),
        till_days(["2026-03-02T04:30:00.000Z", "2026-03-02T04:45:00.000Z"]),
    ),
    Pair(
        "an email is unique over all tenants",
        ("tenant.key_without_tenant",),
        agent_emails(""),
        agent_emails("COMPANY#{companyId}#"),
    ),
    Pair(
        "a document of any company is renamed by its id",
        ("tenant.write_without_tenant",),
        documents(""),
        documents("COMPANY#{companyId}#"),
    ),
    Pair(
        "comments are counted by a Query at each view",
        ("query.count_by_reading",),
        comment_counts(False),
        comment_counts(True),
    ),
)
