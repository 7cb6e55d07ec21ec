"""An endpoint belongs to workspaces: who may provision there, read its tables, and how much of them."""

import json

import pytest

from designer.environment import endpoints as declare
from designer.services import workspace_create
from exporter.models import ProvisionedTable, ProvisioningRun
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import declared
from exporter.services import live_imports, provisioning
from exporter.services.drift import drift_with_live
from exporter.services.endpoint_access import endpoints_for
from exporter.services.imports import import_look
from exporter.services.live_imports import WantedTables, live_begin, tables_of
from modeler.core.errors import Forbidden, Invalid, Missing
from modeler.job_runner import run as do
from modeler.permissions import Role
from modeler.services import design_create
from tests.factories.documents import small_document

LIVE = "orders-live"
ANSWERS = "keysheet-orders-0123456789-app"


@pytest.fixture
def bens(ben):
    """The workspace that Ben owns: everybody who is invited anywhere can have one."""
    return workspace_create(name="Ben alone", by=ben)


@pytest.fixture
def open_to(settings, sandbox_url):
    """A function that declares the sandbox with more fields."""

    def declare_it(**more):
        settings.ENDPOINTS = ({**settings.ENDPOINTS[0], **{name: str(value) for name, value in more.items()}},)

    return declare_it


@pytest.fixture
def live_table(sandbox_url, settings):
    dynamodb = DynamoDB(declared(settings.ENDPOINTS)[0])
    made(dynamodb, LIVE)
    dynamodb.call("put_item", TableName=LIVE, Item={"PK": {"S": "secret@example.com"}})
    yield LIVE
    dynamodb.delete(LIVE)


@pytest.fixture
def run_table(sandbox_url, settings):
    dynamodb = DynamoDB(declared(settings.ENDPOINTS)[0])
    made(dynamodb, ANSWERS)
    yield ANSWERS
    dynamodb.delete(ANSWERS)


def made(dynamodb, name):
    dynamodb.call(
        "create_table",
        TableName=name,
        KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )


def test_a_reader_reaches_no_endpoint_of_the_team_through_a_workspace_of_their_own(
    open_to, live_table, workspace, bens, ada, ben
):
    open_to(workspaces=workspace.pk)
    own = design_create(workspace=bens.pk, by=ben, document=small_document())
    wanted = WantedTables("", (live_table,), is_masked=False)
    tries = (
        lambda: tables_of(by=ben, endpoint="", workspace=bens.pk),
        lambda: live_begin(by=ben, wanted=wanted, workspace=bens.pk),
        lambda: live_begin(by=ben, wanted=wanted, design=own.pk),
        lambda: provisioning.run_start(design_id=own.pk, by=ben),
        lambda: provisioning.lab_start(design_id=own.pk, by=ben),
        lambda: provisioning.plan_summary(design_id=own.pk, by=ben),
        lambda: drift_with_live(design_id=own.pk, by=ben),
    )
    for reach in tries:
        with pytest.raises(Missing, match="endpoints of this workspace: none"):
            reach()
    assert live_table in tables_of(by=ada, endpoint="", workspace=workspace.pk).tables


def test_what_was_requested_before_the_operator_withdrew_it_is_refused_in_the_worker(
    transactional_db, open_to, live_table, workspace, design, ada
):
    run = provisioning.run_start(design_id=design.pk, by=ada)
    looked = live_begin(by=ada, wanted=WantedTables("", (live_table,)), workspace=workspace.pk)
    open_to(workspaces="00000000-0000-0000-0000-000000000000")
    do(run.job_id)
    do(looked.job.pk)
    assert "endpoints of this workspace: none" in provisioning.run_for(ada, run.pk).problem
    assert "endpoints of this workspace: none" in import_look(token=looked.held.token, by=ada).problem


def test_a_role_can_be_demanded(open_to, workspace, design, ada, eve):
    open_to(role="owner")
    with pytest.raises(Forbidden, match="requires the role owner"):
        provisioning.run_start(design_id=design.pk, by=eve)
    with pytest.raises(Forbidden, match="requires the role owner"):
        tables_of(by=eve, endpoint="", workspace=workspace.pk)
    assert provisioning.plan_summary(design_id=design.pk, by=ada).endpoint == "Built-in sandbox"
    assert endpoints_for(Role.EDITOR, workspace.pk) == ()
    assert len(endpoints_for(Role.OWNER, workspace.pk)) == 1


def test_masking_can_be_demanded(transactional_db, open_to, live_table, workspace, ada):
    asked = WantedTables("", (live_table,), is_masked=False)
    early = live_begin(by=ada, wanted=asked, workspace=workspace.pk)
    open_to(masking="always")
    with pytest.raises(Invalid, match="masks"):
        live_begin(by=ada, wanted=asked, workspace=workspace.pk)
    do(early.job.pk)
    found = import_look(token=early.held.token, by=ada)
    assert found.problem == ""
    assert "secret" not in json.dumps(live_imports.holding.read_of(found.held).design.tables, default=repr)


def test_read_units_are_capped(open_to, live_table, workspace, ada):
    open_to(read_units=7)
    looked = live_begin(by=ada, wanted=WantedTables("", (live_table,), units_per_second=5000), workspace=workspace.pk)
    assert looked.job.payload["units_per_second"] == 7


@pytest.mark.parametrize("is_known", [True, False], ids=["of a design", "of another server"])
def test_tables_of_a_proof_are_read_only_by_people_who_see_its_design(
    open_to, run_table, workspace, design, ada, cyd, is_known
):
    theirs = workspace_create(name="Cyd alone", by=cyd)
    if is_known:
        run = ProvisioningRun.objects.create(design=design, revision=1, endpoint="Built-in sandbox", prefix="x")
        ProvisionedTable.objects.create(run=run, table="app", name=run_table)
    own = design_create(workspace=theirs.pk, by=cyd, document=small_document())
    assert run_table not in tables_of(by=cyd, endpoint="", workspace=theirs.pk).tables
    with pytest.raises(Missing, match="does not allow a table"):
        live_begin(by=cyd, wanted=WantedTables("", (run_table,)), workspace=theirs.pk)
    with pytest.raises(Missing, match="allows none of these tables"):
        drift_with_live(design_id=own.pk, by=cyd, names=", ".join(f"{t}={run_table}" for t in tables_in(own)))
    assert (run_table in tables_of(by=ada, endpoint="", workspace=workspace.pk).tables) == is_known


def tables_in(design):
    from modeler.loading import read_current

    return [table.name for table in read_current(design.pk).design.tables]


def test_an_account_is_open_to_no_workspace_until_the_operator_names_one(workspace):
    role = {"name": "Team", "region": "eu-west-1", "role_arn": "arn:aws:iam::111122223333:role/keysheet"}
    (closed,) = declared(declare(json.dumps([role]), ""))
    (everybody,) = declared(declare(json.dumps([{**role, "workspaces": "*"}]), ""))
    (one,) = declared(declare(json.dumps([{**role, "workspaces": f"{workspace.pk}"}]), ""))
    assert [each.is_open_to(workspace.pk) for each in (closed, everybody, one)] == [False, True, True]


def test_the_list_of_endpoints_is_of_a_persons_workspaces(client, open_to, workspace, ada, ben, cyd):
    open_to(workspaces=workspace.pk)
    for person, count in ((ada, 1), (ben, 0), (cyd, 0)):
        client.force_login(person)
        assert len(client.get("/api/v1/endpoints/").json()["endpoints"]) == count
