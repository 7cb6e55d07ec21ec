"""Cases of tenants that share a table."""

from dataclasses import replace

from modeler.core.findings import Severity
from tests.modeler.core.rules.cases.case import Case, read

ERROR, WARNING = Severity.ERROR, Severity.WARNING


def attribute(name, form="id"):
    return {"name": name, "type": "S", "format": form}


def project(pk="TENANT#{tenantId}", by_status="TENANT#{tenantId}#STATUS#{status}", form="id", with_tenant=True):
    return {
        "name": "Project",
        "identity": ["projectId"],
        "attributes": [
            *([attribute("tenantId")] if with_tenant else []),
            attribute("projectId", form),
            attribute("status"),
        ],
        "overloads": [
            {"index": None, "keys": {"PK": pk, "SK": "PROJECT#{projectId}"}},
            {"index": "GSI1", "keys": {"GSI1PK": by_status, "GSI1SK": "{projectId}"}},
        ],
    }


COUNTRY = {
    "name": "Country",
    "identity": ["code"],
    "attributes": [attribute("code")],
    "overloads": [{"index": None, "keys": {"PK": "COUNTRY#{code}", "SK": "METADATA"}}],
}
TENANT = {"attribute": "tenantId", "isolation": "pool", "iam": True}


def pooled(*entities, tenant=TENANT, **settings):
    """A table that tenants share, with what reads it."""
    main = {
        "name": "main",
        "partition_key": [{"name": "PK"}],
        "sort_key": [{"name": "SK"}],
        "indexes": [{"name": "GSI1", "partition_key": [{"name": "GSI1PK"}], "sort_key": [{"name": "GSI1SK"}]}],
        "entities": list(entities),
    }
    rate = {"per_second": {"average": 1}, "items_returned": 5, "entities": ["Project"]}
    overloads = entities[0]["overloads"]
    patterns = [
        {"code": "A1", "operation": "Query", "key": {"PK": overloads[0]["keys"]["PK"]}, **rate},
        {
            "code": "A2",
            "operation": "Query",
            "index": "GSI1",
            "key": {"GSI1PK": overloads[1]["keys"]["GSI1PK"]},
            **rate,
        },
    ]
    return read(
        tables=[main], access_patterns=patterns, settings={**({"tenant": tenant} if tenant else {}), **settings}
    )


def roles(*listed, design=None):
    design = design or pooled(project(pk="TENANT#{tenantId}#{status}"))
    return replace(design, settings={**design.settings, "iam": {"roles": list(listed)}})


def role(operator="ForAllValues:StringEquals", values=("TENANT#${aws:PrincipalTag/t}",), actions=("Query",)):
    leading = {"leading_keys": {"operator": operator, "values": list(values)}} if values else {}
    return {"name": "app", "actions": [f"dynamodb:{action}" for action in actions], **leading}


LIKE = role("ForAllValues:StringLike", ("TENANT#${aws:PrincipalTag/t}", "TENANT#${aws:PrincipalTag/t}#*"))

CASES: tuple[Case, ...] = (
    Case(
        "tenant.key_without_tenant",
        pooled(project(pk="PROJECT#{projectId}")),
        pooled(project()),
        ERROR,
        "Project writes PROJECT#{projectId} into PK of main, which does not start with tenantId",
    ),
    # Several tenants have one hash or one shard, which IAM cannot compare with a tenant either.
    Case(
        "tenant.key_without_tenant",
        pooled(project(pk="TENANT#{tenantId:shard(10)}")),
        pooled(project(pk="TENANT#{tenantId:lower}#{projectId:shard(10)}")),
        ERROR,
    ),
    Case("tenant.key_without_tenant", pooled(project(pk="{projectId}")), pooled(project(pk="{tenantId}"))),
    Case(
        "tenant.key_without_tenant",
        pooled(project(), COUNTRY),
        pooled(project(), COUNTRY, tenant={**TENANT, "shared": ["Country"]}),
        ERROR,
        "COUNTRY#{code}",
    ),
    Case(
        "tenant.key_without_tenant",
        pooled(project(pk="PROJECT#{projectId}", form="uuid4"), tenant={**TENANT, "iam": False}),
        pooled(project(pk="PROJECT#{projectId}", form="uuid4"), tenant={**TENANT, "isolation": "silo"}),
        WARNING,
        "unique across tenants",
    ),
    Case(
        "tenant.key_without_tenant",
        pooled(project(pk="PROJECT#{projectId}", form="uuid4")),
        pooled(project(pk="PROJECT#{projectId}", form="uuid4"), tenant=None),
        ERROR,
    ),
    Case("tenant.key_without_tenant", pooled(project(pk="P#{projectId}", with_tenant=False)), pooled(project()), ERROR),
    Case(
        "tenant.index_without_tenant",
        pooled(project(by_status="STATUS#{status}")),
        pooled(project()),
        ERROR,
        "STATUS#{status}",
    ),
    Case(
        "tenant.index_without_tenant",
        pooled(project(by_status="STATUS#{status}")),
        pooled(project(by_status="STATUS#{status}"), tenant={**TENANT, "admin_indexes": ["GSI1"]}),
    ),
    Case(
        "tenant.index_without_tenant", pooled(project(by_status="OPEN")), pooled(project(by_status="OPEN"), tenant=None)
    ),
    Case("tenant.leading_keys_form", roles(role()), roles(LIKE), WARNING, "rejects TENANT#{tenantId}#{status}"),
    Case(
        "tenant.leading_keys_form",
        roles(role(actions=("Query", "Scan"))),
        roles(role(values=(), actions=("Query",))),
        WARNING,
        "may Scan, which leading keys do not restrict",
    ),
    Case(
        "tenant.leading_keys_form",
        roles({**LIKE, "actions": ["dynamodb:*"]}),
        roles({**LIKE, "actions": ["dynamodb:*"], "admin": True}),
    ),
    Case(
        "tenant.leading_keys_form",
        roles(role()),
        roles(role(), design=pooled(project(by_status="{tenantId}"))),
    ),
)
