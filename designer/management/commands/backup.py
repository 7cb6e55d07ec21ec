"""Writes everything that Postgres stores to one archive, as of one moment. The server goes on meanwhile.

The archive has hashes of passwords and tokens, and all designs: keep it as secret as the database. It has no sessions
and no SECRET_KEY.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from designer.backups.database import backup_to


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="the new archive, such as keysheet-2026-11-24.zip")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            manifest = backup_to(options["path"])
        except OSError as error:
            raise CommandError(str(error)) from error
        rows = sum(table.rows for table in manifest.tables)
        self.stdout.write(f"{options['path']}: {rows} rows of {len(manifest.tables)} tables")
