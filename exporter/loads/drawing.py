"""The calls of a load: each access pattern with many parameters, and when each is called, by the skew of the design."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import accumulate, chain
from random import Random
from typing import TYPE_CHECKING, Any, Final

from exporter.provisioning.expressions import NotExpressible
from exporter.provisioning.plan import RunPlan
from exporter.provisioning.requests import Request, RequestNaming, requests_of
from exporter.provisioning.wire import plain_item
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, Operation
from modeler.core.evaluator import Database, Evaluation, evaluate
from modeler.core.servings.known import asked_design
from modeler.core.values.attribute_values import Item
from modeler.sampling.making import samples
from modeler.sampling.ready import several_parameters

if TYPE_CHECKING:
    # It needs numpy.
    from modeler.core.simulation.load_window import LoadWindow, SimulatedCalls

CALLS_KNOWN: Final = 200
"""With how many parameters each pattern is called: their requests and predictions are made before the start."""
NEW_ITEMS: Final = 100
"""How many items of each entity are generated for the patterns that create one."""
_NO_SHARE: Final = 1e-12

type Units = tuple[Decimal, Decimal]
"""Read units and write units."""


@dataclass(frozen=True, slots=True)
class KnownCall:
    """A call of a pattern with certain parameters: its requests, the partition key that it asks for first, what it
    consumes on the items that are stored at the start, and when it is repeated; and whether it can be.
    """

    requests: tuple[Request, ...]
    key: str
    first: Units
    again: Units
    repeats: bool = True


@dataclass(frozen=True, slots=True)
class ScheduledCall:
    """When a pattern is called, in seconds after the start: the row of the pattern, and which of its known calls."""

    at: float
    row: int
    number: int


def rated(design: Design) -> tuple[AccessPattern, ...]:
    """The patterns with a rate, with their keys and indexes, in the order of the simulation's rows."""
    return tuple(one for one in asked_design(design).patterns if one.per_second is not None)


@dataclass
class CallDrawing:
    """Draws the calls of a load on the tables of a plan. Hot keys are the same for all patterns: those that come first
    among the items.
    """

    plan: RunPlan
    seed: int

    def __post_init__(self) -> None:
        self._ranks: dict[str, int] = {}
        self._naming = RequestNaming(self.plan.names)
        self._new = self._new_items()

    def _new_items(self) -> Mapping[str, Sequence[Item]]:
        counts = {entity.id: NEW_ITEMS for _, entity in self.plan.design.entities()}
        return samples(self.plan.design, counts, self.seed + 1).items

    def known_calls(self, pattern: AccessPattern) -> list[KnownCall]:
        """The calls of a pattern with other parameters each, those of the hottest keys first. Raises NotExpressible."""
        found: dict[str, tuple[KnownCall, bool]] = {}
        for given in several_parameters(self.plan.design, pattern, CALLS_KNOWN, self._new):
            asked = with_parameters(pattern, given)
            requests = self._requests(asked)
            text = json.dumps([plain_item(dict(one.arguments)) for one in requests], sort_keys=True)
            if text not in found:
                found[text] = self._known(asked, requests)
        # A call that a condition refuses from the start shows nothing, if there are others.
        calls = [call for call, works in found.values() if works] or [call for call, _ in found.values()]
        for one in calls:
            self._ranks.setdefault(one.key, len(self._ranks))
        return sorted(calls, key=lambda one: self._ranks[one.key])

    def _known(self, pattern: AccessPattern, requests: tuple[Request, ...]) -> tuple[KnownCall, bool]:
        """A call, and whether nothing refuses it on the items at the start."""
        first = evaluate(self.plan.design, pattern, stored=self.plan.seed)
        if first.problems:
            raise NotExpressible(first.problems[0])
        again = evaluate(self.plan.design, pattern, stored=first.after) if first.writes else first
        key = _key_of(self.plan, requests)
        return KnownCall(requests, key, _units(first), _units(again), not again.refused), not first.refused

    def _requests(self, pattern: AccessPattern) -> tuple[Request, ...]:
        if pattern.operation is not Operation.STEPS:
            return requests_of(self.plan.design, pattern, self.plan.seed, self._naming)
        steps: list[tuple[Request, ...]] = []
        stored: Database = self.plan.seed
        for step in pattern.members:
            steps.append(requests_of(self.plan.design, step, stored, self._naming))
            stored = evaluate(self.plan.design, step, stored=stored).after
        return tuple(chain.from_iterable(steps))


