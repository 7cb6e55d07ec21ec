"""Terraform's files, and what `terraform show -json` prints: values where static, lines elsewhere, hostile HCL."""

from __future__ import annotations

import json
import tracemalloc

import pytest

from exporter.importers import import_text
from exporter.importers.terraform.hcl import HCL_BYTES_MAX
from modeler.core.errors import DocumentInvalid

HEAD = """
variable "env" {
  type    = string
  default = "prod"
}
variable "bare" {}
variable "sizes" {
  default = { prod = { name = "big", units = [1, 2] } }
}
locals {
  prefix = "app-${var.env}"
  tags   = merge({ team = "x" }, { "env" : var.env })
  self   = local.self
  first  = local.second
  second = local.first
}
"""


def table(attributes: str, name: str = '"orders"') -> str:
    return f"""
resource "aws_dynamodb_table" "orders" {{
  name         = {name}
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "PK"
  {attributes}
  attribute {{
    name = "PK"
    type = "S"
  }}
}}
"""


def read(text: str):
    return import_text(text.encode(), "main.tf")


def refused(raw: bytes | str) -> DocumentInvalid:
    with pytest.raises(DocumentInvalid) as caught:
        import_text(raw.encode() if isinstance(raw, str) else raw, "main.tf")
    return caught.value


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ('"orders"', "orders"),
        ("var.env", "prod"),
        ('"${local.prefix}-orders"', "app-prod-orders"),
        ('"a$${b}%%{c}"', "a${b}%{c}"),
        ('"tab\\tquote\\"u\\u00fc\\U0001F600"', 'tab\tquote"uü😀'),
        ('join("-", [var.env, "orders"])', "prod-orders"),
        ('format("%s-%d-%%", var.env, 7)', "prod-7-%"),
        ('upper("a")', "A"),
        ('replace("a.b", ".", "-")', "a-b"),
        ('lookup({ a = "x" }, "a", "y")', "x"),
        ('lookup({ a = "x" }, "b", "y")', "y"),
        ("var.sizes.prod.name", "big"),
        ('var.sizes["prod"].name', "big"),
        ("tostring(var.sizes.prod.units[1])", "2"),
        ('var.env == "prod" ? "one" : "two"', "one"),
        ('var.env != "prod" || false ? "one" : "two"', "two"),
        ('!true ? "one" : "two"', "two"),
        ('coalesce("", null, "third")', "third"),
        ('element(["a", "b"], 3)', "b"),
        ('("nested")', "nested"),
        ("<<EOT\norders\nEOT\n", "orders\n"),
        ("<<-EOT\n    orders\n    EOT\n", "orders\n"),
    ],
)
def test_expressions_give_what_the_files_alone_say(expression, name):
    imported = read(HEAD + table("", expression))
    assert imported.design.tables[0].name == name
    assert imported.report == ()


@pytest.mark.parametrize(
    ("expression", "name", "words"),
    [
        ("var.bare", "bare", "the variable bare has no default"),
        ('"orders-${var.bare}"', "orders-bare", "the variable bare has no default"),
        ("var.nowhere", "var.nowhere", "known only at apply"),
        ("data.aws_region.current.name", "data.aws_region.current.name", "do not give the name in full"),
        ("random_pet.x.id", "random_pet.x.id", "known only at apply"),
        ('file("name.txt")', "file", "'name.txt' is not among the files that were given"),
        ('templatefile("x", {})', "templatefile", "the function templatefile"),
        ("timestamp()", "timestamp", "the function timestamp"),
        ('format("%999999999d", 1)', "format", "Keysheet does not evaluate format here"),
        ("lower(5)", "lower", "Keysheet does not evaluate lower here"),
        ("[for x in var.bare : x]", "for", "the collection is known only at apply"),
        ("data.aws_x.y[*].name", "data.aws_x.y", "this is known only at apply"),
        ('"%{ if true }a%{ endif }"', "", "directives"),
        ("1 + var.bare", "1", "known only at apply"),
        ("local.self", "local.self", "refers to itself"),
        ("local.first", "local.first", "refers to itself"),
        ("<<EOT\n%{ if true }a%{ endif }\nEOT\n", "text", "directives"),
        ('[for x in ["a"] : x][1]', "", "known only at apply"),
    ],
)
def test_what_only_an_apply_knows_is_readable_and_has_its_line(expression, name, words):
    text = HEAD + table("", expression)
    imported = read(text)
    assert imported.design.tables[0].name.startswith(name)
    said = [line for line in imported.report if words in line.message]
    assert said, imported.report
    assert said[0].line >= 1


