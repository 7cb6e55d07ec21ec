"""Editors of the design as a whole."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import Field, Group

SHAPES: Final = (
    ("", "Not said"),
    ("flat", "Flat: the same at every hour"),
    ("diurnal", "By day: low at night"),
    ("office-hours", "Office hours"),
    ("spiky", "Spiky: two hours of ten times as much"),
)


def traffic(name: str, help_text: str) -> Field:
    """The shape of traffic over a day or a week."""
    members = (
        Field("shape", "Shape", "choice", choices=SHAPES),
        Field("hours", "Own hours", "numbers", absent="24 or 168 numbers, from 00:00 UTC"),
        Field("steps", "In steps", "switch"),
    )
    return Field(name, "Traffic", "object", help_text, members=members)


DESIGN: Final = (
    Group(
        "design",
        "Design",
        (
            Field("name", "Name", "text", "What the design is called in lists, exports and links."),
            Field(
                "description", "Description", "long", "What the application does, and what the design must be good at."
            ),
            Field(
                "region",
                "Region",
                "offered",
                "Where the tables stand. Prices are those of this Region; writes to a replica elsewhere come on top.",
                "Amazon DynamoDB pricing",
                offers="regions",
                absent="us-east-1",
            ),
            Field(
                "settings.environment",
                "Environment",
                "offered",
                "dev, test, staging or production, for every table that does not say its own. Rules ask more of "
                "production: recovery, deletion protection, alarms.",
                offers="environments",
                absent="dev",
            ),
            Field(
                "settings.live",
                "Tables hold items",
                "switch",
                "The tables exist with items in them. A table's key and a projection cannot be changed in place, so a "
                "change is then planned as a migration.",
                "Working with tables and data in DynamoDB",
            ),
        ),
        is_open=True,
    ),
    Group(
        "traffic",
        "Traffic and prices",
        (
            traffic(
                "settings.traffic",
                "How calls spread over a day or a week, beside each pattern's average and peak. Of own hours only the "
                "proportions count. The cost page draws it.",
            ),
            Field(
                "settings.prices",
                "Prices of your own",
                "map",
                "Dollars that replace the list price, as after a discount: by Region, then by place in the price "
                "list, such as storage_gb_month.standard.",
                members=(
                    Field("name", "Region", "offered", offers="regions"),
                    Field(
                        "prices",
                        "Prices",
                        "map",
                        members=(
                            Field("name", "Price of", "offered", offers="tariffs"),
                            Field("dollars", "Dollars", "number", unit="$"),
                        ),
                        adds="price",
                    ),
                ),
                adds="Region",
            ),
        ),
    ),
    Group(
        "tenants",
        "Tenants",
        (
            Field(
                "settings.tenant",
                "Tenants that share tables",
                "object",
                "With a pool every key begins with the tenant, so that one tenant never reads another's items, and "
                "IAM can keep roles to them by leading keys. A silo has tables of its own for each.",
                "Using IAM policy conditions for fine-grained access control",
                members=(
                    Field("attribute", "Attribute", "offered", offers="attributes", absent="tenantId"),
                    Field(
                        "isolation",
                        "Isolation",
                        "choice",
                        choices=(("", "Not said"), ("pool", "Pool"), ("silo", "Silo")),
                    ),
                    Field("shared", "Of no tenant", "names", offers="entities", adds="entity"),
                    Field("admin_indexes", "Read over all", "names", offers="indexes", adds="index"),
                    Field("largest", "Largest tenant", "percent", unit="%"),
                    Field("iam", "Kept apart by IAM", "switch"),
                ),
            ),
        ),
    ),
    Group(
        "access",
        "Access",
        (
            Field(
                "settings.iam",
                "Roles of the application",
                "object",
                "What each role may do, and the partition keys that it is kept to. Leading keys hold for Query and "
                "the item calls; a Scan cannot be kept to them.",
                "Using IAM policy conditions for fine-grained access control",
                members=(
                    Field(
                        "roles",
                        "Roles",
                        "rows",
                        members=(
                            Field("name", "Name", "text"),
                            Field("actions", "Actions", "names", offers="actions", adds="action"),
                            Field("admin", "Administrates", "switch"),
                            Field(
                                "leading_keys",
                                "Kept to keys",
                                "object",
                                members=(
                                    Field(
                                        "operator",
                                        "Compared by",
                                        "choice",
                                        choices=(
                                            ("", "Not said"),
                                            ("ForAllValues:StringEquals", "StringEquals"),
                                            ("ForAllValues:StringLike", "StringLike"),
                                        ),
                                    ),
                                    Field("values", "Values", "names", adds="value"),
                                ),
                            ),
                        ),
                        adds="role",
                    ),
                ),
            ),
            Field(
                "settings.network",
                "Network",
                "object",
                "A gateway endpoint keeps traffic from a VPC to DynamoDB off the internet and costs nothing; its "
                "policy says which tables are reached through it.",
                "Gateway endpoints for Amazon DynamoDB",
                members=(
                    Field("vpc", "Runs in a VPC", "switch", starts_on=True),
                    Field("endpoint", "Gateway endpoint", "switch"),
                    Field("endpoint_policy", "Policy on it", "switch"),
                ),
            ),
            Field(
                "settings.compliance",
                "Compliance",
                "names",
                "Regimes that the data falls under. They ask for encryption with a key of one's own, deletion "
                "protection and recovery.",
                offers="regimes",
                adds="regime",
            ),
        ),
    ),
    Group(
        "engines",
        "Where it runs besides AWS",
        (
            Field(
                "settings.engines",
                "Also on",
                "names",
                "Emulators that the design must work on. None has everything: what one of them lacks is said as a "
                "finding.",
                offers="engines",
                adds="engine",
            ),
        ),
    ),
)
