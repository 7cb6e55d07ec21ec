"""The same as `keysheet import`, as a management command."""

from __future__ import annotations

from exporter.management.file_command import FileCommand


class Command(FileCommand):
    """Write Keysheet JSON of a file in any known format."""

    help = "Write Keysheet JSON of a file in any known format"
    name = "import"
