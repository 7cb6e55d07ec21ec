"""The same as `keysheet import`, for those who have the project at hand."""

from __future__ import annotations

from exporter.management.file_command import FileCommand


class Command(FileCommand):
    """Own JSON of a file in any known format."""

    help = "Own JSON of a file in any known format"
    name = "import"
