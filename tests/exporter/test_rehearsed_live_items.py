"""Items of live tables in a rehearsal: recognized, masked, within a budget; keys keep their relations."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from exporter.importers.live.masking import masker
from exporter.models import ProvisioningRun
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from exporter.provisioning.plan import make_plan
from exporter.rehearsals.evidence import Evidence, live_sentence, result_of
from exporter.rehearsals.job import REHEARSE
from exporter.rehearsals.live_asked import LiveAsked, live_names, named_tables
from exporter.rehearsals.live_items import KNOWN, NO_ENTITY, LiveReader, with_live
from exporter.rehearsals.live_reading import read_live
from exporter.rehearsals.package import package_with_reads, with_items
from exporter.rehearsals.services import RehearsalAsked, rehearsal_begin
from exporter.targets.infrastructure.table_calls import seed_items
from exporter.targets.migration.routed_tables import routed_tables
from exporter.terminal import main
from modeler.core.documents.reading import to_document
from modeler.core.errors import Invalid, Missing
from modeler.core.migration.pairs import Pairing
from modeler.core.values.attribute_values import string
from modeler.examples import example
from modeler.models import AuditEvent, AuditKind, Job
from modeler.services import design_create
from tests.exporter.migration.generated import changed, orders
from tests.exporter.migration.test_rehearsal_readers import asked_by_status

TABLE = "app-main"
LIVE = "live-app-main"


def live_items(count=40, seed=7):
    """What a live table of the order example has: none of it is among the samples of the design."""
    bare = with_items(orders(), count, seed)
    known = {json.dumps(one, sort_keys=True) for one in seed_items(orders())[TABLE]}
    return [one for one in seed_items(bare)[TABLE] if json.dumps(one, sort_keys=True) not in known]


def taken(items, design=None, secret="a secret"):
    reader = LiveReader(design or orders())
    reader.take(TABLE, items, masker(secret))
    return reader.found


def texts(value):
    match value:
        case {"S": text}:
            yield text
        case dict():
            for one in value.values():
                yield from texts(one)
        case list():
            for one in value:
                yield from texts(one)


def test_every_item_that_the_design_writes_is_recognized_and_no_content_is_left():
    live = live_items()
    found = taken(live)
    assert found.left_out == {}
    assert found.count == len(live)
    design = with_live(orders(), found)
    stored = seed_items(design)[TABLE][len(seed_items(orders())[TABLE]) :]
    emails = {text for one in live for text in texts(one) if "@" in text}
    assert emails
    assert not emails & {text for one in stored for text in texts(one)}


def test_keys_are_those_that_the_templates_make_of_the_masked_values_and_equal_values_stay_equal():
    found = taken(live_items())
    items = {name: [one.values for one in samples] for (_, name), samples in found.samples.items()}
    real = {name: [] for name in items}
    for (_, name), samples in taken(live_items(), secret="another").samples.items():
        real[name] = [one.values for one in samples]
    for name, values in items.items():
        for attribute in values[0]:
            ours = [one.get(attribute) for one in values]
            theirs = [one.get(attribute) for one in real[name]]
            # Whatever the secret is, the same items are equal to each other.
            assert [ours.index(one) for one in ours] == [theirs.index(one) for one in theirs], (name, attribute)


def test_members_of_an_enum_stay_because_keys_and_conditions_depend_on_them():
    design = orders()
    (order,) = [one for one in design.tables[0].entities if one.name == "Order"]
    known = set(order.attribute("status").values)
    assert known
    masked = {one.values["status"].data for one in taken(live_items()).samples[TABLE, "Order"]}
    assert masked <= known


def test_what_is_not_of_the_design_is_left_out_with_its_reason():
    (known, *_) = seed_items(orders())[TABLE]
    other = {"PK": {"S": "SOMETHING#1"}, "SK": {"S": "ELSE"}}
    assert taken([other, other]).left_out == {NO_ENTITY: 2}
    one = live_items()[0]
    assert taken([one, one, known]).left_out[KNOWN] == 1


def test_an_attribute_that_the_design_does_not_know_comes_along_masked():
    one = {**live_items()[0], "nickname": {"S": "countess"}}
    (samples,) = taken([one]).samples.values()
    assert samples[0].values["nickname"] not in (None, string("countess"))


def test_a_package_with_live_items_has_them_among_its_rehearsed_items():
    found = taken(live_items())
    package = package_with_reads(with_live(orders(), found), changed(orders(), asked_by_status))
    (held,) = [json.loads(one.text) for one in package.files if one.path.endswith("/rehearsal.json")]
    assert len(held["items"][TABLE]) == len(seed_items(orders())[TABLE]) + found.count


def test_the_names_of_live_tables_are_given_for_tables_that_take_part():
    after = changed(orders(), asked_by_status)
    assert [one.old.name for one in routed_tables(Pairing(orders(), after))] == [TABLE]
    assert live_names(orders(), after, {}) == {TABLE: TABLE}
    assert live_names(orders(), after, named_tables(f"{TABLE}={LIVE}")) == {TABLE: LIVE}
    with pytest.raises(Invalid, match="not a table whose items move"):
        live_names(orders(), after, {"other": "x"})
    with pytest.raises(Invalid, match="is not DESIGN=LIVE"):
        named_tables("app-main")


def test_the_evidence_says_what_was_read_and_what_was_left_out():
    live = {"read": 9, "stored": 8, "units": 2.5, "left_out": {NO_ENTITY: 1}, "endpoint": "Prod"}
    found = Evidence([{"live": live}, {"proved": True, "kills": 5}])
    assert live_sentence(found.live) == (
        "8 of 9 items from Prod, masked; 2.5 read units; left out: 1 match no entity of the design"
    )
    assert result_of(found).endswith("but 1 items of live tables were left out")
    assert found.as_json()["live"] == live


@pytest.fixture
def live_table(sandbox_url, settings):
    """A live table on the sandbox, under a name of its own."""
    dynamodb = DynamoDB(endpoint_named(settings.ENDPOINTS, ""))
    (table,) = make_plan(orders(), prefix="live-", trust=dynamodb.endpoint.trust, tags={}).tables
    dynamodb.call("create_table", **{**table.create, "TableName": LIVE})
    for item in live_items():
        dynamodb.call("put_item", TableName=LIVE, Item=item)
    yield dynamodb
    dynamodb.delete(LIVE)


def read(dynamodb, items, units):
    """What is read, and the reading's units."""
    spent = []
    asked = LiveAsked("", {}, items, units, 1000)
    *_, seen = read_live(dynamodb, LiveReader(orders()), {TABLE: LIVE}, asked, spent.append)
    assert seen.units == sum(spent)
    return seen


