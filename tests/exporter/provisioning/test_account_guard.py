"""The operator's guard: which account may answer, and how much everybody together may use of it."""

from __future__ import annotations

import json
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from designer.environment import endpoints as declare
from exporter.models import EndpointUse, ProvisionedTable, TableState
from exporter.provisioning.account import AnsweringAccount, account_of, refusal_of
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import declared
from exporter.services import provisioning
from modeler.core.documents.reading import to_document
from modeler.core.errors import Conflict
from modeler.examples import example
from modeler.job_runner import run as do
from modeler.models import Job
from modeler.models.jobs import JobState
from modeler.services import design_create
from tests.exporter.provisioning.faulty_endpoint import faulty, refusing_form, saying

ROLE = {"name": "Team", "region": "eu-west-1", "role_arn": "arn:aws:iam::111122223333:role/keysheet"}
STS = 'xmlns="https://sts.amazonaws.com/doc/2011-06-15/"'
IAM = 'xmlns="https://iam.amazonaws.com/doc/2010-05-08/"'


def account(**more):
    (found,) = declared(declare(json.dumps([ROLE | more]), ""))
    return found


def caller(number):
    inside = f"<GetCallerIdentityResult><Account>{number}</Account></GetCallerIdentityResult>"
    return saying(f"<GetCallerIdentityResponse {STS}>{inside}</GetCallerIdentityResponse>")


def aliases(*names):
    listed = "".join(f"<member>{name}</member>" for name in names)
    inside = f"<ListAccountAliasesResult><AccountAliases>{listed}</AccountAliases></ListAccountAliasesResult>"
    return saying(f"<ListAccountAliasesResponse {IAM}>{inside}</ListAccountAliasesResponse>")


@pytest.mark.parametrize(
    ("declaration", "seen", "said"),
    [
        ({}, AnsweringAccount("111122223333", ("team-sandbox",)), ""),
        ({}, AnsweringAccount("111122223333", ("team-prod-eu",)), "that its operator refuses by its alias"),
        ({}, AnsweringAccount("111122223333", None), ""),
        ({"refused_aliases": "live-*"}, AnsweringAccount("111122223333", ("team-prod-eu",)), ""),
        (
            {"refused_aliases": "live-*"},
            AnsweringAccount("111122223333", ("live-1",)),
            "that its operator refuses by its alias",
        ),
        ({"refused_aliases": "live-*"}, AnsweringAccount("111122223333", None), "permits iam:ListAccountAliases"),
        ({"accounts": "111122223333, 444455556666"}, AnsweringAccount("444455556666", ()), ""),
        ({"accounts": "111122223333"}, AnsweringAccount("444455556666", ()), "is another account than those"),
        ({"accounts": "111122223333"}, AnsweringAccount(None, ()), "permits sts:GetCallerIdentity"),
        (
            {"refused_tags": "stage=prod*"},
            AnsweringAccount("1", (), {"stage": "production"}),
            "by the tag stage of its role",
        ),
        ({"refused_tags": "stage=prod*"}, AnsweringAccount("1", (), {"team": "a"}), ""),
        ({"refused_tags": "stage=*"}, AnsweringAccount("1", (), {}), ""),
        ({"refused_tags": "stage=prod*"}, AnsweringAccount("1", (), None), "permits iam:ListRoleTags"),
    ],
)
def test_the_guard_refuses_what_the_operator_names_and_what_is_not_said(declaration, seen, said):
    found = refusal_of(account(**declaration), seen)
    assert (said in found) if said else found == ""
    assert "111122223333" not in found
    assert "444455556666" not in found


