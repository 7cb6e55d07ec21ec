"""Faults of keys: values that all traffic shares, keys that cannot be read back or written."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.conditions import NEW
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.parts import PARTS
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Fault, call, entity

FAULTS: Final = (
    Fault(
        "free text in the middle of a key",
        ("keys.delimiter_in_value",),
        MAGAZINE,
        {
            "Tagging:tag": "tag text",
            "Tagging@base": "TAG#{tag}#{publishedAt:year} | {publishedAt}#{articleId}",
            "M4/key.PK": "TAG#{tag}#{year}",
            "M4/parameters": {"tag": "news", "year": "2026"},
        },
        {
            "Tagging@base": "TAG#{tag}#{publishedAt:year} | {publishedAt}#{articleId}",
            "M4/key.PK": "TAG#{tag}#{year}",
            "M4/parameters": {"tag": "news", "year": "2026"},
        },
    ),
    Fault(
        "an email address in a key as it was typed",
        ("keys.case_not_normalised",),
        SHOP,
        {"Customer@GSI1": "EMAIL#{email} | CUSTOMER", "S2/key.GSI1PK": "EMAIL#{email}"},
        {},
    ),
    Fault(
        "bare ids of two entities in one table",
        ("keys.no_type_prefix",),
        SHOP,
        {"Customer@base": "{customerId} | PROFILE", "S1/key.PK": "{customerId}"},
        {"Customer@base": "CUSTOMER#{customerId} | PROFILE", "S1/key.PK": "CUSTOMER#{customerId}"},
    ),
    Fault(
        "orders and tickets mixed in a collection without a prefix",
        ("keys.sk_no_type_prefix", "query.prefix_catches_entity"),
        SHOP,
        {
            "Order@base": "CUST#{customerId} | {placedAt}#{orderId}",
            "S3/key": {"PK": "CUST#{customerId}"},
            "S8/key.SK": "{placedAt}#{orderId}",
        },
        {
            "Order@base": "CUST#{customerId} | O#{placedAt}#{orderId}",
            "S3/key.SK": {"begins_with": "O#"},
            "S8/key.SK": "O#{placedAt}#{orderId}",
        },
    ),
    Fault(
        "all products of a shop under one constant",
        ("keys.low_cardinality", "heat.partition_over_limit"),
        SHOP,
        {
            "shop/entities+": entity(
                "Product",
                "sku",
                "sku id; Type Product=1; title text; stock N integer",
                {"base": "PRODUCT | {sku}"},
                count=900000,
            ),
            "/access_patterns+": call(
                "X1", "A product", "GetItem", "Product", {"PK": "PRODUCT", "SK": "{sku}"}, rate=(200, 900), returns=1
            ),
        },
        {
            "shop/entities+": entity(
                "Product",
                "sku",
                "sku id; Type Product=1; title text; stock N integer",
                {"base": "PRODUCT#{sku} | META"},
                count=900000,
            ),
            "/access_patterns+": call(
                "X1",
                "A product",
                "GetItem",
                "Product",
                {"PK": "PRODUCT#{sku}", "SK": "META"},
                rate=(200, 900),
                returns=1,
            ),
        },
    ),
    Fault(
        "a constant partition key of which nobody said how many",
        ("keys.low_cardinality",),
        SHOP,
        {
            "shop/entities+": entity(
                "Product", "sku", "sku id; Type Product=1; title text", {"base": "PRODUCT | {sku}"}
            ),
            "/access_patterns+": call(
                "X1", "A product", "GetItem", "Product", {"PK": "PRODUCT", "SK": "{sku}"}, rate=(20, 90), returns=1
            ),
        },
        {
            "shop/entities+": entity(
                "Feature", "flag", "flag slug; Type Feature=1; on BOOL", {"base": "FEATURE | {flag}"}, count=40
            ),
            "/access_patterns+": call(
                "X1", "All features", "Query", "Feature", {"PK": "FEATURE"}, rate=(1, 5), returns=40
            ),
        },
    ),
    Fault(
        "positions of all vehicles by day",
        ("keys.date_partition", "heat.bucket_does_not_cut_rate", "heat.partition_over_limit"),
        FLEET,
        {
            "Position@base": "POS#{at:date} | {at}#{positionId}",
            "F3": GONE,
            "F4/per_second": {"average": 600, "peak": 2500},
        },
        {"F4/per_second": {"average": 600, "peak": 2500}},
    ),
    Fault(
        "audit lines of a quiet service by day",
        ("keys.date_partition",),
        FLEET,
        {
            "fleet/entities+": entity(
                "Audit",
                "auditId",
                "auditId ulid; at iso; Type Audit=1; text text",
                {"base": "AUDIT#{at:date} | {at}#{auditId}"},
            ),
            "/access_patterns+": call("X1", "Write an audit line", "PutItem", "Audit", where=NEW, rate=(200, 800)),
        },
        {
            "fleet/entities+": entity(
                "Digest", "day", "day date; Type Digest=1; text text", {"base": "DIGEST#{day} | META"}
            ),
            "/access_patterns+": call(
                "X1", "Write the digest of a day", "PutItem", "Digest", where=NEW, rate=(0.0001, 0.01)
            ),
        },
    ),
    Fault(
        "order numbers from a counter",
        ("keys.sequential_id",),
        MAGAZINE,
        {
            "Article:articleId": "articleId sequence",
            "Comment:articleId": "articleId sequence",
            "Tagging:articleId": "articleId sequence",
        },
        {},
    ),
    Fault(
        "a retried event gets a new id each time",
        ("keys.clock_in_key",),
        FLEET,
        {"Position:positionId/source": "random", "F4/delivery": "at_least_once"},
        {"Position:positionId/source": "payload", "Position:at/source": "payload", "F4/delivery": "at_least_once"},
    ),
    Fault(
        "an optional attribute in the table's own key",
        ("keys.missing_in_item",),
        BOARD,
        {
            "Task@base": "COMPANY#{companyId}#PROJECT#{projectId} | TASK#{assigneeId}#{taskId}",
            "B7/key.SK": "TASK#{assigneeId}#{taskId}",
        },
        {
            "Task@base": "COMPANY#{companyId}#PROJECT#{projectId} | TASK#{due}#{taskId}",
            "B7/key.SK": "TASK#{due}#{taskId}",
        },
    ),
    Fault(
        "the template names an attribute that does not exist",
        ("keys.unknown_attribute",),
        SHOP,
        {"Order@GSI1": "ORDER#{orderNumber} | ORDER"},
        {"Order@GSI1": "ORDER#{orderId} | ORDER"},
    ),
    Fault(
        "a template without its closing brace",
        ("keys.template_unreadable",),
        SHOP,
        {"Order@GSI1": "ORDER#{orderId | ORDER"},
        {"Order@GSI1": "ORDER#{orderId} | ORDER"},
    ),
    Fault(
        "text in a number key",
        ("keys.template_type", "keys.type_conflict"),
        PARTS,
        {"Part:weight": "weight text"},
        {"Part:weight": "weight N decimal"},
    ),
    Fault(
        "one key attribute is text in the table and a number in the index",
        ("keys.type_conflict",),
        PARTS,
        {
            "parts/indexes+": {
                "name": "by-model",
                "kind": "GSI",
                "partition_key": [{"name": "model", "type": "S"}],
                "sort_key": [{"name": "maker", "type": "N"}],
                "projection": {"type": "KEYS_ONLY"},
                "reserve": True,
            }
        },
        {
            "parts/indexes+": {
                "name": "by-model",
                "kind": "GSI",
                "partition_key": [{"name": "model", "type": "S"}],
                "sort_key": [{"name": "maker", "type": "S"}],
                "projection": {"type": "KEYS_ONLY"},
                "reserve": True,
            }
        },
    ),
    Fault(
        "a table key of two partition attributes",
        ("keys.schema_shape",),
        PARTS,
        {"parts/partition_key": [{"name": "partId", "type": "S"}, {"name": "maker", "type": "S"}]},
        {},
    ),
    Fault(
        "partition and sort key are one attribute",
        ("keys.schema_shape",),
        PARTS,
        {"parts/sort_key": [{"name": "partId", "type": "S"}]},
        {},
    ),
    Fault(
        "a URL of any length as sort key",
        ("keys.size_over_limit",),
        MAGAZINE,
        {
            "Tagging/attributes+": {"name": "link", "type": "S", "format": "url", "size": {"average": 90, "max": 2000}},
            "Tagging@base": "TAG#{tag} | LINK#{link}",
            "M4": GONE,
            "Tagging/identity": ["tag", "link"],
        },
        {
            "Tagging/attributes+": {"name": "link", "type": "S", "format": "url", "size": {"average": 90, "max": 900}},
            "Tagging@base": "TAG#{tag} | LINK#{link}",
            "M4": GONE,
            "Tagging/identity": ["tag", "link"],
        },
    ),
    Fault(
        "a plan's account key that is empty for guests",
        ("keys.empty_value", "item.bad_value"),
        PARTS,
        {"Part/items+": ({"partId": "p-1", "maker": "", "weight": "5", "model": "m"},)},
        {"Part/items+": ({"partId": "p-1", "maker": "bolt", "weight": "5", "model": ""},)},
    ),
    Fault(
        "a table without a sort key holds a list",
        ("keys.no_sort_key", "keys.not_unique", "keys.collision"),
        PARTS,
        {
            "parts/entities+": {
                **entity("Review", "partId reviewId", "partId id; reviewId ulid; body text", {}),
                "overloads": [{"index": None, "keys": {"partId": "{partId}"}}],
            }
        },
        {"Part/attributes+": {"name": "rating", "type": "N", "format": "decimal"}},
    ),
)
