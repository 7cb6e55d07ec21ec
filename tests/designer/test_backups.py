"""Backup and restore: the database is destroyed and comes back, whole or not at all."""

import hashlib
import json
import zipfile

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from designer.backups.archive import BackupInvalid, read_manifest
from designer.backups.database import restore_from
from designer.models import PersonSession, User
from modeler.core.design.parts import ROOT
from modeler.core.edits.changes import Delta
from modeler.models import AuditEvent, Change, Design, Job
from modeler.services import design_change

pytestmark = pytest.mark.django_db(transaction=True)
LATER = {
    "modeler": ["0008_audit_log"],
    "designer": ["0005_person_sessions"],
    "exporter": ["0005_audit_scope", "0008_webhooks", "0009_load_proofs", "0010_comment_scope"],
}
"""Migrations without which an older database did, with those of other applications that need them."""
LATER_TABLES = ("modeler_auditevent", "exporter_webhook", "exporter_webhookdelivery")


def content():
    """The rows of every table, without what a restore itself writes or leaves out."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True, include_views=False):
            if table not in {"designer_personsession", "django_session", "modeler_auditevent", "modeler_job"}:
                cursor.execute(f'SELECT t::text FROM "{table}" t')
                found[table] = sorted(row for (row,) in cursor.fetchall())
    return found


@pytest.fixture
def archive(tmp_path, design, ada):
    """Of a database with people, a design with changes, a job in progress and a session."""
    current = Design.objects.get(pk=design.pk)
    renamed = Delta(ROOT, "name", current.root["name"], "Orders\t\\N\n✓")
    design_change(design_id=design.pk, by=ada, deltas=[renamed])
    Client().force_login(ada)
    assert Job.objects.filter(state="queued").exists()
    path = tmp_path / "backup.zip"
    call_command("backup", str(path))
    return path


def rewritten(archive, path, change):
    """A copy of an archive with another manifest and without tables that it does not name."""
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(path, "w") as target:
        manifest = json.loads(source.read("manifest.json"))
        change(manifest)
        for table in manifest["tables"]:
            member = f"tables/{table['name']}.copy"
            target.writestr(member, source.read(member))
        target.writestr("manifest.json", json.dumps(manifest))
    return path


def test_a_destroyed_database_comes_back(archive, ada, design):
    before = content()
    assert archive.stat().st_mode & 0o077 == 0
    Design.objects.all().delete()
    User.objects.all().delete()
    call_command("restore", str(archive), replace=True)
    assert content() == before
    assert Design.objects.get(pk=design.pk).name == "Orders\t\\N\n✓"
    assert list(Change.objects.filter(design=design.pk).values_list("revision", flat=True).order_by("revision")) == [
        1,
        2,
    ]
    # Numbers of new rows continue after the restored ones.
    assert User.objects.create_user("new@example.com").pk > ada.pk


@pytest.mark.conformance
def test_sessions_end_and_jobs_are_not_begun_again(archive):
    call_command("restore", str(archive), replace=True)
    assert not PersonSession.objects.exists()
    assert set(Job.objects.values_list("state", flat=True)) == {"failed"}
    assert AuditEvent.objects.get(kind="server.restored").detail == f"backup of {read_manifest(archive).made_at}"


@pytest.mark.conformance
def test_a_backup_of_an_older_version_is_migrated(archive, tmp_path, design):
    def age(manifest):
        for app, names in LATER.items():
            manifest["migrations"][app] = [name for name in manifest["migrations"][app] if name not in names]
        manifest["tables"] = [table for table in manifest["tables"] if table["name"] not in LATER_TABLES]

    before = content()
    call_command("restore", str(rewritten(archive, tmp_path / "old.zip", age)), replace=True)
    assert content() == before
    assert AuditEvent.objects.count() == 1


def test_nothing_is_dropped_unasked_or_for_an_archive_of_a_newer_version(archive, tmp_path):
    before = content()
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(archive))
    newer = rewritten(archive, tmp_path / "new.zip", lambda one: one["migrations"]["modeler"].append("0999_later"))
    with pytest.raises(CommandError, match=r"newer version: it has modeler\.0999_later"):
        call_command("restore", str(newer), replace=True)
    assert content() == before


def test_a_damaged_archive_is_refused(archive, tmp_path):
    def damage(manifest):
        manifest["tables"][0]["sha256"] = "0" * 64

    for path in (rewritten(archive, tmp_path / "damaged.zip", damage), tmp_path / "missing.zip"):
        with pytest.raises(BackupInvalid):
            restore_from(path, is_replacing=True)
    cut = tmp_path / "cut.zip"
    cut.write_bytes(archive.read_bytes()[:-200])
    with pytest.raises(BackupInvalid, match="not a complete backup"):
        restore_from(cut, is_replacing=True)


@pytest.mark.conformance
def test_what_fails_half_way_leaves_the_database_as_it_was(archive, tmp_path):
    """A row that breaks a foreign key is noticed when everything is loaded."""
    broken = tmp_path / "broken.zip"
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(broken, "w") as target:
        manifest = json.loads(source.read("manifest.json"))
        (people,) = (table for table in manifest["tables"] if table["name"] == "designer_user")
        people |= {"rows": 0, "sha256": hashlib.sha256(b"").hexdigest()}
        for name in source.namelist():
            if name not in ("manifest.json", "tables/designer_user.copy"):
                target.writestr(name, source.read(name))
        target.writestr("tables/designer_user.copy", b"")
        target.writestr("manifest.json", json.dumps(manifest))
    before = content()
    with pytest.raises(BackupInvalid, match="designer_user"):
        restore_from(broken, is_replacing=True)
    assert content() == before


def test_a_backup_never_overwrites_a_file(archive):
    was = archive.read_bytes()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(archive))
    assert archive.read_bytes() == was
    assert [path.name for path in archive.parent.iterdir()] == [archive.name]
