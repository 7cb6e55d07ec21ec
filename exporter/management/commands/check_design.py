"""The same as `keysheet check`, as a management command."""

from __future__ import annotations

from exporter.management.file_command import FileCommand


class Command(FileCommand):
    """Report findings of a design file; exit 1 if any is an error."""

    help = "Report findings of a design file; exit 1 if any is an error"
    name = "check"
