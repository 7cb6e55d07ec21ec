"""Imports before and after they are accepted: held for their person, stored once, by a job where there is much."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.core.cache import cache

from designer.models import Membership
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from exporter.provisioning.plan import make_plan
from exporter.services import import_drafts as holding
from exporter.services import imports
from exporter.services.drift import drift_with_file, drift_with_live, names_of
from exporter.services.imports import import_accept, import_begin, import_forget, import_look, import_read_again
from exporter.targets import target
from modeler.core.edits.changes import Delta
from modeler.core.errors import Conflict, DocumentInvalid, Forbidden, Invalid, Missing, Stale
from modeler.history.undo import design_undo
from modeler.job_runner import run as do
from modeler.loading import read_current
from modeler.models import Change, Design, Job
from modeler.models.jobs import JobState
from modeler.services import design_change
from tests.factories.documents import small_document
from tests.people import guest_editor
from tests.waiting import until

TEMPLATE = b"""
AWSTemplateFormatVersion: "2010-09-09"
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: orders
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{AttributeName: PK, AttributeType: S}, {AttributeName: SK, AttributeType: S}]
      KeySchema: [{AttributeName: PK, KeyType: HASH}, {AttributeName: SK, KeyType: RANGE}]
      TimeToLiveSpecification: {AttributeName: expires, Enabled: true}
      BillingMood: none
"""


def own(**more):
    return json.dumps({**small_document(), **more}).encode()


def workbench(items):
    rows = [
        {"PK": {"S": f"A#{number}"}, "SK": {"S": f"B#{number}"}, "n": {"N": str(number)}} for number in range(items)
    ]
    key = {"AttributeName": "PK", "AttributeType": "S"}, {"AttributeName": "SK", "AttributeType": "S"}
    table = {"TableName": "t", "KeyAttributes": {"PartitionKey": key[0], "SortKey": key[1]}, "TableData": rows}
    return json.dumps({"ModelName": "Big", "ModelMetadata": {}, "DataModel": [table]}).encode()


def tables_of(design):
    return {table.name: table for table in read_current(design).design.tables}


def test_a_preview_says_what_would_be_made_and_stores_nothing(workspace, ada):
    looked = import_begin(by=ada, raw=workbench(20), filename="big.json", workspace=workspace.pk)
    assert looked.state == "ready"
    assert looked.preview.counts["items"] == 20
    assert looked.preview.guesses
    assert looked.preview.as_json()["importer"] == "workbench"
    assert not Design.objects.exists() and not Job.objects.exists()
    confidences = [guess.confidence for guess in looked.preview.guesses]
    assert confidences == sorted(confidences)
    # A guess that is listed for itself is not said again among the lines.
    said = {(line.path, line.message) for line in looked.preview.lines}
    assert not said & {(guess.path, guess.sentence) for guess in looked.preview.guesses}


def test_lines_say_where_in_the_file(workspace, ada):
    looked = import_begin(by=ada, raw=TEMPLATE, filename="t.yaml", workspace=workspace.pk)
    dropped = [line for line in looked.preview.lines if "BillingMood" in line.path]
    assert [line.line for line in dropped] == [12]


PARAMETERS = b"""Parameters:
  Name: {Type: String, Default: orders}
