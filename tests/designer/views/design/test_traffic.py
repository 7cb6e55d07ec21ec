"""The Traffic page, as the server renders it: who begins and stops a simulation, its figures, and a second run."""

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from designer.page.regions.findings import SCENARIO_OF, scenario_of
from exporter.services.simulation_jobs import simulation_shown
from modeler.core.rules import RULES
from modeler.core.simulation.scenario import BY_NAME
from modeler.gallery import example_create
from modeler.job_runner import run as do
from modeler.models import Job
from modeler.models.jobs import JobState
from modeler.permissions import Role
from tests.people import guest

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def made(workspace, ada):
    return example_create(workspace=workspace.pk, by=ada, key="iot-telemetry")


def at(made, *rest):
    return "/".join(["/designs", str(made.pk), "traffic", *map(str, rest), ""])


def page(client, person, address):
    client.force_login(person)
    answer = client.get(address)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def begun(client, person, made, **asked):
    """The address that a person gets who simulates, after the job."""
    client.force_login(person)
    answer = client.post(at(made, "begin"), asked)
    assert answer.status_code == 302
    do(Job.objects.filter(kind="simulate").latest("created_at").pk)
    return answer.url


def refused(client, person, made, **asked):
    client.force_login(person)
    answer = client.post(at(made, "begin"), asked)
    assert answer.status_code == 422
    assert not Job.objects.filter(kind="simulate").exists()
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def test_without_a_simulation_the_page_offers_every_scenario(client, ada, made):
    text = page(client, ada, at(made))
    assert "No simulation yet" in text
    assert "further calls go to the hottest key of each kind: 50% of all calls then" in text
    assert text.count("<li data-of=") == 8


def test_a_simulation_shows_heat_throttles_and_what_it_assumes(client, ada, made):
    text = page(client, ada, begun(client, ada, made, scenario="viral"))
    found = simulation_shown(design_id=made.pk, by=ada).found
    assert f"Estimated over 120 minutes with {found['seeds']} seeds" in text
    assert "TableWriteKeyRangeThroughputExceeded" in text
    assert '<path class="heat-6"' in text
    assert "Time over limit" in text
    for sentence in (*found["assumed"], *found["unknown"]):
        assert sentence[1:] in text
    assert "With the changes" not in text


def test_a_second_run_is_beside_the_first(client, eve, made):
    asked = {"scenario": "viral", "shards": "10", "share": "0.6"}
    text = page(client, eve, begun(client, eve, made, **asked))
    job = Job.objects.get(kind="simulate")
    assert job.payload["changes"] == {"shards": 10}
    assert job.payload["given"]["share"] == 0.6
    assert text.count("With the changes") > 3
    assert "60% of all calls then" in text
    found = simulation_shown(design_id=made.pk, by=eve).found
    assert found["second"]["given_up"]["median"] < found["given_up"]["median"]


def test_another_key_is_compared(client, ada, made):
    key = "SITE#{siteId}#{at:date}"
    asked = {"scenario": "steady", "key_at": "Reading/", "key_template": key}
    text = page(client, ada, begun(client, ada, made, **asked))
    found = simulation_shown(design_id=made.pk, by=ada).found
    assert found["given_up"]["high"] == 0 < found["second"]["given_up"]["low"]
    assert f"the partition key of Reading in iot-telemetry is {key}" in found["second"]["assumed"]
    assert "I4: the key that they give is written differently in the design, and stays" in text


def test_measured_keys_are_replayed_and_their_values_are_not_kept(client, ada, made):
    rows = "key,count\n" + "".join(f"device-{n},{5000 if n == 0 else 1}\n" for n in range(1200))
    file = SimpleUploadedFile("keys.csv", rows.encode())
    begun(client, ada, made, scenario="steady", place="iot-telemetry", keys=file)
    given = Job.objects.get(kind="simulate").payload["given"]
    assert len(given["keys"]) == 1000
    assert (given["keys"]["key 1"], given["uncounted"], given["place"]) == (5000, 200, "iot-telemetry")
    assert "device-0" not in str(given)
    assert simulation_shown(design_id=made.pk, by=ada).found["given_up"]["low"] > 0


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"scenario": "sunny"}, "Select a valid choice"),
        ({"scenario": "viral", "share": "1"}, "less than or equal to 0.99"),
        ({"scenario": "steady", "mode": "ON_DEMAND", "read_units": "5"}, "On-demand mode has no provisioned units"),
        ({"scenario": "steady", "key_template": "X"}, "Another key needs its entity and its template"),
    ],
)
def test_what_contradicts_itself_is_refused_with_the_reason(client, ada, made, asked, sentence):
    assert sentence in refused(client, ada, made, **asked)


def test_counts_need_their_place_and_rows(client, ada, made):
    file = SimpleUploadedFile("keys.csv", b"a,1\n")
    assert "Choose the table or GSI" in refused(client, ada, made, scenario="steady", keys=file)
    broken = SimpleUploadedFile("keys.csv", b"a,1\nb\n")
    text = refused(client, ada, made, scenario="steady", keys=broken, place="iot-telemetry")
    assert "Row 2 of the key counts is not a key and a count" in text


def test_the_address_chooses_the_scenario(client, ada, made):
    assert re.search(r'<option value="launch" selected', page(client, ada, at(made) + "?scenario=launch"))


def test_each_finding_of_heat_links_to_its_scenario():
    assert [scenario_of(one) for one in ("heat.over_sharded", "heat.tenant_noisy", "schema.no_ttl")] == [
        "steady", "viral", ""]  # fmt: skip
    rules = {one.id for one in RULES}
    assert [name for name in SCENARIO_OF if name not in rules] == []
    assert {scenario_of(one) for one in rules} <= {"", *BY_NAME}


def test_a_reader_simulates_and_a_guest_who_may_only_look_does_not(client, ben, ada, made):
    begun(client, ben, made, scenario="steady")
    onlooker = guest(made, ada, Role.GUEST_READER, "Onlooker")
    text = page(client, onlooker, at(made))
    assert "Declared peak for an hour, simulated for revision 1" in text
    assert "traffic/begin/" not in text
    assert client.post(at(made, "begin"), {"scenario": "steady"}).status_code == 403


def test_a_stranger_sees_nothing(client, cyd, made):
    client.force_login(cyd)
    assert client.get(at(made)).status_code == 404
    assert client.post(at(made, "begin"), {"scenario": "steady"}).status_code == 404


def test_a_simulation_is_stopped_by_the_person_who_began_it(client, ben, made):
    client.force_login(ben)
    client.post(at(made, "begin"), {"scenario": "week"})
    job = Job.objects.get(kind="simulate")
    assert "Stop" in page(client, ben, at(made, "shown"))
    client.post(at(made, job.pk, "stop"))
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED
    assert "it was stopped before it finished" in page(client, ben, at(made))


def test_a_result_that_is_no_longer_kept_is_said_to_be(client, ada, made):
    address = begun(client, ada, made, scenario="steady")
    cache.clear()
    text = page(client, ada, address)
    assert "it is no longer kept, because nobody looked at it for 30 minutes" in text
    assert "message-error" not in text
