"""What is kept twice: constraints, latest copies, copied attributes, paths, edges.

facts/building-blocks#p2, facts/building-blocks#p6, facts/building-blocks#p7, facts/building-blocks#p11,
facts/building-blocks#x8.
"""

from modeler.core.findings import Severity
from tests.modeler.core.rules.cases.case import Case, read

ZOMBIE, UNIQUE, LATEST = "write.zombie_constraint", "write.unique_not_enforced", "write.latest_copy_not_transactional"
COPY, MOVE, EDGE = "write.copy_not_updated", "write.subtree_move", "relation.duplicate_edge"


def entity(name, pk, sk, *attributes, **fields):
    """An entity of texts; `name` may be a whole attribute."""
    made = [one if isinstance(one, dict) else {"name": one, "type": "S", "format": "id"} for one in attributes]
    return {
        "name": name, "id": f"e-{name}", "attributes": made, **fields,
        "overloads": [{"index": None, "keys": {"PK": pk, "SK": sk}}],
    }  # fmt: skip


def design(entities, *patterns, **settings):
    table = {
        "name": "main", "id": "t-main", "entities": entities, "settings": settings,
        "partition_key": [{"name": "PK", "type": "S"}], "sort_key": [{"name": "SK", "type": "S"}],
    }  # fmt: skip
    return read(tables=[table], access_patterns=[{"table": "main", **one} for one in patterns])


def call(operation, name, code="W1", **fields):
    return {"operation": operation, "entities": [name], "code": code, "id": f"p-{code}", **fields}


def together(*steps, operation="TransactWriteItems", code="T1", **fields):
    numbered = [{**step, "id": f"s-{code}-{number}"} for number, step in enumerate(steps)]
    return {"operation": operation, "code": code, "id": f"p-{code}", "steps": numbered, "invariant": "x", **fields}


def in_turn(*transactions):
    """Transactions one after the other, as one pattern."""
    return together(
        *(together(*steps, code=f"T{place}") for place, steps in enumerate(transactions, 2)), operation="Steps"
    )


NEW = {"if": "attribute_not_exists(PK)"}
USER_KEY = {"key": {"PK": "USER#{userId}", "SK": "METADATA"}, "parameters": {"userId": "u1"}}
EMAIL_KEY = {"key": {"PK": "USEREMAIL#{email}", "SK": "CONSTRAINT"}, "parameters": {"email": "a@b.example"}}
USER = entity(
    "User", "USER#{userId}", "METADATA", "userId", {"name": "email", "type": "S", "format": "email"}, "nick",
    identity=["userId"], unique=[["email"]], items=[{"userId": "u1", "email": "a@b.example", "nick": "a"}],
)  # fmt: skip
EMAIL = entity("Email", "USEREMAIL#{email}", "CONSTRAINT", {"name": "email", "type": "S", "format": "email"}, "userId",
               constraint_of="User")  # fmt: skip
FREE = {**EMAIL, "constraint_of": ""}
USERS = [USER, EMAIL]
DELETE_USER = call("DeleteItem", "User", **USER_KEY, **{"if": "attribute_exists(PK)"})
DELETE_EMAIL = call("DeleteItem", "Email", "W2", **EMAIL_KEY)
CHANGE = call("UpdateItem", "User", **USER_KEY, set={"email": "c@d.example"})
PUT_USER = call("PutItem", "User", parameters={"userId": "u2", "email": "c@d.example", "nick": "c"}, **NEW)
PUT_EMAIL = call("PutItem", "Email", "W2", parameters={"email": "c@d.example", "userId": "u2"}, **NEW)
OVER_EMAIL = {**PUT_EMAIL, "if": "attribute_exists(PK)"}

HISTORY = entity(
    "Audit", "EQ#{id}", "v{version:pad(4)}_AUDIT", "id", {"name": "version", "type": "N", "format": "integer"}, "state"
)
LAST = entity("Last", "EQ#{id}", "v0000_AUDIT", "id", {"name": "version", "type": "N", "format": "integer"}, "state")
OTHER = entity("Last", "EQ#{id}", "LATEST", "id", "state")
PUT_VERSION = call("PutItem", "Audit", "V1", parameters={"id": "e1", "version": "2", "state": "x"}, **NEW)
PUT_LAST = call(
    "PutItem", "Last", "V0", parameters={"id": "e1", "version": "2", "state": "x"}, **{"if": "version = :v"}
)

ORDER = entity("Order", "ORDER#{orderId}", "ORDER", "orderId", "status", "note")
META = entity("Meta", "ORDER#{orderId}", "META", "orderId", {"name": "status", "type": "S", "copy_of": "Order.status"})
BY_STREAM = entity(
    "Meta", "ORDER#{orderId}", "META", "orderId",
    {"name": "status", "type": "S", "copy_of": "Order.status, kept by stream"},
)  # fmt: skip
SHIP = call("UpdateItem", "Order", key={"PK": "ORDER#{orderId}", "SK": "ORDER"}, set={"status": "SHIPPED"})
NOTE = {**SHIP, "set": {"note": "x"}}
SHIP_META = call("UpdateItem", "Meta", key={"PK": "ORDER#{orderId}", "SK": "META"}, set={"status": "SHIPPED"})
LIVE = entity("LiveStream", "LIVE#{liveId}", "LIVE", "liveId", "title")
CARD = entity("Card", "LIVE#{liveId}", "CARD", "liveId", {"name": "title", "type": "S", "copy_of": "LiveStream.title"})
RETITLE = call("UpdateItem", "LiveStream", key={"PK": "LIVE#{liveId}", "SK": "LIVE"}, set={"title": "x"})
RETITLE_CARD = call("UpdateItem", "Card", key={"PK": "LIVE#{liveId}", "SK": "CARD"}, set={"title": "x"})
CONSUMER = {"stream": "NEW_IMAGE", "stream_consumers": [{"name": "copies", "kind": "lambda", "maintains": ["Meta"]}]}
ELSEWHERE = {"stream": "NEW_IMAGE", "stream_consumers": [{"name": "x", "kind": "lambda", "maintains": ["Else"]}]}

