"""Writes the audit log of the whole server to standard output, as JSON lines or CSV, oldest first."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from modeler.auditing.reading import FORMATS, audit_filter, events_of_server, written_as
from modeler.core.errors import Invalid


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", choices=list(FORMATS), default="jsonl")
        parser.add_argument(
            "--kind", default="", help='a kind such as account.signed_in, or a subject such as "account"'
        )
        parser.add_argument("--by", default="", help="part of the person's name or address")
        parser.add_argument("--since", default="", help="the first day, in UTC")
        parser.add_argument("--until", default="", help="the last day, in UTC")

    def handle(self, *args: Any, **options: Any) -> None:
        names = ("kind", "by", "since", "until")
        try:
            wanted = audit_filter(**{name: options[name] for name in names})
        except Invalid as error:
            raise CommandError(error.message) from error
        for line in written_as(options["format"], events_of_server(wanted).iterator()):
            self.stdout.write(line, ending="")
