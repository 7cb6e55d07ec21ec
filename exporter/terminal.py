"""The `keysheet` command with what needs a network. Every other command works without one: exporter/command_line.py."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import TextIOBase
from typing import TextIO

from exporter import command_line
from exporter.loads.at_terminal import send_load
from exporter.provisioning.live_description import described_tables
from exporter.rehearsals.live_at_terminal import read_live_items
from modeler.wording.controls import inert


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code."""
    with redirect_stdout(Inert(sys.stdout)), redirect_stderr(Inert(sys.stderr)):
        return command_line.main(arguments, describe=described_tables, send=send_load, read_live=read_live_items)


class Inert(TextIOBase):
    """A stream that shows control characters instead of sending them: names in a file of a stranger command nothing.
    They are written as JSON writes them, so JSON stays the same.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write text, without its commands."""
        self.stream.write(inert(text))
        return len(text)

    def flush(self) -> None:
        """Write what waits. When Python frees this stream, the one beneath it may be closed already."""
        if not self.stream.closed:
            self.stream.flush()

    def isatty(self) -> bool:
        """Is it a terminal?"""
        return self.stream.isatty()
