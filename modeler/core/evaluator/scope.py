"""The context in which one access pattern is evaluated: its table and index, its entities, its parameters, the
items.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern
from modeler.core.design.tables import Index, Table
from modeler.core.evaluator.bindings import Bindings, bind, entities_about
from modeler.core.evaluator.database import Database
from modeler.core.evaluator.evaluation import Evaluation, Refusal


@dataclass(frozen=True, slots=True)
class PatternScope:
    """A pattern in its context. `index` is the table's own key if the pattern names none; `given` are the parameters
    from the caller instead of the pattern's own.
    """

    design: Design
    pattern: AccessPattern
    table: Table
    index: Index
    bindings: Bindings
    database: Database
    given: Mapping[str, Any]

    @property
    def entities(self) -> tuple[Entity, ...]:
        """The entities of the pattern."""
        return entities_about(self.table, self.pattern)

    def evaluation(self, **found: Any) -> Evaluation:
        """An evaluation of this pattern that leaves the database unchanged unless `after` is given."""
        problems = (*self.bindings.problems, *found.pop("problems", ()))
        return Evaluation(self.pattern.operation, found.pop("after", self.database), problems=problems, **found)


def scope_of(
    design: Design, pattern: AccessPattern, parameters: Mapping[str, Any] | None, database: Database
) -> PatternScope | Evaluation:
    """The scope of a pattern; or an evaluation with the reason if its table or index does not exist."""
    given = parameters or {}
    table = design.table(pattern.table)
    if table is None:
        sentence = f"there is no table {pattern.table}" if pattern.table else "the pattern names no table"
        return Evaluation(pattern.operation, database, problems=(sentence,))
    index = table.index(pattern.index)
    if index is None:
        refusal = Refusal("index.unknown", f"The table does not have the specified index: {pattern.index}")
        return Evaluation(pattern.operation, database, refusals=(refusal,))
    return PatternScope(design, pattern, table, index, bind(table, pattern, given), database, given)


def members(pattern: AccessPattern) -> tuple[AccessPattern, ...]:
    """The steps of a pattern, each with inherited values."""
    return pattern.members