def with_parameters(pattern: AccessPattern, given: Mapping[str, Any]) -> AccessPattern:
    """The pattern with these parameters, also where its steps have values of their own; what distinguishes its steps
    from each other stays.
    """
    own: dict[str, list[Any]] = {}
    for step in pattern.steps:
        for name, value in step.parameters.items():
            own.setdefault(name, []).append(value)
    same = {name for name, values in own.items() if all(value == values[0] for value in values)}
    steps = (
        replace(step, parameters={name: given.get(name, value) if name in same else value for name, value in
                                  step.parameters.items()})
        for step in pattern.steps
    )  # fmt: skip
    return replace(pattern, parameters=dict(given), steps=tuple(steps))


def _units(found: Evaluation) -> Units:
    return found.read_units, found.write_units


def _key_of(plan: RunPlan, requests: Sequence[Request]) -> str:
    """The partition key that a call asks for first, as text; '' for a Scan."""
    for request in requests:
        for value in _partition_values(plan, request):
            return json.dumps(value, sort_keys=True, default=str)
    return ""


def _partition_values(plan: RunPlan, request: Request) -> Iterator[Any]:
    arguments = request.arguments
    if request.method == "query":
        placeholder = arguments["KeyConditionExpression"].split(" AND ")[0].split()[-1]
        yield arguments["ExpressionAttributeValues"].get(placeholder)
        return
    tables = {real: plan.design.table(name) for name, real in plan.names.items()}
    for real, item in _items_of(request):
        table = tables.get(real)
        if table is not None:
            yield item.get(table.partition_key[0].name)


def _items_of(request: Request) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each key or item of a request, with its table."""
    arguments = request.arguments
    for action in arguments.get("TransactItems", ()):
        (one,) = action.values()
        yield one["TableName"], one.get("Item") or one["Key"]
    for table, asked in arguments.get("RequestItems", {}).items():
        keys = asked["Keys"] if isinstance(asked, Mapping) else [next(iter(one.values())) for one in asked]
        for one in keys:
            yield table, one.get("Item") or one.get("Key") or one
    if own := arguments.get("Item") or arguments.get("Key"):
        yield arguments["TableName"], own


def shares(calls: Sequence[KnownCall], load: SimulatedCalls) -> list[float]:
    """The part of a pattern's calls that each known call gets: hot keys have those of the simulation, the other keys
    are even, and the calls of one key are even. A hot key is never colder than an even one.
    """
    keys = dict.fromkeys(one.key for one in calls)
    hot = load.hot[: len(keys)]
    others = len(keys) - len(hot)
    even = max(0.0, 1.0 - sum(hot)) / (others or 1)
    by_key = {key: max(hot[rank], even) if rank < len(hot) else even for rank, key in enumerate(keys)}
    total = sum(by_key.values()) or 1.0
    counts = {key: sum(one.key == key for one in calls) for key in keys}
    return [by_key[one.key] / total / counts[one.key] for one in calls]


def schedule(
    window: LoadWindow, known: Sequence[Sequence[KnownCall]], loads: Sequence[SimulatedCalls], seed: int
) -> list[ScheduledCall]:
    """When each pattern is called with which parameters: in each second as often as the scenario says, at random
    times. A pattern without known calls is left out.
    """
    chance = Random(f"load {seed}")  # noqa: S311 # the same calls for the same seed
    made: list[ScheduledCall] = []
    for row, (calls, load, rates) in enumerate(zip(known, loads, window.calls, strict=True)):
        if not calls:
            continue
        sums = list(accumulate(max(one, _NO_SHARE) for one in shares(calls, load)))
        unused = set(range(len(calls)))
        for second, rate in enumerate(rates):
            count = int(rate) + (chance.random() < rate % 1)
            for drawn in chance.choices(range(len(calls)), cum_weights=sums, k=count):
                number = drawn if calls[drawn].repeats else _unused(calls, drawn, unused)
                unused.discard(number)
                made.append(ScheduledCall(second + chance.random(), row, number))
    return sorted(made, key=lambda one: one.at)


def _unused(calls: Sequence[KnownCall], drawn: int, unused: Collection[int]) -> int:
    """A call that a condition would refuse when it is repeated: another one of its key that was not made yet, else one
    of another key; the same if all were made.
    """
    if drawn in unused or not unused:
        return drawn
    same = (one for one in sorted(unused) if calls[one].key == calls[drawn].key)
    return next(same, min(unused))