def test_reading_ends_when_the_budget_is_used_up(live_table):
    for item in live_items():
        live_table.call("put_item", TableName=LIVE, Item={**item, "nickname": {"S": "x" * 6_000}})
    some = read(live_table, 500, 6)
    assert 0 < some.units <= 6
    assert 0 < some.stored < len(live_items())
    whole = read(live_table, 500, 500)
    assert whole.stored == whole.read == len(live_items())
    assert read(live_table, 5, 500).read == 5
    assert read(live_table, 5, 1).read == 0  # the first round of a scan does not fit


@pytest.fixture
def base(workspace, ada):
    return design_create(workspace=workspace.pk, by=ada, document=to_document(orders()))


@pytest.fixture
def head(workspace, ada):
    after = changed(example("order-management").design, asked_by_status)
    return design_create(workspace=workspace.pk, by=ada, document=to_document(after))


@pytest.mark.django_db(transaction=True)
def test_a_job_reads_the_live_table_and_keeps_what_it_cost(live_table, base, head, ada):
    asked = RehearsalAsked(other=base.pk, items=0, live=LiveAsked("", {TABLE: LIVE}, 500, 200, 1000))
    run = rehearsal_begin(design_id=head.pk, by=ada, asked=asked)
    assert AuditEvent.objects.filter(kind=AuditKind.TABLES_READ).get().detail.endswith(f"for a rehearsal: {LIVE}")
    steps = REHEARSE.run(Job.objects.get(pk=run.job_id), run.design)
    for progress in steps:
        if progress.message == "creating the tables":
            break
    steps.close()
    (told,) = ProvisioningRun.objects.get(pk=run.pk).results["told"]
    assert told["live"]["stored"] == len(live_items())
    assert 0 < told["live"]["units"] <= 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("live", "said"),
    [
        (LiveAsked(items=0), "number of items"),
        (LiveAsked(units=0), "read units of live tables"),
        (LiveAsked(units_per_second=2_000), "per second"),
        (LiveAsked(names={"other": "x"}), "not a table whose items move"),
        (LiveAsked(endpoint="elsewhere"), "elsewhere"),
    ],
)
def test_what_cannot_be_read_is_refused_before_anything_is(live, said, base, head, ada):
    with pytest.raises((Invalid, Missing), match=said):
        rehearsal_begin(design_id=head.pk, by=ada, asked=RehearsalAsked(other=base.pk, live=live))
    assert not ProvisioningRun.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_page_and_rest_ask_for_live_items_and_the_operator_decides(base, head, ada, settings):
    shown = Client()
    shown.force_login(ada)
    where = settings.ENDPOINTS[0]["name"]
    given = {"other": str(base.pk), "live_endpoint": where, "live_names": f"{TABLE}={LIVE}", "live_units": "33"}
    settings.ENDPOINTS = tuple({**one, "import_tables": "prod-*"} for one in settings.ENDPOINTS)
    page = shown.post(reverse("rehearsals-begin", args=[head.pk]), given)
    assert page.status_code == 422
    assert "does not allow a table &#x27;live-app-main&#x27; to be read" in page.content.decode()
    assert 'value="33"' in page.content.decode()
    settings.ENDPOINTS = tuple({**one, "import_tables": "live-*"} for one in settings.ENDPOINTS)
    assert shown.post(reverse("rehearsals-begin", args=[head.pk]), given).status_code == 302
    body = {"other": str(base.pk), "live": {"names": {TABLE: LIVE}, "units": 44}}
    answer = shown.post(f"/api/v1/designs/{head.pk}/rehearsals/", body, content_type="application/json")
    assert answer.status_code == 202, answer.content
    assert answer.json()["live"]["units"] == 44
    assert answer.json()["live"]["tables"] == {TABLE: LIVE}
    assert "use" not in answer.json()["live"]


@pytest.mark.conformance
@pytest.mark.timeout(900)
def test_the_command_rehearses_with_live_items(live_table, sandbox_url, tmp_path, capsys):
    for name, design in (("before", orders()), ("after", changed(orders(), asked_by_status))):
        (tmp_path / f"{name}.json").write_text(json.dumps(to_document(design)), "utf-8")
    place = ["--endpoint-url", sandbox_url, "--live", "--live-endpoint-url", sandbox_url]
    key = live_table.endpoint.access_key_id
    place += ["--access-key", key, "--live-access-key", key, "--live-table", f"{TABLE}={LIVE}", "--live-units", "200"]
    assert main(["rehearse", str(tmp_path / "before.json"), str(tmp_path / "after.json"), *place]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[0]["live"]["stored"] == len(live_items())
    assert told[-1]["proved"] is True
