"""The one runner of generated requests: the evaluator and an engine get the same, and every difference is kept."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase
from hypothesis import strategies as st

from exporter.provisioning.endpoints import TRUST, EndpointKind, Trust
from modeler.core.design.model import Design
from modeler.core.design.patterns import Operation
from modeler.core.design.tables import IndexKind, Table
from modeler.core.evaluator import Database, respond
from modeler.core.items.materialize import StoredItem, key_item, key_of, materialise
from modeler.core.values.json_values import from_dynamodb_json, to_dynamodb_json
from tests.conformance import generating, requests
from tests.conformance.comparison import Case, Difference, Seen, differences, is_ill_formed, item_from, plain
from tests.conformance.engines import Refused, Wire
from tests.conformance.listed import listed
from tests.conformance.tables_there import contents, create, fill

REQUESTS = 12
"""Requests of one example, each on what the one before left."""

WRITES = (Operation.PUT, Operation.UPDATE, Operation.DELETE, Operation.BATCH_WRITE, Operation.TRANSACT_WRITE)
CHANCE = st.randoms(use_true_random=True)
"""One draw of Hypothesis seeds everything: even, quick, and the same again from the same seed."""


@dataclass
class Tally:
    """What a run has seen: cases by operation, of which refused; known differences by name; and the unknown ones."""

    cases: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    unknown: list[tuple[Case, Difference]] = field(default_factory=list)

    @property
    def count(self) -> int:
        return sum(self.cases.values())

    def shapes(self) -> dict[str, tuple[Case, Difference, int]]:
        """The unknown differences, one of each shape, with how many have it."""
        counts = Counter(shape(*one) for one in self.unknown)
        first = {shape(*one): one for one in reversed(self.unknown)}
        return {name: (*first[name], count) for name, count in counts.most_common()}


def tables(seed: int, count: int, *, several: bool) -> list[Table]:
    """Tables as Hypothesis makes them from a seed."""
    made: list[Table] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(CHANCE)
    def make(rnd: Random) -> None:
        made.append(generating.table(rnd, f"conformance-{len(made)}", several=several))

    make()
    return made[:count]


class Runner:
    """Tables on one engine, and what was seen of them."""

    def __init__(self, wire: Wire, kind: EndpointKind, made: Sequence[Table]) -> None:
        self.wire, self.kind = wire, kind
        self.trust: Trust = TRUST[kind]
        self.tables = tuple(made)
        self.tally = Tally()
        for one in made:
            create(wire, one)

    def example(self, rnd: Random, count: int = REQUESTS) -> list[tuple[Case, Difference]]:
        """One table with items, and requests one after the other; gives the differences that are not listed."""
        table = generating.samples(rnd, rnd.choice(self.tables))
        design = Design("Conformance", tables=(table,))
        stored = [
            *materialise(table),
            *(self._stored(table, generating.item(rnd, table)) for _ in range(rnd.randrange(9))),
        ]
        database = Database.of(design, {table.name: [one for one in stored if one.key is not None]})
        fill(self.wire, table, database.items(table.name))
        found: list[tuple[Case, Difference]] = []
        for _ in range(count):
            there = [json_of(one) for one in database.items(table.name)]
            operation, request = requests.request(rnd, table, there, requests.ILL_SHARE if self.trust.refusals else 0.0)
            database, case, differing = self._one(design, table, operation, request, database)
            found += [(case, one) for one in differing]
        found += list(self._indexes_differ(table, database))
        self.tally.unknown += found
        return found

    def _stored(self, table: Table, raw: dict[str, Any]) -> StoredItem:
        item = {name: from_dynamodb_json(one) for name, one in raw.items()}
        return StoredItem("", None, item, key_of(table.base.keys, item))

    def _one(
        self, design: Design, table: Table, operation: Operation, made: dict[str, Any], database: Database
    ) -> tuple[Database, Case, list[Difference]]:
        request = json.loads(self._spelled(json.dumps(made)))
        predicted = respond(design, operation, request, database)
        case = Case(table, operation, request, predicted, self._asked(operation, request))
        self.tally.cases[str(operation)] += 1
        self.tally.refused[str(operation)] += bool(predicted.refusals)
        found = list(differences(case, self.trust))
        if operation in WRITES:
            compared = self.trust.refusals or not is_ill_formed(case)
            if compared and not found and case.seen.refused is None:
                found += self._stored_differ(case)
            if found or not compared:
                fill(self.wire, table, predicted.after.items(table.name))
        return predicted.after, case, self._unlisted(case, found)

    def _spelled(self, text: str) -> str:
        """ministack takes 1E+20 and 100000000000000000000 for two numbers, so it is only told of one."""
        return text.replace("1E+20", f"1{'0' * 20}") if self.kind is EndpointKind.MINISTACK else text

    def _asked(self, operation: Operation, request: dict[str, Any]) -> Seen:
        asked = {**request, "ReturnConsumedCapacity": "INDEXES"}
        try:
            return Seen(self.wire.call(str(operation), asked))
        except Refused as refused:
            return Seen(refused=refused)

    def _unlisted(self, case: Case, found: Sequence[Difference]) -> list[Difference]:
        unknown = []
        for one in found:
            if name := listed(self.kind, case, one):
                self.tally.known[name] += 1
            else:
                unknown.append(one)
        return unknown

    def _stored_differ(self, case: Case) -> Iterator[Difference]:
        """The items that a write should have left against those that are there."""
        base = case.table.base.keys
        for write in case.predicted.writes:
            key = {name: to_dynamodb_json(value) for name, value in key_item(base, write.key).items()}
            asked = {"TableName": case.table.name, "Key": key, "ConsistentRead": True}
            raw = self.wire.call("GetItem", asked).get("Item")
            seen = None if raw is None else item_from(raw)
            wanted = case.predicted.after.item(case.table.name, write.key)
            predicted = plain(wanted.item) if wanted else None
            if seen != predicted:
                yield Difference("stored", predicted, seen)

    def _indexes_differ(self, table: Table, database: Database) -> Iterator[tuple[Case, Difference]]:
        """Everything that the table and each of its indexes holds, at the end of an example."""
        for index in table.all_indexes:
            request: dict[str, Any] = {"TableName": table.name, **({} if index.is_base else {"IndexName": index.name})}
            if index.kind is not IndexKind.GSI:
                request["ConsistentRead"] = True
            design = Design("Conformance", tables=(table,))
            predicted = respond(design, Operation.SCAN, request, database)
            if index.is_base:
                raw = list(contents(self.wire, table).values())
                seen = Seen({"Items": raw, "Count": len(raw), "ScannedCount": len(raw)})
                predicted = replace(predicted, last_key=None)
            else:
                seen = self._asked(Operation.SCAN, request)
            case = Case(table, Operation.SCAN, request, predicted, seen)
            self.tally.cases["whole index"] += 1
            for one in self._unlisted(case, list(differences(case, self.trust))):
                yield case, one


def json_of(stored: StoredItem) -> dict[str, Any]:
    """A stored item as DynamoDB JSON."""
    return {name: to_dynamodb_json(value) for name, value in stored.item.items()}


def run(runner: Runner, cases: int, seed: int) -> Tally:
    """So many cases or a few more, as Hypothesis makes them from a seed; differences are kept, not raised."""
    while runner.tally.count < cases:
        examples = -(-(cases - runner.tally.count) // (REQUESTS + 3))
        _round(runner, max(1, examples), seed)
        seed += 1
    return runner.tally


def _round(runner: Runner, examples: int, seed: int) -> None:
    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=examples,
        database=None,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(CHANCE)
    def one(rnd: Random) -> None:
        runner.example(rnd)

    one()


def described(case: Case, difference: Difference) -> str:
    """A difference as a person can run it again."""
    indexes = ", ".join(
        f"{index.name} {'+'.join(index.key_names)} {index.projection.type}{list(index.projection.attributes) or ''}"
        for index in case.table.indexes
    )
    return (
        f"{case.operation} on {case.table.name} ({'+'.join(case.table.base.key_names)}; {indexes})\n"
        f"  request   {_short(json.dumps(case.request, ensure_ascii=False))}\n"
        f"  examined  {len(case.predicted.examined)}; of {difference.aspect}\n"
        f"  predicted {_short(str(difference.predicted))}\n"
        f"  seen      {_short(str(difference.seen))}"
    )


def _short(text: str) -> str:
    """A text with long runs of one letter and whatever is beyond a page cut."""
    return re.sub(r"(.)\1{19,}", lambda found: f"{found[1]}(x{len(found[0])})", text)[:1500]


def shape(case: Case, difference: Difference) -> str:
    """What differences of one cause mostly share: the aspect, and the sentence without names and numbers."""
    if difference.aspect == "sentence":
        return f"sentence {_bare(difference.seen[1])} for {_bare(difference.predicted[0][1])}"
    if difference.aspect in ("refused", "accepted"):
        said = difference.seen if difference.aspect == "refused" else difference.predicted[0]
        return f"{difference.aspect} {_bare(said)}"
    return f"{difference.aspect} of {case.operation}"


def _bare(sentence: str) -> str:
    return re.sub(r"[\[{\"'].*$|(?<=[:;] )\S+$", "", sentence)
