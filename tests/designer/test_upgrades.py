"""An upgrade from the first version that stored designs and proof runs.

`backups/first-version.json` has the members of an archive that the code of that version filled (revision b2010e34 of
this repository): people, a design with nine changes, its analysis, a copy in the trash, a token, a proof run with a
table.
"""

import json
import zipfile
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import reverse

from designer.models import User
from exporter.models import ApiToken, ProvisioningRun
from exporter.services.runs.standing import runs_standing_in
from modeler.core.design.parts import PartKind
from modeler.core.edits.changes import Delta
from modeler.history.undo import design_undo
from modeler.loading import read_whole
from modeler.models import Design
from modeler.revision_analysis import analysis_now, is_by_current_rules
from modeler.services import design_change
from modeler.trash import design_purge

FIRST = json.loads((Path(__file__).parent / "backups" / "first-version.json").read_text())
PAGES = (
    "design",
    "design-findings",
    "design-cost",
    "design-history",
    "design-map",
    "design-provision",
    "design-export",
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def upgraded(tmp_path):
    """The design that is not in the trash, after the restore with today's migrations."""
    path = tmp_path / "first-version.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, rows in FIRST["tables"].items():
            archive.writestr(f"tables/{name}.copy", rows)
        archive.writestr("manifest.json", json.dumps(FIRST["manifest"]))
    call_command("restore", str(path), replace=True, verbosity=0)
    return Design.objects.get(removed_at=None)


@pytest.fixture
def owner(upgraded):
    return User.objects.get(email="ada@example.com")


def entity(design):
    return next(part for part in read_whole(design.pk).parts.values() if part.kind is PartKind.ENTITY)


def test_the_archive_is_of_the_first_migrations():
    assert FIRST["manifest"]["migrations"]["modeler"] == ["0001_initial"]


def test_its_people_see_it_go_on_with_its_proof_run_and_its_trash(client, upgraded, owner, settings):
    """One test, because each restore takes seconds."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    people_sign_in_and_see_every_page_and_revision(client, upgraded, owner)
    the_design_goes_on(upgraded, owner)
    its_proof_run_and_the_trash_are_still_there(upgraded, owner)


def people_sign_in_and_see_every_page_and_revision(client, upgraded, owner):
    sent = {"email": owner.email, "password": "ada-has-a-long-password"}
    assert client.post(reverse("sign-in"), sent).status_code == 302
    pages = {name: client.get(reverse(name, args=[upgraded.pk])).status_code for name in PAGES}
    assert set(pages.values()) == {200}, pages
    assert upgraded.revision == 10
    for revision in range(1, upgraded.revision + 1):
        assert client.get(f"/designs/{upgraded.pk}/history/{revision}/").status_code == 200
    assert client.get(reverse("members", args=[upgraded.workspace_id])).status_code == 200
    assert ApiToken.objects.get().user == owner


def the_design_goes_on(upgraded, owner):
    parts = read_whole(upgraded.pk).parts
    assert len(parts) == 106
    before = entity(upgraded)
    rename = Delta(before.id, "name", before.fields["name"], "Renamed")
    design_change(design_id=upgraded.pk, by=owner, deltas=[rename])
    assert entity(upgraded).fields["name"] == "Renamed"
    design_undo(design_id=upgraded.pk, by=owner)
    assert read_whole(upgraded.pk).parts == parts
    upgraded.refresh_from_db()
    assert not is_by_current_rules(upgraded.analyses.get())
    assert analysis_now(upgraded).result["findings"]["counts"]["error"] == 0


def its_proof_run_and_the_trash_are_still_there(upgraded, owner):
    (run,) = runs_standing_in(upgraded.workspace_id, by=owner)
    assert (run, [table.name for table in run.tables.all()]) == (ProvisioningRun.objects.get(), ["keysheet-x-app-main"])
    (removed,) = Design.objects.exclude(removed_at=None)
    design_purge(design_id=removed.pk, by=owner)
    assert Design.objects.get() == upgraded