BESIDE = """
resource "aws_dynamodb_contributor_insights" "x" { table_name = aws_dynamodb_table.orders.name }
resource "aws_dynamodb_contributor_insights" "y" {
  table_name = aws_dynamodb_table.orders.id
  index_name = "other"
}
resource "aws_dynamodb_resource_policy" "p" {
  resource_arn = aws_dynamodb_table.orders.arn
  policy       = jsonencode({ Version = "2012-10-17" })
}
resource "aws_appautoscaling_target" "t" {
  min_capacity       = 1
  max_capacity       = 9
  resource_id        = "table/${aws_dynamodb_table.orders.name}"
  scalable_dimension = "dynamodb:table:WriteCapacityUnits"
  service_namespace  = "dynamodb"
}
resource "aws_appautoscaling_policy" "t" {
  name               = "x"
  resource_id        = aws_appautoscaling_target.t.resource_id
  scalable_dimension = aws_appautoscaling_target.t.scalable_dimension
  service_namespace  = aws_appautoscaling_target.t.service_namespace
  target_tracking_scaling_policy_configuration {
    target_value = 60
  }
}
resource "aws_sqs_queue" "q" {}
"""


def test_resources_beside_the_table_are_folded_into_it():
    made = table('tags = local.tags\n stream_enabled = true\n stream_view_type = "NEW_IMAGE"')
    units = 'billing_mode = "PROVISIONED"\n read_capacity = 2\n write_capacity = 1'
    imported = read(HEAD + made.replace('billing_mode = "PAY_PER_REQUEST"', units) + BESIDE)
    assert imported.design.tables[0].settings == {
        "billing": "PROVISIONED",
        "provisioned": {"read": 2, "write": 1},
        "stream": "NEW_IMAGE",
        "tags": {"team": "x", "env": "prod"},
        "contributor_insights": True,
        "resource_policy": {"Version": "2012-10-17"},
        "auto_scaling": {"write": {"min": 1, "max": 9, "target": 60}},
    }
    assert [line.message for line in imported.report] == ["not supported in a design, left out: 1 aws_sqs_queue"]


@pytest.mark.parametrize(
    ("line", "count", "words"),
    [
        ("count = 0", 0, "creates none"),
        ("count = 1", 1, ""),
        ("count = 3", 3, ""),
        ("count = 101", 1, "count creates 101 of these; the design has one"),
        ("count = var.bare", 1, "a number of these that is known only at apply"),
        ('for_each = toset(["a", "b"])', 2, ""),
        ("for_each = {}", 0, "creates none"),
    ],
)
def test_count_and_for_each_are_said(line, count, words):
    other = table("").replace('"orders"', '"other"')
    imported = read(HEAD + table(line) + other)
    assert len(imported.design.tables) == 1 + count
    if words:
        assert any(words in one.message and one.line for one in imported.report)
    else:
        assert imported.report == ()


def test_what_a_dynamic_block_makes_is_there_where_it_is_static():
    text = """
locals { names = ["PK", "G"] }
resource "aws_dynamodb_table" "orders" {
  name     = "orders"
  hash_key = "PK"
  dynamic "attribute" {
    for_each = local.names
    content {
      name = attribute.value
      type = "S"
    }
  }
  dynamic "global_secondary_index" {
    for_each = { byG = { key = "G" } }
    iterator = one
    content {
      name            = one.key
      hash_key        = one.value.key
      projection_type = "ALL"
    }
  }
}
"""
    imported = read(text)
    (table_,) = imported.design.tables
    assert [(index.name, index.key_names) for index in table_.indexes] == [("byG", ("G",))]
    assert not [line for line in imported.report if line.level != "guessed"]
    assert "content" in text.split("\n")[imported.places[table_.indexes[0].id] - 1]


