"""Every answer of the core about the examples, the benchmark designs and generated ones, written to a file.

    python tests/benchmarks/answers.py before.txt     # then change what is slow, and once more into after.txt
    cmp before.txt after.txt

Findings, servings, units, heat and bills, each number with all its digits and its arithmetic: what makes them faster
must not change one character. Run both with the same revision of the texts.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from hypothesis import HealthCheck, Phase, given, seed, settings

from modeler.core.analysis import analyse
from modeler.core.capacity.design import design_capacity
from modeler.core.capacity.heat import design_heat
from modeler.core.cost.design import monthly_cost
from modeler.core.cost.lines import Mode
from modeler.core.design.model import Design
from modeler.core.documents.reading import load
from modeler.core.servings import serving
from tests.benchmarks.analysis import edited
from tests.benchmarks.big_design import big_design
from tests.benchmarks.cost import wide_design
from tests.modeler.core.strategies import designs

EXAMPLES = Path(__file__).parents[2] / "modeler" / "examples"
GENERATED = 400


def subjects() -> Iterator[tuple[str, Design]]:
    """The designs that are asked, each with a name."""
    for path in sorted(EXAMPLES.glob("*.json")):
        yield path.stem, load(path.read_bytes())
    yield "big", big_design()
    yield "big, edited", edited(big_design(), 3)
    yield "big, 900 patterns of 30 entities", big_design(entities=30, patterns=900, items=600)
    yield "wide", wide_design(400)
    for number, design in enumerate(generated()):
        yield f"generated {number}", design


def generated() -> list[Design]:
    """Small designs, healthy or ill, the same every time."""
    found: list[Design] = []

    @seed(12)
    @settings(max_examples=GENERATED, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(designs())
    def gather(design: Design) -> None:
        found.append(design)

    gather()
    return found


def answers(design: Design) -> Iterator[object]:
    """What the core says of a design, one thing after the other."""
    analysis = analyse(design)
    yield from analysis.findings
    yield from analysis.muted
    for pattern in design.patterns:
        found = serving(design, pattern)
        yield pattern.label, found.served, found.index, found.condition, found.reason
    capacity = design_capacity(design)
    yield from capacity.patterns
    yield from capacity.places
    yield from capacity.unknown
    heat = design_heat(design)
    yield from (key.figure() for key in heat.keys)
    yield heat
    yield from bill(design)


def bill(design: Design) -> Iterator[object]:
    """What it costs, in every mode."""
    cost = monthly_cost(design)
    yield cost.unknown
    yield cost.growth()
    for mode in (None, *Mode):
        yield mode, cost.total(mode), cost.after_free(mode), cost.complete(mode)
        yield from cost.lines(mode)
        yield from cost.patterns(mode)
        yield from cost.places(mode)
    for table in cost.tables:
        yield from table.commitments


def main(path: str) -> None:
    """Write them, one line each."""
    with Path(path).open("w") as file:
        for name, design in subjects():
            for answer in answers(design):
                print(f"{name}: {answer!r}", file=file)


if __name__ == "__main__":
    main(sys.argv[1])
