"""Order: an item of the table orders."""

from __future__ import annotations

from pynamodb.attributes import BinaryAttribute, BooleanAttribute, NullAttribute, UnicodeAttribute, UnicodeSetAttribute

from ..runtime import conditions, keys
from ..runtime.models import ExactAttribute
from ..runtime.rules import Overload, Rules
from .orders_table import OrdersTable


class Order(OrdersTable):
    """An order."""

    RULES = Rules(
        key_names=("PK", "SK"),
        table=(
            Overload(
                {
                    "PK": lambda values: "CUST#" + keys.text(values.get("customerId")),
                    "SK": lambda values: "ORDER#" + keys.date(keys.text(values.get("orderDate"))) + "#" + keys.text(values.get("orderId")),
                },
            ),
        ),
        indexes={
            "byStatus": (
                Overload(
                    {
                        "GSI1PK": lambda values: "OPEN#" + keys.shard(keys.text(values.get("orderId")), 10),
                        "GSI1SK": lambda values: keys.text(values.get("orderDate")),
                    },
                    when=lambda values: conditions.equal(conditions.at(values, "status"), "OPEN"),
                ),
                Overload(
                    {
                        "GSI1PK": lambda values: "DONE",
                        "GSI1SK": lambda values: keys.text(values.get("orderDate")),
                    },
                ),
            ),
            "byParts": (
                Overload(
                    {
                        "status": lambda values: keys.text(values.get("status")),
                        "month": lambda values: keys.month(keys.text(values.get("orderDate"))),
                        "total": lambda values: keys.number(values.get("total")),
                        "orderRef": lambda values: keys.text(values.get("orderId")),
                    },
                ),
            ),
            "byTotal": (
                Overload(
                    {
                        "total": lambda values: keys.number(values.get("total")),
                    },
                ),
            ),
        },
    )
    FIELDS = {
        "customerId": "customer_id",
        "orderId": "order_id",
        "orderDate": "order_date",
        "status": "status",
        "total": "total",
        "paid": "paid",
        "lines": "lines",
        "address": "address",
        "tags": "tags",
        "weights": "weights",
        "label": "label",
        "nothing": "nothing",
    }
    KEYS = {
        "PK": "pk",
        "SK": "sk",
        "GSI1PK": "gsi1_pk",
        "GSI1SK": "gsi1_sk",
        "month": "month",
        "orderRef": "order_ref",
    }
    NEEDED = frozenset(["customerId", "orderId", "orderDate", "status", "total", "paid", "lines"])
    PATTERNS = {
        "PK": "CUST#[\\-.0-9A-Z_a-z]{1,128}",
        "SK": "ORDER#(?:20[0-9]{2}|[1-9][0-9]{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])#[\\-.0-9A-Z_a-z]{1,128}",
    }
    TOLD = (
        ("orderRef", r"(?P<a2>[\-.0-9A-Z_a-z]{1,128})", {"a2": ("order_id", "S")}),
        ("GSI1SK", r"(?P<a3>(?:20[0-9]{2}|[1-9][0-9]{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:|\.[0-9]{1,9})(?:Z||[+\-](?:[01][0-9]|2[0-3]):[0-5][0-9]))", {"a3": ("order_date", "S")}),
        ("GSI1SK", r"(?P<a3>(?:20[0-9]{2}|[1-9][0-9]{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:|\.[0-9]{1,9})(?:Z||[+\-](?:[01][0-9]|2[0-3]):[0-5][0-9]))", {"a3": ("order_date", "S")}),
        ("SK", r"ORDER#.*#(?P<a2>[\-.0-9A-Z_a-z]{1,128})", {"a2": ("order_id", "S")}),
        ("PK", r"CUST#(?P<a1>[\-.0-9A-Z_a-z]{1,128})", {"a1": ("customer_id", "S")}),
    )

    customer_id = UnicodeAttribute(attr_name="customerId")
    order_id = UnicodeAttribute(attr_name="orderId")
    order_date = UnicodeAttribute(attr_name="orderDate")
    paid = BooleanAttribute(attr_name="paid")
    lines = ExactAttribute("L", attr_name="lines")
    address = ExactAttribute("M", attr_name="address", null=True)
    tags = UnicodeSetAttribute(attr_name="tags", null=True)
    weights = ExactAttribute("NS", attr_name="weights", null=True)
    label = BinaryAttribute(attr_name="label", null=True, legacy_encoding=False)
    nothing = NullAttribute(attr_name="nothing", null=True)
