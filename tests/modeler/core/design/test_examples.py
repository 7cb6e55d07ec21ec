"""The designs that ship: nothing is wrong with them, every access pattern is served and runs."""

from __future__ import annotations

import pytest

from modeler.core.analysis import analyse, findings
from modeler.core.design.model import Design
from modeler.core.documents.reading import dump, load
from modeler.core.evaluator import Database, IndexEffect, evaluate
from modeler.core.items.materialize import materialise
from modeler.core.servings import serving
from modeler.core.values.attribute_values import as_decimal
from modeler.examples import NAMES, example, examples

DESIGNS = {one.key: one.design for one in examples()}


def test_order_management_is_the_first_that_a_newcomer_sees():
    assert NAMES[0] == "order-management"


TO_PRACTICE_ON = "relational-port"
"""The example with many faults on purpose."""
SOUND = [key for key in NAMES if key != TO_PRACTICE_ON]


INTENDED = {"parcel-tracking": ["pattern.fan_out"]}


@pytest.mark.parametrize("key", SOUND)
def test_no_rule_finds_what_the_description_does_not_explain(key):
    assert [finding.rule for finding in findings(DESIGNS[key])] == INTENDED.get(key, [])
    assert all(rule in DESIGNS[key].description for rule in INTENDED.get(key, []))


def test_an_example_with_a_history_ends_in_the_design_that_is_shown():
    shipped = example("parcel-tracking")
    assert [name for name, _ in shipped.versions] == ["Before the incident", "After the incident"]
    assert shipped.versions[-1][1] == shipped.design
    rules = {finding.rule for finding in findings(shipped.versions[0][1])}
    assert {"item.grows", "heat.partition_over_limit"} <= rules


@pytest.mark.parametrize("key", NAMES)
def test_every_mute_says_why_and_hides_something(key):
    design = DESIGNS[key]
    assert all(len(mute.reason) > 20 for mute in design.mutes)
    muted = analyse(design).muted
    assert {(mute.rule, mute.path) for mute in design.mutes} == {(finding.rule, finding.path) for finding in muted}


def test_the_port_to_practise_on_has_much_to_find():
    found = findings(DESIGNS[TO_PRACTICE_ON])
    rules = {finding.rule for finding in found}
    assert len(rules) >= 20
    assert rules >= {
        "keys.date_partition",
        "keys.not_unique",
        "keys.unpadded_number",
        "query.scan_online",
        "query.filter_discards",
        "index.constant_pk",
        "model.table_per_entity",
        "write.no_condition_on_transition",
        "write.unique_not_enforced",
        "item.grows",
        "item.secret",
    }
    assert sum(bool(finding.fixes) for finding in found) >= 10


@pytest.mark.parametrize(
    ("key", "was", "fewer", "rule"),
    [
        ("iot-telemetry", "shard(4)", "shard(1)", "heat.bucket_does_not_cut_rate"),
        ("leaderboard", "{playerId:shard(8)}", "{playerId:shard(4)}", "heat.index_partition_over_limit"),
        ("leaderboard", '"shard(8)"', '"shard(3)"', "heat.partition_over_limit"),
    ],
)
def test_the_rates_need_the_shards(key, was, fewer, rule):
    text = dump(DESIGNS[key])
    assert was in text
    assert rule in {finding.rule for finding in findings(load(text.replace(was, fewer)))}


@pytest.mark.parametrize(("key", "pattern"), [(key, p.id) for key, design in DESIGNS.items() for p in design.patterns])
def test_every_access_pattern_is_served_and_runs(key, pattern):
    design = DESIGNS[key]
    found = design.pattern(pattern)
    assert found is not None
    answer = serving(design, found)
    assert answer.served, answer.reason
    evaluation = evaluate(design, found)
    assert not evaluation.refused, (evaluation.refusals, evaluation.problems)
    assert evaluation.count or evaluation.writes
    assert all(write.condition_held is not False for write in evaluation.writes)


@pytest.mark.parametrize("key", NAMES)
def test_every_sample_item_has_its_key_and_no_problem(key):
    stored = [one for table in DESIGNS[key].tables for one in materialise(table)]
    assert [(one.id, one.problems) for one in stored if one.problems or one.key is None] == []
    assert len({one.key for one in stored}) == len(stored)


def test_every_pattern_has_a_rate():
    missing = [p.label for design in DESIGNS.values() for p in design.patterns if p.per_second is None]
    assert missing == []


def counted(design: Design, database: Database, label: str, **parameters: str) -> list[str]:
    pattern = design.pattern(label)
    assert pattern is not None
    evaluation = evaluate(design, pattern, parameters=parameters, stored=database)
    return [str(one.key[1].data) for one in evaluation.returned]


def test_shipping_an_order_moves_it_in_gsi1_and_drains_gsi2():
    design = example("order-management").design
    before = Database.of(design)
    ship = design.pattern("A7")
    assert ship is not None
    done = evaluate(design, ship, stored=before)
    effects = {change.index: change.effect for change in done.writes[0].indexes}
    assert effects == {"GSI1": IndexEffect.MOVES, "GSI2": IndexEffect.LEAVES}
    assert done.units == as_decimal("4")
    assert counted(design, before, "A5") == ["ORDER#2026-06-01#o-9001"]
    assert counted(design, done.after, "A5") == []
    shipped = ["ORDER#2026-06-03#o-9044", "ORDER#2026-06-01#o-9001"]
    assert counted(design, before, "A4", status="SHIPPED") == shipped[:1]
    assert counted(design, done.after, "A4", status="SHIPPED") == shipped
