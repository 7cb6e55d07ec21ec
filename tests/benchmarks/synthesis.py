"""How long a synthesis takes. Prints, asserts nothing. CPU time of one run.

Aims (issue 13): 12 entities and 30 patterns: the first alternative in 1 s, three in 3 s; 40 and 120: in 10 s.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from modeler.core.design.model import Design
from modeler.core.synthesis import SynthesisOptions, synthesise
from modeler.core.synthesis.solver import is_exact
from tests.modeler.core.synthesis.making import attribute, design, entity, get, put, query, update


def application(entities: int, patterns: int) -> Design:
    """Entities that belong to the one before, and patterns that are shared among them in turn."""
    made = [_entity(number) for number in range(entities)]
    return design(made, [_pattern(number, number % entities) for number in range(patterns)])


def _entity(number: int) -> dict[str, Any]:
    name, parent = f"Thing{number}", f"thing{max(number - 1, 0) // 2}Id"
    own = f"thing{number}Id"
    fields = [attribute(own), *([attribute(parent)] if parent != own else []), attribute("createdAt", "iso")]
    state = attribute("status", "enum", values={"OPEN": 0.1, "DONE": 0.9})
    return entity(name, own, 1000 * (number + 1) ** 2, *fields, state, attribute("title", "text"))


def _pattern(number: int, of: int) -> dict[str, Any]:
    name, own, parent = f"Thing{of}", f"thing{of}Id", f"thing{max(of - 1, 0) // 2}Id"
    rate = 1.0 + number % 7
    choices = [
        put(f"P{number}", name, rate),
        query(f"P{number}", name, parent if of else own, rate, "-createdAt", limit=20, items_returned=20),
        update(f"P{number}", name, own, rate, set={"status": "DONE"}, **{"if": "status = 'OPEN'"}),
        query(f"P{number}", name, "status", rate, "createdAt", limit=20, items_returned=20),
        get(f"P{number}", name, own, rate),
    ]
    return choices[(number // 3 + number) % len(choices)]


def main() -> None:
    """Print the times."""
    print(f"solver: {'HiGHS' if is_exact() else 'local search'}")
    synthesise(application(2, 4))  # the parser of conditions is made once
    for entities, patterns, alternatives in ((12, 30, 1), (12, 30, 3), (40, 120, 3)):
        asked = application(entities, patterns)
        begun = time.process_time()
        found = synthesise(asked, SynthesisOptions(alternatives=alternatives))
        taken = time.process_time() - begun
        shown = ", ".join(f"{one.kind} ${one.dollars:,.2f} {one.gsis} GSIs gap {one.gap}" for one in found.alternatives)
        print(f"{entities} entities x {patterns} patterns, {alternatives} alternatives: {taken:.2f} s; {shown}")


if __name__ == "__main__":
    main()
