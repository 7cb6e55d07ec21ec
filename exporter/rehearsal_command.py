"""`keysheet rehearse`: the migration between two designs on an emulator, with more items than the samples."""

from __future__ import annotations

import argparse
import json
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TextIO
from urllib.parse import urlsplit

from exporter.rehearsals.live_asked import ITEMS, RATE, UNITS, LiveAsked, LivePlace, live_names, named_tables
from exporter.rehearsals.package import ITEMS_MAX, package_with_reads, with_items
from exporter.rehearsals.process import Emulator, RehearsalProcess
from modeler.core.design.model import Design
from modeler.core.errors import Invalid, Missing

ANSWERED_SECONDS: Final = 5.0

type ReadLive = Callable[[Design, Mapping[str, str], LiveAsked, LivePlace], tuple[Design, Mapping[str, Any]]]
"""Read items of live tables into a design, and tell what was read."""


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
    live = parser.add_argument_group("items of the live tables, masked; read with the credentials of the environment")
    live.add_argument("--live", action="store_true", help="also store items of the live tables")
    live.add_argument(
        "--live-table", action="append", default=[], metavar="DESIGN=LIVE", help="the live name of a table, if another"
    )
    live.add_argument("--live-items", type=int, default=ITEMS, metavar="N", help=f"at most (default: {ITEMS})")
    live.add_argument(
        "--live-units", type=int, default=UNITS, metavar="N", help=f"budget of read units (default: {UNITS})"
    )
    live.add_argument("--live-rate", type=int, default=RATE, metavar="N", help=f"read units per second ({RATE})")
    live.add_argument("--live-region", default="us-east-1", help="the Region of the live tables (default: us-east-1)")
    live.add_argument("--live-endpoint-url", default="", metavar="URL", help="an emulator in place of AWS")
    live.add_argument("--live-access-key", default="live", metavar="ID", help="the access key id of that emulator")
    parser.add_argument("--out", type=Path, metavar="FILE", help="also write the evidence, one JSON object per line")


def rehearse(options: argparse.Namespace, before: Design, after: Design, out: TextIO) -> int:
    """Rehearse, and print each step as it ends. Returns 0 if every comparison was empty. Raises Invalid."""
    lines = []
    full = with_items(before, options.items, options.seed)
    _refuse_silence(options.endpoint_url)
    if options.live:
        full, told = _with_live(options, full, after)
        lines.append(json.dumps({"live": told}, ensure_ascii=False) + "\n")
        out.write(lines[0])
        out.flush()
    package = package_with_reads(full, after)
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


def _refuse_silence(url: str) -> None:
    """Raises Invalid if no server accepts connections at an address."""
    try:
        where = urlsplit(url)
        port = where.port or {"http": 80, "https": 443}[where.scheme]
        socket.create_connection((where.hostname or "", port), ANSWERED_SECONDS).close()
    except (ValueError, KeyError) as error:
        raise Invalid(f"{url} is not an address such as http://127.0.0.1:8000", path="endpoint_url") from error
    except OSError as error:
        raise Invalid(
            f"no emulator answers at {url}: start it, or correct --endpoint-url", path="endpoint_url"
        ) from error


def _with_live(options: argparse.Namespace, before: Design, after: Design) -> tuple[Design, Mapping[str, Any]]:
    """Return the design with masked items of the live tables, and what was read."""
    read: ReadLive | None = options.read_live
    if read is None:
        raise Missing("items of live tables need the keysheet command: install Keysheet again")
    names = named_tables(" ".join(options.live_table))
    asked = LiveAsked("", names, options.live_items, options.live_units, options.live_rate)
    asked.refuse()
    place = LivePlace(options.live_endpoint_url, options.live_region, options.live_access_key)
    return read(before, live_names(before, after, names), asked, place)
