"""Operators and functions of Terraform: evaluated where the files decide, unknown or assumed consistently elsewhere."""

from __future__ import annotations

import pytest

from tests.exporter.importers.terraform.test_terraform_import import HEAD, read, table


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ('length(["a"]) > 0 ? "one" : "two"', "one"),
        ('length("abc") <= 2 ? "one" : "two"', "two"),
        ('1 < 2 && 3 >= 3 ? "one" : "two"', "one"),
        ('"10" > 9 ? "one" : "two"', "one"),
        ('false && var.bare ? "one" : "two"', "two"),
        ('var.bare || true ? "one" : "two"', "one"),
        ('"${1 + 2 * 3 - 4 / 2}${7 % 4}"', "53"),
        ('"${-(2 - 3)}"', "1"),
        ('"${!(1 == 2)}"', "true"),
        ('1 == "1" ? "one" : "two"', "one"),
        ('[var.bare] == null ? "one" : "two"', "two"),
        ('contains(["prod", "dev"], var.env) ? "one" : "two"', "one"),
        ('contains([var.bare, "dev"], "dev") ? "one" : "two"', "one"),
        ('can(var.sizes["none"]) ? "one" : "two"', "two"),
        ('can(var.sizes.prod.name) ? "one" : "two"', "one"),
        ('join("-", compact(["a", "", null, "b"]))', "a-b"),
        ('join("-", slice(["a", "b", "c"], 1, 3))', "b-c"),
        ('tobool("true") ? "one" : "two"', "one"),
        ('join("", flatten([["a"], [["b"]], "c"]))', "abc"),
        ('join("-", split("/", "a/b"))', "a-b"),
        ('trimprefix("app-x", "app-")', "x"),
        ('substr("orders", 0, 3)', "ord"),
        ('format("%s-%03d", "a", 7)', "a-007"),
        ('join("-", concat([["a"], ["b"]]...))', "a-b"),
        ('jsondecode("{\\"a\\": {\\"b\\": \\"c\\"}}").a.b', "c"),
        ('join("-", setunion(["b"], ["a", "b"]))', "b-a"),
        ('zipmap(["a", "b"], ["x", "y"]).b', "y"),
        ('join("", [for n in range(3) : "${n}"])', "012"),
        ('alltrue([true, false]) ? "one" : "two"', "two"),
        ('one(["x"])', "x"),
        ('join("-", [for x in ["a", "bb"] : x if length(x) > 1])', "bb"),
        ('max(1, 3, 2) == 3 ? "one" : "two"', "one"),
        ("<<EOT\norders-${var.env}\nEOT  \n", "orders-prod\n"),
        ("<<-EOT\n    or$${x}\n    EOT\t\n", "or${x}\n"),
        ('try(var.sizes.none.name, "fallback")', "fallback"),
    ],
)
def test_operators_and_functions_give_what_the_files_alone_say(expression, name):
    imported = read(HEAD + table("", expression))
    assert imported.design.tables[0].name == name
    assert imported.report == ()


@pytest.mark.parametrize(
    "expression",
    [
        'join("-", regexall("a", "b"))',
        'join("-", reverse(regexall("a", "b")))',
        'concat(var.bare, ["x"])[0]',
        'join("-", compact([var.bare]))',
        "substr(var.bare, 0, 2)",
        "var.bare > 2 ? var.bare : uuid()",
        "tobool(var.bare)",
        'tobool("perhaps")',
        "length(var.bare) + 1",
        "slice([1], 3, 1)",
        "range(100000000)",
        "setproduct(range(9000), range(9000))",
        'format("%s%s", "x")',
        'index(["a"], "b")',
        "1 / 0",
        "can(var.bare)",
        "!var.bare",
    ],
)
def test_what_cannot_be_evaluated_is_unknown_and_said(expression):
    imported = read(HEAD + table("", expression))
    assert any(line.level.value == "guessed" and line.line for line in imported.report)
    assert "-e-" not in imported.design.tables[0].name


ON_OR_OFF = """
variable "mode" {}
variable "n" {}
locals { is_fixed = var.mode == "PROVISIONED" }
resource "aws_dynamodb_table" "orders" {
  name           = "orders"
  billing_mode   = var.mode
  read_capacity  = local.is_fixed ? 5 : null
  write_capacity = var.mode == "PAY_PER_REQUEST" ? null : 5
  hash_key       = "id"
  table_class    = var.n > 3 ? "STANDARD" : "STANDARD_INFREQUENT_ACCESS"
  deletion_protection_enabled = var.n > 3
  attribute {
    name = "id"
    type = "S"
  }
}
"""


def test_an_assumed_value_is_the_value_everywhere_and_is_said_once():
    imported = read(ON_OR_OFF)
    (made,) = imported.design.tables
    assert made.settings["billing"] == "PROVISIONED"
    assert made.settings["provisioned"] == {"read": 5, "write": 5}
    said = [line.message for line in imported.report if "mode" in line.message and "assumed" in line.message]
    assert len(said) == 1 and "'PROVISIONED'" in said[0]


def test_a_table_beside_an_unknown_one_is_not_changed_by_an_assumption():
    imported = read(ON_OR_OFF.replace("billing_mode   = var.mode", 'billing_mode   = "PAY_PER_REQUEST"'))
    assert imported.design.tables[0].settings["billing"] == "PAY_PER_REQUEST"
