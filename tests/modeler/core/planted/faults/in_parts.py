"""Faults of reads and writes in parts: shards left out, one promise kept by several requests, children of a root."""

from __future__ import annotations

from typing import Any, Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import GONE, Document, Edits, Fault, attribute, call, entity, gsi, overload

SHARDS: Final = ("query.some_shards",)
TORN: Final = ("write.invariant_not_atomic",)
LEFT: Final = ("write.orphaned_children",)
CONTAINED: Final = ("index.contained",)
TENANTS: Final = ("tenant.leading_keys_form",)
ANY: Final = {"shard": "3"}
EXAMPLE: Final = {
    "customerId": "c-1",
    "orderId": "o-1",
    "placedAt": "2026-06-01T08:30:00.000Z",
    "status": "OPEN",
    "total": "5",
    "note": "none",
    "Type": "Order",
}
FOUR: Final = ["0", "1", "2", "3"]
ACTIONS: Final = ["dynamodb:GetItem", "dynamodb:Query"]


def sharded(shards: int, **fields: Any) -> Edits:
    """Running trips, in eight shards, read by the pattern F6."""
    return {
        "Trip@GSI1": f"RUNNING#{{tripId:shard({shards})}} | {{startedAt}}#{{tripId}} when state = 'RUNNING'",
        "F6/key": {"GSI1PK": "RUNNING#{shard}"},
        **{f"F6/{name}": value for name, value in fields.items()},
    }


def more(*made: Document) -> Edits:
    """A house with more access patterns."""
    return {"/access_patterns+": made}


def placed(operation: str, **fields: Any) -> Edits:
    """The order and its lines in another kind of request."""
    return {"S9/operation": operation, **{f"S9/{name}": value for name, value in fields.items()}}


def put(**fields: str) -> Edits:
    """The shop with a put of an order of its own."""
    made = call("X1", "Put an order", "PutItem", "Order", where=NEW, rate=(1, 2), parameters=EXAMPLE | fields)
    return more(made)


def read(count: int) -> Document:
    """So many customers at once."""
    key = {"PK": "CUST#{customerId}", "SK": "PROFILE"}
    return call("X1", "Some customers", "TransactGetItems", "Customer", key, fan_out=count, returns=count, rate=(1, 2))


def tallied(key: str) -> Edits:
    """Votes for one article that 40 readers a second vote for, and their number."""
    vote = entity("Vote", "articleId readerId", "articleId ulid; readerId id; Type Vote=1",
                  {"base": "VOTES#{articleId} | {readerId}"}, count=1000)  # fmt: skip
    count = entity("Tally", "articleId", "articleId ulid; shard shard(20); votes N integer; Type Tally=1",
                   {"base": f"{key} | META"}, count=1000)  # fmt: skip
    both = call(
        "X1", "Vote", "TransactWriteItems", "Vote Tally", invariant="A vote is counted", rate=(5, 40),
        skew={"hottest": 0.9}, steps=[
            {"operation": "PutItem", "entities": ["Vote"], "if": NEW},
            {"operation": "UpdateItem", "entities": ["Tally"], "key": {"PK": key, "SK": "META"},
             "add": {"votes": ":one"}, "parameters": {"one": {"N": "1"}}},
        ])  # fmt: skip
    reads = [
        call("X2", "Votes", "Query", "Vote", {"PK": "VOTES#{articleId}"}, limit=50, rate=(1, 2), returns=50),
    ]
    return {"magazine/entities+": (vote, count), **more(both, *reads)}


def deleted(of: str, key: Document, code: str = "X1", **fields: Any) -> Document:
    """Delete one item."""
    return call(code, "Delete it", "DeleteItem", of, key, rate=(0.01, 0.1), where=THERE, **fields)


def roles(*values: str, operator: str = "ForAllValues:StringLike", **tenant: Any) -> Edits:
    """The boards with tenants that IAM separates."""
    role = {"name": "app", "actions": ACTIONS, "leading_keys": {"operator": operator, "values": list(values)}}
    return {
        "/settings.tenant": {"attribute": "companyId", "isolation": "pool", "iam": True, **tenant},
        "/settings.iam": {"roles": [role]},
    }


