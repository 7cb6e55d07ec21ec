"""`keysheet load`: some seconds of a scenario on an endpoint, beside the simulation of the same seconds."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from exporter.loads.asked import BOUNDS, HELP, LoadAsked, LoadTarget
from exporter.loads.report import load_text
from modeler.core.design.model import Design
from modeler.core.errors import Missing
from modeler.core.simulation.scenario import BY_NAME

_USUAL = {"seconds": 30, "calls_per_second": 50, "items": 500, "seed": 1}


type SendLoad = Callable[[Design, LoadAsked, LoadTarget, bool], tuple[list[str], Mapping[str, Any] | None]]
"""Announce a load as sentences and, if it is confirmed, send it and return its report."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `keysheet load` takes."""
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--endpoint-url", default="", metavar="URL", help="the emulator")
    where.add_argument(
        "--live", action="store_true", help="your AWS account (credentials from the environment); billed"
    )
    parser.add_argument(
        "--access-key", default="load", metavar="ID", help="the key id that the emulator takes, if not any"
    )
    parser.add_argument("--region", default="", help="the Region (default: the design's)")
    names = ", ".join(BY_NAME)
    parser.add_argument("--scenario", choices=list(BY_NAME), default="steady", metavar="NAME", help=names)
    for name, (low, high) in BOUNDS.items():
        flag = f"--{name.replace('_', '-')}"
        words = f"{HELP[name]}; {low:,} to {high:,}"
        if name in _USUAL:
            usual = _USUAL[name]
            parser.add_argument(flag, type=int, default=usual, metavar="N", help=f"{words} (default: {usual})")
        else:
            parser.add_argument(flag, type=int, required=True, metavar="N", help=words)
    parser.add_argument("--yes", action="store_true", help="send it; without, only what it does and costs is printed")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def show(options: argparse.Namespace, design: Design, send: SendLoad | None, out: TextIO) -> bool:
    """Announce a load or send it. Returns whether calls of it were throttled. Raises Invalid."""
    if send is None:
        raise Missing("a load needs the keysheet command: install Keysheet again")
    asked = LoadAsked(scenario=options.scenario, **{name: getattr(options, name) for name in BOUNDS})
    asked.refuse_wrong()
    place = LoadTarget(options.endpoint_url, options.region or design.region, options.access_key)
    sentences, report = send(design, asked, place, options.yes)
    if report is None:
        out.write("".join(f"{one}\n" for one in sentences) + "Nothing was sent. Give --yes to send it.\n")
        return False
    out.write(
        json.dumps(report, indent=2, ensure_ascii=False) + "\n" if options.format == "json" else load_text(report)
    )
    return any(one["throttled"] for one in report["patterns"])
