"""History, versions, comparison, branches and the trash over REST."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from exporter.services.tokens import token_create
from modeler.gallery import example_create
from modeler.models import Design

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(ada):
    _, secret = token_create(by=ada, name="test", scope="provision")
    made = APIClient(raise_request_exception=False)
    made.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return made


@pytest.fixture
def parcels(workspace, ada):
    return example_create(workspace=workspace.pk, by=ada, key="parcel-tracking")


@pytest.fixture
def address(parcels):
    return f"/api/v1/designs/{parcels.pk}/"


def test_changes_tell_who_and_which_versions(client, address):
    found = client.get(f"{address}changes/").json()
    assert [(one["revision"], one["kind"], one["versions"]) for one in found["changes"]] == [
        (2, "import", ["After the incident"]),
        (1, "create", ["Before the incident"]),
    ]
    assert {one["by"] for one in found["changes"]} == {"Ada"}
    assert [one["revision"] for one in client.get(f"{address}changes/?from=1").json()["changes"]] == [1]
    assert client.get(f"{address}changes/?from=x").status_code == 422


def test_deployments_between_two_revisions_are_templates_in_order(client, address, parcels):
    asked = f"{address}compare/templates/?before=1&after=2"
    found = client.get(f"{asked}&target=terraform&target=cloudformation").json()
    paths = [file["path"] for file in found["files"]]
    assert "README.md" in paths
    assert {path.split("/")[0] for path in paths if "/" in path} == {"terraform", "cloudformation"}
    packed = client.get(f"{asked}&format=zip")
    assert (packed["Content-Type"], packed.content[:2]) == ("application/zip", b"PK")
    assert client.get(f"{asked}&target=pdf").status_code == 422
    assert client.get(f"{address}compare/templates/?before=2&after=2").status_code == 422


def test_each_difference_has_a_code(client, address):
    found = client.get(f"{address}compare/?before=1&after=2").json()["differences"]
    assert {one["code"] for one in found} >= {"change.setting", "change.base_key_of_future_items"}
    assert len({one["fingerprint"] for one in found}) == len(found)


def test_a_revision_is_read_and_restored(client, address, parcels):
    assert client.get(f"{address}revisions/1/").json()["name"] == "Parcel tracking before the incident"
    restored = client.post(f"{address}revisions/1/restore/")
    assert restored.json() == {"revision": 3, "label": "restored revision 1"}
    assert client.get(address).json() == client.get(f"{address}revisions/1/").json()
    assert client.post(f"{address}revisions/9/restore/").status_code == 404


def test_versions_are_made_renamed_and_removed(client, address):
    made = client.post(f"{address}versions/", {"name": "Live"}, format="json")
    assert (made.status_code, made.json()["revision"]) == (201, 2)
    own = f"{address}versions/{made.json()['id']}/"
    assert client.put(own, {"name": "After the incident"}, format="json").status_code == 409
    assert client.put(own, {"name": "In use"}, format="json").json()["name"] == "In use"
    names = [one["name"] for one in client.get(f"{address}versions/").json()]
    assert sorted(names) == ["After the incident", "Before the incident", "In use"]
    assert client.delete(own).status_code == 204
    assert client.delete(own).status_code == 404


def test_a_comparison_says_what_differs_and_what_it_weighs(client, address):
    found = client.get(f"{address}compare/?before=Before the incident").json()
    assert [found[side]["revision"] for side in ("before", "after")] == [1, 2]
    assert [one["what"] for one in found["differences"]][:2] == ["setting", "base_key"]
    assert "added entity Milestone" in [one["sentence"].partition(":")[0] for one in found["words"]]
    on_demand = next(one for one in found["cost"] if one["what"] == "on demand")
    assert float(on_demand["change"]) == pytest.approx(float(on_demand["after"]) - float(on_demand["before"]))
    assert found["pattern_units"]
    assert all(one["before"] != one["after"] for one in found["pattern_units"] + found["pattern_dollars"])
    assert found["moving"] == []
    assert [step["action"] for step in found["steps"]][-1] == "stop_writes"
    assert [one["rule"] for one in found["at_once"]] == ["migrate.key_changed"]
    assert {one["rule"] for one in found["going"]} >= {"item.grows", "heat.partition_over_limit"}


def test_a_branch_remembers_its_origin(client, address, parcels):
    made = client.post(f"{address}branches/", {"revision": 1, "name": "As it was"}, format="json")
    assert (made.status_code, made.json()["name"]) == (201, "As it was")
    branch = Design.objects.get(pk=made.json()["id"])
    assert (branch.origin, branch.origin_revision) == (parcels, 1)
    same = client.get(f"/api/v1/designs/{branch.pk}/compare/?other={parcels.pk}&before=1").json()
    assert [one["sentence"] for one in same["words"]] == [
        "changed name of the design from Parcel tracking before the incident to As it was"
    ]


def test_the_bin_gives_back_and_purges(client, address, parcels):
    assert client.delete(address).status_code == 204
    assert [one["id"] for one in client.get("/api/v1/trash/").json()] == [str(parcels.pk)]
    assert client.post(f"/api/v1/trash/{parcels.pk}/").status_code == 200
    assert client.delete(f"/api/v1/trash/{parcels.pk}/").status_code == 404
    client.delete(address)
    assert client.delete(f"/api/v1/trash/{parcels.pk}/").status_code == 204
    assert not Design.objects.filter(pk=parcels.pk).exists()


def test_a_branch_is_reviewed_merged_and_reverted(client, address):
    made = client.post(f"{address}branches/", {"name": "Try it"}, format="json").json()
    own, at = f"/api/v1/designs/{made['id']}/", f"{address}branches/{made['id']}/"
    assert [(one["name"], one["state"]) for one in client.get(f"{address}branches/").json()] == [("Try it", "open")]
    document = client.get(own).json()
    document["tables"][0]["description"] = "As the branch has it"
    assert client.put(own, document, format="json", HTTP_IF_MATCH='"1"').status_code == 200
    mine = client.get(address).json()
    mine["tables"][0]["description"] = "As the main line has it"
    assert client.put(address, mine, format="json", HTTP_IF_MATCH='"2"').status_code == 200
    review = client.get(at).json()
    (conflict,) = review["conflicts"]
    assert (conflict["field"], conflict["chosen"]) == ("description", None)
    assert [one["blocker"] for one in review["blocked"]] == ["conflicts"]
    sides = {"main_revision": review["main_revision"], "branch_revision": review["branch_revision"]}
    assert client.post(f"{at}merge/", sides, format="json").status_code == 409
    choice = {"part": conflict["part"], "field": "description", "side": "branch"}
    assert client.post(f"{at}choices/", choice, format="json").json()["blocked"] == []
    assert client.post(f"{at}merge/", {**sides, "main_revision": 1}, format="json").status_code == 409
    assert client.post(f"{at}merge/", sides, format="json").status_code == 200
    assert client.get(address).json()["tables"][0]["description"] == "As the branch has it"
    assert client.get(at).json()["state"] == "merged"
    assert client.post(f"{at}revert/").status_code == 200
    assert client.get(address).json()["tables"][0]["description"] == "As the main line has it"
    assert client.post(f"{at}update/").status_code == 200
    archived = client.post(f"{at}archive/", {"archived": True}, format="json").json()
    assert archived["state"] == "archived"
    assert client.post(f"{at}approval/", {"revision": 2}, format="json").status_code == 409
    assert client.delete(f"{at}approval/").status_code == 200


def test_a_copy_in_a_workspace_is_no_branch(client, address, parcels):
    made = client.post(f"{address}branches/", {"workspace": str(parcels.workspace_id)}, format="json")
    assert made.status_code == 201
    assert client.get(f"{address}branches/").json() == []
    assert client.get(f"{address}branches/{made.json()['id']}/").status_code == 404
