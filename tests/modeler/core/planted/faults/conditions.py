"""Faults of writes: what a second caller or a retry overwrites."""

from __future__ import annotations

from typing import Final

from tests.modeler.core.planted.houses.bank import BANK
from tests.modeler.core.planted.houses.board import BOARD
from tests.modeler.core.planted.houses.chat import CHAT
from tests.modeler.core.planted.houses.conditions import NEW, THERE
from tests.modeler.core.planted.houses.fleet import FLEET
from tests.modeler.core.planted.houses.magazine import MAGAZINE
from tests.modeler.core.planted.houses.shop import SHOP
from tests.modeler.core.planted.shape import Fault, call

TASK: Final = {"PK": "COMPANY#{companyId}#PROJECT#{projectId}", "SK": "TASK#{taskId}"}

ORDER: Final = {"PK": "CUST#{customerId}", "SK": "ORDER#{placedAt}#{orderId}"}

ARTICLE: Final = {"PK": "ARTICLE#{articleId}", "SK": "META"}

FAULTS: Final = (
    Fault(
        "a customer is registered over another",
        ("write.no_condition_on_create",),
        SHOP,
        {"S7/if": ""},
        {"S7/if": "", "S7/intent": {"replace": True}},
    ),
    Fault(
        "the condition of a create looks at an attribute that an item may lack",
        ("write.no_condition_on_create",),
        SHOP,
        {
            "Customer:email": "email email ?.7",
            "Customer@GSI1": "EMAIL#{email:lower} | CUSTOMER when attribute_exists(email)",
            "S7/if": "attribute_not_exists(email)",
        },
        {"S7/if": "attribute_not_exists(SK)"},
    ),
    Fault(
        "renaming a room that does not exist makes one",
        ("write.no_exists_condition", "write.upsert_without_index_keys"),
        CHAT,
        {"C10/if": ""},
        {"C10/if": "", "C10/intent": {"upsert": True}},
    ),
    Fault(
        "the status of an order is moved from anywhere",
        ("write.no_condition_on_transition",),
        SHOP,
        {"Order:status/states": {"OPEN": ["PAID"], "PAID": ["SHIPPED"]}, "S8/if": THERE},
        {"Order:status/states": {"OPEN": ["PAID"], "PAID": ["SHIPPED"]}},
    ),
    Fault(
        "a shipped order is opened again",
        ("write.no_condition_on_transition",),
        SHOP,
        {"Order:status/states": {"OPEN": ["PAID"], "PAID": ["SHIPPED"]}, "S8/if": "status = 'SHIPPED'"},
        {"Order:status/states": {"OPEN": ["PAID"], "PAID": ["SHIPPED"]}, "S8/if": "status IN ('OPEN')"},
    ),
    Fault(
        "two editors of a task, the last one wins",
        ("write.no_version_condition",),
        BOARD,
        {
            "/access_patterns+": call(
                "X1",
                "Edit a task",
                "UpdateItem",
                "Task",
                TASK,
                set={"title": ":title", "version": ":next"},
                where=THERE,
                rate=(1, 5),
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Edit a task",
                "UpdateItem",
                "Task",
                TASK,
                set={"title": ":title", "version": ":next"},
                where="version = :version",
                rate=(1, 5),
            )
        },
    ),
    Fault(
        "the version is checked and never raised",
        ("write.no_version_condition",),
        BANK,
        {"K6/set": {"state": "CLOSED"}},
        {"K6/set": {"state": "CLOSED", "version": ":next"}},
    ),
    Fault(
        "an update of its own leaves the index key behind",
        ("write.stale_index_key",),
        BOARD,
        {
            "/access_patterns+": call(
                "X1",
                "Assign a task",
                "UpdateItem",
                "Task",
                TASK,
                update="SET assigneeId = :who",
                condition="attribute_exists(PK)",
                values={":who": "u-2"},
                rate=(1, 5),
            )
        },
        {
            "/access_patterns+": call(
                "X1", "Assign a task", "UpdateItem", "Task", TASK, set={"assigneeId": ":who"}, where=THERE, rate=(1, 5)
            )
        },
    ),
    Fault(
        "a paid order stays in the list of open ones",
        ("write.sparse_key_not_removed", "write.stale_index_key"),
        SHOP,
        {
            "S8": call(
                "S8",
                "Pay an order",
                "UpdateItem",
                "Order",
                ORDER,
                update="SET #s = :paid",
                condition="#s = :open",
                names={"#s": "status"},
                values={":paid": "PAID", ":open": "OPEN"},
                rate=(1, 10),
            )
        },
        {
            "S8": call(
                "S8",
                "Pay an order",
                "UpdateItem",
                "Order",
                ORDER,
                update="SET #s = :paid REMOVE GSI2PK, GSI2SK",
                condition="#s = :open",
                names={"#s": "status"},
                values={":paid": "PAID", ":open": "OPEN"},
                rate=(1, 10),
            )
        },
    ),
    Fault(
        "a running trip ends but stays among the running",
        ("write.sparse_key_not_removed", "write.stale_index_key"),
        FLEET,
        {
            "F8": call(
                "F8",
                "End a trip",
                "UpdateItem",
                "Trip",
                {"PK": "VEHICLE#{vehicleId}", "SK": "TRIP#{startedAt}#{tripId}"},
                update="SET #s = :done, endedAt = :at",
                condition="attribute_exists(PK)",
                names={"#s": "state"},
                values={":done": "DONE", ":at": "2026-06-01T10:00:00.000Z"},
                rate=(0.5, 5),
            )
        },
        {
            "F8": call(
                "F8",
                "End a trip",
                "UpdateItem",
                "Trip",
                {"PK": "VEHICLE#{vehicleId}", "SK": "TRIP#{startedAt}#{tripId}"},
                update="SET #s = :done, endedAt = :at REMOVE GSI1PK, GSI1SK",
                condition="attribute_exists(PK)",
                names={"#s": "state"},
                values={":done": "DONE", ":at": "2026-06-01T10:00:00.000Z"},
                rate=(0.5, 5),
            )
        },
    ),
    Fault(
        "an order is moved to another customer by an update",
        ("write.base_key_changed",),
        SHOP,
        {
            "/access_patterns+": call(
                "X1",
                "Move an order",
                "UpdateItem",
                "Order",
                ORDER,
                set={"customerId": ":other"},
                where=THERE,
                rate=(0.1, 1),
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Note on an order",
                "UpdateItem",
                "Order",
                ORDER,
                set={"note": ":note"},
                where=THERE,
                rate=(0.1, 1),
            )
        },
    ),
    Fault(
        "a rename is a delete and then a put",
        ("write.move_not_atomic",),
        CHAT,
        {
            "/access_patterns+": call(
                "X1",
                "Move a member to another room",
                "Steps",
                "Member",
                rate=(0.1, 1),
                steps=[
                    {
                        "operation": "DeleteItem",
                        "entities": ["Member"],
                        "key": {"PK": "ROOM#{roomId}", "SK": "MEMBER#{userId}"},
                    },
                    {"operation": "PutItem", "entities": ["Member"], "if": NEW},
                ],
            )
        },
        {
            "/access_patterns+": call(
                "X1",
                "Move a member to another room",
                "TransactWriteItems",
                "Member",
                rate=(0.1, 1),
                invariant="In one room",
                steps=[
                    {
                        "operation": "DeleteItem",
                        "entities": ["Member"],
                        "key": {"PK": "ROOM#{roomId}", "SK": "MEMBER#{userId}"},
                        "parameters": {"roomId": "01JX0D00000000000000000001", "userId": "01JX0D0000000000000000000A"},
                    },
                    {
                        "operation": "PutItem",
                        "entities": ["Member"],
                        "if": NEW,
                        "parameters": {"roomId": "01JX0D00000000000000000002"},
                    },
                ],
            )
        },
    ),
    Fault(
        "likes are counted twice when the queue delivers twice",
        ("write.non_idempotent_add",),
        MAGAZINE,
        {"M8/intent": {}, "M8/delivery": "at_least_once"},
        {"M8/intent": {"approximate": True}, "M8/delivery": "at_least_once"},
    ),
    Fault(
        "an increment by hand of what may be absent",
        ("write.increment_missing",),
        MAGAZINE,
        {
            "Article:views": "views N integer ?.5",
            "M8": call(
                "M8",
                "Count a view",
                "UpdateItem",
                "Article",
                ARTICLE,
                update="SET #v = #v + :one",
                condition="attribute_exists(PK)",
                names={"#v": "views"},
                values={":one": 1},
                intent={"approximate": True},
                rate=(50, 400),
            ),
        },
        {
            "Article:views": "views N integer ?.5",
            "M8": call(
                "M8",
                "Count a view",
                "UpdateItem",
                "Article",
                ARTICLE,
                update="SET #v = if_not_exists(#v, :zero) + :one",
                condition="attribute_exists(PK)",
                names={"#v": "views"},
                values={":one": 1, ":zero": 0},
                intent={"approximate": True},
                rate=(50, 400),
            ),
        },
    ),
    Fault(
        "views in two Regions",
        ("write.counter_on_replicas",),
        MAGAZINE,
        {"magazine/settings.replicas": ["eu-west-1"], "M8/intent": {}},
        {"magazine/settings.replicas": ["eu-west-1"]},
    ),
)
