"""How long a three-way merge takes, and the comparison of its result with both sides."""

import sys
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from modeler.core.design.parts import PartKind, Parts, living
from modeler.core.documents.parts_codec import design_of, take_apart
from modeler.core.documents.reading import to_document
from modeler.core.edits.changes import apply, set_field
from modeler.core.merging import combined, three_way
from modeler.examples import NAMES, example
from tests.benchmarks.big_design import big_design
from tests.benchmarks.figures import report, worked

REPEATS = 9


def edited(parts: Parts, kind: PartKind, text: str) -> Parts:
    """Every part of a kind with another description."""
    for one in [part for part in parts.values() if part.kind is kind]:
        parts = apply(parts, set_field(parts, one.id, "description", text))
    return parts


def merged_and_judged(base: Parts, main_line: Parts, branch: Parts) -> None:
    """The merge, and what only its result has."""
    merge = three_way(base, main_line, branch)
    combined(*(design_of(parts) for parts in (main_line, branch, merge.parts)))


def main() -> None:
    """Each example and a design of about 200 parts: both sides describe its entities differently, and one its access
    patterns too.
    """
    examples = {name: example(name).design for name in NAMES}
    for name, design in {**examples, "made": big_design(entities=15, patterns=34, items=15)}.items():
        base = living(take_apart(to_document(design)))
        main_line = edited(base, PartKind.ENTITY, "as the main line says")
        branch = edited(edited(base, PartKind.PATTERN, "new"), PartKind.ENTITY, "as the branch says")
        sides = (base, main_line, branch)
        what = f"{name}, {len(base)} parts, {len(three_way(*sides).conflicts)} conflicts"
        report(f"merge, {what}", worked(partial(three_way, *sides), REPEATS))
        judged = worked(partial(merged_and_judged, *sides), REPEATS)
        report(f"merge and analysis, {name}", judged, "aim 300 for 200 parts")


if __name__ == "__main__":
    main()
