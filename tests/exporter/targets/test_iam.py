"""IAM policies: what each role may do, that tenants are kept apart, and that no name of a design is a pattern."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exporter.targets import target
from exporter.targets.policies.tenants import key_pattern
from modeler.core.documents import reading
from modeler.core.keys import templates
from modeler.examples import example
from tests.doors.checks.infrastructure.iam import _like, allows, parliament_says
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, everything, evil, key

KEY_ARN = "arn:aws:kms:eu-west-1:111122223333:key/0123"
TAG = "${aws:PrincipalTag/tenantId}"


def files(design) -> dict[str, Any]:
    export = target("iam").build(design)
    return {file.path: json.loads(file.text) for file in export.files if file.path.endswith(".json")}


def losses(design) -> dict[str, str]:
    return {loss.path: loss.message for loss in target("iam").build(design).report}


def tenant_design(partition: str, *, shared: str = "", tenant: dict[str, Any] | None = None, **settings: Any):
    """One table of tenants' orders; `shared` is the key of an entity that all of them read."""
    attribute = tenant or {"name": "tenantId", "type": "S", "format": "id"}
    entities = [
        {
            "name": "Order",
            "attributes": [attribute, {"name": "orderId", "type": "S", "format": "id"}],
            "overloads": [{"index": None, "keys": {"PK": partition, "SK": "ORDER#{orderId}"}}],
        }
    ]
    if shared:
        plan = {"name": "Plan", "attributes": [{"name": "planId", "type": "S", "format": "id"}]}
        entities.append({**plan, "overloads": [{"index": None, "keys": {"PK": shared, "SK": "PLAN"}}]})
    return reading.from_document(
        {
            "keysheet": 1,
            "name": "Tenants",
            "settings": {"tenant": {"attribute": "tenantId", "isolation": "pool", "shared": ["Plan"]}, **settings},
            "tables": [{"name": "app", "partition_key": key("PK"), "sort_key": key("SK"), "entities": entities}],
        }
    )


def leading(design, name: str = "tenant-reader") -> list[str]:
    document = files(design).get(f"policies/{name}.json")
    conditions = [one["Condition"]["ForAllValues:StringLike"] for one in document["Statement"]] if document else []
    return [pattern for one in conditions for pattern in one["dynamodb:LeadingKeys"]]


@pytest.mark.parametrize(
    ("partition", "expected"),
    [
        ("TENANT#{tenantId}", [f"TENANT#{TAG}"]),
        ("{tenantId}", [TAG]),
        ("TENANT#{tenantId}#ORDER#{orderId}", [f"TENANT#{TAG}#ORDER#*"]),
        ("TENANT#{tenantId}#{orderId:shard(4)}", [f"TENANT#{TAG}#*"]),
        ("T*?$#{tenantId}", [f"T${{*}}${{?}}${{$}}#{TAG}"]),
        ("ORDER#{orderId}", []),
        ("{orderId}#{tenantId}", []),
        ("TENANT#{tenantId:lower}#X", []),
        ("TENANT#{tenantId}{orderId}", []),
        ("TENANT#{tenantId", []),
    ],
)
def test_the_leading_keys_of_a_tenant_come_from_the_template(partition, expected):
    assert leading(tenant_design(partition)) == expected


def test_what_is_not_granted_to_tenants_says_why():
    place = "tables.app.entities.Order.app"
    assert "does not begin with tenantId" in losses(tenant_design("ORDER#{orderId}"))[place]
    assert "nothing separates" in losses(tenant_design("TENANT#{tenantId}{orderId}"))[place]
    loose = tenant_design("TENANT#{tenantId}#{orderId}", tenant={"name": "tenantId", "type": "S"})
    assert "can contain '#'" in losses(loose)[place]


def test_what_is_shared_is_read_by_all_and_written_by_none():
    design = tenant_design("TENANT#{tenantId}#X", shared="PLAN#{planId}")
    assert leading(design) == [f"TENANT#{TAG}#X", "PLAN#*"]
    assert leading(design, "tenant-writer") == [f"TENANT#{TAG}#X"]


@pytest.mark.parametrize("shared", ["{planId}", "TENANT#{planId}", "T{planId}"])
def test_a_shared_pattern_that_would_open_keys_of_tenants_is_not_granted(shared):
    design = tenant_design("TENANT#{tenantId}#X", shared=shared)
    assert leading(design) == [f"TENANT#{TAG}#X"]
    assert "would match keys of tenants" in losses(design)["tables.app.entities.Plan.app"]


