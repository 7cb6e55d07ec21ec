"""The guided path, the launch checklist, the worksheet, and the diagnosis of a hot key."""

import csv
import io
import re
from html import unescape

import pytest

from modeler.core.documents.reading import to_document
from modeler.examples import example
from modeler.revision_analysis import analysis_now
from modeler.services import design_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def ported(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, document=to_document(example("relational-port").design))


def analysed(design):
    analysis_now(design).save()


def page(client, person, design, rest, **said):
    client.force_login(person)
    return unescape(client.get(f"/designs/{design.pk}/{rest}", said).content.decode())


def rows(client, person, design, rest):
    client.force_login(person)
    answer = client.get(f"/designs/{design.pk}/{rest}")
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def test_an_empty_design_is_at_the_first_gate(client, ada, workspace):
    made = design_create(workspace=workspace.pk, by=ada, name="Nothing yet")
    text = page(client, ada, made, "path/")
    assert "There is no access pattern" in text
    assert text.count("gate-next") == 1
    assert f"/designs/{made.pk}/requirements/" in text


def test_a_design_by_intent_is_led_to_the_proposal_of_its_keys(client, ada, workspace):
    pattern = {"code": "A1", "name": "A thing", "operation": "GetItem", "entities": ["Thing"], "table": "things"}
    entity = {"name": "Thing", "identity": ["id"], "attributes": [{"name": "id", "type": "S"}]}
    table = {"name": "things", "partition_key": [{"name": "PK", "type": "S"}], "entities": [entity]}
    document = {
        "keysheet": 1,
        "name": "By intent",
        "tables": [table],
        "access_patterns": [pattern | {"table": "things"}],
    }
    made = design_create(workspace=workspace.pk, by=ada, document=document)
    text = page(client, ada, made, "path/")
    assert f"/designs/{made.pk}/alternatives/" in text
    assert text.count("after gate 2") == 5


def test_an_open_gate_leads_to_its_findings(client, ada, ported):
    analysed(ported)
    text = page(client, ada, ported, "path/")
    assert "gates are passed" in text
    assert "severity-error" in text
    assert f"/designs/{ported.pk}/?" in text


def test_the_checklist_is_scored_with_evidence_and_exported(client, ada, ported):
    analysed(ported)
    text = page(client, ada, ported, "launch/")
    assert 'class="launch-failed"' in text
    found = rows(client, ada, ported, "launch/file/")
    assert len(found) == 22
    assert {one["State"] for one in found} >= {"Failed", "Not known"}
    scan = next(one for one in found if one["Item"] == "No Scan on the request path")
    assert (scan["State"], "query.scan_online" in scan["Evidence"]) == ("Failed", True)


def test_a_passed_item_names_the_rules_and_the_revision(client, ada, workspace):
    made = design_create(workspace=workspace.pk, by=ada, document=to_document(example("order-management").design))
    analysed(made)
    scan = next(one for one in rows(client, ada, made, "launch/file/") if one["Number"] == "4")
    assert (scan["State"], scan["Evidence"]) == (
        "Passed", "query.scan_online, pattern.unserved found nothing at revision 1"
    )  # fmt: skip


def test_the_worksheet_has_a_row_for_each_pattern_and_no_formula(client, ada, workspace):
    document = to_document(example("order-management").design)
    document["access_patterns"][0]["name"] = "=cmd()"
    made = design_create(workspace=workspace.pk, by=ada, document=document)
    found = rows(client, ada, made, "worksheet/file/")
    assert len(found) == 7
    assert next(one for one in found if one["Code"] == "A1")["Name"] == "'=cmd()"
    assert "A2 Orders of a customer, newest first" in page(client, ada, made, "worksheet/")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({}, "How much of the provisioned capacity is consumed?"),
        ({"consumed": "40", "leading": "60"}, "60% on the leading keys"),
        ({"consumed": "120", "leading": "5"}, "Raise the units, or switch to on demand."),
        ({"index_throttled": "on", "base_quiet": "on"}, "give its partition key more values"),
        ({"ramp": "10"}, "Choose on-demand with warm throughput"),
    ],
)
def test_measurements_lead_to_a_cause_or_to_the_next_check(client, ada, ported, said, told):
    assert told in page(client, ada, ported, "hot-key/", **said)


def test_a_measurement_that_cannot_be_is_refused_at_its_field(client, ada, ported):
    client.force_login(ada)
    answer = client.get(f"/designs/{ported.pk}/hot-key/", {"leading": "400"})
    assert answer.status_code == 422
    assert "less than or equal to 100" in answer.content.decode()


def test_a_heat_finding_opens_the_diagnosis_and_its_blocks(client, ada, workspace):
    before = example("parcel-tracking").versions[0][1]
    made = design_create(workspace=workspace.pk, by=ada, document=to_document(before))
    analysed(made)
    text = page(client, ada, made, "findings/")
    rule, path = re.search(r"hot-key/\?rule=(heat\.[a-z_]+)&path=([^\"]+)", text).groups()
    shown = page(client, ada, made, "hot-key/", rule=rule, path=path, leading="60", consumed="40")
    assert "P17 Write sharding" in shown
    assert re.search(r'<span class="severity[^>]*>\w+</span>\s*<a href="[^"]+part=', shown)
