"""Editors of the design as a whole."""

from __future__ import annotations

from typing import Final

from designer.page.editors.fields import EditorField, FieldGroup

SHAPES: Final = (
    ("", "Not specified"),
    ("flat", "Flat: the same every hour"),
    ("diurnal", "Daily: low at night"),
    ("office-hours", "Office hours"),
    ("spiky", "Spiky: two hours with ten times the traffic"),
)


def traffic(name: str, help_text: str) -> EditorField:
    """The shape of traffic over a day or a week."""
    members = (
        EditorField("shape", "Shape", "choice", choices=SHAPES),
        EditorField("hours", "Custom hours", "numbers", absent="24 or 168 numbers, from 00:00 UTC"),
        EditorField("steps", "In steps", "switch"),
    )
    return EditorField(name, "Traffic", "object", help_text, members=members)


DESIGN: Final = (
    FieldGroup(
        "design",
        "Design",
        (
            EditorField("name", "Name", "text", "The name of the design in lists, exports and links."),
            EditorField(
                "description", "Description", "long", "What the application does, and the goals of the design."
            ),
            EditorField(
                "region",
                "Region",
                "offered",
                "The Region of the tables. Prices are for this Region; writes to replicas in other Regions are added.",
                "Amazon DynamoDB pricing",
                offers="regions",
                absent="us-east-1",
            ),
            EditorField(
                "settings.environment",
                "Environment",
                "offered",
                "dev, test, staging or production, for all tables without their own setting. Rules require more in "
                "production: recovery, deletion protection, alarms.",
                offers="environments",
                absent="dev",
            ),
            EditorField(
                "settings.live",
                "Tables hold items",
                "switch",
                "The tables are deployed and contain items. The key of a table and projections cannot be changed in "
                "place, so such changes are planned as migrations.",
                "Working with tables and data in DynamoDB",
            ),
        ),
        is_open=True,
    ),
    FieldGroup(
        "traffic",
        "Traffic and prices",
        (
            traffic(
                "settings.traffic",
                "How calls are distributed over a day or a week, in addition to the average and peak of each "
                "pattern. For custom hours, only the proportions matter. The cost page shows the curve.",
            ),
            EditorField(
                "settings.prices",
                "Custom prices",
                "map",
                "Prices in dollars that replace list prices, for example after a discount: by Region, then by entry "
                "of the price list, such as storage_gb_month.standard.",
                members=(
                    EditorField("name", "Region", "offered", offers="regions"),
                    EditorField(
                        "prices",
                        "Prices",
                        "map",
                        members=(
                            EditorField("name", "Price of", "offered", offers="tariffs"),
                            EditorField("dollars", "Dollars", "number", unit="$"),
                        ),
                        adds="price",
                    ),
                ),
                adds="Region",
            ),
            EditorField(
                "settings.budget",
                "Budget per month",
                "number",
                "What the design can cost per month. A finding warns when its cost is above this. The free tier is "
                "not deducted.",
                unit="$",
            ),
        ),
    ),
    FieldGroup(
        "tenants",
        "Tenants",
        (
            EditorField(
                "settings.tenant",
                "Tenants that share tables",
                "object",
                "In a pool, every key starts with the tenant, so that a tenant never reads another tenant's items, "
                "and IAM can restrict roles by leading keys. In a silo, each tenant has its own tables.",
                "Using IAM policy conditions for fine-grained access control",
                members=(
                    EditorField("attribute", "Attribute", "offered", offers="attributes", absent="tenantId"),
                    EditorField(
                        "isolation",
                        "Isolation",
                        "choice",
                        choices=(("", "Not specified"), ("pool", "Pool"), ("silo", "Silo")),
                    ),
                    EditorField("shared", "Not tenant data", "names", offers="entities", adds="entity"),
                    EditorField("admin_indexes", "Read across tenants", "names", offers="indexes", adds="index"),
                    EditorField("largest", "Largest tenant", "percent", unit="%"),
                    EditorField("iam", "Isolated by IAM", "switch"),
                ),
            ),
        ),
    ),
    FieldGroup(
        "access",
        "Access",
        (
            EditorField(
                "settings.iam",
                "Roles of the application",
                "object",
                "What each role is allowed to do, and the partition keys to which it is restricted. Leading keys "
                "apply to Query and to item operations; a Scan cannot be restricted by them.",
                "Using IAM policy conditions for fine-grained access control",
                members=(
                    EditorField(
                        "roles",
                        "Roles",
                        "rows",
                        members=(
                            EditorField("name", "Name", "text"),
                            EditorField("actions", "Actions", "names", offers="actions", adds="action"),
                            EditorField("admin", "Administration", "switch"),
                            EditorField(
                                "leading_keys",
                                "Restricted to keys",
                                "object",
                                members=(
                                    EditorField(
                                        "operator",
                                        "Comparison",
                                        "choice",
                                        choices=(
                                            ("", "Not specified"),
                                            ("ForAllValues:StringEquals", "StringEquals"),
                                            ("ForAllValues:StringLike", "StringLike"),
                                        ),
                                    ),
                                    EditorField("values", "Values", "names", adds="value"),
                                ),
                            ),
                        ),
                        adds="role",
                    ),
                ),
            ),
            EditorField(
                "settings.network",
                "Network",
                "object",
                "A gateway endpoint keeps traffic from a VPC to DynamoDB off the internet and is free. Its policy "
                "specifies which tables can be reached through it.",
                "Gateway endpoints for Amazon DynamoDB",
                members=(
                    EditorField("vpc", "Runs in a VPC", "switch", starts_on=True),
                    EditorField("endpoint", "Gateway endpoint", "switch"),
                    EditorField("endpoint_policy", "Endpoint policy", "switch"),
                ),
            ),
            EditorField(
                "settings.compliance",
                "Compliance",
                "names",
                "Regulations that apply to the data. They require encryption with a customer managed key, deletion "
                "protection and recovery.",
                offers="regimes",
                adds="regime",
            ),
        ),
    ),
    FieldGroup(
        "engines",
        "Other environments",
        (
            EditorField(
                "settings.engines",
                "Emulators",
                "names",
                "Emulators that the design must support. No emulator supports everything; a finding reports what is "
                "missing.",
                offers="engines",
                adds="engine",
            ),
        ),
    ),
)
