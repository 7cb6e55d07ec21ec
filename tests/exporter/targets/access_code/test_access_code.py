"""Access code for ElectroDB, DynamoDB-Toolbox, OneTable and Java: what is written, what falls back, what is said."""

from __future__ import annotations

import copy
import json
import re
from importlib import resources

import pytest

from exporter.targets import target
from exporter.targets.access_code.entity_plan import entity_plans
from exporter.targets.access_code.pattern_planner import pattern_plans
from exporter.targets.support.literals import Language
from modeler.core.documents import reading
from modeler.core.values.attribute_values import AttributeType
from modeler.examples import example
from tests.exporter.targets.designs.all_designs import EVIL_TEXTS, SMALL, everything, evil
from tests.exporter.targets.designs.intricate import INTRICATE, intricate

TARGETS = ("electrodb", "dynamodb-toolbox", "onetable", "java")
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|//[^\n]*|/\*.*?\*/', re.DOTALL)


def files(name, design):
    return {file.path: file.text for file in target(name).build(design).files}


def with_patterns(*patterns):
    raw = copy.deepcopy(SMALL)
    raw["access_patterns"] = [{"table": "app", "entities": ["Customer"], **one} for one in patterns]
    return reading.from_document(raw)


def plans(design):
    entities = entity_plans(design, Language.TYPESCRIPT)
    return pattern_plans(design, entities, Language.TYPESCRIPT)


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("text", EVIL_TEXTS)
def test_no_text_of_a_design_is_code(name, text):
    for path, written in files(name, evil(text)).items():
        assert re.fullmatch(r"[A-Za-z0-9_./-]+", path)
        if path.endswith((".ts", ".java")) and not path.endswith(("keys.ts", "requests.ts")):
            code = LITERAL.sub("", written)
            for word in ("touch /tmp", "DROP TABLE", "alert(", "aws_iam_role.", "python/object", "../etc"):
                assert word not in code, (path, word)


@pytest.mark.parametrize("name", TARGETS)
def test_there_is_a_file_for_each_entity(name):
    design = example("saas-projects").design
    written = files(name, design)
    for table, entity in design.entities():
        assert [path for path in written if path.rpartition("/")[2].partition(".")[0] == entity.name], (
            table.name,
            entity.name,
        )


@pytest.mark.parametrize("name", TARGETS)
def test_each_pattern_has_a_function_or_a_loss(name):
    design = example("leaderboard").design
    export = target(name).build(design)
    text = "".join(file.text for file in export.files)
    lost = {loss.path for loss in export.report}
    for pattern in design.patterns:
        assert f"{pattern.code}: {pattern.name}" in text or f"access_patterns.{pattern.code}" in lost


def test_a_shared_description_ends_no_comment():
    raw = copy.deepcopy(SMALL)
    raw["tables"][0]["entities"][0]["description"] = "*/ process.exit(1) /*"
    for name in TARGETS:
        assert "*/ process" not in "".join(files(name, reading.from_document(raw)).values())


def test_an_update_names_the_indexes_whose_keys_follow():
    (plan,) = plans(
        with_patterns(
            {"code": "W", "name": "Move", "operation": "UpdateItem", "set": {"email": ":email"},
             "key": {"PK": "CUST#{customerId}", "SK": "PROFILE"},
             "parameters": {"customerId": "a1", "email": "b@example.org"}},
        )
    )  # fmt: skip
    assert [one.index.name for one in plan.affected] == ["GSI1"]
    assert [one.name for one in plan.parameters] == ["customerId", "email"]


def test_what_the_keys_need_and_nobody_gives_becomes_a_parameter():
    design = example("order-management").design
    raw = reading.to_document(design)
    pattern = next(one for one in raw["access_patterns"] if one.get("code") == "A7")
    pattern["set"] = {"status": "SHIPPED"}
    found = next(one for one in plans(reading.from_document(raw)) if one.pattern.code == "A7")
    assert {one.name for one in found.parameters} == {"customerId", "orderDate", "orderId"}
    assert found.is_whole_key()


