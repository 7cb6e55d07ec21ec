"""The database of a backup: read at one moment, and put back whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from psycopg import sql
from psycopg.errors import LockNotAvailable

from designer.backups.archive import BackupInvalid, Manifest, StoredTable, read_manifest, rows_of, write_archive
from modeler.auditing.events import audit_note
from modeler.models import AuditKind, Job
from modeler.models.jobs import UNFINISHED, JobState

NOT_STORED: Final = frozenset({"designer_personsession", "django_session"})
"""Sessions: one that was ended after the backup must not open the server again."""
BROKEN_OFF: Final = "the server was restored from a backup while this was in progress; start it again"
LONG: Final = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"


def backup_to(path: Path) -> Manifest:
    """Write everything to a new archive, as of one moment; the server goes on meanwhile. Raises FileExistsError."""
    if path.exists():
        raise FileExistsError(f"{path} exists already")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute(LONG)
        return write_archive(path, _applied(), _tables(cursor))


def _applied() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for app, name in MigrationRecorder(connection).applied_migrations():
        found.setdefault(app, []).append(name)
    return {app: sorted(names) for app, names in sorted(found.items())}


def _tables(cursor: Any) -> Iterator[tuple[str, tuple[str, ...], Iterable[bytes]]]:
    for name in sorted(set(_own_tables()) - NOT_STORED):
        columns = _columns(cursor, name)
        yield name, columns, _copied(cursor, name, columns)


def _own_tables() -> list[str]:
    return connection.introspection.django_table_names(only_existing=True, include_views=False)


def _columns(cursor: Any, table: str) -> tuple[str, ...]:
    """The columns that are stored, not computed by Postgres."""
    cursor.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = %s"
        " AND is_generated = 'NEVER' ORDER BY ordinal_position",
        [table],
    )
    return tuple(name for (name,) in cursor.fetchall())


def _copied(cursor: Any, table: str, columns: tuple[str, ...]) -> Iterator[bytes]:
    with cursor.copy(_copy(table, columns, "TO STDOUT")) as rows:
        yield from rows


def _copy(table: str, columns: tuple[str, ...], way: str) -> sql.Composed:
    named = sql.SQL(", ").join(map(sql.Identifier, columns))
    return sql.SQL("COPY {} ({}) " + way).format(sql.Identifier(table), named)


def restore_from(path: Path, *, is_replacing: bool) -> Manifest:
    """Put an archive into the database, in one transaction: if anything fails, the database is as it was.

    Raises BackupInvalid for an archive that is damaged or newer than this code, and for a database that has tables
    unless `is_replacing`, which drops them.
    """
    manifest = read_manifest(path)
    known = set(MigrationExecutor(connection).loader.graph.nodes)
    applied = [(app, name) for app, names in manifest.migrations.items() for name in names]
    if unknown := [f"{app}.{name}" for app, name in applied if (app, name) not in known]:
        raise BackupInvalid(f"this backup is of a newer version: it has {', '.join(unknown[:3])}")
    if _own_tables() and not is_replacing:
        raise BackupInvalid("the database is not empty; --replace drops its tables first")
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(LONG)
            _drop_all(cursor)
            _migrate_to(manifest)
            _load_all(cursor, path, manifest)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            call_command("migrate", interactive=False, verbosity=0)
            _break_off_jobs()
            audit_note(AuditKind.RESTORED_SERVER, detail=f"backup of {manifest.made_at}")
    except DatabaseError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            raise BackupInvalid("the database is in use; stop web, live and workers first") from error
        raise BackupInvalid(f"Postgres refused it: {error}") from error
    # What is cached belongs to revisions that may be made again with other content.
    cache.clear()
    return manifest


def _drop_all(cursor: Any) -> None:
    names = [*_own_tables(), MigrationRecorder.Migration._meta.db_table]
    tables = sql.SQL(", ").join(map(sql.Identifier, names))
    cursor.execute(sql.SQL("DROP TABLE IF EXISTS {} CASCADE").format(tables))


def _migrate_to(manifest: Manifest) -> None:
    """Apply the migrations of the archive and no others, without what Django adds after a migration."""
    executor = MigrationExecutor(connection)
    executor.recorder.ensure_schema()
    wanted = {(app, name) for app, names in manifest.migrations.items() for name in names}
    graph = executor.loader.graph
    last = [node for node in sorted(wanted) if not any(child.key in wanted for child in graph.node_map[node].children)]
    executor.migrate(last)


def _load_all(cursor: Any, path: Path, manifest: Manifest) -> None:
    # Migrations can have made rows. All tables at once: rows that refer to others are checked at the end.
    tables = sql.SQL(", ").join(map(sql.Identifier, _own_tables()))
    cursor.execute(sql.SQL("TRUNCATE {} CASCADE").format(tables))
    for table in manifest.tables:
        _load(cursor, path, table)


def _load(cursor: Any, path: Path, table: StoredTable) -> None:
    with cursor.copy(_copy(table.name, table.columns, "FROM STDIN")) as rows:
        for chunk in rows_of(path, table):
            rows.write(chunk)
    if cursor.rowcount not in (-1, table.rows):
        raise BackupInvalid(f"{table.name}: {cursor.rowcount} rows were loaded of {table.rows}")
    for column in table.columns:
        cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table.name, column])
        if (sequence := cursor.fetchone()[0]) is not None:
            following = sql.SQL("SELECT setval(%s, COALESCE(max({0}), 1), max({0}) IS NOT NULL) FROM {1}")
            cursor.execute(following.format(sql.Identifier(column), sql.Identifier(table.name)), [sequence])


def _break_off_jobs() -> None:
    """What was in progress at the moment of the backup is not begun again unasked: it could create tables."""
    unfinished = Job.objects.filter(state__in=UNFINISHED)
    unfinished.update(state=JobState.FAILED, error=BROKEN_OFF, finished_at=timezone.now(), lease_until=None)