def test_an_emulator_has_no_account_unless_the_operator_names_one(sandbox_url, settings):
    with faulty(sandbox_url) as faults:
        (plain,) = declared(({**settings.ENDPOINTS[0], "url": faults.url},))
        assert account_of(DynamoDB(plain)) == AnsweringAccount()
        assert faults.asked == []
        (guarded,) = declared(({**settings.ENDPOINTS[0], "url": faults.url, "accounts": "111122223333"},))
        faults.add("GetCallerIdentity", caller("444455556666"))
        faults.add("ListAccountAliases", refusing_form("AccessDenied"), times=0)
        assert account_of(DynamoDB(guarded)) == AnsweringAccount("444455556666")


@pytest.fixture
def shop(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, document=to_document(example("order-management").design))


def test_a_run_in_an_account_of_production_creates_nothing(transactional_db, sandbox_url, settings, shop, ada):
    with faulty(sandbox_url) as faults:
        settings.ENDPOINTS = ({**settings.ENDPOINTS[0], "url": faults.url, "refused_aliases": "*prod*"},)
        faults.add("GetCallerIdentity", caller("111122223333"))
        faults.add("ListAccountAliases", aliases("orders-prod"))
        run = provisioning.run_start(design_id=shop.pk, by=ada)
        do(run.job_id)
        assert "CreateTable" not in faults.asked
    run = provisioning.run_for(ada, run.pk)
    assert "refuses by its alias" in run.problem
    assert not run.tables.exists()


def limit(settings, **more):
    settings.ENDPOINTS = ({**settings.ENDPOINTS[0], **more},)


def test_the_tables_of_everybody_are_counted_also_those_that_are_coming(sandbox_url, settings, shop, ada, eve):
    limit(settings, tables_standing="2")
    first = provisioning.run_start(design_id=shop.pk, by=ada)
    provisioning.run_start(design_id=shop.pk, by=eve)
    with pytest.raises(Conflict, match="2 tables of runs exist on Built-in sandbox, this needs 1") as refused:
        provisioning.run_start(design_id=shop.pk, by=ada)
    assert refused.value.code == "endpoint.limit"
    Job.objects.filter(pk=first.job_id).update(state=JobState.CANCELLED)
    third = provisioning.run_start(design_id=shop.pk, by=ada)
    for state in (TableState.CREATED, TableState.REMOVING):
        ProvisionedTable.objects.filter(run=first).delete()
        first.tables.create(table="a", name="a", state=state)
        Job.objects.filter(pk=third.job_id).update(state=JobState.CANCELLED)
        with pytest.raises(Conflict, match="2 tables of runs exist"):
            provisioning.run_start(design_id=shop.pk, by=ada)


@pytest.mark.parametrize(("name", "days"), [("all_dollars_per_day", 1), ("all_dollars_per_month", 30)])
def test_dollars_are_counted_over_everybody(sandbox_url, settings, shop, ada, eve, name, days):
    limit(settings, **{name: "3"})
    for dollars in (2, 1):
        EndpointUse.objects.create(endpoint="Built-in sandbox", by=eve, dollars=Decimal(dollars))
    with pytest.raises(Conflict, match=r"allows \$3 for everybody within .*, \$3.0000 are used"):
        provisioning.run_start(design_id=shop.pk, by=ada)
    EndpointUse.objects.update(at=timezone.now() - timedelta(days=days, hours=1))
    assert provisioning.run_start(design_id=shop.pk, by=ada)


def test_a_run_keeps_what_it_plans(sandbox_url, settings, shop, ada):
    run = provisioning.run_start(design_id=shop.pk, by=ada)
    assert (run.table_count, run.dollars, run.dollars_per_day) == (1, None, None)
    settings.ENDPOINTS = declare(json.dumps([ROLE | {"workspaces": "*"}]), "")
    billed = provisioning.run_start(design_id=shop.pk, by=ada)
    assert billed.dollars > 0
    assert 0 < billed.dollars_per_day < Decimal("0.01")
    summary = provisioning.plan_summary(design_id=shop.pk, by=ada)
    assert (summary.dollars, summary.dollars_per_day) == (billed.dollars, billed.dollars_per_day)
    assert "their storage costs about $0.0000" in " ".join(summary.sentences)
