"""Before a run: the policy of a role, external ids of workspaces, and a check that says which permission lacks."""

from __future__ import annotations

import json
from math import ceil

import pytest
from django.urls import reverse

from designer.environment import endpoints as declare
from exporter.provisioning.access_policy import policy_text
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoint_check import RunNeeds, checked
from exporter.provisioning.endpoints import declared
from exporter.services.endpoint_access import external_id_of
from exporter.services.endpoint_checks import endpoint_check, policy_file
from exporter.services.provisioning import plan_summary
from exporter.services.tokens import token_create
from modeler.core.errors import Forbidden, Missing
from tests.exporter.provisioning.faulty_endpoint import faulty, refusing, refusing_form, saying
from tests.exporter.provisioning.test_account_guard import IAM, aliases, caller
from tests.exporter.provisioning.test_sessions import assumed

ROLE = {"name": "Team", "region": "eu-west-1", "role_arn": "arn:aws:iam::111122223333:role/proofs"}


def account(**more):
    return declared(declare(json.dumps([ROLE | more]), ""))[0]


def statements(text, form):
    found = json.loads(text)
    if form == "terraform":
        return json.loads(found["resource"]["aws_iam_role_policy"]["keysheet"]["policy"])["Statement"]
    return found["Resources"]["KeysheetRole"]["Properties"]["Policies"][0]["PolicyDocument"]["Statement"]


@pytest.mark.parametrize("form", ["cloudformation", "terraform"])
def test_the_policy_is_limited_by_prefix_region_and_tag(form):
    found = {one["Sid"]: one for one in statements(policy_text(account(), ["word"], form), form)}
    for name in ("CreateTablesOfRuns", "DeleteTablesOfRuns", "UseTablesOfRuns"):
        for resource in found[name]["Resource"]:
            assert ":dynamodb:eu-west-1:" in json.dumps(resource)
            assert ":table/keysheet-*" in json.dumps(resource)
    assert found["DeleteTablesOfRuns"]["Action"] == ["dynamodb:DeleteTable"]
    assert found["DeleteTablesOfRuns"]["Condition"] == {"Null": {"aws:ResourceTag/keysheet:run": "false"}}
    assert found["CreateTablesOfRuns"]["Condition"] == {"Null": {"aws:RequestTag/keysheet:run": "false"}}
    everything = [action for one in found.values() for action in one["Action"]]
    assert not [action for action in everything if "*" in action]
    assert "dynamodb:UpdateContinuousBackups" not in everything
    assert "ReadTablesToImport" not in found


@pytest.mark.parametrize("form", ["cloudformation", "terraform"])
def test_what_the_operator_allows_is_in_the_policy(form):
    more = account(import_tables="orders-*, live", point_in_time_recovery="allowed")
    found = {one["Sid"]: one for one in statements(policy_text(more, [], form), form)}
    assert "dynamodb:UpdateContinuousBackups" in found["UseTablesOfRuns"]["Action"]
    assert [json.dumps(one).rstrip('"}').rpartition("/")[2] for one in found["ReadTablesToImport"]["Resource"]] == [
        "orders-*",
        "live",
    ]
    assert "ExternalId" not in policy_text(more, [], form)


def test_each_workspace_has_an_external_id_that_no_other_can_know(settings, workspace, ada, eve, cyd):
    settings.ENDPOINTS = declare(json.dumps([ROLE | {"workspaces": "*", "external_id": "workspace"}]), "")
    _, text = policy_file(workspace_id=workspace.pk, by=ada, endpoint="Team", form="cloudformation")
    own = external_id_of("Team", workspace.pk)
    assert f'"{own}"' in text
    assert '"workspace"' not in text
    assert own not in (external_id_of("Team", "another"), external_id_of("Other", workspace.pk))
    settings.SECRET_KEY = "another"
    assert external_id_of("Team", workspace.pk) != own
    for person, refusal in ((eve, Forbidden), (cyd, Missing)):
        with pytest.raises(refusal):
            policy_file(workspace_id=workspace.pk, by=person, endpoint="Team", form="cloudformation")