def test_other_dynamic_blocks_and_modules_are_said():
    dynamic = 'dynamic "ttl" {\n for_each = var.bare\n content { attribute_name = "x" }\n }'
    imported = read(table(dynamic) + 'module "more" { source = "./more" }\n')
    said = {line.path: line.level.value for line in imported.report}
    assert said["aws_dynamodb_table.orders.ttl"] == "dropped"
    assert said["module.more"] == "dropped"


def test_a_dynamic_block_over_much_is_bounded():
    lists = "".join(f"  m{n} = [{', '.join([f'local.m{n - 1}'] * 10)}]\n" for n in range(1, 6))
    dynamic = 'dynamic "x" {\n for_each = range_\n content { y = x.value }\n }'.replace("range_", "local.many")
    many = ", ".join(["local.m5"] * 100)
    text = f'locals {{\n  m0 = "x"\n{lists}  many = [{many}]\n}}\n' + table(dynamic)
    assert refused(text).code == "document.too_large"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('resource "aws_dynamodb_table" "x" {', "line"),
        ('resource "aws_dynamodb_table" "x" {\n  name = \n}', "line 2, column 10"),
        ('resource "aws_dynamodb_table" "x" {\n  name = "a\n}', "line 2"),
        ("resource {{{", "line 1"),
        ('locals { a = "b" }', "creates no table"),
        ('resource "aws_s3_bucket" "x" {}', "creates no table"),
        (table("", '"' + "x" * 300 + '"'), "line 3"),
        (table("", "[" * 39 + "]" * 39 + "\n}\n{"), "line"),
        (table("", "(" * 500 + "1" + ")" * 500), "nested too deep"),
        (table("", " + ".join(["1"] * 2000)), "nested too deep"),
        (table("", "!" * 3 + "true"), "line 3"),
        (f"locals {{\n{chr(10) * 200}}}", "forty empty lines"),
        (f"locals {{ a = <<A\n{chr(10) * 500_000}", "forty empty lines"),
        ("# " + "x" * HCL_BYTES_MAX, "the limit for HCL is 1 MB"),
        ('locals { a = "${', "line 1"),
        ("a = " + "1." * 60_000, "more than 100,000 words"),
        ("a = " + "(" * 900_000, "more than 100,000 words"),
        ("locals { a = <<A\nb\n}", "line"),
        ("/* never closed\n" * 1000, "line"),
        ("resource \x00 {", "line 1"),
    ],
)
def test_what_is_no_terraform_gets_a_sentence(text, words):
    assert words in refused(text).message


def test_locals_that_double_each_other_are_refused_and_take_no_memory():
    chain = "".join(f'  l{n} = "${{local.l{n - 1}}}${{local.l{n - 1}}}"\n' for n in range(1, 24))
    lists = "".join(f"  m{n} = [{', '.join([f'local.m{n - 1}'] * 10)}]\n" for n in range(1, 20))
    for text in (
        f'locals {{\n  l0 = "xxxxxxxxxx"\n{chain}}}\n' + table("", "local.l23"),
        f'locals {{\n  m0 = "x"\n{lists}}}\n' + table("", "jsonencode(local.m19)"),
    ):
        tracemalloc.start()
        error = refused(text)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert error.code == "document.too_large"
        assert peak < 60_000_000


def test_a_long_chain_of_locals_ends():
    chain = "".join(f"  l{n} = local.l{n + 1}\n" for n in range(500))
    imported = read(f'locals {{\n{chain}  l500 = "x"\n}}\n' + table("", "local.l0"))
    assert any("refers to itself" in line.message for line in imported.report)


