"""The options of each command."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import Any

from ..scanning import WHOLE, Part
from .requirements import REQUIRED

type Command = tuple[str, Callable[[Any], int], Callable[[argparse.ArgumentParser], None]]
"""A name, what it does, and what adds its options."""


def parser(commands: Iterable[Command]) -> argparse.ArgumentParser:
    """Return the parser of some commands; what is parsed has the `command` to call."""
    made = argparse.ArgumentParser(description="Migrate the stored items of a design to another one.")
    made.add_argument("--endpoint-url", default="", metavar="URL", help="an emulator instead of AWS")
    made.add_argument("--region", default="", help="default: that of the environment")
    made.add_argument("--control-table", default="", metavar="NAME", help="the table of the migration itself")
    made.add_argument("--name", action="append", default=[], metavar="DESIGN=DEPLOYED", help="a table's real name")
    places = made.add_subparsers(required=True, metavar="COMMAND")
    for name, command, add in commands:
        one = places.add_parser(name, help=(command.__doc__ or "").partition("\n")[0])
        one.set_defaults(command=command)
        add(one)
    return made


def add_nothing(parser: argparse.ArgumentParser) -> None:
    """Add nothing."""
    del parser


def add_create(parser: argparse.ArgumentParser) -> None:
    """Add what `prepare` takes."""
    parser.add_argument("--create", action="store_true", help="create what is missing")
    add_tags(parser)


def add_tags(parser: argparse.ArgumentParser) -> None:
    """Add tags of what is made."""
    parser.add_argument("--tag", action="append", default=[], metavar="KEY=VALUE", help="a tag of what is created")


def add_check(parser: argparse.ArgumentParser) -> None:
    """Add what `check` takes."""
    parser.add_argument("--limit", type=int, metavar="ITEMS", help="read at most about so many items of each table")
    parser.add_argument("--rate", type=float, metavar="UNITS", help="capacity units per second")


def add_backfill(parser: argparse.ArgumentParser) -> None:
    """Add what `backfill` takes."""
    add_check(parser)
    parser.add_argument("--segments", type=int, default=4, metavar="N", help="parallel segments of a first run")
    parser.add_argument(
        "--part", type=Part.named, default=WHOLE, metavar="N/M", help="only the segments of one of M processes"
    )
    parser.add_argument("--dry-run", action="store_true", help="write nothing: the same as `check`")
    parser.add_argument("--again", action="store_true", help="read each item again, after a stream lost records")
    parser.add_argument(
        "--export",
        action="append",
        default=[],
        metavar="PLACE",
        help="read an export, s3://BUCKET/.../AWSDynamoDB/ID or a folder, in place of its table; again for each one",
    )
    parser.add_argument("--unfollowed", action="store_true", help="begin although nobody reads the stream")


def add_export(parser: argparse.ArgumentParser) -> None:
    """Add what `export` takes."""
    parser.add_argument("--bucket", required=True, metavar="NAME", help="the bucket for the files")
    parser.add_argument("--prefix", default="", metavar="TEXT", help="the folder in it")
    parser.add_argument("--since", default="", metavar="TIME", help="only changes since the time of an export")


def add_diff(parser: argparse.ArgumentParser) -> None:
    """Add what `diff` takes."""
    parser.add_argument("--sample", type=int, metavar="N", help="compare one of N segments; does not allow a cut-over")
    parser.add_argument("--repair", action="store_true", help="bring each item that differs, then look again")


def add_follow(parser: argparse.ArgumentParser) -> None:
    """Add what `follow` takes."""
    parser.add_argument("--until-caught-up", action="store_true", help="end when the streams give nothing more")


def add_retry(parser: argparse.ArgumentParser) -> None:
    """Add what `problems` takes."""
    parser.add_argument("--retry", action="store_true", help="bring them again first")


def add_require(parser: argparse.ArgumentParser) -> None:
    """Add what `status` takes."""
    told = "exit with 1 unless this holds"
    parser.add_argument("--require", action="append", default=[], choices=REQUIRED, help=told)


def add_units(parser: argparse.ArgumentParser) -> None:
    """Add what `throttle` takes."""
    parser.add_argument("units", type=float, metavar="UNITS", help="capacity units per second; 0: no limit")


def add_rehearse(parser: argparse.ArgumentParser) -> None:
    """Add what `rehearse` takes."""
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which random writes the writer makes")
    parser.add_argument("--prefix", default="", metavar="TEXT", help="how the names of its tables begin")
    parser.add_argument("--progress", action="store_true", help="say how far the backfill is, once per second")
    add_tags(parser)
