"""Whether an alternative holds: every pattern is served, no key is too hot, no rule objects, and every read finds
some of the sample items and leaves others out.
"""

from __future__ import annotations

from collections.abc import Iterator

from modeler.core.capacity.heat import design_heat
from modeler.core.design.model import Design
from modeler.core.design.patterns import Operation
from modeler.core.evaluator import Database, evaluate
from modeler.core.servings import serving
from modeler.core.synthesis.accepting.samples import constants_of, finding_parameters, with_samples
from modeler.core.synthesis.assembling import Assembled
from modeler.core.synthesis.calls import PlacedCall
from modeler.core.synthesis.setting_up import Setup


def problems(setup: Setup, made: Assembled) -> Iterator[str]:
    """Sentences for what does not hold."""
    design = made.design
    unmet = {one.call.top.id for one in setup.unmet}
    for pattern in design.patterns:
        if pattern.id in unmet:
            continue
        found = serving(design, pattern)
        if not found.served:
            yield f"{pattern.label} is not served: {found.reason}"
        elif found.order_satisfied is False:
            yield f"{pattern.label} is not served in its order: {found.order_reason}"
    for key in design_heat(design).keys:
        if key.used > 1:
            yield f"{key.label} in {key.place.label} takes {key.used:.0%} of what one partition supports"
    yield from _reads(setup, made)


def _reads(setup: Setup, made: Assembled) -> Iterator[str]:
    """Reads that return nothing, or everything, of generated items."""
    design = with_samples(made.design, setup.workshop.words, constants_of(setup.calls))
    stored = Database.of(design)
    for call in setup.calls:
        resolved = made.resolved.get(call.id)
        if resolved is None:
            continue
        yield from _read(design, stored, call, made)


def _read(design: Design, stored: Database, call: PlacedCall, made: Assembled) -> Iterator[str]:
    parameters = finding_parameters(design, call)
    if parameters is None:
        yield f"{call.label}: no generated item meets its conditions, so it was not tried"
        return
    pattern, placed = made.resolved[call.id].pattern, made.resolved[call.id].placed
    if placed is not None:
        parameters = {**parameters, placed.parameter: placed.periods(parameters)}
    # The items that a second step fetches have the keys that the first step returns.
    pattern = pattern.members[0] if pattern.operation is Operation.STEPS else pattern
    answer = evaluate(design, pattern, parameters=parameters, stored=stored)
    wrong = [*answer.problems, *(refusal.message for refusal in answer.refusals)]
    total = sum(len(one.items) for _, one in design.entities())
    if wrong:
        yield f"{call.label} could not be tried: {wrong[0]}"
    elif not answer.count:
        yield f"{call.label} returns none of the generated items"
    elif answer.count >= total and call.wanted.terms:
        yield f"{call.label} returns every generated item"
