"""Management commands that pass their arguments to the command line, which needs neither Django nor a database."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand

from exporter.command_line import main


class FileCommand(BaseCommand):
    """Passes all of its arguments to one command of `keysheet`, and returns its exit code."""

    name = ""
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """From a shell: the arguments are the command line's own."""
        sys.exit(main([self.name, *argv[2:]]))

    def handle(self, *_: str, arguments: Sequence[str] = (), **__: Any) -> None:
        """From `call_command`: raises SystemExit with the exit code, as a shell would see it."""
        sys.exit(main([self.name, *arguments]))

    def add_arguments(self, parser: Any) -> None:
        """The command line reads all arguments."""
        parser.add_argument("arguments", nargs="*")
