"""The `keysheet` command with what needs a network. Every other command works without one: exporter/command_line.py."""

from __future__ import annotations

from collections.abc import Sequence

from exporter import command_line
from exporter.loads.at_terminal import send_load
from exporter.provisioning.live_description import described_tables


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code."""
    return command_line.main(arguments, describe=described_tables, send=send_load)
