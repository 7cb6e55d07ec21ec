"""The same as `keysheet check`, for those who have the project at hand."""

from __future__ import annotations

from exporter.management.file_command import FileCommand


class Command(FileCommand):
    """Findings of a design file; exit 1 where one is an error."""

    help = "Findings of a design file; exit 1 where one is an error"
    name = "check"
