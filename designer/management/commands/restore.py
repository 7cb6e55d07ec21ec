"""Puts an archive of `backup` into the database, whole or not at all. Stop web, live and workers before.

An archive of an older version is migrated to this one. Sessions end, and jobs that were in progress have failed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from designer.backups.archive import BackupInvalid
from designer.backups.database import restore_from


class Command(BaseCommand):
    help = __doc__ or ""
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="an archive of `manage.py backup`")
        parser.add_argument("--replace", action="store_true", help="drop what is in the database")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            manifest = restore_from(options["path"], is_replacing=options["replace"])
        except BackupInvalid as error:
            raise CommandError(f"nothing was changed: {error}") from error
        rows = sum(table.rows for table in manifest.tables)
        self.stdout.write(f"restored {rows} rows of {len(manifest.tables)} tables, as of {manifest.made_at}")