def test_a_request_without_leading_keys_is_no_tenants():
    document = files(tenant_design("TENANT#{tenantId}"))["policies/tenant-reader.json"]
    assert all(one["Condition"]["Null"] == {"dynamodb:LeadingKeys": "false"} for one in document["Statement"])
    assert not any("dynamodb:Scan" in one["Action"] for one in document["Statement"])


def test_tables_of_their_own_need_no_leading_keys():
    design = tenant_design("ORDER#{orderId}", tenant={"name": "tenantId", "type": "S"})
    settings = {**design.settings, "tenant": {"attribute": "tenantId", "isolation": "silo"}}
    made = files(reading.from_document({**reading.to_document(design), "settings": settings}))
    assert not [path for path in made if "tenant" in path]


TEXT = st.text(alphabet=st.sampled_from("ab#*?$\\^.[]{}"), min_size=1, max_size=8)


@given(before=TEXT, tenant=TEXT, behind=TEXT, other=TEXT)
def test_a_pattern_takes_its_own_tenants_key_and_the_literal_is_no_pattern(before, tenant, behind, other):
    template = templates.KeyTemplate(
        "", (templates.LiteralText(before), templates.Reference("tenantId"), templates.LiteralText("|" + behind))
    )
    pattern = key_pattern(template, "tenantId")
    assert _like(pattern, f"{before}{tenant}|{behind}", {"tenantId": tenant})
    assert _like(pattern, f"{before}{other}|{behind}", {"tenantId": tenant}) == (other == tenant)


def test_the_limited_reader_sees_nothing_that_is_sensitive():
    design = example("saas-projects").design
    closed = {one.name for _, entity in design.entities() for one in entity.attributes if one.sensitive}
    assert closed
    for statement in files(design)["policies/reader-limited.json"]["Statement"]:
        named = statement["Condition"]["ForAllValues:StringEquals"]["dynamodb:Attributes"]
        assert named
        assert not closed & set(named)
        assert statement["Condition"]["StringEqualsIfExists"] == {"dynamodb:Select": "SPECIFIC_ATTRIBUTES"}


def test_nobody_deletes_a_table_and_the_admin_reads_no_items():
    made = files(everything())
    allowed = {
        action
        for path, document in made.items()
        for one in document.get("Statement", ())
        if one["Effect"] == "Allow"
        for action in one["Action"]
    }
    assert "dynamodb:DeleteTable" not in allowed
    assert not any("*" in action for action in allowed)
    admin = made["policies/admin.json"]["Statement"]
    denied = [action for one in admin if one["Effect"] == "Deny" for action in one["Action"]]
    assert denied == ["dynamodb:DeleteTable", "dynamodb:DeleteTableReplica"]
    actions = {action for one in admin if one["Effect"] == "Allow" for action in one["Action"]}
    assert not actions & {"dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:Scan"}


def test_a_scan_is_granted_where_a_pattern_scans():
    document = reading.to_document(everything())
    scan = {"code": "S1", "name": "All", "table": "sessions", "operation": "Scan", "index": "byUser"}
    document["access_patterns"] = [*document["access_patterns"], scan]
    found = [
        one
        for one in files(reading.from_document(document))["policies/reader.json"]["Statement"]
        if "dynamodb:Scan" in one["Action"]
    ]
    assert [one["Resource"] for one in found] == [
        ["arn:aws:dynamodb:eu-west-1:111122223333:table/sessions/index/byUser"]
    ]
    before = files(everything())["policies/reader.json"]["Statement"]
    assert not any("dynamodb:Scan" in one["Action"] for one in before)


def test_a_key_of_the_customers_is_used_through_dynamodb_only():
    made = files(
        reading.from_document(
            {
                "keysheet": 1,
                "name": "Keys",
                "region": "eu-west-1",
                "tables": [
                    {
                        "name": "app",
                        "partition_key": key("PK"),
                        "settings": {
                            "encryption": {
                                "type": "CUSTOMER",
                                "key": "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab",
                            },
                            "replicas": ["eu-central-1"],
                        },
                    }
                ],
            }
        )
    )
    reader = made["policies/reader.json"]["Statement"]
    assert reader[0]["Resource"] == [
        "arn:aws:dynamodb:eu-west-1:111122223333:table/app",
        "arn:aws:dynamodb:eu-central-1:111122223333:table/app",
    ]
    assert reader[-1]["Condition"] == {"StringEquals": {"kms:ViaService": ["dynamodb.eu-west-1.amazonaws.com"]}}