def test_a_pattern_that_says_too_little_has_a_problem():
    design = with_patterns({"code": "R", "name": "Lost", "operation": "GetItem", "key": {"PK": "CUST#{customerId}"}})
    (plan,) = plans(design)
    assert plan.problem == "the pattern does not specify SK"
    for name in TARGETS:
        assert "the pattern does not specify SK" in "".join(files(name, design).values())


def test_what_a_step_of_a_transaction_leaves_unwritten_is_said():
    raw = copy.deepcopy(INTRICATE)
    vote = next(one for one in raw["access_patterns"] if one["code"] == "4")
    raw["access_patterns"] = [
        {"code": "V", "name": "Vote", "table": "tickets", "operation": "TransactWriteItems", "steps": [vote]}
    ]
    for name in TARGETS:
        said = [loss for loss in target(name).build(reading.from_document(raw)).report if "byRank" in loss.message]
        assert [loss.path for loss in said] == ["access_patterns.V"]


def test_a_projection_speaks_of_attributes_of_the_table_where_no_entity_is_named():
    plan = next(one for one in plans(intricate()) if one.pattern.code == "8")
    assert not plan.problem
    assert [path.parts[0].text for path in plan.members[0].paths] == ["class", "votes", "ticket-id"]


def test_a_parameter_has_the_type_and_the_values_of_what_it_stands_for():
    design = example("order-management").design
    found = next(one for one in plans(design) if one.pattern.code == "A4")
    status = found.parameter("status")
    assert (status.type, status.values) == (AttributeType.S, ("OPEN", "SHIPPED", "CANCELLED"))


def test_electrodb_computes_the_keys_that_no_template_expresses():
    written = files("electrodb", reading.from_document(SMALL))["src/entities/Customer.ts"]
    assert 'template: "CUST#${customerId}"' in written
    everything_ = files("electrodb", everything())["src/entities/Order.ts"]
    # A default, so that put and create do not require the key.
    assert 'field: "PK",\n      default: "",\n      watch: [' in everything_
    assert "export function orderPrimary(item: OrderFields) {" in everything_


def test_electrodb_pads_attributes_and_names_what_a_condition_fixes():
    written = files("electrodb", example("order-management").design)
    line = written["src/entities/LineItem.ts"]
    assert 'line: { type: "number", padding: { length: 3, char: "0" }, required: true }' in line
    assert 'template: "ITEM#${line}"' in line
    order = written["src/entities/Order.ts"]
    assert 'pk: { field: "GSI2PK", composite: ["status"], template: "${status}", casing: "none" }' in order
    assert "watch" not in order


@pytest.mark.parametrize(
    ("name", "call"), [("electrodb", "createWriteTransaction({"), ("dynamodb-toolbox", "executeTransactWrite(")]
)
def test_a_transaction_is_written_by_the_library(name, call):
    written = files(name, example("order-management").design)["src/patterns/several.ts"]
    assert call in written
    assert "TransactWriteCommand" not in written


def test_onetable_says_a_plain_key_as_a_value_template():
    written = files("onetable", reading.from_document(SMALL))["src/models/Customer.ts"]
    assert 'PK: { type: String, value: "CUST#${customerId}" }' in written


def test_toolbox_links_each_key_to_the_attributes_that_it_is_made_of():
    written = files("dynamodb-toolbox", reading.from_document(SMALL))["src/entities/Customer.ts"]
    assert 'PK: string().key().link<typeof before>((item) => needed(customerKey(item).PK, "PK") as string)' in written


def test_java_tags_the_keys_of_indexes():
    written = files("java", reading.from_document(SMALL))["src/main/java/access/CustomerTable.java"]
    assert 'secondaryPartitionKey(List.of("GSI1"))' in written
    assert "primaryPartitionKey()" in written


