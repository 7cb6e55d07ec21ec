"""The arguments of commands with many."""

from __future__ import annotations

import argparse
from pathlib import Path

from exporter.targets.migration.ordered import ORDERED
from modeler.core.findings import Severity
from modeler.core.migration import ChangeEffect


def add_check(parser: argparse.ArgumentParser) -> None:
    """Add what `keysheet check` takes."""
    parser.add_argument("--format", choices=("text", "json", "sarif"), default="text")
    add_fail_on(parser)
    parser.add_argument(
        "--fixes", action="store_true", help="list the automatic fixes that break nothing else; each one is tried"
    )
    parser.add_argument("--baseline", type=Path, metavar="BASELINE", help="leave out findings that this file accepts")
    parser.add_argument(
        "--write-baseline",
        type=Path,
        metavar="BASELINE",
        help="write a file that accepts all current findings, and exit 0",
    )


def add_synthesis(parser: argparse.ArgumentParser) -> None:
    """Add what `keysheet synthesise` takes."""
    parser.add_argument("--out", type=Path, metavar="OUT", help="a .json file for the first alternative, or a folder")
    parser.add_argument("--alternatives", type=int, default=3, metavar="N", help="how many designs to find")
    parser.add_argument("--max-gsis", type=int, metavar="G", help="use at most this many GSIs")
    parser.add_argument("--keep", action="store_true", help="keep the present keys of the table")
    parser.add_argument(
        "--keep-keys", action="append", default=[], metavar="ENTITY", help="keep the present key of this entity"
    )
    parser.add_argument(
        "--consistent", action="append", default=[], metavar="CODE", help="make this read strongly consistent"
    )
    parser.add_argument("--no-copies", action="store_true", help="add no counts, sums or items for unique values")
    parser.add_argument(
        "--multi-attribute-keys", action="store_true", help="key a GSI of one entity by the attributes themselves"
    )
    parser.add_argument(
        "--live", action="store_true", help="the table holds items: list only designs that pay for their migration"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")


def add_drift(parser: argparse.ArgumentParser) -> None:
    """Add what `keysheet drift` takes."""
    parser.add_argument(
        "actual", metavar="ACTUAL", nargs="?", help="what is deployed: a template, a description, or another design"
    )
    parser.add_argument(
        "--live",
        action="store_true",
        help="compare with the tables in your AWS account (credentials from the environment, as for the AWS CLI)",
    )
    parser.add_argument("--endpoint-url", default="", metavar="URL", help="with --live: an emulator instead of AWS")
    parser.add_argument("--region", default="", help="with --live: the Region (default: the design's)")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="DESIGN=DEPLOYED",
        help="a table that has a different name where it is deployed",
    )
    add_fail_on(parser)
    parser.add_argument(
        "--actual-parameter",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="the same as --parameter, for ACTUAL",
    )
    parser.add_argument("--format", choices=("text", "json", "sarif"), default="text")


def add_diff(parser: argparse.ArgumentParser) -> None:
    """Add what `keysheet diff` takes."""
    parser.add_argument("head", metavar="HEAD", help="the design after the change; FILE is the design before it")
    add_fail_on(parser)
    parser.add_argument(
        "--fail-on-change",
        action="append",
        default=[],
        choices=[one.value for one in ChangeEffect if one is not ChangeEffect.NONE],
        help="exit 1 if a change has this effect; can be repeated",
    )
    parser.add_argument("--format", choices=("text", "json", "markdown", "sarif"), default="text")


def add_fail_on(parser: argparse.ArgumentParser) -> None:
    """Add the severity at which a command fails."""
    parser.add_argument(
        "--fail-on",
        choices=[*(one.value for one in Severity), "never"],
        default=Severity.ERROR.value,
        help="exit 1 if a finding is at least as severe (default: error)",
    )


def add_deployments(parser: argparse.ArgumentParser) -> None:
    """Add what `keysheet deployments` takes."""
    add_migration(parser)
    parser.add_argument(
        "--target",
        action="append",
        default=[],
        choices=ORDERED,
        metavar="TARGET",
        help=f"one of {', '.join(ORDERED)}; can be repeated (default: all)",
    )


def add_migration(parser: argparse.ArgumentParser) -> None:
    """Add what `keysheet migrate` takes."""
    parser.add_argument("head", metavar="HEAD", help="the design after the change; FILE is the design that is deployed")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder to write to")
