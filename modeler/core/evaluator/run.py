"""One access pattern, with any operation, over the items of a design."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.evaluator import reads, writes
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.evaluation import Evaluation
from modeler.core.evaluator.scope import PatternScope, members, scope_of
from modeler.core.items.materialize import StoredItem
from modeler.core.servings.known import KnownServings

_OPERATIONS: Final[Mapping[Operation, Callable[[PatternScope], Evaluation]]] = {
    Operation.GET: reads.get,
    Operation.QUERY: reads.query,
    Operation.SCAN: reads.scan,
    Operation.BATCH_GET: reads.batch_get,
    Operation.TRANSACT_GET: reads.batch_get,
    Operation.PUT: writes.write,
    Operation.UPDATE: writes.write,
    Operation.DELETE: writes.write,
    Operation.CHECK: writes.write,
    Operation.BATCH_WRITE: writes.batch_write,
    Operation.TRANSACT_WRITE: writes.transact_write,
}


def evaluate(
    design: Design,
    pattern: AccessPattern,
    *,
    parameters: Mapping[str, Any] | None = None,
    stored: Mapping[str, Iterable[StoredItem]] | Database | None = None,
) -> Evaluation:
    """What an access pattern returns, examines, writes and costs. Never raises for incomplete patterns.

    A read that names no key is evaluated with its resolved index and key. `parameters` (plain JSON by name) override
    the pattern's own. `stored` are the items by table name, or a Database: give the same one to many evaluations, and
    `evaluation.after` to the next of a sequence; None uses the samples.
    """
    database = stored if isinstance(stored, Database) else Database.of(design, stored)
    pattern = KnownServings().asked(design, pattern)
    if pattern.operation is Operation.STEPS:
        return _in_sequence(design, pattern, parameters, database)
    scope = scope_of(design, pattern, parameters, database)
    if isinstance(scope, Evaluation):
        return scope
    return _OPERATIONS[pattern.operation](scope)


def _in_sequence(
    design: Design, pattern: AccessPattern, parameters: Mapping[str, Any] | None, database: Database
) -> Evaluation:
    """Sequential steps, each on the result of the previous one."""
    done: list[Evaluation] = []
    for step in members(pattern):
        done.append(evaluate(design, step, parameters=parameters, stored=database))
        database = done[-1].after
    return Evaluation(
        pattern.operation,
        database,
        returned=tuple(one for step in done for one in step.returned),
        examined=tuple(one for step in done for one in step.examined),
        discarded=tuple(one for step in done for one in step.discarded),
        pages=tuple(page for step in done for page in step.pages),
        writes=tuple(write for step in done for write in step.writes),
        refusals=tuple(refusal for step in done for refusal in step.refusals),
        problems=tuple(problem for step in done for problem in step.problems),
        notes=tuple(note for step in done for note in step.notes),
        steps=tuple(done),
    )
