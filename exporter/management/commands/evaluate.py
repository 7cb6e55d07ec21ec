"""The same as `keysheet evaluate`, for those who have the project at hand."""

from __future__ import annotations

from exporter.management.file_command import FileCommand


class Command(FileCommand):
    """What an access pattern of a design file returns and costs."""

    help = "What an access pattern of a design file returns and costs"
    name = "evaluate"
