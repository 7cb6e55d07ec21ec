"""What only an apply knows: each cause is one line, and nothing is made of it."""

from __future__ import annotations

import pytest

from exporter.importers import import_text
from tests.exporter.importers.terraform.test_terraform_import import HEAD, read, table


def test_tags_that_only_an_apply_knows_are_left_out_in_one_line():
    tags = 'tags = { App = "shop", Env = var.bare, Role = aws_iam_role.x.arn, At = timestamp() }'
    imported = read(HEAD + table(tags))
    assert imported.design.tables[0].settings["tags"] == {"App": "shop"}
    (said,) = imported.report
    assert said.message == "the file does not give the value of Env, Role, At; left out"
    (said,) = read(HEAD + table("tags = var.bare")).report
    assert said.message == "the file does not give the tags; left out"


def test_a_variable_in_a_tag_is_still_said_where_a_name_needs_it():
    imported = read(HEAD + table("tags = { Env = var.bare }", '"orders-${var.bare}"'))
    assert imported.design.tables[0].name == "orders-bare"
    assert [line.message.split(";")[0] for line in imported.report] == [
        "the variable bare has no default",
        "the file does not give the value of Env",
    ]


def test_one_that_stands_for_several_is_said_once_with_the_reason():
    text = table("for_each = var.bare", '"app-${each.key}-${each.value.stage}"')
    imported = read(HEAD + text)
    (said,) = [line.message for line in imported.report if "for_each" in line.message]
    assert said.startswith("for_each creates a number of these that is known only at apply (the variable bare has no")
    assert said.endswith("; the design has one; each.key and each.value are in the place of what differs")
    assert len(imported.report) == 2


@pytest.mark.parametrize("expression", ["var.bare", '"orders-${var.bare}"'])
def test_a_name_from_a_variable_without_a_default_is_said_once(expression):
    assert len(read(HEAD + table("", expression)).report) == 1


def test_values_that_are_compared_with_nothing_are_given_and_locals_agree_with_variables():
    text = """
locals {
  provisioned = var.billing_mode == "PROVISIONED"
  has_range   = var.range_key != ""
}
resource "aws_dynamodb_table" "this" {
  name          = "orders"
  billing_mode  = var.billing_mode
  hash_key      = "id"
  range_key     = local.has_range ? var.range_key : null
  read_capacity = local.provisioned ? 4 : null
  attribute {
    name = "id"
    type = "S"
  }
  attribute {
    name = var.range_key
    type = var.range_type
  }
  dynamic "ttl" {
    for_each = var.ttl == null ? [] : [var.ttl]
    content {
      enabled        = true
      attribute_name = ttl.value
    }
  }
}
"""
    for declared in ("", "".join(f'variable "{name}" {{}}\n' for name in ("billing_mode", "range_key", "ttl"))):
        imported = import_text((declared + text).encode(), "main.tf")
        (table,) = imported.design.tables
        assert (table.settings["billing"], table.settings["provisioned"]["read"]) == ("PROVISIONED", 4)
        assert [str(one.type) for one in table.sort_key] == ["S"]
        assert table.settings["ttl_attribute"].endswith("ttl")
        assert not [line for line in imported.report if "rejects" in line.message]


def test_an_empty_name_is_said_to_be_empty():
    text = """resource "aws_dynamodb_table" "orders" {
  name     = ""
  hash_key = "id"
  attribute {
    name = "id"
    type = "S"
  }
}
"""
    imported = import_text(text.encode(), "main.tf")
    assert "the table's name is empty; named 'orders'" in [line.message for line in imported.report]


def test_lists_of_a_registry_module_that_only_an_apply_knows_are_said():
    text = (
        'module "beds" {\n  source = "terraform-aws-modules/dynamodb-table/aws"\n  for_each = local.beds\n'
        '  name = "${local.site}-${each.key}"\n  hash_key = "id"\n  attributes = [{ name = "id", type = "S" }]\n'
        "  global_secondary_indexes = each.value.indexes\n  replica_regions = local.regions\n}\n"
    )
    said = [(line.path, line.message) for line in read(HEAD + text).report if "for_each" not in line.path]
    assert said == [
        ("module.beds.global_secondary_indexes", "each.value.indexes is known only at apply; left out"),
        ("module.beds.replica_regions", "local.regions is known only at apply; left out"),
        (
            "module.beds.name",
            "these files do not give the name in full; 'local.site-each.key' is used in its place",
        ),
    ]
