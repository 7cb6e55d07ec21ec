"""The review of a branch: the page, and its section on cost and migration, as a person's first and later requests."""

from time import perf_counter, process_time

from tests.benchmarks.big_design import big_document
from tests.benchmarks.figures import report

REPEATS = 7
ENTITIES, PATTERNS = 22, 46
"""About 285 parts."""


def requested(client, address):
    """Milliseconds until the answer is complete, and milliseconds of this process's CPU meanwhile."""
    start, worked = perf_counter(), process_time()
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.content
    return (perf_counter() - start) * 1000, (process_time() - worked) * 1000


def rename(design_id, by, names):
    """Give entities other names."""
    from modeler.core.edits.changes import Delta
    from modeler.loading import read_structure
    from modeler.services import design_change

    parts = read_structure(design_id).parts
    found = {part.name: part for part in parts.values() if part.name in names}
    deltas = [Delta(part.id, "name", name, f"Other{name}") for name, part in found.items()]
    design_change(design_id=design_id, by=by, deltas=deltas)


def test_review_of_a_branch(client, ada, workspace, transactional_db):
    from modeler.branches.services import branch_open
    from modeler.core.design.parts import living
    from modeler.loading import read_structure
    from tests.benchmarks.bench_live import design_of

    design = design_of(ada, workspace, big_document(entities=ENTITIES, patterns=PATTERNS, items=ENTITIES))
    branch = branch_open(design_id=design.pk, name="Other names", by=ada)
    rename(branch.design_id, ada, {f"Kind{number:03d}" for number in range(5)})
    rename(design.pk, ada, {"Kind010"})
    client.force_login(ada)
    page = f"/designs/{design.pk}/branches/{branch.design_id}/"
    count = len(living(read_structure(design.pk).parts))
    for what, address in (("review page", page), ("its cost and migration", f"{page}weight/")):
        first = requested(client, address)
        later = list(zip(*(requested(client, address) for _ in range(REPEATS)), strict=True))
        for number, kind in enumerate(("by the clock", "CPU")):
            report(f"{what}, {count} parts, first, {kind}", [first[number]], "aim 1000")
            report(f"{what}, {count} parts, later, {kind}", later[number], "aim 1000")