def test_the_roles_that_a_design_declares_are_written_without_wildcards():
    roles = [
        {"name": "app", "actions": ["dynamodb:*Item", "dynamodb:Query", "dynamodb:Scan"],
         "leading_keys": {"operator": "ForAllValues:StringLike", "values": ["TENANT#x#*"]}},
        {"name": "odd", "actions": ["dynamodb:Query"], "leading_keys": {"operator": "Bool", "values": ["x"]}},
    ]  # fmt: skip
    design = tenant_design("TENANT#{tenantId}", iam={"roles": roles})
    made = files(design)
    (statement,) = made["policies/role-1-App.json"]["Statement"]
    assert "dynamodb:GetItem" in statement["Action"]
    assert "dynamodb:Scan" not in statement["Action"]
    assert statement["Condition"]["ForAllValues:StringLike"] == {"dynamodb:LeadingKeys": ["TENANT#x#*"]}
    assert not [path for path in made if "role-2" in path]
    assert "cannot compare leading keys" in losses(design)["settings.iam.roles.odd"]


def test_the_template_fills_in_the_account_and_asks_who_is_trusted():
    made = files(example("saas-projects").design)["roles.template.json"]
    assert "111122223333" not in json.dumps(made)
    reader = made["Resources"]["ReaderPolicy"]["Properties"]["PolicyDocument"]["Statement"][0]
    assert reader["Resource"] == [
        {"Fn::Sub": "arn:${AWS::Partition}:dynamodb:us-east-1:${AWS::AccountId}:table/saas-main"}
    ]
    trusted = made["Resources"]["TenantWriterRole"]["Properties"]["AssumeRolePolicyDocument"]["Statement"][0]
    assert trusted["Principal"] == {"AWS": {"Ref": "TrustedPrincipal"}}
    assert trusted["Condition"]["StringLike"] == {"aws:RequestTag/tenantId": "?*"}


@pytest.mark.parametrize("text", [text for text in EVIL_TEXTS if text != "null"])
def test_a_hostile_name_is_in_no_policy(text):
    export = target("iam").build(evil(text))
    assert [file.path for file in export.files if file.path.startswith("policies")] == []
    (readme,) = export.files
    # A text that is printed shows no line that the design began.
    assert len(readme.text.splitlines()) == len(target("iam").build(evil("plain text")).files[0].text.splitlines())


def test_a_policy_that_outgrows_iam_says_so():
    tables = [{"name": f"table-{number:03}-{'x' * 40}", "partition_key": key("PK")} for number in range(80)]
    found = losses(reading.from_document({"keysheet": 1, "name": "Wide", "tables": tables}))
    assert "a managed policy can have 6,144" in found["policies.reader"]


@pytest.mark.slow
def test_parliament_would_find_an_error():
    policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": ["dynamodb:Qury"], "Resource": "*"}]}
    assert parliament_says(json.dumps(policy))


def test_our_judge_refuses_what_iam_would():
    policy = files(tenant_design("TENANT#{tenantId}#X"))["policies/tenant-writer.json"]
    table = "arn:aws:dynamodb:us-east-1:111122223333:table/app"
    assert allows(policy, "PutItem", table, "TENANT#a#X", {"tenantId": "a"})
    assert not allows(policy, "PutItem", table, "TENANT#b#X", {"tenantId": "a"})
    assert not allows(policy, "Query", table, "TENANT#a#X", {"tenantId": "a"})
    assert not allows(policy, "PutItem", f"{table}2", "TENANT#a#X", {"tenantId": "a"})


def test_an_action_that_no_policy_grants_is_said():
    role = {"name": "app", "actions": ["dynamodb:GetItem", "dynamodb:PartiQLSelect", "s3:*", "dynamodb:*Item"]}
    design = tenant_design("T#{tenantId}", iam={"roles": [role]})
    said = [one.message for one in target("iam").build(design).report if one.path == "settings.iam.roles.app"]
    assert [text.split()[0] for text in said] == ["dynamodb:PartiQLSelect", "s3:*"]


@pytest.mark.parametrize(
    ("name", "replicas", "said"),
    [
        ("alias/orders", [], "is not given as a key ARN"),
        (KEY_ARN, ["eu-central-1"], "the keys of the other Regions"),
        (KEY_ARN, [], ""),
    ],
)
def test_a_key_that_no_policy_can_name_is_said(name, replicas, said):
    settings = {"billing": "PAY_PER_REQUEST", "encryption": {"type": "CUSTOMER", "key": name}, "replicas": replicas}
    table = {"name": "orders", "partition_key": key("id"), "settings": settings}
    found = losses(reading.from_document({"keysheet": 1, "name": "x", "region": "eu-west-1", "tables": [table]}))
    assert said in found.get("tables.orders.settings.encryption", "")
    assert bool(said) == ("tables.orders.settings.encryption" in found)
