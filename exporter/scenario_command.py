"""The arguments and the output of `keysheet scenarios`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TextIO

from exporter.documents.hand_out import WHAT_IF, as_text, hand_out_of
from exporter.documents.typesetting import hand_out_as_pdf
from exporter.scenario_report import check_region, scenarios_json
from modeler.core.design.cost_scenarios import (
    CAPACITY_MODES,
    GROWTH_MAX,
    MONTHS_MAX,
    TABLE_CLASSES,
    TIMES_MAX,
    WhatIf,
    read_what_if,
)
from modeler.core.design.model import Design
from modeler.core.design.table_settings import TRAFFIC_SHAPES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the assumptions and the format."""
    parser.add_argument("--region", default="", help="the Region of the tables")
    parser.add_argument("--mode", choices=CAPACITY_MODES, default="", help="the capacity mode of every table")
    parser.add_argument(
        "--class", dest="table_class", choices=TABLE_CLASSES, default="", help="the class of every table"
    )
    parser.add_argument("--times", type=_Bounded(TIMES_MAX), default=1.0, metavar="N", help="multiply every rate by N")
    growth = _Bounded(GROWTH_MAX)
    parser.add_argument(
        "--calls-growth", type=growth, default=0.0, metavar="PERCENT", help="growth of the rates per month"
    )
    parser.add_argument(
        "--items-growth", type=growth, default=0.0, metavar="PERCENT", help="growth of the items per month"
    )
    parser.add_argument(
        "--months", type=int, choices=range(MONTHS_MAX + 1), default=0, metavar="N", help="how many months from now"
    )
    parser.add_argument("--traffic", choices=TRAFFIC_SHAPES, default="", help="the traffic over the day")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--pdf", type=Path, metavar="FILE", help="write the page as PDF to this file")


class _Bounded:
    """A number from 0 to a limit."""

    def __init__(self, most: float) -> None:
        self.most = most

    def __call__(self, text: str) -> float:
        value = float(text)
        if not 0 <= value <= self.most:
            raise argparse.ArgumentTypeError(f"{text} is not from 0 to {self.most:g}")
        return value


def show(options: argparse.Namespace, design: Design, out: TextIO) -> None:
    """Print the page, or JSON, and write the PDF if a file is named."""
    what_if = _assumed(options)
    check_region(what_if)
    if options.format == "json":
        out.write(json.dumps(scenarios_json(design, what_if), indent=2, ensure_ascii=False) + "\n")
    page = hand_out_of(design, what_if)
    if options.format == "text":
        out.write(as_text(page))
    if options.pdf:
        options.pdf.write_bytes(hand_out_as_pdf(page))


def _assumed(options: argparse.Namespace) -> WhatIf:
    named = ("region", "mode", "times", "calls_growth", "items_growth", "months", "traffic")
    given = {name: getattr(options, name) for name in named}
    return read_what_if({**given, "class": options.table_class, "name": WHAT_IF})