""" + TEMPLATE.replace(b"TableName: orders", b"TableName: !Ref Name")


def test_a_file_with_parameters_is_read_again_with_a_persons_values(workspace, ada, eve):
    looked = import_begin(by=ada, raw=PARAMETERS, filename="t.yaml", workspace=workspace.pk)
    token = looked.held.token
    again = import_read_again(token=token, by=ada, given={"Name": "carts"})
    assert again.held.token == token
    for invalid in ({"Nothing": "x"}, {"Name": "x" * 300}):
        with pytest.raises(DocumentInvalid):
            import_read_again(token=token, by=ada, given=invalid)
    assert import_look(token=token, by=ada).preview.design.tables[0].name == "carts"
    with pytest.raises(Missing):
        import_read_again(token=token, by=eve, given={})
    made = import_accept(token=token, by=ada)
    assert list(tables_of(made.design)) == ["carts"]
    plain = import_begin(by=ada, raw=own(), workspace=workspace.pk)
    with pytest.raises(Conflict):
        import_read_again(token=plain.held.token, by=ada, given={})


def test_a_large_file_with_parameters_is_read_again_by_a_job(workspace, ada, monkeypatch):
    monkeypatch.setattr(imports, "QUICK_BYTES", 10)
    looked = import_begin(by=ada, raw=PARAMETERS, filename="t.yaml", workspace=workspace.pk)
    do(looked.job.pk)
    again = import_read_again(token=looked.held.token, by=ada, given={"Name": "carts"})
    do(again.job.pk)
    assert import_look(token=looked.held.token, by=ada).preview.design.tables[0].name == "carts"


def test_it_is_accepted_once(workspace, ada):
    looked = import_begin(by=ada, raw=own(), workspace=workspace.pk)
    made = import_accept(token=looked.held.token, by=ada)
    assert made.is_new and Design.objects.get().pk == made.design
    for again in (import_accept, import_look, import_forget):
        with pytest.raises(Missing):
            again(token=looked.held.token, by=ada)


def test_a_button_that_was_pressed_twice_makes_one_design(workspace, ada):
    looked = import_begin(by=ada, raw=own(), workspace=workspace.pk)
    holding.begin_storing(looked.held)
    with pytest.raises(Conflict, match="already being stored"):
        import_accept(token=looked.held.token, by=ada)
    assert not Design.objects.exists()


def test_it_is_held_for_its_person_alone(workspace, ada, eve):
    looked = import_begin(by=ada, raw=own(), workspace=workspace.pk)
    for look in (import_look, import_accept, import_forget):
        with pytest.raises(Missing):
            look(token=looked.held.token, by=eve)


@pytest.mark.parametrize("token", ["", "no", "a b", "\x00", "ü" * 30, "x" * 3000])
def test_a_token_that_is_nobody_s_is_missing(ada, token):
    with pytest.raises(Missing):
        import_look(token=token, by=ada)


def test_of_one_person_the_newest_few_are_held(workspace, ada):
    first, *_, last = [import_begin(by=ada, raw=own(), workspace=workspace.pk) for _ in range(holding.HELD_MAX + 1)]
    with pytest.raises(Missing):
        import_look(token=first.held.token, by=ada)
    assert import_look(token=last.held.token, by=ada).preview


@pytest.mark.parametrize(("who", "refusal"), [("ben", Forbidden), ("cyd", Missing)])
def test_who_may_not_create_imports_nothing(request, workspace, who, refusal):
    with pytest.raises(refusal):
        import_begin(by=request.getfixturevalue(who), raw=b"not even read", workspace=workspace.pk)


def test_a_file_that_is_no_design_is_not_held(workspace, ada, monkeypatch):
    monkeypatch.setattr(holding, "hold", lambda *_: pytest.fail("it was held"))
    with pytest.raises(DocumentInvalid):
        import_begin(by=ada, raw=b'{"Tables": []}', workspace=workspace.pk)


def test_it_goes_to_a_workspace_or_a_design(workspace, design, ada):
    for into in ({}, {"workspace": workspace.pk, "design": design.pk}):
        with pytest.raises(Invalid, match="specify where to import"):
            import_begin(by=ada, raw=own(), **into)


def finished(look):
    return until(look, lambda found: found.state != "working")


def test_a_large_file_is_read_and_stored_by_jobs(celery_worker_process, workspace, ada):
    raw = workbench(6000)
    assert len(raw) > imports.QUICK_BYTES
    looked = import_begin(by=ada, raw=raw, filename="big.json", workspace=workspace.pk)
    assert looked.job and looked.state == "working"
    read = finished(lambda: import_look(token=looked.held.token, by=ada))
    assert read.preview.counts["items"] == 6000
    assert holding.kept(read.held, "raw") is None
    job = import_accept(token=looked.held.token, by=ada)
    stored = finished(lambda: import_look(token=looked.held.token, by=ada))
    assert stored.state == "stored"
    job.refresh_from_db()
    assert job.result == stored.made.as_json()
    assert Design.objects.get().pk == stored.made.design


def test_a_storing_that_is_done_again_makes_one_design(transactional_db, workspace, ada, monkeypatch):
    monkeypatch.setattr(imports, "QUICK_ITEMS", 0)
    looked = import_begin(by=ada, raw=own(), workspace=workspace.pk)
    job = import_accept(token=looked.held.token, by=ada)
    do(job.pk)
    # As if the worker had been killed right after its transaction, and another had taken the job up.
    Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED, result=None)
    do(job.pk)
    job.refresh_from_db()
    assert Design.objects.get().pk == import_look(token=looked.held.token, by=ada).made.design
    assert (job.state, job.attempts) == (JobState.DONE, 2)


def test_a_file_that_cannot_be_read_says_so_when_a_job_has_tried(transactional_db, workspace, ada):
    raw = b'{"Tables": [' + b" " * imports.QUICK_BYTES + b"]}"
    looked = import_begin(by=ada, raw=raw, workspace=workspace.pk)
    with pytest.raises(Conflict, match="still being read"):
        import_accept(token=looked.held.token, by=ada)
    do(looked.job.pk)
    looked = import_look(token=looked.held.token, by=ada)
    assert looked.state == "failed" and "not a known model" in looked.problem


def template_for(design):
    (table,) = tables_of(design.pk).values()
    keys = [key.name for key in table.base.keys]
    kinds = ("HASH", "RANGE")
    properties = {
        "TableName": table.name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in keys],
        "KeySchema": [{"AttributeName": name, "KeyType": kind} for name, kind in zip(keys, kinds, strict=False)],
        "TimeToLiveSpecification": {"AttributeName": "expires", "Enabled": True},
    }
    resource = {"Type": "AWS::DynamoDB::Table", "Properties": properties}
    return json.dumps({"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"T": resource}}).encode()


def test_a_design_is_updated_by_one_change_that_can_be_undone(design, ada):
    before = read_current(design.pk).design
    looked = import_begin(by=ada, raw=template_for(design), filename="t.json", design=design.pk)
    words = [one.sentence for one in looked.preview.change.told]
    assert any("expires" in one for one in words)
    assert any("index" in one and "removed" in one for one in words)
    assert read_current(design.pk).design == before
    made = import_accept(token=looked.held.token, by=ada)
    assert (made.design, made.revision, made.is_new) == (design.pk, 2, False)
    after = read_current(design.pk).design
    (table,) = after.tables
    assert table.settings["ttl_attribute"] == "expires" and not table.indexes
    assert [one.name for one in table.entities] == [one.name for one in before.tables[0].entities]
    assert Change.objects.get(revision=2).label == "updated from t.json"
    design_undo(design_id=design.pk, by=ada)
    assert read_current(design.pk).design == before


def test_what_the_file_says_already_changes_nothing(design, ada):
    (file,) = target("json").build(read_current(design.pk).design).files
    looked = import_begin(by=ada, raw=file.content, design=design.pk)
    assert looked.preview.change.is_nothing
    assert import_accept(token=looked.held.token, by=ada).revision == 1


def test_a_design_that_moved_on_is_shown_again_first(design, ada, eve):
    looked = import_begin(by=ada, raw=template_for(design), design=design.pk)
    design_change(design_id=design.pk, deltas=[Delta("design", "name", "Orders", "Other")], by=eve)
    with pytest.raises(Stale):
        import_accept(token=looked.held.token, by=ada, revision=looked.preview.change.revision)
    again = import_look(token=looked.held.token, by=ada).preview.change
    assert again.revision == 2
    assert import_accept(token=looked.held.token, by=ada, revision=2).revision == 3
    assert read_current(design.pk).design.name == "Other"


def test_who_lost_the_right_to_edit_sees_and_changes_nothing(design, workspace, eve):
    looked = import_begin(by=eve, raw=template_for(design), design=design.pk)
    Membership.objects.filter(user=eve).update(role="reader")
    for act in (import_look, import_accept):
        with pytest.raises(Forbidden):
            act(token=looked.held.token, by=eve)


def test_a_guest_who_may_edit_updates_that_design(design, gus, gil):
    looked = import_begin(by=gus, raw=template_for(design), design=design.pk)
    assert import_accept(token=looked.held.token, by=gus).revision == 2
    with pytest.raises(Forbidden):
        import_begin(by=gil, raw=template_for(design), design=design.pk)


def test_drift_with_a_file_is_findings_and_a_diff(design, ben):
    found = drift_with_file(design_id=design.pk, by=ben, raw=template_for(design), filename="t.json")
    rules = {one.rule for one in found.findings}
    assert {"drift.ttl", "drift.index_missing"} <= rules
    assert any("expires" in one.sentence for one in found.told)
    assert found.as_json()["with"] == "t.json"


def test_drift_with_tables_that_are_called_otherwise(design, ben):
    (table,) = tables_of(design.pk).values()
    raw = template_for(design).replace(json.dumps(table.name).encode(), b'"orders-prod"')
    rules = {one.rule for one in drift_with_file(design_id=design.pk, by=ben, raw=raw).findings}
    assert "drift.table_missing" in rules
    named = drift_with_file(design_id=design.pk, by=ben, raw=raw, names=f" {table.name} = orders-prod ,")
    assert "drift.table_missing" not in {one.rule for one in named.findings}
    with pytest.raises(Invalid):
        names_of("orders")


def test_drift_with_live_tables_finds_what_was_changed_there(sandbox_url, design, ada, ben):
    where = endpoint_named(settings.ENDPOINTS, "")
    core = read_current(design.pk).design
    plan = make_plan(core, prefix="", trust=where.trust, tags={})
    dynamodb = DynamoDB(where)
    for one in plan.tables:
        dynamodb.call("create_table", **{**one.create, "TableName": "drifted-live"})
    (table,) = core.tables
    names = f"{table.name}=drifted-live"
    try:
        same = drift_with_live(design_id=design.pk, by=ada, names=names)
        assert {one.rule for one in same.findings if "settings" not in one.path} == set()
        dynamodb.call(
            "update_time_to_live",
            TableName="drifted-live",
            TimeToLiveSpecification={"Enabled": True, "AttributeName": "gone_at"},
        )
        found = drift_with_live(design_id=design.pk, by=ada, names=names)
        assert "drift.ttl" in {one.rule for one in found.findings}
        assert {one.rule for one in drift_with_live(design_id=design.pk, by=ada).findings} == {"drift.table_missing"}
    finally:
        dynamodb.delete("drifted-live")
    with pytest.raises(Forbidden):
        drift_with_live(design_id=design.pk, by=ben)


def test_an_import_is_held_no_longer_than_half_an_hour(workspace, ada):
    looked = import_begin(by=ada, raw=own(), workspace=workspace.pk)
    client = cache._cache.get_client(None)
    keys = [key for key in client.scan_iter(match="*import*") if looked.held.token.encode() in key]
    assert len(keys) == 3
    assert all(0 < client.ttl(key) <= holding.KEPT_SECONDS for key in keys)


def test_a_table_that_was_guessed_is_called_otherwise_and_never_dropped(workspace, ada):
    rows = "\n".join(json.dumps({"Item": {"id": {"S": f"u-{number}"}}}) for number in range(3))
    looked = import_begin(by=ada, raw=rows.encode(), filename="users.json", workspace=workspace.pk)
    (table,) = [one for one in looked.preview.questions if not one.may_drop]
    assert table.name == "users"
    made = import_accept(token=looked.held.token, by=ada, decisions={table.part: {"name": "people"}})
    assert list(tables_of(made.design)) == ["people"]


def test_guesses_are_kept_dropped_and_converted(workspace, ada):
    looked = import_begin(by=ada, raw=workbench(20), workspace=workspace.pk)
    questions = looked.preview.questions
    (entity,) = [one for one in questions if one.name]
    (overload,) = [one for one in questions if one.templates]
    assert {name for name, _ in overload.templates} == {"PK", "SK"}
    with pytest.raises(Invalid, match="not a valid key template"):
        import_accept(token=looked.held.token, by=ada, decisions={overload.part: {"keys": {"PK": "{"}}})
    with pytest.raises(Invalid):
        import_accept(token=looked.held.token, by=ada, decisions={"nobody": "drop"})
    decisions = {entity.part: {"name": "Row"}, overload.part: "drop"}
    made = import_accept(token=looked.held.token, by=ada, decisions=decisions)
    (table,) = tables_of(made.design).values()
    (row,) = table.entities
    assert (row.name, dict(row.overloads[0].keys)) == ("Row", {"PK": "{PK}", "SK": "{SK}"})
    assert len(row.items) == 20


def held_now(*looked):
    return [holding.kept(one.held, "read") is not None for one in looked]


def test_a_person_holds_the_newest_imports_only(workspace, ada):
    looked = [import_begin(by=ada, raw=TEMPLATE, filename=f"{n}.yaml", workspace=workspace.pk) for n in range(6)]
    assert held_now(*looked) == [False, False, True, True, True, True]


def test_any_number_of_guests_of_a_design_hold_as_much_as_one_person(design, ada, gus):
    """Whoever has a link becomes as many guests as they like."""
    guests = [gus, *(guest_editor(design, ada) for _ in range(5))]
    looked = [import_begin(by=one, raw=TEMPLATE, filename="t.yaml", design=design.pk) for one in guests]
    assert held_now(*looked) == [False, False, True, True, True, True]


def test_imports_that_begin_at_the_same_time_are_all_counted(ada):
    fresh = [holding.new_held(ada, "t", design="a") for _ in range(12)]
    with ThreadPoolExecutor(12) as pool:
        list(pool.map(lambda held: holding.hold(held, b"bytes"), fresh))
    assert sum(holding.kept(held, "raw") is not None for held in fresh) <= holding.HELD_MAX
