"""Removes the authenticator app and the recovery codes of a person who has lost both. Check who asks for it first."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from designer.accounts.second_step import second_step_remove
from modeler.core.errors import Missing


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="the email address of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            second_step_remove(options["email"])
        except Missing as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{options['email']} signs in without a code now.")
