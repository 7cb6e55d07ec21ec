"""Django's `migrate`, without a time limit for statements, and never backwards by accident.

The limit for locks stays: a migration that cannot lock a table soon would make every other query of it wait. Undoing a
migration drops the tables and columns that it added, with their rows; that needs `--drop-data`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations import Migration
from django.db.migrations.operations import AddField, CreateModel
from django.db.models.signals import pre_migrate


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--drop-data",
            action="store_true",
            help="undo migrations although rows are lost; make a backup of Postgres first",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        database = connections[options["database"]]
        if database.vendor == "postgresql":
            with database.cursor() as cursor:
                cursor.execute("SET statement_timeout = 0")
        refuse = None if options["drop_data"] else refuse_to_undo
        if refuse is not None:
            pre_migrate.connect(refuse)
        try:
            super().handle(*args, **options)
        finally:
            if refuse is not None:
                pre_migrate.disconnect(refuse)


def refuse_to_undo(plan: Iterable[tuple[Migration, bool]] = (), **_: Any) -> None:
    """Raise CommandError with what would be lost if a plan undoes migrations. Nothing has been changed by then."""
    undone = [migration for migration, is_undone in plan if is_undone]
    lost = [line for migration in undone for line in dropped(migration)]
    if lost:
        raise CommandError(
            "This undoes migrations and drops data:\n"
            + "\n".join(f"  {line}" for line in lost)
            + "\nMake a backup, then use --drop-data if you want to lose it."
        )


def dropped(migration: Migration) -> Iterator[str]:
    """What undoing a migration drops, one line each."""
    for operation in reversed(migration.operations):
        where = f"({migration.app_label}.{migration.name})"
        if isinstance(operation, CreateModel):
            yield f"all rows of {migration.app_label}.{operation.name} {where}"
        elif isinstance(operation, AddField):
            yield f"{operation.name} of every {migration.app_label}.{operation.model_name} {where}"
