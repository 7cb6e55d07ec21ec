#!/usr/bin/env python
"""Django's command line. Commands that only read a design file need no server, no database and no environment."""

import os
import sys
from typing import Final

FILE_COMMANDS: Final = frozenset({"check_design", "export_design", "capacity", "evaluate"})


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "designer.settings")
    if FILE_COMMANDS.intersection(sys.argv[1:2]):
        os.environ.setdefault("KEYSHEET_MODE", "files")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
