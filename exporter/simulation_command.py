"""The arguments and the output of `keysheet simulate`."""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import TextIO

from exporter.key_counts import read_key_counts
from exporter.simulation_asked import CHANGES, MODES, NEW_KEY, PARAMETERS, SCENARIOS, SHARDS_MAX, RunParameter
from modeler.core.design.model import Design
from modeler.core.limits import UNITS_BOUND


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the scenario, its parameters, the keys and the changes."""
    scenarios = ", ".join(SCENARIOS)
    parser.add_argument(
        "--scenario", choices=SCENARIOS, default="steady", metavar="NAME", help=f"{scenarios} (default: steady)"
    )
    for one in PARAMETERS:
        words = f"{one.help} (default: {one.default:g})"
        parser.add_argument(_flag(one.name), type=_Number(one), metavar="N", default=one.default, help=words)
    parser.add_argument("--keys", type=Path, metavar="CSV", help="measured calls by partition-key value: key,count")
    parser.add_argument("--place", default="", metavar="NAME", help="with --keys: the table or GSI")
    changes = parser.add_argument_group("a second run with changes, beside the first")
    changes.add_argument("--mode", choices=MODES, default="", help="the capacity mode")
    for name, words in CHANGES.items():
        most = SHARDS_MAX if name == "shards" else UNITS_BOUND
        changes.add_argument(_flag(name), type=_Whole(most), metavar="N", help=words)
    for name, words in NEW_KEY.items():
        changes.add_argument(_flag(name), default="", metavar="TEXT", help=words)
    parser.add_argument("--format", choices=("text", "json"), default="text")


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


class _Number:
    """Reads a number within the bounds of a parameter."""

    def __init__(self, parameter: RunParameter) -> None:
        self.parameter = parameter

    def __call__(self, text: str) -> float:
        low, high = self.parameter.low, self.parameter.high
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {low:g} to {high:g}")
        return number


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

    given = {one.name: getattr(options, one.name) for one in PARAMETERS}
    if options.keys:
        design_file, options.file = options.file, str(options.keys)  # a refusal names this file
        given |= {"keys": read_key_counts(options.keys.read_bytes()), "place": options.place}
        options.file = design_file
    made = {name: value for name in (*CHANGES, *NEW_KEY, "mode") if (value := getattr(options, name))}
    first, second = simulation_report.simulated(design, options.scenario, given, made)
    if options.format == "json":
        out.write(json.dumps(simulation_report.simulation_json(first, second), indent=2, ensure_ascii=False) + "\n")
    else:
        out.write(simulation_report.simulation_text(first, second))
    return first.given_up.median > 0
