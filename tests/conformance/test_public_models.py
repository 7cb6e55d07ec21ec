"""Real Workbench models of others, with the keys that an independent implementation returned for their patterns."""

import json
from functools import cache

import pytest

from exporter.importers import import_text
from exporter.provisioning.proof import prove
from exporter.provisioning.rows import Status, key_texts
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.evaluator import Database, evaluate
from tests.ground.stores import REPOSITORY

MODELS = REPOSITORY.parent / "shared" / "models"
PATTERNS = MODELS / "patterns.json"
ASKED = json.loads(PATTERNS.read_text()) if PATTERNS.is_file() else {}

pytestmark = pytest.mark.skipif(not ASKED, reason="../shared/models/patterns.json is not here")


@cache
def model(name):
    return import_text((MODELS / name).read_bytes(), name).design


def literal(value):
    """A value as a key template that says just that."""
    return str(value).replace("{", "{{").replace("}", "}}")


def as_pattern(design, asked):
    """An asked pattern as an access pattern of the imported design."""
    table = design.table(asked["table"])
    index = table.index(None if asked["index"] == "table" else asked["index"])
    key = [KeyCondition(index.partition_key[0].name, "=", (literal(asked["partition_key"]),))]
    if asked["sort_key"]:
        operator, *values = asked["sort_key"]
        key.append(KeyCondition(index.sort_key[0].name, operator, tuple(map(literal, values))))
    return AccessPattern(
        "asked",
        "",
        asked["name"],
        Operation.QUERY,
        table=table.name,
        index=None if index.is_base else index.name,
        key=tuple(key),
        descending=asked.get("descending", False),
        limit=asked.get("limit"),
    )


CASES = [pytest.param(name, asked, id=f"{name}: {asked['name']}") for name, listed in ASKED.items() for asked in listed]


@pytest.mark.parametrize(("name", "asked"), CASES)
def test_the_evaluator_returns_the_known_keys_in_order(name, asked):
    design = model(name)
    found = evaluate(design, as_pattern(design, asked))
    assert not found.refused
    assert [key_texts(one.key) for one in found.returned] == asked["expected_keys"]


@pytest.mark.parametrize("name", ASKED)
def test_an_engine_returns_what_the_evaluator_says(name, engine):
    design = model(name)
    plan, ground = engine.holding(design)
    for asked in ASKED[name]:
        row = prove(ground, as_pattern(design, asked), plan.seed).row
        assert row.status is (Status.AGREE if asked["expected_keys"] else Status.EMPTY), (
            f"{asked['name']}: {row.sentence}"
        )
        assert [key_texts(key) for key in row.returned] == asked["expected_keys"], asked["name"]
        assert row.units_compared or not engine.trust.reads or not row.returned


def test_every_item_of_the_models_is_seeded(engine):
    for name in ASKED:
        plan, ground = engine.holding(model(name))
        for table in plan.design.tables:
            everything = AccessPattern("all", "", "everything", Operation.SCAN, table=table.name)
            assert prove(ground, everything, Database.of(plan.design)).row.status is Status.AGREE