OWN: Final = "COMPANY#${aws:PrincipalTag/companyId}"
ROOT: Final = {"PK": "ARTICLE#{articleId}", "SK": "META"}
COMMENTS: Final = {
    "operation": "DeleteItem",
    "entities": ["Comment"],
    "key": {"PK": "ARTICLE#{articleId}", "SK": "COMMENT#{at}#{commentId}"},
    "fan_out": 10,
}
TAGGINGS: Final = {
    "operation": "DeleteItem",
    "entities": ["Tagging"],
    "key": {"PK": "TAG#{tag}", "SK": "{publishedAt}#{articleId}"},
    "fan_out": 3,
}
HANDLE: Final = {"operation": "GetItem", "entities": ["Handle"], "key": {"PK": "HANDLE#{handle}", "SK": "META"}}
TWICE: Final = (
    {"operation": "PutItem", "entities": ["Author"], "if": NEW},
    {"operation": "PutItem", "entities": ["Handle"], "if": NEW},
)

FAULTS: Final = (
    Fault("four of eight shards by their numbers", SHARDS, FLEET, sharded(8, fan_out=4, parameters={"shard": FOUR}),
          sharded(4, fan_out=4, parameters={"shard": FOUR})),
    Fault("four of eight shards by the number of calls", SHARDS, FLEET, sharded(8, fan_out=4, parameters=ANY),
          sharded(8, fan_out=8, parameters=ANY)),
    Fault("eight of ten shards by a reader's own computation", SHARDS, FLEET,
          sharded(10, fan_out=8) | {"F6/key": {"GSI1PK": "RUNNING#{tripId:shard(8)}"}},
          sharded(8, fan_out=8) | {"F6/key": {"GSI1PK": "RUNNING#{tripId:shard(8)}"}}),
    Fault("an order with its lines, one after the other", TORN, SHOP, placed("Steps"), placed("Steps", invariant=GONE)),
    Fault("an author and a handle in two requests", TORN, MAGAZINE,
          {"M7/operation": "Steps", "Author/unique": GONE},
          {"M7/steps": [HANDLE,
                        {"operation": "TransactWriteItems", "steps": list(TWICE), "invariant": "One author"}],
           "M7/operation": "Steps", "M7/invariant": GONE}),
    Fault("an article leaves its comments", LEFT, MAGAZINE, more(deleted("Article", ROOT)),
          more(call("X1", "Delete an article with its comments", "Steps", "Article Comment", rate=(0.01, 0.1),
                    purpose="job", steps=[COMMENTS, TAGGINGS, {**TAGGINGS, "entities": ["Article"], "key": ROOT}]))),
    Fault("an account leaves its entries", LEFT, BANK,
          more(deleted("Account", {"PK": "ACCOUNT#{accountId}", "SK": "META"})),
          more(deleted("Entry", {"PK": "ACCOUNT#{accountId}", "SK": "ENTRY#{bookedAt}#{entryId}"}))),
    Fault("an index of orders without a sort key", CONTAINED, SHOP,
          {"shop/indexes+": {**gsi("GSI3"), "sort_key": []}, "Order/overloads+": overload("GSI3", "ORDER#{orderId}"),
           **more(call("X1", "An order by its id", "Query", "Order", {"GSI3PK": "ORDER#{orderId}"}, index="GSI3",
                       rate=(1, 5), returns=1))},
          {"shop/indexes+": {**gsi("GSI3"), "sort_key": []},
           "Order/overloads+": overload("GSI3", "NOTE#{note:hash(16)}"),
           **more(call("X1", "Orders of a note", "Query", "Order", {"GSI3PK": "NOTE#{note:hash(16)}"}, index="GSI3",
                       rate=(1, 5), returns=1))}),
    Fault("an index of comments that are in the table", CONTAINED, MAGAZINE,
          {"magazine/indexes+": {**gsi("GSI3", "authorName"), "sort_key": []},
           "Tagging/overloads+": overload("GSI3", "TAG#{tag}"),
           **more(call("X1", "Articles with a tag", "Query", "Tagging", {"GSI3PK": "TAG#{tag}"}, index="GSI3",
                       limit=20, rate=(1, 5), returns=20, projection=["tag"]))},
          {}),
    Fault("an IAM condition that continues the tenant", TENANTS, BOARD, roles(f"{OWN}*"), roles(OWN, f"{OWN}#*")),
    Fault("an IAM condition without a tenant", TENANTS, BOARD, roles("COMPANY#*"), roles(f"{OWN}#*", OWN)),
    Fault("a production table that one request deletes", ("ops.no_deletion_protection",), BANK,
          {"bank/settings.deletion_protection": False},
          {"bank/settings.deletion_protection": False, "bank/settings.environment": "test"}),
    Fault("orders read strongly that may be a minute old", ("query.strong_not_needed",), SHOP,
          {"S1/consistent": True, "S1/fresh": 60}, {"S1/consistent": True, "S1/fresh": 0}),
    Fault("all entries copied by a scan each hour", ("query.report_on_table",), FLEET,
          more(call("X1", "Copy all positions", "Scan", "Position", purpose="job", rate=(0.0003, 0.0003))),
          more(call("X1", "Copy all vehicles", "Scan", "Vehicle", purpose="job", rate=(0.0003, 0.0003)))),
    Fault("a count that two Regions write", ("write.counter_on_replicas",), MAGAZINE,
          {"magazine/settings.replicas": ["eu-west-1"], "M8/intent": {}},
          {"magazine/settings.replicas": ["eu-west-1"], "M8/intent": {},
           "Article/attributes+": attribute("region slug"),
           "Article@base": "ARTICLE#{articleId} | META#{region}",
           "M1/key": {"PK": "ARTICLE#{articleId}", "SK": "META#{region}"},
           "M8/key": {"PK": "ARTICLE#{articleId}", "SK": "META#{region}"}}),
    Fault("sessions are read with the expired ones", ("ttl.read_without_filter",), CHAT,
          {"C9/name": "Start a session", **more(call(
              "X1", "Sessions of a person", "Query", "Session", {"PK": "SESSION#{sessionId}"}, rate=(1, 2),
              returns=1, intent={"expects_gone": True}))},
          {"C9/name": "Start a session", **more(call(
              "X1", "Sessions of a person", "Query", "Session", {"PK": "SESSION#{sessionId}"}, rate=(1, 2),
              returns=1, intent={"expects_gone": False}))}),
    Fault("numbers of several widths in order", ("keys.unpadded_number", "query.order_not_satisfied"), SHOP,
          {"Line@base": "ORDER#{orderId} | LINE#{line}", "Line:line/range": [1, 99], "S6/intent": {"order_by": "line"}},
          {"Line@base": "ORDER#{orderId} | LINE#{line}", "Line:line/range": [1, 9], "S6/intent": {"order_by": "line"}}),
    Fault("120 customers in one transaction", ("txn.size",), SHOP, more(read(120)), more(read(100))),
    Fault("one tally for every vote", ("write.contention",), MAGAZINE, tallied("TALLY#{articleId}"),
          tallied("TALLY#{articleId}#{shard}")),
    Fault("the newest orders from the oldest on", ("query.order_by_name",), SHOP, {"S3/descending": GONE},
          {"Order@base": "CUST#{customerId} | ORDER#{orderId}", "S3/descending": GONE,
           "S8/key": {"PK": "CUST#{customerId}", "SK": "ORDER#{orderId}"}}),
    Fault("the oldest open orders from the newest on", ("query.order_by_name",), SHOP, {"S5/descending": True},
          {"S5/name": "Open orders, newest first", "S5/descending": True}),
    Fault("an example in a state that there is not", ("expr.unlisted_value",), SHOP,
          {"S8/set": {"status": ":state"}, "S8/parameters": {"state": "PAYED"}},
          {"S8/set": {"status": ":state"}, "S8/parameters": {"state": "PAID"}}),
    Fault("an example total that is a word", ("expr.unlisted_value",), SHOP,
          put(total="five"),
          put()),
    Fault("an example time as it is said", ("expr.unlisted_value",), SHOP,
          put(placedAt="1 June"),
          put()),
    Fault("a retry makes another vote", ("keys.clock_in_key",), MAGAZINE,
          {"magazine/entities+": entity("Vote", "articleId voteId", "articleId ulid; voteId ulid; Type Vote=1",
                                        {"base": "VOTES#{articleId} | {voteId}"}),
           **more(call("X1", "Vote", "PutItem", "Vote", where=NEW, delivery="at_least_once", rate=(1, 2)))},
          {"magazine/entities+": entity("Vote", "articleId readerId", "articleId ulid; readerId id; Type Vote=1",
                                        {"base": "VOTES#{articleId} | {readerId}"}),
           **more(call("X1", "Vote", "PutItem", "Vote", where=NEW, delivery="at_least_once", rate=(1, 2)))}),
)  # fmt: skip
