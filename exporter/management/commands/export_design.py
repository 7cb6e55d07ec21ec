"""The same as `keysheet export`, as a management command."""

from __future__ import annotations

from exporter.management.file_command import FileCommand


class Command(FileCommand):
    """Write a design file in an export format."""

    help = "Write a design file in an export format"
    name = "export"
