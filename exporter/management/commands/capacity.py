"""The same as `keysheet capacity`, for those who have the project at hand."""

from __future__ import annotations

from exporter.management.file_command import FileCommand


class Command(FileCommand):
    """Units a second and monthly cost of a design file."""

    help = "Units a second and monthly cost of a design file"
    name = "capacity"
