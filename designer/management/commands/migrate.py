"""Django's `migrate` without a time limit for statements: a migration of a large table can take minutes.

The limit for locks stays. A migration that cannot lock a table soon would make every other query of it wait.
"""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        database = connections[options["database"]]
        if database.vendor == "postgresql":
            with database.cursor() as cursor:
                cursor.execute("SET statement_timeout = 0")
        super().handle(*args, **options)
