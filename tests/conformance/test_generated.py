"""Laws: what the evaluator predicts of generated items and patterns, an engine does, units included where trusted."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from exporter.provisioning.endpoints import TRUST, EndpointKind
from exporter.provisioning.plan import seed_of
from exporter.provisioning.proof import Ground, prove, put_back
from exporter.provisioning.rows import Status
from modeler.core.design.items import SampleItem
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.evaluator import IndexEffect
from modeler.core.values.attribute_values import number, string
from tests.conformance import shapes

bounded = settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)


class Bench:
    """The tables of every shape on one engine, filled anew for each example."""

    def __init__(self, engine):
        self.engine = engine
        every = (*shapes.TABLES, shapes.SEVERAL) if engine.trust.multi_attribute_keys else shapes.TABLES
        self.tables = (*every, shapes.TASKS)
        self.plans = {table.name: engine.holding(shapes.design_with(table, ()))[0] for table in self.tables}

    @property
    def plain(self):
        return [table for table in self.tables if not table.entities]

    def ground(self, design):
        """A design whose only table is there and holds its samples, and these as a database."""
        plan = replace(self.plans[design.tables[0].name], design=design, seed=seed_of(design))
        self.engine.fill(plan)
        return Ground(design, self.engine.dynamodb, plan.names, self.engine.trust), plan.seed


@pytest.fixture(scope="module")
def bench(engine):
    return Bench(engine)


def agrees(ground, pattern, database):
    """The row of a pattern, after it was put back; fails where it differs."""
    proof = prove(ground, pattern, database)
    put_back(ground, proof.written, database)
    assume(not (ground.trust == TRUST[EndpointKind.DYNAMODB_LOCAL] and swaps_halves(ground.design, proof)))
    assert proof.row.status is not Status.DIFFER, (proof.row.sentence, proof.row.as_json(), pattern)
    return proof.row


def swaps_halves(design, proof):
    """Did an item that is in no index before or after change which half of an index's key it has?

    DynamoDB Local counts a unit for the index then. facts/throughput#index-writes: absent before and after
    costs nothing.
    """
    for write in proof.evaluation.writes:
        for change in write.indexes:
            names = set(design.tables[0].index(change.index).key_names) - set(design.tables[0].base.key_names)
            before, after = (names & stored.item.keys() if stored else set() for stored in (write.before, write.after))
            if change.effect is IndexEffect.ABSENT and before and after and before != after:
                return True
    return False


def whole(table):
    return AccessPattern("all", "", "everything", Operation.SCAN, table=table, consistent=True)


@bounded
@given(data=st.data())
def test_reads(bench, data):
    table = data.draw(st.sampled_from(bench.plain))
    ground, database = bench.ground(shapes.design_with(table, data.draw(shapes.items(table))))
    for pattern in data.draw(st.lists(shapes.reads(table), min_size=1, max_size=4)):
        agrees(ground, pattern, database)


@bounded
@given(data=st.data())
def test_writes_and_what_puts_them_back(bench, data):
    table = data.draw(st.sampled_from(bench.plain))
    ground, database = bench.ground(shapes.design_with(table, data.draw(shapes.items(table))))
    for pattern in data.draw(st.lists(shapes.writes(table), min_size=1, max_size=4)):
        agrees(ground, pattern, database)
    assert agrees(ground, whole(table.name), database).status in (Status.AGREE, Status.EMPTY)


def test_units_of_a_scan_of_entries_are_compared_where_they_are_reported_rightly(bench):
    """DynamoDB Local counts whole items. Found by generated sequences, one example in some thousands."""
    table = next(one for one in shapes.TABLES if one.name == "numbers")
    values = {"PK": number("1"), "SK": number("2"), "G1": string("p"), "L1": string("a"), "filler": string("x" * 4200)}
    ground, database = bench.ground(shapes.design_with(table, (SampleItem("i0", values),)))
    entries = AccessPattern("s", "", "entries", Operation.SCAN, table=table.name, index="GSI1")
    row = prove(ground, entries, database).row
    assert row.status is Status.AGREE, row.sentence
    assert row.units_compared == (ground.trust.reads and ground.trust.partial_indexes)


@pytest.mark.parametrize(("projection", "is_right"), [((), True), (("*",), True), (("PK",), False)])
def test_units_of_a_projection_of_an_lsi_are_compared_where_they_are_reported_rightly(bench, projection, is_right):
    """DynamoDB Local fetches whole items, whatever is asked for. Found by generated reads, one run in many."""
    table = next(one for one in shapes.TABLES if one.name == "texts")
    values = {"PK": string("p"), "SK": string("s"), "L1": string("a"), "filler": string("x" * 9000)}
    ground, database = bench.ground(shapes.design_with(table, (SampleItem("i0", values),)))
    key, given = (KeyCondition("PK", "=", ("{p}",)),), {"p": {"S": "p"}}
    entries = AccessPattern("q", "", "entries", Operation.QUERY, table=table.name, index="LSI1", key=key)
    row = prove(ground, replace(entries, parameters=given, projection=projection), database).row
    # The sandbox never fetches what an LSI does not project (docs/conformance.md).
    fetches = ground.trust.reads or "*" not in projection
    assert row.status is (Status.AGREE if fetches else Status.DIFFER), row.sentence
    assert row.units_compared == (ground.trust.reads and (is_right or ground.trust.partial_indexes))


@bounded
@given(data=st.data())
def test_transactions(bench, data):
    table = data.draw(st.sampled_from(bench.plain))
    ground, database = bench.ground(shapes.design_with(table, data.draw(shapes.items(table))))
    agrees(ground, data.draw(shapes.transactions(table)), database)
    assert agrees(ground, whole(table.name), database).status in (Status.AGREE, Status.EMPTY)


@bounded
@given(data=st.data())
def test_sequences(bench, data):
    table = data.draw(st.sampled_from(bench.plain))
    ground, database = bench.ground(shapes.design_with(table, data.draw(shapes.items(table))))
    agrees(ground, data.draw(shapes.sequences(table)), database)
    assert agrees(ground, whole(table.name), database).status in (Status.AGREE, Status.EMPTY)


@bounded
@given(made=shapes.tasks(), intents=st.lists(shapes.intents(), min_size=1, max_size=3))
def test_an_intent_keeps_every_index_as_the_templates_want_it(bench, made, intents):
    ground, database = bench.ground(shapes.with_tasks(made))
    for pattern in intents:
        row = agrees(ground, pattern, database)
        assume(row.status is Status.AGREE)
        proof = prove(ground, pattern, database)
        for name in ("GSI1", "GSI2"):
            through = AccessPattern("through", "", name, Operation.SCAN, table="tasks", index=name)
            assert agrees_now(ground, through, proof.evaluation.after)
        put_back(ground, proof.written, database)


def agrees_now(ground, pattern, database):
    return prove(ground, pattern, database).row.status in (Status.AGREE, Status.EMPTY)