HOSTILE = (
    "${jndi:ldap://x}",
    '"; rm -rf /',
    "<script>alert(1)</script>",
    "line\nbreak",
    "\u202eevil",
    "a\x85b",
    "%{ if }",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_name_is_data_whatever_it_looks_like(text):
    escaped = json.dumps(text).replace("${", "$${").replace("%{", "%%{")
    imported = read(table(f"tags = {{ {escaped} = {escaped} }}", escaped))
    assert imported.design.tables[0].name == text
    assert imported.design.tables[0].settings["tags"] == {text: text}


PLAN = {
    "format_version": "1.2",
    "terraform_version": "1.9.0",
    "variables": {"region": {"value": "eu-west-1"}},
    "planned_values": {
        "root_module": {
            "resources": [
                {"address": "aws_dynamodb_table.a", "mode": "managed", "type": "aws_dynamodb_table", "name": "a",
                 "values": {"name": "orders", "hash_key": "PK", "range_key": None, "billing_mode": "PROVISIONED",
                            "read_capacity": 5, "write_capacity": 6, "ttl": [{"attribute_name": "", "enabled": False}],
                            "attribute": [{"name": "PK", "type": "S"}, {"name": "G", "type": "N"}], "replica": [],
                            "global_secondary_index": [{"name": "byG", "hash_key": "G", "range_key": "",
                                                        "projection_type": "KEYS_ONLY", "non_key_attributes": [],
                                                        "read_capacity": 1, "write_capacity": 2}],
                            "server_side_encryption": [], "tags": None, "timeouts": None}},
                {"address": "data.x.y", "mode": "data", "type": "x", "name": "y", "values": {}},
            ],
            "child_modules": [{"resources": [
                {"address": "module.m.aws_dynamodb_table.b", "mode": "managed", "type": "aws_dynamodb_table",
                 "name": "b",
                 "values": {"name": "sessions", "hash_key": "id", "billing_mode": "PAY_PER_REQUEST",
                            "attribute": [{"name": "id", "type": "S"}]}},
            ]}],
        }
    },
    "configuration": {"provider_config": {"aws": {"expressions": {"region": {"references": ["var.region"]}}}}},
}  # fmt: skip


@pytest.mark.parametrize("member", ["planned_values", "values"])
def test_a_plan_and_a_state_are_read_with_their_modules(member):
    shown = {
        ("values" if name == "planned_values" and member == "values" else name): value for name, value in PLAN.items()
    }
    imported = import_text(json.dumps(shown, indent=1).encode(), "plan.json")
    orders, sessions = imported.design.tables
    assert imported.importer == "terraform-json"
    assert imported.design.region == "eu-west-1"
    assert orders.settings == {"billing": "PROVISIONED", "provisioned": {"read": 5, "write": 6}}
    assert (orders.indexes[0].name, orders.indexes[0].capacity.read) == ("byG", 1)
    assert sessions.name == "sessions"
    line = json.dumps(shown, indent=1).split("\n")[imported.places[f"{orders.id}.name"] - 1]
    assert '"orders"' in line


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        ({"terraform_version": "1.9.0", "resources": []}, "use the output of terraform show -json"),
        ({"terraform_version": "1.9.0"}, "creates no table"),
        ({"terraform_version": "1.9.0", "values": {"root_module": {"resources": "x", "child_modules": 5}}}, "no table"),
        ({"terraform_version": "1.9.0", "values": 5}, "no table"),
    ],
)
def test_what_shows_nothing_gets_a_sentence(shown, words):
    assert words in refused(json.dumps(shown)).message


def test_messages_about_terraform_use_its_words():
    text = """
resource "aws_dynamodb_table" "x" {
  name         = "KeySchema"
  billing_mode = "SOMETIMES"
  hash_key     = "Tags"
  range_key    = "b"
  attribute {
    name = "KeySchema"
    type = "X"
  }
  attribute {
    name = "unused"
    type = "S"
  }
  stream_enabled   = true
  stream_view_type = "ALL"
  table_class      = "COLD"
  read_capacity    = "many"
  ttl { enabled = true }
  on_demand_throughput { max_read_request_units = "x" }
  global_secondary_index {
    name     = "byX"
    hash_key = "b"
  }
}
"""
    said = read(text).report
    assert len(said) >= 8
    for line in said:
        for word in ("KeySchema", "AttributeDef", "Throughput", "Specification", "Secondary", "BillingMode", "Type"):
            assert word not in line.path, line
            assert word not in line.message.replace("'KeySchema'", ""), line
    assert any(line.path == "aws_dynamodb_table.x.global_secondary_index[0].projection_type" for line in said)
    assert any("'Tags'" in line.message for line in said)