def test_a_run_enters_with_the_external_id_of_its_workspace(sandbox_url, settings, design, ada):
    with faulty(sandbox_url) as faults:
        entry = ROLE | {"url": faults.url, "kind": "localstack", "external_id": "workspace", "workspaces": "*"}
        settings.ENDPOINTS = declare(json.dumps([entry]), "")
        given = []

        def assume(body, _passed):
            given.append(body["ExternalId"])
            return 200, assumed("ASIA", 60).encode()

        faults.add("AssumeRole", assume, times=0)
        endpoint_check(design_id=design.pk, by=ada)
    assert set(given) == {external_id_of("Team", design.workspace_id)}


def simulated(**decisions):
    members = "".join(
        f"<member><EvalActionName>dynamodb:{action}</EvalActionName><EvalDecision>{decision}</EvalDecision></member>"
        for action, decision in decisions.items()
    )
    inside = f"<SimulatePrincipalPolicyResult><EvaluationResults>{members}</EvaluationResults>"
    text = f"<SimulatePrincipalPolicyResponse {IAM}>{inside}</SimulatePrincipalPolicyResult>"
    return saying(f"{text}</SimulatePrincipalPolicyResponse>")


@pytest.fixture
def guarded(sandbox_url):
    """Faults, and a role on an emulator whose account the operator names."""
    with faulty(sandbox_url) as faults:
        faults.add("AssumeRole", saying(assumed("ASIA", 60)))
        faults.add("GetCallerIdentity", caller("111122223333"))
        faults.add("ListAccountAliases", aliases("sandbox"))
        yield faults, account(url=faults.url, kind="localstack", accounts="111122223333")


def test_a_check_names_the_permissions_that_lack_and_those_that_are_not_known(guarded):
    faults, endpoint = guarded
    faults.add("Scan", refusing("AccessDeniedException", "User: arn:aws:sts::1:x is not authorized"))
    faults.add("Query", refusing("ThrottlingException"), times=0)
    faults.add(
        "SimulatePrincipalPolicy",
        simulated(CreateTable="allowed", TagResource="implicitDeny", DeleteTable="explicitDeny"),
    )
    found = checked(DynamoDB(endpoint, patient=False), RunNeeds(2, 3))
    assert {one.action for one in found.lacking} == {
        "dynamodb:Scan", "dynamodb:TagResource", "dynamodb:DeleteTable"
    }  # fmt: skip
    assert {one.action for one in found.unknown} == {"dynamodb:Query", "dynamodb:UpdateTimeToLive"}
    assert (found.alias, found.refusal, found.problem) == ("sandbox", "", "")
    assert "arn:" not in json.dumps(found.as_json())


def test_what_may_not_be_simulated_is_unknown_and_nothing_was_created(guarded):
    faults, endpoint = guarded
    faults.add("SimulatePrincipalPolicy", refusing_form("AccessDenied"), times=0)
    found = checked(DynamoDB(endpoint, patient=False), RunNeeds(2, 3))
    assert found.lacking == ()
    assert [one.action for one in found.unknown] == [
        f"dynamodb:{one}" for one in ("CreateTable", "TagResource", "DeleteTable", "UpdateTimeToLive")
    ]
    assert not {"CreateTable", "DeleteTable"} & set(faults.asked)


def test_quotas_are_compared_with_what_a_run_needs(guarded):
    faults, endpoint = guarded
    faults.add("SimulatePrincipalPolicy", refusing_form("AccessDenied"), times=0)
    names = json.dumps({"TableNames": [f"t{number}" for number in range(100)]})
    faults.add("ListTables", saying(names), times=0)
    dynamodb = DynamoDB(endpoint, patient=False)
    tables, indexes, reads, writes = checked(dynamodb, RunNeeds(2, 3, 40_000, 40_001)).quotas
    assert (tables.used, tables.needed, tables.limit, tables.is_read, tables.is_exceeded) == (
        100,
        2,
        2500,
        False,
        False,
    )
    assert (indexes.needed, indexes.limit, indexes.is_exceeded) == (3, 20, False)
    assert [(one.limit, one.is_read, one.is_exceeded) for one in (reads, writes)] == [
        (40_000, False, False),
        (40_000, False, True),
    ]
    tables, indexes, *_ = checked(dynamodb, RunNeeds(2401, 21)).quotas
    assert tables.is_exceeded
    assert indexes.is_exceeded


