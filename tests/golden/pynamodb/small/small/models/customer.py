"""Customer: an item of the table app."""

from __future__ import annotations

from pynamodb.attributes import UnicodeAttribute

from ..runtime import keys
from ..runtime.rules import Overload, Rules
from .app_table import AppTable


class Customer(AppTable):
    """Customer, by its attributes; its keys are made when it is saved."""

    RULES = Rules(
        key_names=("PK", "SK"),
        table=(
            Overload(
                {
                    "PK": lambda values: "CUST#" + keys.text(values.get("customerId")),
                    "SK": lambda values: "PROFILE",
                },
            ),
        ),
        indexes={
            "GSI1": (
                Overload(
                    {
                        "GSI1PK": lambda values: "EMAIL#" + keys.text(values.get("email")),
                    },
                ),
            ),
        },
    )
    FIELDS = {"customerId": "customer_id", "email": "email"}
    KEYS = {"PK": "pk", "SK": "sk", "GSI1PK": "gsi1_pk"}
    NEEDED = frozenset(["customerId", "email"])
    PATTERNS = {"PK": "CUST#[\\-.0-9A-Z_a-z]{1,128}", "SK": "PROFILE"}

    customer_id = UnicodeAttribute(attr_name="customerId")
    email = UnicodeAttribute(attr_name="email")
