"""Ends the sessions of one person, or of everybody: they sign in again, and their sockets close at once."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from designer.accounts.sessions import sessions_end_by_operator
from modeler.core.errors import Missing


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        whose = parser.add_mutually_exclusive_group(required=True)
        whose.add_argument("email", nargs="?", default="", help="the email address of the account")
        whose.add_argument("--all", action="store_true", help="of everybody, guests too")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            ended = sessions_end_by_operator(options["email"])
        except Missing as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{ended} {'session' if ended == 1 else 'sessions'} ended.")