def test_the_quotas_of_the_account_are_read_and_those_of_on_demand_tables_too(guarded):
    faults, endpoint = guarded
    faults.add("SimulatePrincipalPolicy", refusing_form("AccessDenied"), times=0)
    raised = {"L-F98FE922": 5000.0, "L-F7858A77": 25.0, "L-CF0CBE56": 60_000.0, "L-AB614373": 1000.0}
    first, *others = ({"QuotaCode": code, "Value": value} for code, value in raised.items())
    faults.add("ListServiceQuotas", saying(json.dumps({"Quotas": [first], "NextToken": "more"})))
    faults.add("ListServiceQuotas", saying(json.dumps({"Quotas": others})))
    found = checked(DynamoDB(endpoint, patient=False), RunNeeds(2, 3, 50_000, 1001)).quotas
    assert [(one.limit, one.is_read, one.is_exceeded) for one in found] == [
        (5000, True, False),
        (25, True, False),
        (60_000, True, False),
        (1000, True, True),
    ]


def test_what_a_run_consumes_is_compared_with_them(sandbox_url, design, ada):
    summary = plan_summary(design_id=design.pk, by=ada)
    *_, reads, writes = endpoint_check(design_id=design.pk, by=ada).quotas
    assert (reads.needed, writes.needed) == (ceil(summary.read_units), ceil(summary.write_units))
    assert writes.needed > 0


def test_the_page_says_what_a_run_does_on_the_chosen_endpoint(client, settings, sandbox_url, design, ada):
    account_too = declare(json.dumps([ROLE | {"workspaces": "*", "role": "editor"}]), "")
    settings.ENDPOINTS = (*settings.ENDPOINTS, *account_too)
    client.force_login(ada)
    said = {
        name: client.get(reverse("run-plan", args=[design.pk]), {"endpoint": name}).content.decode()
        for name in ("Team", "Built-in sandbox")
    }
    assert "on Team, on-demand" in said["Team"]
    assert "AWS bills about" in said["Team"]
    assert "AWS bills" not in said["Built-in sandbox"]


def test_a_silent_endpoint_is_a_problem_of_the_check(settings, design, ada):
    settings.ENDPOINTS = declare("", "http://127.0.0.1:9")
    assert "was not reached" in endpoint_check(design_id=design.pk, by=ada).problem


def test_the_page_and_rest_check_and_the_owner_gets_the_policy(client, sandbox_url, design, workspace, ada, ben):
    client.force_login(ada)
    page = client.post(reverse("run-check", args=[design.pk]), {"endpoint": ""}).content.decode()
    assert "permissions that a run needs" in page
    _, secret = token_create(by=ada, name="test", scope="provision")
    bearer = {"headers": {"authorization": f"Bearer {secret}"}, "content_type": "application/json"}
    found = client.post(f"/api/v1/designs/{design.pk}/plan/check/", {}, **bearer).json()
    assert {one["state"] for one in found["permissions"]} == {"allowed"}
    where = ("Built-in sandbox", "terraform")
    policy = client.get(reverse("endpoint-policy", args=[workspace.pk, *where]))
    assert "keysheet-role.tf.json" in policy["Content-Disposition"]
    assert statements(policy.content, "terraform")
    assert "Terraform" in client.get(reverse("workspace-runs", args=[workspace.pk])).content.decode()
    client.force_login(ben)
    assert client.post(reverse("run-check", args=[design.pk])).status_code == 403
    assert client.get(reverse("endpoint-policy", args=[workspace.pk, *where])).status_code == 403
