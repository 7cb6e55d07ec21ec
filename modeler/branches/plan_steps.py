"""Steps of a branch's migration plan, as places of comments: found by their fingerprint in the plan of today."""

from __future__ import annotations

from typing import Any

from modeler.branches.review import Review, review_of
from modeler.comments import on_step
from modeler.core.errors import Missing
from modeler.core.migration import plan
from modeler.core.migration.steps import Step
from modeler.models import Design
from modeler.wording.part_label import LABEL_MAX


def steps_of(review: Review) -> tuple[Step, ...]:
    """The steps from the main line to the merged design."""
    made = review.comparison
    return plan(made.before.design, made.after.design).steps


@on_step
def step_label(design: Design, fingerprint: str, by: Any) -> str:
    """What a step of a branch's plan is called: what it does. Raises Missing if there is no such step any more."""
    review = review_of(design_id=design.pk, by=by)
    for number, step in enumerate(steps_of(review), 1):
        if step.fingerprint == fingerprint:
            return f"step {number}: {step.do}"[:LABEL_MAX]
    raise Missing("the plan no longer has this step; reload the review", path=fingerprint, code="step.missing")
