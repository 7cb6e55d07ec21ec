"""Which entities a read returns by its examples: these are served, whatever the templates suggest."""

from __future__ import annotations

from dataclasses import replace

from modeler.core.design.items import Entity
from modeler.core.evaluator import evaluate
from modeler.core.rules.support.context import Call, RuleContext
from modeler.core.servings import serving
from modeler.core.servings.key_legality import ProblemKind, ServingProblem


def unreturned(context: RuleContext, call: Call, problem: ServingProblem) -> ServingProblem | None:
    """The mismatch of an entity that the read returns no sample of; None if it returns one of each.

    A read of several entities returns those that match, so that nobody notices that another is missing.
    """
    if not call.pattern.operation.is_read or call.pattern.operation.is_multiple:
        return problem
    returned = {one.id for one in evaluate(context.design, call.pattern).returned}
    about = context.about(call.pattern)
    if not any(_is_returned(entity, returned) for entity in about):
        return problem
    for entity in context.design.entities_of(call.pattern):
        if not _is_returned(entity, returned):
            alone = serving(context.design, replace(call.pattern, entities=(entity.name,)))
            own = next((one for one in alone.problems if one.kind is ProblemKind.MISMATCH), None)
            if own is not None:
                return own
    return None


def _is_returned(entity: Entity, returned: set[str]) -> bool:
    return any(item.id in returned for item in entity.items)
