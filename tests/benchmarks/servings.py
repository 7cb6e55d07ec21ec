"""How long the serving of one access pattern takes, on designs made anew each time, as a search makes them."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.documents.reading import from_document
from modeler.core.expressions.parse import parse_condition
from modeler.core.items.sizes import Sizes
from modeler.core.servings import serving
from tests.benchmarks.big_design import big_design
from tests.benchmarks.figures import percentile

EXAMPLES = Path(__file__).parents[2] / "modeler" / "examples"


def by_intent(pattern: AccessPattern) -> AccessPattern:
    """The same pattern without its key: the core finds the index."""
    return replace(pattern, key=(), index=None) if pattern.operation.is_read else pattern


def candidate(design: Design, number: int) -> Design:
    """A design of which one template is other: new tables and entities, as in a search."""
    tables = []
    for table in design.tables:
        entities = tuple(
            replace(
                entity,
                overloads=tuple(
                    replace(one, keys={name: f"{text}#{number % 50}" for name, text in one.keys.items()})
                    if place == number % len(entity.overloads)
                    else one
                    for place, one in enumerate(entity.overloads)
                ),
            )
            for entity in table.entities
        )
        tables.append(replace(table, entities=entities))
    return replace(design, tables=tuple(tables))


def measure(name: str, design: Design, patterns: list[AccessPattern], *, sized: bool = False) -> None:
    """One line: milliseconds a serving, over 40 designs, each made anew."""
    times = []
    for number in range(40):
        made = candidate(design, number)
        sizes = Sizes() if sized else None
        start = perf_counter()
        for pattern in patterns:
            serving(made, pattern, sizes)
        times.append((perf_counter() - start) * 1000 / len(patterns))
    middle, late = percentile(times, 0.5), percentile(times, 0.95)
    print(f"{name:<58} p50 {middle:7.3f}  p95 {late:7.3f} ms each   aim 0.2")


def main() -> None:
    """Prints; asserts nothing."""
    parse_condition("a = 'b'")  # the grammar is loaded once a worker
    for path in sorted(EXAMPLES.glob("*.json")):
        design = from_document(json.loads(path.read_bytes()))
        patterns = list(design.patterns)
        measure(f"serving, {path.stem}", design, patterns)
        measure(f"serving by intent, {path.stem}", design, list(map(by_intent, patterns)))
    big = big_design()
    measure("serving, 100 entities, 300 patterns", big, list(big.patterns))
    measure("serving by intent, 100 entities, 300 patterns", big, list(map(by_intent, big.patterns)))
    measure("serving with units, 100 entities, 300 patterns", big, list(big.patterns), sized=True)


if __name__ == "__main__":
    main()
