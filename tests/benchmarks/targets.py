"""How long all targets take together: `python tests/benchmarks/targets.py`. Prints, asserts nothing.

Aim: every target of the SaaS example in one second in all, from a design that nothing is remembered of.
"""

import sys
from dataclasses import replace
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2]))

from exporter.targets import TARGETS
from modeler.core.design.model import Design
from modeler.examples import example
from tests.benchmarks.figures import report, timed


def exported(design: Design) -> dict[str, float]:
    """Milliseconds of each target, in the order in which they are offered."""
    times = {}
    for target in TARGETS:
        start = perf_counter()
        target.build(design)
        times[target.name] = (perf_counter() - start) * 1000
    return times


def main() -> None:
    """The first time loads what a target needs; each other begins with a design of its own."""
    design = example("saas-projects").design
    report(f"all {len(TARGETS)} targets, SaaS example, the first time", timed(lambda: exported(design), 1), "aim 1,000")
    report(f"all {len(TARGETS)} targets, SaaS example", timed(lambda: exported(replace(design)), 10), "aim 1,000")
    dear = sorted(exported(replace(design)).items(), key=lambda one: -one[1])[:5]
    print("  of which " + ", ".join(f"{name} {time:.0f} ms" for name, time in dear))


if __name__ == "__main__":
    main()
