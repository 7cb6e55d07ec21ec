"""`keysheet rehearse`: the migration between two designs on an emulator, with more items than the samples."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TextIO

from exporter.targets.base import Export
from exporter.targets.migration.package import migration_package
from modeler.core.design.items import SampleItem
from modeler.core.design.model import Design
from modeler.core.errors import Invalid
from modeler.sampling.making import samples

ITEMS_MAX: Final = 10_000


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
    if not 0 <= options.items <= ITEMS_MAX:
        raise Invalid(f"--items is a number from 0 to {ITEMS_MAX:,}", path="")
    filled = with_items(before, options.items, options.seed)
    with TemporaryDirectory(prefix="keysheet-rehearsal-") as folder:
        name = _written(migration_package(filled, after), Path(folder))
        where = [f"--endpoint-url={options.endpoint_url}", f"--region={options.region}"]
        command = [sys.executable, "-m", name, *where, "rehearse", f"--seed={options.seed}"]
        # An emulator takes any credentials; those of the environment are for AWS, and stay out of it.
        keys = {"AWS_ACCESS_KEY_ID": options.access_key, "AWS_SECRET_ACCESS_KEY": "rehearsal", "AWS_SESSION_TOKEN": ""}
        with subprocess.Popen(
            command, cwd=folder, env={**os.environ, **keys}, stdout=subprocess.PIPE, text=True
        ) as process:
            lines = []
            for line in process.stdout or ():
                lines.append(line)
                out.write(line)
                out.flush()
    if options.out:
        options.out.write_text("".join(lines), "utf-8")
    return process.returncode


def _written(export: Export, folder: Path) -> str:
    """Write the package, and return its name."""
    for file in export.files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    return next(Path(file.path).parent.name for file in export.files if file.path.endswith("/routes.py"))


def with_items(design: Design, count: int, seed: int) -> Design:
    """Return the design with about so many more sample items, as many of each entity."""
    homes = list(design.entities())
    if not count or not homes:
        return design
    # A file can leave IDs out; samples are made by ID.
    marked = replace(
        design,
        tables=tuple(
            replace(table, entities=tuple(replace(one, id=f"{place}:{one.name}") for one in table.entities))
            for place, table in enumerate(design.tables)
        ),
    )
    each = max(1, count // len(homes))
    made = samples(marked, {entity.id: each for _, entity in marked.entities()}, seed)
    tables = []
    for place, table in enumerate(design.tables):
        grown = (
            replace(one, items=(*one.items, *(SampleItem("", values) for values in made.items[f"{place}:{one.name}"])))
            for one in table.entities
        )
        tables.append(replace(table, entities=tuple(grown)))
    return replace(design, tables=tuple(tables))
