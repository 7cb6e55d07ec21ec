"""Cases of production tables, roles, encryption and network."""

from dataclasses import replace

from modeler.core.design.tables import Capacity
from modeler.core.findings import Severity
from tests.modeler.core.rules.builders import TABLE, with_settings, with_table
from tests.modeler.core.rules.cases.case import Case

ADVICE, WARNING = Severity.ADVICE, Severity.WARNING


def production(**settings):
    """The design in production, with further settings of its table."""
    return with_settings(environment="production", **settings)


def restored(days, **settings):
    return production(**{"point_in_time_recovery": True, "recovery_days": days, **settings})


def roles(*listed):
    """The design with IAM roles."""
    return replace(with_table(), settings={"iam": {"roles": list(listed)}})


def role(*actions, name="app", **fields):
    return {"name": name, "actions": [f"dynamodb:{action}" for action in actions], **fields}


OWN_KEYS = {"operator": "ForAllValues:StringLike", "values": ["CUST#${aws:PrincipalTag/customerId}*"]}


def beside(design, **settings):
    """A design with further settings of its own."""
    return replace(design, settings={**design.settings, **settings})


def provisioned(**settings):
    units = {"billing": "PROVISIONED", "provisioned": {"read": 5, "write": 5}, "environment": "production"}
    indexes = tuple(replace(one, capacity=Capacity(5, 5)) for one in TABLE.indexes)
    return with_table(settings={**units, **settings}, indexes=indexes)


CASES: tuple[Case, ...] = (
    Case("ops.no_pitr", production(), production(point_in_time_recovery=True), WARNING),
    Case("ops.no_pitr", production(), with_settings(), WARNING),
    Case("ops.no_pitr", production(point_in_time_recovery=False), production(ops={"rebuildable": True})),
    Case("ops.short_recovery", restored(1), restored(35), WARNING, "the last 1 day only"),
    Case("ops.short_recovery", restored(3), restored(3, ops={"backups_kept": 12}), WARNING),
    Case("ops.short_recovery", restored(2), restored(2, ops={"rebuildable": True}), WARNING),
    Case("ops.short_recovery", restored(5), restored(5, point_in_time_recovery=False), WARNING),
    Case("ops.no_alarms", production(), production(ops={"alarms": True}), WARNING),
    Case("ops.no_alarms", production(), with_settings(environment="staging"), WARNING),
    Case(
        "ops.no_alarms", production(ops={"measured": True}), production(ops={"existing_alarms": ["orders-throttled"]})
    ),
    Case("ops.new_table_provisioned", provisioned(), provisioned(ops={"curve": "diurnal"}), ADVICE),
    Case("ops.new_table_provisioned", provisioned(), provisioned(environment="dev"), ADVICE),
    Case("ops.new_table_provisioned", provisioned(), provisioned(live=True), ADVICE),
    Case("ops.new_table_provisioned", provisioned(), provisioned(ops={"measured": True}), ADVICE),
    Case("ops.new_table_provisioned", provisioned(), production(), ADVICE),
    Case(
        "security.broad_policy",
        roles(role("*")),
        roles(
            role("GetItem", "Query", name="reader"), role("PutItem", name="writer"), role("*", name="ops", admin=True)
        ),
        WARNING,
        "The role app may do everything",
    ),
    Case(
        "security.broad_policy",
        roles(role("Query", "Scan", "DeleteTable")),
        roles(role("Query", "DescribeTable")),
        WARNING,
        "may Scan and DeleteTable",
    ),
    Case("security.broad_policy", roles(role("Update*")), roles(role("UpdateItem")), WARNING, "may UpdateTable"),
    # Only where tenants share tables has another rule a word on it.
    Case(
        "security.broad_policy",
        roles(role("Query", "Scan", leading_keys=OWN_KEYS)),
        beside(roles(role("Query", "Scan", leading_keys=OWN_KEYS)), tenant={"attribute": "customerId"}),
        WARNING,
        "may Scan",
    ),
    Case("security.encryption", production(compliance="PCI-DSS"), with_settings(compliance="PCI-DSS"), ADVICE),
    Case(
        "security.encryption",
        beside(production(encryption={"type": "AWS_MANAGED"}), compliance=["HIPAA"]),
        beside(production(encryption={"type": "CUSTOMER", "key": "alias/x"}), compliance=["HIPAA"]),
        ADVICE,
        "is subject to HIPAA",
    ),
    Case("security.endpoint", production(), with_settings(), ADVICE, "no gateway endpoint"),
    Case("security.endpoint", production(), beside(production(), network={"vpc": False}), ADVICE),
    Case(
        "security.endpoint",
        beside(production(), network={"endpoint": True}),
        beside(production(), network={"endpoint": True, "endpoint_policy": True}),
        ADVICE,
        "no policy",
    ),
    Case("security.endpoint", production(), production(ops={"endpoint": True}), ADVICE),
)
