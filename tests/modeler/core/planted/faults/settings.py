"""Faults of settings, streams, tenants and security."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.cinema import CINEMA
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Fault, attribute, call, entity

FAULTS: Final = (
    Fault(
        "recovery of 60 days",
        ("settings.feature_limits",),
        SHOP,
        {"shop/settings.recovery_days": 60},
        {"shop/settings.recovery_days": 35},
    ),
    Fault(
        "a tag that AWS reserves",
        ("settings.feature_limits",),
        SHOP,
        {"shop/settings.tags": {"aws:owner": "x"}},
        {"shop/settings.tags": {"owner": "x"}},
    ),
    Fault(
        "strong consistency over Regions with TTL",
        ("settings.feature_limits",),
        CHAT,
        {"chat/settings.replicas": ["us-east-2", "us-west-2"], "chat/settings.multi_region_consistency": "STRONG"},
        {"chat/settings.replicas": ["us-east-2", "us-west-2"], "chat/settings.multi_region_consistency": "EVENTUAL"},
    ),
    Fault(
        "strong consistency over Regions and a transaction",
        ("settings.feature_limits",),
        SHOP,
        {"shop/settings.replicas": ["us-east-2", "us-west-2"], "shop/settings.multi_region_consistency": "STRONG"},
        {
            "shop/settings.replicas": ["us-east-2", "us-west-2"],
            "shop/settings.multi_region_consistency": "STRONG",
            "S9": GONE,
        },
    ),
    Fault(
        "a vector index of 8,000 dimensions",
        ("settings.feature_limits",),
        MAGAZINE,
        {"magazine/settings.vector_indexes": [{"name": "similar", "attribute": "embedding", "dimensions": 8000}]},
        {"magazine/settings.vector_indexes": [{"name": "similar", "attribute": "embedding", "dimensions": 1024}]},
    ),
    Fault("a TTL of milliseconds", ("ttl.bad_attribute",), CHAT, {"Session:expiresAt": "expiresAt N epoch_millis"}, {}),
    Fault("a TTL of text", ("ttl.bad_attribute",), CHAT, {"Session:expiresAt": "expiresAt iso"}, {}),
    Fault("sessions that stay for ever", ("ttl.missing",), CHAT, {"chat/settings.ttl_attribute": GONE}, {}),
    Fault(
        "a copy kept by a stream that is off",
        ("stream.needed_but_off",),
        MAGAZINE,
        {
            "magazine/settings.stream": None,
            "magazine/settings.stream_consumers": [
                {"name": "search", "kind": "lambda", "needs": "new", "maintains": ["Article"]}
            ],
        },
        {
            "magazine/settings.stream_consumers": [
                {"name": "search", "kind": "lambda", "needs": "new", "maintains": ["Article"]}
            ]
        },
    ),
    Fault(
        "an archive of deletes without old images",
        ("stream.view_too_small",),
        MAGAZINE,
        {
            "magazine/settings.stream": "KEYS_ONLY",
            "magazine/settings.stream_consumers": [{"name": "archive", "kind": "lambda", "needs": "old"}],
        },
        {
            "magazine/settings.stream": "KEYS_ONLY",
            "magazine/settings.stream_consumers": [{"name": "cache", "kind": "lambda", "needs": "keys"}],
        },
    ),
    Fault(
        "four readers of one stream",
        ("stream.too_many_consumers",),
        MAGAZINE,
        {"magazine/settings.stream_consumers": [{"name": f"c{n}", "kind": "lambda", "needs": "new"} for n in range(4)]},
        {"magazine/settings.stream_consumers": [{"name": f"c{n}", "kind": "lambda", "needs": "new"} for n in range(2)]},
    ),
    Fault(
        "projects of all companies under one key",
        ("tenant.index_without_tenant",),
        BOARD,
        {"Project@GSI1": "ACTIVE | {changedAt}#{projectId} when state = 'ACTIVE'", "B3/key": {"GSI1PK": "ACTIVE"}},
        {
            "Project@GSI1": "ACTIVE | {changedAt}#{projectId} when state = 'ACTIVE'",
            "B3/key": {"GSI1PK": "ACTIVE"},
            "/settings.tenant.admin_indexes": ["GSI1"],
        },
    ),
    Fault(
        "tasks whose key forgets the company",
        ("tenant.key_without_tenant",),
        BOARD,
        {
            "Task@base": "PROJECT#{projectId} | TASK#{taskId}",
            "B4/key.PK": "PROJECT#{projectId}",
            "B7/key.PK": "PROJECT#{projectId}",
        },
        {},
    ),
    Fault(
        "leading keys that match the tenant alone",
        ("tenant.leading_keys_form",),
        BOARD,
        {
            "/settings.iam": {
                "roles": [
                    {
                        "name": "app",
                        "actions": ["dynamodb:Query", "dynamodb:GetItem"],
                        "leading_keys": {
                            "operator": "StringEquals",
                            "values": ["COMPANY#${aws:PrincipalTag/companyId}"],
                        },
                    }
                ]
            }
        },
        {
            "/settings.iam": {
                "roles": [
                    {
                        "name": "app",
                        "actions": ["dynamodb:Query", "dynamodb:GetItem"],
                        "leading_keys": {
                            "operator": "StringLike",
                            "values": [
                                "COMPANY#${aws:PrincipalTag/companyId}",
                                "COMPANY#${aws:PrincipalTag/companyId}#*",
                            ],
                        },
                    }
                ]
            }
        },
    ),
    Fault(
        "an application that may delete its table",
        ("security.broad_policy",),
        BANK,
        {"/settings.iam": {"roles": [{"name": "app", "actions": ["dynamodb:*"]}]}},
        {},
    ),
    Fault(
        "a teller who may scan",
        ("security.broad_policy",),
        BANK,
        {"/settings.iam": {"roles": [{"name": "teller", "actions": ["dynamodb:GetItem", "dynamodb:Scan"]}]}},
        {"/settings.iam": {"roles": [{"name": "teller", "actions": ["dynamodb:GetItem", "dynamodb:Query"]}]}},
    ),
    Fault(
        "health data under AWS's own key",
        ("security.encryption",),
        BANK,
        {"bank/settings.encryption": {"type": "AWS_OWNED"}, "bank/settings.compliance": ["PCI"]},
        {"bank/settings.compliance": ["PCI"]},
    ),
    Fault(
        "production without recovery",
        ("ops.no_pitr",),
        BANK,
        {"bank/settings.point_in_time_recovery": False},
        {
            "bank/settings.point_in_time_recovery": False,
            "bank/settings.ops": {"alarms": True, "measured": True, "rebuildable": True},
        },
    ),
    Fault(
        "production without alarms",
        ("ops.no_alarms",),
        BANK,
        {"bank/settings.ops": {"measured": True}},
        {"bank/settings.ops": {"measured": True, "existing_alarms": ["throttles"]}},
    ),
    Fault(
        "a new table in production with units that someone thought of",
        ("ops.new_table_provisioned",),
        BANK,
        {"bank/settings.ops": {"alarms": True}},
        {},
    ),
    Fault(
        "production over the internet",
        ("security.endpoint",),
        BANK,
        {"/settings.network": {"vpc": True}},
        {"/settings.network": {"vpc": True, "endpoint": True, "endpoint_policy": True}},
    ),
    Fault("a table name with a slash", ("name.bad_table_or_index",), CINEMA, {"GSI1/name": "by/house"}, {}),
    Fault(
        "a table for each kind of thing",
        ("model.table_per_entity",),
        SHOP,
        {
            "/tables+": tuple(
                {
                    "name": name,
                    "partition_key": [{"name": "customerId", "type": "S"}],
                    "sort_key": [{"name": "at", "type": "S"}],
                    "settings": {"billing": "PAY_PER_REQUEST"},
                    "indexes": [],
                    "entities": [
                        {
                            **entity(name.title(), "customerId at", "customerId id; at iso; note text", {}),
                            "overloads": [{"index": None, "keys": {"customerId": "{customerId}", "at": "{at}"}}],
                        }
                    ],
                }
                for name in ("visits", "returns", "reviews")
            ),
            "/access_patterns+": call(
                "X1",
                "Everything of a customer",
                "Steps",
                "Visits Returns Reviews",
                rate=(1, 5),
                steps=[
                    {
                        "operation": "Query",
                        "table": name,
                        "entities": [name.title()],
                        "key": {"customerId": "{customerId}"},
                    }
                    for name in ("visits", "returns", "reviews")
                ],
            ),
        },
        {},
    ),
    Fault(
        "a pattern of which nobody knows how often",
        ("pattern.no_rate",),
        SHOP,
        {"S3/per_second": GONE},
        {"S3/per_second": {"average": 0, "peak": 0}},
    ),
    Fault(
        "a unique handle looked up, then put",
        ("write.unique_not_enforced",),
        CHAT,
        {"Room/unique": [["title"]]},
        {"Room/unique": [["roomId"]]},
    ),
    Fault(
        "a ranking that is ordered by yesterday's number",
        ("write.mirror_not_atomic", "write.stale_index_key", "index.volatile_key"),
        MAGAZINE,
        {
            "magazine/indexes+": {
                "name": "by-views",
                "kind": "GSI",
                "partition_key": [{"name": "rank", "type": "S"}],
                "sort_key": [{"name": "shown", "type": "N"}],
                "projection": {"type": "KEYS_ONLY"},
                "reserve": True,
            },
            "Article/attributes+": (attribute("rank id"), attribute("shown N integer")),
            "M8": call(
                "M8",
                "Count a view",
                "UpdateItem",
                "Article",
                {"PK": "ARTICLE#{articleId}", "SK": "META"},
                update="ADD #v :one SET shown = #v",
                condition="attribute_exists(PK)",
                names={"#v": "views"},
                values={":one": 1},
                intent={"approximate": True},
                rate=(1, 4),
            ),
        },
        {
            "M8": call(
                "M8",
                "Count a view",
                "UpdateItem",
                "Article",
                {"PK": "ARTICLE#{articleId}", "SK": "META"},
                update="ADD #v :one",
                condition="attribute_exists(PK)",
                names={"#v": "views"},
                values={":one": 1},
                intent={"approximate": True},
                rate=(1, 4),
            )
        },
    ),
    Fault(
        "a booking for any seat writes the same summary item",
        ("write.contention", "heat.partition_over_limit", "heat.hot_key_share", "heat.single_item_counter"),
        CINEMA,
        {
            "cinema/entities+": entity(
                "Totals", "day", "day date; Type Totals=1; sold N integer", {"base": "TOTALS | {day}"}
            ),
            "N4/per_second": {"average": 200, "peak": 900},
            "N4/window_ms": 20,
            "N4/steps+": {
                "operation": "UpdateItem",
                "entities": ["Totals"],
                "key": {"PK": "TOTALS", "SK": "{day}"},
                "add": {"sold": 1},
            },
        },
        {},
    ),
)
