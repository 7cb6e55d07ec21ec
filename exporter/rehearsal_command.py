"""`keysheet rehearse`: the migration between two designs on an emulator, with more items than the samples."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TextIO

from exporter.rehearsals.package import ITEMS_MAX, package_with_reads, with_items
from exporter.rehearsals.process import Emulator, RehearsalProcess
from modeler.core.design.model import Design


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `keysheet rehearse` takes."""
    parser.add_argument("head", metavar="HEAD", help="the design after the change; FILE is the design that is deployed")
    parser.add_argument("--endpoint-url", required=True, metavar="URL", help="the emulator; AWS is never used")
    parser.add_argument(
        "--access-key", default="rehearsal", metavar="ID", help="the access key id that the emulator takes, if not any"
    )
    parser.add_argument("--region", default="us-east-1", help="the Region that the emulator sees (default: us-east-1)")
    parser.add_argument(
        "--items", type=int, default=0, metavar="N", help=f"generate about so many more items, at most {ITEMS_MAX:,}"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which items and which writes are made")
    parser.add_argument("--out", type=Path, metavar="FILE", help="also write the evidence, one JSON object per line")


def rehearse(options: argparse.Namespace, before: Design, after: Design, out: TextIO) -> int:
    """Rehearse, and print each step as it ends. Returns 0 if every comparison was empty. Raises Invalid."""
    package = package_with_reads(with_items(before, options.items, options.seed), after)
    lines = []
    where = Emulator(options.endpoint_url, options.region, options.access_key)
    with RehearsalProcess(package, where, [f"--seed={options.seed}"]) as process:
        for line in process.lines():
            if line:
                lines.append(line)
                out.write(line)
                out.flush()
        code, errors = process.ended()
    if errors:
        print(errors, file=sys.stderr)
    if options.out:
        options.out.write_text("".join(lines), "utf-8")
    return code
