"""The same as `keysheet capacity`, as a management command."""

from __future__ import annotations

from exporter.management.file_command import FileCommand


class Command(FileCommand):
    """Show units per second and monthly cost of a design file."""

    help = "Show units per second and monthly cost of a design file"
    name = "capacity"
