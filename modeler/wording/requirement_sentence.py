"""An access pattern read back as one plain sentence, from what it means: not from its keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modeler.core.arithmetic import plain_number
from modeler.core.design.patterns import AccessPattern, Operation

_VERBS: Final = {
    Operation.GET: "Get one",
    Operation.QUERY: "List",
    Operation.SCAN: "Read all",
    Operation.BATCH_GET: "Get several",
    Operation.TRANSACT_GET: "Get together",
    Operation.PUT: "Save",
    Operation.UPDATE: "Update",
    Operation.DELETE: "Delete",
    Operation.BATCH_WRITE: "Write several",
    Operation.TRANSACT_WRITE: "Write together",
    Operation.CHECK: "Check",
    Operation.STEPS: "In steps:",
}
_AGGREGATES: Final = {
    "count": "the count",
    "sum": "the sum",
    "average": "the average",
    "minimum": "the minimum",
    "maximum": "the maximum",
    "exists": "whether there is one",
}


def requirement_sentence(pattern: AccessPattern) -> str:
    """Return the sentence: the operation, the entities, what is given, the range, the order, how many, what is
    returned, the conditions, the changes, how fresh, and how often.
    """
    return f"{''.join(_parts(pattern))}."


def _parts(pattern: AccessPattern) -> Iterator[str]:
    intent = _intent(pattern)
    yield _VERBS[pattern.operation]
    if pattern.steps:
        yield " " + "; ".join(requirement_sentence(step).rstrip(".") for step in pattern.steps)
    elif pattern.entities:
        yield " " + " and ".join(pattern.entities)
    given = _names(intent.get("given")) or sorted(_asked(pattern))
    if given:
        yield f" by {_joined(given)}"
    if bounded := _names(intent.get("range")):
        yield f", within bounds of {_joined(bounded)}"
    yield from _order(pattern, intent)
    if pattern.limit is not None:
        yield f", {'pages of' if intent.get('page') else 'at most'} {pattern.limit:,}"
    yield from _returned(pattern, intent)
    yield from _conditions(pattern)
    yield from _use(pattern)


def _intent(pattern: AccessPattern) -> dict[str, object]:
    return dict(pattern.facts.intent.raw)


def _names(held: object) -> list[str]:
    if isinstance(held, str):
        return [held]
    return [one for one in held if isinstance(one, str)] if isinstance(held, list | tuple) else []


def _asked(pattern: AccessPattern) -> set[str]:
    """Return the parameters that a pattern by key takes: what its caller knows."""
    return set() if pattern.operation is Operation.PUT else set(pattern.parameters) - set(pattern.set)


def _joined(names: list[str]) -> str:
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])}, and {names[-1]}"


def _order(pattern: AccessPattern, intent: dict[str, object]) -> Iterator[str]:
    names = _names(intent.get("order_by"))
    ranked = intent.get("ranked_by")
    if isinstance(ranked, dict):
        yield f", ordered by the {ranked.get('what', 'value')} of {ranked.get('of', 'items')}"
    elif names:
        yield f", ordered by {_joined(names)}"
    told = intent.get("direction")
    if isinstance(told, str) and told:
        yield f", {told}"
    elif pattern.descending:
        yield ", descending"


def _returned(pattern: AccessPattern, intent: dict[str, object]) -> Iterator[str]:
    returns = intent.get("returns")
    if isinstance(returns, dict) and returns.get("what") in _AGGREGATES:
        of = f" of {_joined(_names(returns.get('of')))}" if returns.get("of") else ""
        grouped = f" per {_joined(_names(returns.get('group_by')))}" if returns.get("group_by") else ""
        period = f" per {returns['period']}" if returns.get("period") else ""
        yield f", returning {_AGGREGATES[str(returns['what'])]}{of}{grouped}{period}"
    elif pattern.projection and pattern.projection != ("*",):
        yield f", returning {_joined(list(pattern.projection))}"


def _conditions(pattern: AccessPattern) -> Iterator[str]:
    if pattern.filter:
        yield f", where {pattern.filter}"
    for verb, held in (("set", pattern.set), ("add to", pattern.add), ("remove", pattern.remove)):
        if held:
            yield f", {verb} {_joined(list(held))}"
    if pattern.if_ or pattern.condition:
        yield f", only if {pattern.if_ or pattern.condition}"


def _use(pattern: AccessPattern) -> Iterator[str]:
    if pattern.consistent:
        yield ", strongly consistent"
    if pattern.items_returned is not None and pattern.items_returned != pattern.limit:
        yield f", {plain_number(pattern.items_returned)} on average"
    if pattern.per_second is not None:
        yield f"; {plain_number(pattern.per_second.average)}/s, peak {plain_number(pattern.per_second.peak)}"