@pytest.mark.parametrize("name", [*TARGETS, "python"])
def test_a_template_of_several_values_is_written_as_a_template(name):
    design = with_patterns(
        {"code": "W", "name": "Move", "operation": "UpdateItem", "set": {"email": "{customerId}@example.org"},
         "key": {"PK": "CUST#{customerId}", "SK": "PROFILE"}, "parameters": {"customerId": ["a1", "a2"]}},
    )  # fmt: skip
    text = "".join(files(name, design).values())
    assert "Move" in text
    assert "{customerId}@example.org" not in text.replace("${customerId}@example.org", "")


def test_a_parameter_without_an_example_has_the_type_of_what_it_is_used_for():
    key = {"PK": "CUST#{customerId}", "SK": "ORDER#{orderDate}#{orderId}"}
    found = {
        parameter.name: (parameter.type, parameter.is_known)
        for plan in plans(
            of_orders(
                {"code": "1", "name": "Found", "operation": "Query", "entities": ["Order"], "key": {"PK": key["PK"]},
                 "names": {"#t": "total"}, "filter": "#t > :least AND total IN (:one, :two) AND size(status) > :length"
                 " AND begins_with(status, :start) AND missing = :nothing"},
                {"code": "2", "name": "Written", "operation": "UpdateItem", "entities": ["Order"], "key": key,
                 "update": "SET total = if_not_exists(total, :fresh) + :more, unknown = :mystery"},
            )
        )
        for parameter in plan.parameters
    }  # fmt: skip
    number, text = (AttributeType.N, True), (AttributeType.S, True)
    assert found["least"] == found["one"] == found["two"] == found["length"] == found["more"] == number
    assert found["start"] == text
    assert found["nothing"] == found["mystery"] == (AttributeType.S, False)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("electrodb", "state: any"),
        ("java", "Object state"),
        ("python", "state: Any"),
    ],
)
def test_a_type_that_nothing_determines_is_unknown(name, said):
    pattern = {"code": "1", "name": "Found", "operation": "Query", "entities": ["Order"],
               "key": {"PK": "CUST#{customerId}"}, "filter": "missing = :state"}  # fmt: skip
    written = "\n".join(files(name, of_orders(pattern)).values())
    assert said in written
    assert name == "python" or "The type of state is unknown" in written


def of_orders(*patterns):
    raw = json.loads(resources.files("modeler.examples").joinpath("order-management.json").read_text("utf-8"))
    return reading.from_document(raw | {"access_patterns": [{"table": "app-main", **one} for one in patterns]})


def test_of_two_classes_with_one_name_the_second_has_the_name_of_its_table():
    raw = copy.deepcopy(SMALL)
    raw["tables"].append(raw["tables"][0] | {"name": "archive"})
    names = [plan.name for plan in entity_plans(reading.from_document(raw), Language.PYTHON)]
    assert names == ["Customer", "ArchiveCustomer"]


def test_a_tool_of_a_server_keeps_the_limit_and_the_name_of_its_pattern():
    design = with_patterns(
        {"code": "1", "name": "Customer", "operation": "Query", "key": {"PK": "C#{id}"}, "parameters": {"id": "c"},
         "limit": 3},
        {"code": "2", "name": "All of them", "operation": "Scan"},
    )  # fmt: skip
    server = files("mcp", design)["server.py"]
    heads = re.findall(r"^def (\w+)\([^)]*limit: int = ([\w.]+)", server, re.MULTILINE)
    assert heads == [("customer", "3"), ("all_of_them", "_serving.PAGE")]


@pytest.mark.parametrize("name", ["electrodb", "dynamodb-toolbox", "onetable"])
def test_numbers_that_javascript_rounds_are_said(name):
    raw = copy.deepcopy(SMALL)
    entity = raw["tables"][0]["entities"][0]
    entity["attributes"] += [{"name": "exact", "type": "N"}, {"name": "short", "type": "N"}]
    entity["items"] = [{**entity["items"][0], "exact": "12.345678901234567890", "short": "-0.00000000000000000000125"}]
    said = [loss.message for loss in target(name).build(reading.from_document(raw)).report if "digits" in loss.message]
    assert said == ["exact: its samples have more than 15 digits, which JavaScript's numbers round"]
