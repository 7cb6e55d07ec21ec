"""The same as `keysheet evaluate`, as a management command."""

from __future__ import annotations

from exporter.management.file_command import FileCommand


class Command(FileCommand):
    """Show what an access pattern of a design file returns and costs."""

    help = "Show what an access pattern of a design file returns and costs"
    name = "evaluate"
