"""The same as `keysheet export`, for those who have the project at hand."""

from __future__ import annotations

from exporter.management.file_command import FileCommand


class Command(FileCommand):
    """Write a design file in an export format."""

    help = "Write a design file in an export format"
    name = "export"
