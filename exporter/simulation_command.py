"""The arguments and the output of `keysheet simulate`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final, TextIO

from modeler.core.design.model import Design
from modeler.core.limits import UNITS_BOUND

SCENARIOS: Final = ("steady", "launch", "day", "week", "flash-sale", "viral", "backfill", "failover")
"""The names of the scenarios; the module that has them needs numpy."""
SHARDS_MAX: Final = 100
CHANGES: Final = {
    "read_units": "provisioned read units of every table and GSI",
    "write_units": "provisioned write units of every table and GSI",
    "warm_read": "warm throughput for reads of every table and GSI",
    "warm_write": "warm throughput for writes of every table and GSI",
    "shards": f"shards of each hot key, at most {SHARDS_MAX}",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the scenario, the keys and the changes."""
    scenarios = ", ".join(SCENARIOS)
    parser.add_argument(
        "--scenario", choices=SCENARIOS, default="steady", metavar="NAME", help=f"{scenarios} (default: steady)"
    )
    parser.add_argument("--keys", type=Path, metavar="CSV", help="measured calls by partition-key value: key,count")
    parser.add_argument("--place", default="", metavar="NAME", help="with --keys: the table or GSI")
    changes = parser.add_argument_group("a second run with changes, beside the first")
    changes.add_argument("--mode", choices=("ON_DEMAND", "PROVISIONED"), default="", help="the capacity mode")
    for name, words in CHANGES.items():
        most = SHARDS_MAX if name == "shards" else UNITS_BOUND
        changes.add_argument(f"--{name.replace('_', '-')}", type=_Whole(most), metavar="N", help=words)
    parser.add_argument("--format", choices=("text", "json"), default="text")


class _Whole:
    """Reads a whole number above 0."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __call__(self, text: str) -> int:
        number = int(text) if text.isdecimal() and len(text) < 20 else 0
        if not 0 < number <= self.most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {self.most}")
        return number


def show(options: argparse.Namespace, design: Design, out: TextIO) -> bool:
    """Print a simulation. Returns whether calls are given up in the first run."""
    # numpy takes longer to import than most commands take to run.
    from exporter import simulation_report

    keys = simulation_report.read_key_counts(options.keys.read_bytes()) if options.keys else {}
    made = {name: value for name in (*CHANGES, "mode") if (value := getattr(options, name))}
    first, second = simulation_report.simulated(design, options.scenario, keys, options.place, made)
    if options.format == "json":
        out.write(json.dumps(simulation_report.simulation_json(first, second), indent=2, ensure_ascii=False) + "\n")
    else:
        out.write(simulation_report.simulation_text(first, second))
    return first.given_up.median > 0
