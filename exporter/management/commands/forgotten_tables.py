"""Lists the tables on a declared endpoint that this server created and no run looks after, over all workspaces.

With --remove, removes those that are named.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from exporter.provisioning import tables
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import endpoint_named
from exporter.services.forgotten.finding import (
    ForgottenTable,
    forgotten_among,
    forgotten_named,
    names_with_prefix,
    unknown_of,
)
from modeler.core.errors import KeysheetError


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("endpoint", nargs="?", default="", help="its name; default: the first that is declared")
        parser.add_argument("--remove", nargs="+", default=(), metavar="TABLE", help="remove these, if they are listed")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            dynamodb = DynamoDB(endpoint_named(settings.ENDPOINTS, options["endpoint"]))
            if not dynamodb.endpoint.trust.tags:
                raise CommandError(f"{dynamodb.endpoint.name} keeps no tags, so nobody can know whose its tables are")
            if options["remove"]:
                self._remove(dynamodb, options["remove"])
            else:
                self._list(dynamodb)
        except KeysheetError as error:
            raise CommandError(error.message) from error

    def _list(self, dynamodb: DynamoDB) -> None:
        names, is_whole = names_with_prefix(dynamodb)
        for _, table in forgotten_among(dynamodb, unknown_of(dynamodb, names)):
            if table is not None:
                self.stdout.write(_line(table))
        if not is_whole:
            self.stderr.write("the endpoint has more tables than were looked at")

    def _remove(self, dynamodb: DynamoDB, names: list[str]) -> None:
        for name in names:
            found = forgotten_named(dynamodb, name)
            if found is None:
                raise CommandError(f"{name} is not a forgotten table of this server; it was left unchanged")
            for _ in tables.remove(dynamodb, name, found.run):
                pass
            self.stdout.write(f"removed {name}")


def _line(table: ForgottenTable) -> str:
    about = {"workspace": table.workspace, "design": table.design, "revision": table.revision, "run": table.run}
    more = {"owner": table.owner, "expires": table.expires or "never"}
    return "  ".join((table.name, *(f"{key}={value}" for key, value in (about | more).items())))