PATH = {"name": "path", "type": "S", "format": "path"}
PARTS = {"name": "path", "type": "L"}
NODE = entity("Node", "ORG#{rootId}", "PATH#{path}", "rootId", PATH, "label")
NODE_KEY = {"PK": "ORG#{rootId}", "SK": "PATH#{path}"}
RENAME = call("UpdateItem", "Node", key=NODE_KEY, set={"path": "a#c"})
LABEL = call("UpdateItem", "Node", key=NODE_KEY, set={"label": "x"})
REPLACED = (
    call("DeleteItem", "Node", key=NODE_KEY),
    call("PutItem", "Node", parameters={"rootId": "r", "path": "a#c"}),
)

JOINED = entity("Joined", "USER#{userId}", "GROUP#{groupId}", "userId", "groupId")
HAS = entity("Has", "GROUP#{groupId}", "USER#{userId}", "userId", "groupId")
SHOWS = entity("Has", "GROUP#{groupId}", "USER#{userId}", "userId", "groupId", "nick")
BOTH = together(call("PutItem", "Joined", **NEW), call("PutItem", "Has", **NEW))

CASES = (
    Case(ZOMBIE, design(USERS, DELETE_USER), design([USER, FREE], DELETE_USER), Severity.ERROR, "leaves its Email"),
    Case(ZOMBIE, design(USERS, DELETE_USER), design(USERS, together(DELETE_USER, DELETE_EMAIL))),
    Case(
        ZOMBIE,
        design(USERS, together(DELETE_USER, PUT_EMAIL)),
        design(USERS, together(CHANGE, DELETE_EMAIL, PUT_EMAIL)),
    ),
    Case(ZOMBIE, design(USERS, CHANGE), design(USERS, {**CHANGE, "set": {"nick": "x"}}), says="changes email of User"),
    Case(UNIQUE, design([USER]), design(USERS), Severity.WARNING, "email of User must be unique"),
    Case(UNIQUE, design([USER]), design([{**USER, "unique": [["userId"]]}])),
    Case(
        UNIQUE,
        design(USERS, PUT_USER),
        design(USERS, together(PUT_USER, PUT_EMAIL)),
        says="puts User without a new Email",
    ),
    Case(UNIQUE, design(USERS, together(PUT_USER, OVER_EMAIL)), design(USERS, PUT_EMAIL)),
    Case(
        UNIQUE,
        design(USERS, together(PUT_USER, PUT_EMAIL, operation="Steps")),
        design([{**USER, "unique": []}, EMAIL], PUT_USER),
    ),
    Case(
        LATEST,
        design([LAST, HISTORY], PUT_LAST, PUT_VERSION),
        design([LAST, HISTORY], together(PUT_VERSION, PUT_LAST)),
        Severity.ERROR,
        "V0 writes Last and V1 its Audit, each in a separate request",
    ),
    Case(LATEST, design([LAST, HISTORY], PUT_LAST, PUT_VERSION), design([OTHER, HISTORY], PUT_LAST, PUT_VERSION)),
    Case(
        LATEST,
        design([LAST, HISTORY], together(PUT_VERSION, PUT_LAST, operation="Steps")),
        design([LAST, HISTORY], PUT_LAST),
    ),
    Case(COPY, design([ORDER, META], SHIP), design([ORDER, META], NOTE), Severity.WARNING, "its copy in Meta"),
    Case(COPY, design([ORDER, META], SHIP), design([ORDER, META], together(SHIP, SHIP_META))),
    # A transaction that is itself a step, and one beside it.
    Case(COPY, design([ORDER, META], in_turn([SHIP], [SHIP_META])), design([ORDER, META], in_turn([SHIP, SHIP_META]))),
    Case(COPY, design([ORDER, META], SHIP, **ELSEWHERE), design([ORDER, META], SHIP, **CONSUMER)),
    Case(COPY, design([ORDER, META], SHIP), design([ORDER, BY_STREAM], SHIP, stream="NEW_IMAGE")),
    # A stream in a name keeps nothing.
    Case(COPY, design([LIVE, CARD], RETITLE), design([LIVE, CARD], together(RETITLE, RETITLE_CARD))),
    Case(MOVE, design([NODE], RENAME), design([NODE], LABEL), Severity.WARNING, "changes path"),
    Case(MOVE, design([NODE], RENAME), design([NODE], {**RENAME, "purpose": "job"})),
    Case(
        MOVE,
        design([entity("Node", "ORG#{rootId}", "PATH#{path:join('#')}", "rootId", PARTS)], together(*REPLACED)),
        design([NODE], together(REPLACED[1], LABEL)),
    ),
    Case(EDGE, design([JOINED, HAS], BOTH), design([JOINED, SHOWS], BOTH), Severity.ADVICE, "one pair"),
    Case(EDGE, design([JOINED, HAS], BOTH), design([JOINED, HAS], call("PutItem", "Joined", **NEW))),
)
