"""Web shop: a design without an error or a warning."""

from typing import Final

from tests.modeler.core.planted.houses.conditions import NEW
from tests.modeler.core.planted.shape import Document, call, entity, gsi, house, table

SHOP: Final[Document] = house(
    "Web shop",
    [
        table(
            "shop",
            [
                entity(
                    "Customer",
                    "customerId",
                    "customerId id; Type Customer=1; name text; email email; loyaltyPoints N integer",
                    {"base": "CUST#{customerId} | PROFILE", "GSI1": "EMAIL#{email:lower} | CUSTOMER"},
                    count=300000,
                ),
                entity(
                    "Order",
                    "orderId",
                    "customerId id; orderId id; Type Order=1; placedAt iso; status OPEN=.04 PAID=.06 SHIPPED=.9;"
                    " total N money; note text",
                    {
                        "base": "CUST#{customerId} | ORDER#{placedAt}#{orderId}",
                        "GSI1": "ORDER#{orderId} | ORDER",
                        "GSI2": "OPEN | {placedAt}#{orderId} when status = 'OPEN'",
                    },
                    count=1000000,
                    per_parent={"average": 4, "max": 300},
                ),
                entity(
                    "Line",
                    "orderId line",
                    "orderId id; line N integer; Type Line=1; sku id; quantity N integer; price N money",
                    {"base": "ORDER#{orderId} | LINE#{line:pad(3)}"},
                    count=3000000,
                    per_parent={"average": 3, "max": 99},
                ),
            ],
            [gsi("GSI1"), gsi("GSI2", "customerId orderId total")],
        )
    ],
    [
        call(
            "S1",
            "A customer",
            "GetItem",
            "Customer",
            {"PK": "CUST#{customerId}", "SK": "PROFILE"},
            rate=(30, 200),
            returns=1,
        ),
        call(
            "S2",
            "A customer by email",
            "Query",
            "Customer",
            {"GSI1PK": "EMAIL#{email:lower}"},
            index="GSI1",
            rate=(3, 30),
            returns=1,
        ),
        call(
            "S3",
            "Orders of a customer, newest first",
            "Query",
            "Order",
            {"PK": "CUST#{customerId}", "SK": {"begins_with": "ORDER#"}},
            descending=True,
            limit=20,
            rate=(10, 80),
            returns=4,
        ),
        call(
            "S4",
            "An order by its number",
            "Query",
            "Order",
            {"GSI1PK": "ORDER#{orderId}", "GSI1SK": "ORDER"},
            index="GSI1",
            rate=(5, 40),
            returns=1,
        ),
        call(
            "S5",
            "Open orders, oldest first",
            "Query",
            "Order",
            {"GSI2PK": "OPEN"},
            index="GSI2",
            projection=["customerId", "orderId", "total"],
            limit=50,
            rate=(0.5, 2),
            returns=50,
        ),
        call(
            "S6",
            "Lines of an order",
            "Query",
            "Line",
            {"PK": "ORDER#{orderId}", "SK": {"begins_with": "LINE#"}},
            rate=(5, 40),
            returns=3,
        ),
        call("S7", "Register a customer", "PutItem", "Customer", where=NEW, rate=(0.2, 2)),
        call(
            "S8",
            "Pay an order",
            "UpdateItem",
            "Order",
            {"PK": "CUST#{customerId}", "SK": "ORDER#{placedAt}#{orderId}"},
            set={"status": "PAID"},
            where="status = 'OPEN'",
            rate=(1, 10),
        ),
        call(
            "S9",
            "Place an order with its lines",
            "TransactWriteItems",
            "Order Line",
            invariant="No order without its lines",
            rate=(1, 10),
            steps=[
                {"operation": "PutItem", "entities": ["Order"], "if": NEW},
                {"operation": "PutItem", "entities": ["Line"], "if": NEW},
            ],
        ),
    ],
)
