"""`make conformance`: generated requests on the evaluator and on DynamoDB Local (or another engine), side by side."""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import SystemRandom

from exporter.provisioning.endpoints import TRUST, EndpointKind
from tests.conformance.engines import EngineMissing, Wire, dynamodb_local, ministack
from tests.conformance.runner import Runner, described, run, tables

SHOWN = 40


@contextmanager
def address(kind: EndpointKind, url: str | None) -> Iterator[str]:
    if url:
        yield url
        return
    start = ministack if kind is EndpointKind.MINISTACK else dynamodb_local
    with tempfile.TemporaryDirectory() as folder, start(Path(folder) / "engine.log") as own:
        yield own


def main() -> int:
    parser = argparse.ArgumentParser(prog="make conformance", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--kind", type=EndpointKind, default=EndpointKind.DYNAMODB_LOCAL)
    parser.add_argument("--url", help="of an engine that runs already; without it one is run")
    asked = parser.parse_args()
    seed = SystemRandom().randrange(2**32) if asked.seed is None else asked.seed
    print(f"{asked.kind}, seed {seed}", flush=True)
    began = time.monotonic()
    try:
        with address(asked.kind, asked.url) as url, closing(Wire(url)) as wire:
            made = tables(seed, asked.tables, several=TRUST[asked.kind].multi_attribute_keys)
            tally = run(Runner(wire, asked.kind, made), asked.cases, seed)
    except EngineMissing as missing:
        print(missing, file=sys.stderr)
        return 2
    for name, count in sorted(tally.cases.items()):
        print(f"{count:7} {name}, {tally.refused[name]} of them refused")
    print(f"{tally.count:7} cases in {time.monotonic() - began:.0f} s on {asked.tables} tables, seed {seed}")
    for name, count in sorted(tally.known.items()):
        print(f"{count:7} times the known difference {name}")
    print(f"{len(tally.unknown):7} differences that docs/conformance.md does not list")
    for _, (case, difference, count) in list(tally.shapes().items())[:SHOWN]:
        print(f"{count} of: {described(case, difference)}")
    return 1 if tally.unknown else 0


if __name__ == "__main__":
    sys.exit(main())
