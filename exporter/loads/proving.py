"""A load proof from its design to its report: tables, items, calls, and the simulation of the same seconds.

Nothing here knows a database of Keysheet: a worker and the command line run the same steps.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from exporter.loads.asked import LoadAsked, Stock, refuse_small_budget, trusted_for
from exporter.loads.drawing import CallDrawing, KnownCall, rated, schedule
from exporter.loads.measured import PatternMeasure, UnitsBudget, of_all
from exporter.loads.sending import Sending
from exporter.loads.stocking import stock_of, stocked_plan
from exporter.provisioning import tables
from exporter.provisioning.aws import DynamoDB
from exporter.provisioning.endpoints import Endpoint
from exporter.provisioning.expressions import NotExpressible
from exporter.provisioning.plan import RunPlan
from exporter.simulation_report import simulation_json
from modeler.core.design.model import Design
from modeler.core.errors import Conflict, Invalid
from modeler.core.simulation.load_window import LoadWindow, SimulatedCalls, load_window, pattern_loads
from modeler.core.simulation.options import SimulationOptions
from modeler.core.simulation.scenario import BY_NAME
from modeler.core.simulation.simulating import Simulated, traffic_steps

type Said[T] = Generator[str, None, T]
"""Steps that yield what they do, then their result."""


@dataclass
class LoadProof:
    """A load proof that is planned, then run."""

    plan: RunPlan
    stock: Stock
    window: LoadWindow
    loads: list[SimulatedCalls]
    asked: LoadAsked
    endpoint: Endpoint
    known: list[list[KnownCall]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, design: Design, asked: LoadAsked, endpoint: Endpoint, prefix: str, tags: dict[str, str]) -> LoadProof:
        """Plan it. Raises Invalid if no table can be created, no pattern has a rate, or the budget does not suffice to
        store the items.
        """
        seconds, rate = asked.seconds, float(asked.calls_per_second)
        window = load_window(design, asked.scenario, SimulationOptions(), seconds=seconds, calls_per_second=rate)
        plan = stocked_plan(window.traffic.design, asked, endpoint, prefix, tags)
        if not window.calls:
            raise Invalid("no access pattern has a rate, so there is nothing to send", path="scenario")
        stock = stock_of(plan)
        refuse_small_budget(asked, stock)
        return cls(plan, stock, window, pattern_loads(window.traffic), asked, endpoint)

    def prepared(self) -> Iterator[str]:
        """Make the requests of each pattern, and what they are predicted to consume."""
        drawing = CallDrawing(self.plan, self.asked.seed)
        for pattern in rated(self.plan.design):
            try:
                self.known.append(drawing.known_calls(pattern))
            except NotExpressible as error:
                self.known.append([])
                self.left_out.append(f"{pattern.label}: {error.message}")
            yield f"prepared the calls of {pattern.label}"

    def run(self, dynamodb: DynamoDB) -> Said[dict[str, Any]]:
        """Store the items, send the calls, simulate the same seconds; return the report. The tables exist."""
        yield from self.prepared()
        yield from tables.seed(dynamodb, self.plan)
        written = self.asked.write_units - self.stock.write_units
        trust = self.endpoint.trust
        sending = Sending(
            dynamodb.impatient(),
            self.known,
            UnitsBudget(Decimal(self.asked.read_units), written),
            (trust.reads and trust.transactions, trust.writes and trust.transactions),
        )
        calls = schedule(self.window, self.known, self.loads, self.asked.seed)
        yield from sending.run(calls, self.asked.seconds)
        simulated = yield from self._simulated()
        return self._report(sending, simulated)

    def _trusted(self, row: int) -> dict[str, bool]:
        """Whether the endpoint's units of a pattern are trusted: those of transactions are a matter of their own."""
        trust = self.endpoint.trust
        transacts = any(request.method.startswith("transact") for one in self.known[row] for request in one.requests)
        known = trust.transactions or not transacts
        return {"read": trust.reads and known, "write": trust.writes and known}

    def _simulated(self) -> Said[Simulated]:
        steps = traffic_steps(self.window.traffic)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                found: Simulated = end.value
                return found
            yield "simulating the same seconds"

    def _report(self, sending: Sending, simulated: Simulated) -> dict[str, Any]:
        patterns = []
        for row, pattern in enumerate(rated(self.plan.design)):
            load = self.loads[row]
            figures = sending.measures.get(row, PatternMeasure()).as_json((load.read_units, load.write_units))
            keys = len({one.key for one in self.known[row]})
            hottest = round(load.hot[0], 6) if load.hot else None
            figures["trusted"] = self._trusted(row)
            patterns.append(
                {"pattern": pattern.id, "label": pattern.label, "name": pattern.name, "keys": keys,
                 "hottest_share": hottest, **figures}
            )  # fmt: skip
        scenario = BY_NAME[self.asked.scenario]
        return {
            "scenario": scenario.name,
            "title": scenario.title,
            "minute": self.window.minute,
            "share": self.window.share,
            "seconds": round(sending.seconds, 1),
            "sent": sending.sent,
            "late": sending.late,
            "budget_ended_it": sending.budget.is_spent,
            "budget": {"read": self.asked.read_units, "write": self.asked.write_units},
            "seeded": {"items": self.stock.items, "write_units": float(self.stock.write_units)},
            "units": {
                word: {one: of_all(patterns, word, one) for one in ("consumed", "predicted", "simulated")}
                for word in ("read", "write")
            },
            "trusted": {
                "read": all(one["trusted"]["read"] for one in patterns),
                "write": all(one["trusted"]["write"] for one in patterns),
                "throughput": self.endpoint.trust.throughput,
            },
            "trusted_for": trusted_for(self.endpoint),
            "patterns": patterns,
            "left_out": [*self.left_out, *simulated.unknown],
            "simulated": {
                name: told for name, told in simulation_json(replace(simulated, unknown=())).items() if name != "second"
            },
        }


def created(dynamodb: DynamoDB, proof: LoadProof, run: str) -> Iterator[str]:
    """Create the tables of a load that no job records; the caller removes them."""
    for one in proof.plan.tables:
        tables.create(dynamodb, one, run, was_recorded=False)
        yield from tables.wait_active(dynamodb, one.name)


def removed(dynamodb: DynamoDB, proof: LoadProof, run: str) -> None:
    """Remove them, each although another could not be removed. Raises Conflict."""
    problems = []
    for one in proof.plan.tables:
        try:
            for _ in tables.remove(dynamodb, one.name, run):
                pass
        except Conflict as error:
            problems.append(f"{one.name}: {error.message}")
    if problems:
        raise Conflict("; ".join(problems), code="provision.left")
