"""Designs that code finds awkward are exported all the same, and what their functions say is what was meant."""

from __future__ import annotations

import re

import pytest

from exporter.targets import TARGETS, target
from modeler.core.documents import reading
from tests.doors.node_code import compiled
from tests.exporter.targets.designs.all_designs import key
from tests.exporter.targets.designs.awkward import AWKWARD, HIDING, awkward
from tests.exporter.targets.designs.generated import mypy, package_in, write

TYPESCRIPT = ("electrodb", "dynamodb-toolbox", "onetable")


@pytest.fixture(scope="module")
def design():
    return awkward()


def written(name, design, end):
    return next(file.text for file in target(name).export(design) if file.path.endswith(end))


def function(text, name):
    """The source of a TypeScript function."""
    return re.search(rf"export async function {name}\(.*?^}}$", text, re.DOTALL | re.MULTILINE)[0]


@pytest.mark.parametrize("name", [one.name for one in TARGETS if one.name != "pdf"])
def test_a_design_that_says_too_little_is_exported(name, design):
    assert target(name).build(design).files


INFRASTRUCTURE = [one.name for one in TARGETS if one.kind in ("infrastructure", "scripts")]


@pytest.mark.parametrize("name", INFRASTRUCTURE)
def test_a_table_without_a_key_is_said_by_whatever_creates_tables(name):
    tables = [{"name": "rooms", "partition_key": []}, {"name": "halls", "partition_key": [{"name": "id", "type": "S"}]}]
    bare = reading.from_document({"keysheet": 1, "name": "hotel", "region": "us-east-1", "tables": tables})
    told = [(one.path, one.message) for one in target(name).build(bare).report if "partition key" in one.message]
    assert told == [("tables.rooms", "it has no partition key, so it cannot be created: give it one first")]


@pytest.mark.parametrize("name", [*TYPESCRIPT, "java"])
def test_a_pattern_that_is_no_request_has_no_function_and_is_said(name, design):
    said = {loss.path: loss.message for loss in target(name).build(design).report}
    for code, why in (
        ("E1", "has no steps"),
        ("E2", "cannot be a step of a TransactWriteItems"),
        ("E3", "has no partition key"),
        ("N2", "attribute name: #n"),
    ):
        assert why in said[f"access_patterns.{code}"]


@pytest.mark.parametrize("name", TYPESCRIPT)
def test_members_that_give_one_name_two_values_take_a_parameter_each(name, design):
    source = function(written(name, design, "several.ts"), "twoToRead")
    assert "E#${id}" in source
    assert "E#${id2}" in source


def test_members_that_give_one_name_one_value_share_it():
    steps = [{**step, "parameters": {"id": "1"}} for step in AWKWARD["access_patterns"][-8]["steps"]]
    pattern = {**AWKWARD["access_patterns"][-8], "steps": steps}
    one = reading.from_document({**AWKWARD, "access_patterns": [pattern]})
    assert "{ id }: { id: string }" in written("electrodb", one, "several.ts")


@pytest.mark.parametrize("name", TYPESCRIPT)
def test_each_update_of_a_transaction_works_out_its_own_keys(name, design):
    source = function(written(name, design, "several.ts"), "twoMoves")
    assert "keyChanges(" in source or "writtenOr(" in source
    assert "const keys = " in source
    assert "const keys2 = " in source
    assert ", keys2)" in source


@pytest.mark.parametrize("name", TYPESCRIPT)
def test_what_an_item_may_lack_need_not_be_given(name, design):
    assert re.search(r"\bnote\?: string \| undefined", function(written(name, design, "several.ts"), "twoMoves"))


@pytest.mark.parametrize("name", TYPESCRIPT)
def test_batches_ask_again_for_what_was_not_processed(name, design):
    several = written(name, design, "several.ts")
    assert "return batchGet(" in function(several, "twoToRead")
    assert "return batchWrite(" in function(several, "twoPuts")
    assert "UnprocessedKeys" in written(name, design, "requests.ts")


def test_no_parameter_of_java_hides_what_its_method_uses(design):
    source = written("java", design, "ThingRepository.java")
    hidden = {"client", "table", "request", "changes", "after", "keys"}
    given = re.findall(r"(?:String|BigDecimal) (\w+)[,)]", source)
    assert len(given) > len(HIDING)
    assert hidden.isdisjoint(given)


@pytest.mark.slow
@pytest.mark.parametrize("name", TYPESCRIPT)
def test_tsc_has_nothing_to_say(name, design, tmp_path):
    compiled(write(target(name).export(design), tmp_path))


@pytest.mark.conformance(cases=2)
@pytest.mark.slow
@pytest.mark.parametrize("name", TYPESCRIPT)
@pytest.mark.parametrize("keys", [[], ["x", "y"]])
def test_tsc_has_nothing_to_say_of_a_table_whose_key_no_table_can_have(name, keys, tmp_path):
    design = unkeyed(*keys)
    compiled(write(target(name).export(design), tmp_path))
    assert [loss for loss in target(name).build(design).report if loss.path.startswith("tables.loose")]


def unkeyed(*keys):
    """A table with as many partition keys as are named, its entity with templates all the same."""
    entity = {"name": "Loose", "attributes": [{"name": "x", "type": "S"}, {"name": "y", "type": "S"}],
              "overloads": [{"index": None, "keys": {"x": "{x}", "y": "Y#{y}"}}]}  # fmt: skip
    shared = {"table": "loose", "entities": ["Loose"]}
    return reading.from_document(
        {
            "keysheet": 1,
            "name": "Unkeyed",
            "tables": [{"name": "loose", "partition_key": key(*keys), "entities": [entity]}],
            "access_patterns": [
                {"code": "1", "name": "put", "operation": "PutItem", **shared, "parameters": {"x": "1", "y": "2"}},
                {"code": "2", "name": "all", "operation": "Scan", **shared},
                {"code": "3", "name": "get", "operation": "GetItem", **shared, "key": {"x": "{x}", "y": "Y#{y}"},
                 "parameters": {"x": "1", "y": "2"}},
            ],
        }
    )  # fmt: skip


@pytest.mark.doors
@pytest.mark.slow
def test_mypy_has_nothing_to_say(design, tmp_path):
    write(target("access-tests").export(design), tmp_path)
    package = package_in(tmp_path)
    names = (package.name, "proving.py", "test_access_patterns.py")
    assert mypy(tmp_path, *names, "--ignore-missing-imports") == ""


def test_the_tests_of_an_empty_design_pass(tmp_path):
    export = target("access-tests").export(reading.from_document({"keysheet": 1, "name": "Empty"}))
    assert "assert len(tables) == 0" in next(file.text for file in export if file.path == "test_access_patterns.py")


@pytest.mark.parametrize(("name", "is_said"), [("electrodb", True), ("onetable", True), ("dynamodb-toolbox", False)])
def test_an_attribute_called_like_a_member_of_every_object_is_said_where_the_library_throws(name, is_said, design):
    said = [loss for loss in target(name).build(design).report if loss.message.startswith("toString: ")]
    assert [loss.path.endswith(".attributes") for loss in said] == [True] * is_said
