"""Modules on disk, files of variables, and values that a person gives: read together, inside what was given."""

from __future__ import annotations

import json

import pytest

from exporter.command_line import main
from exporter.importers import import_text
from modeler.core.errors import DocumentInvalid
from tests.exporter.importers.terraform.test_module_files import zipped

TABLE = """
variable "name" { type = string }
variable "key" { default = "id" }
variable "billing" {
  default = "PAY_PER_REQUEST"
  validation {
    condition     = contains(["PAY_PER_REQUEST", "PROVISIONED"], var.billing)
    error_message = "no"
  }
}
variable "units" {
  type    = number
  default = 1
}
resource "aws_dynamodb_table" "this" {
  name           = var.name
  billing_mode   = var.billing
  read_capacity  = var.billing == "PROVISIONED" ? var.units : null
  write_capacity = var.billing == "PROVISIONED" ? var.units : null
  hash_key       = var.key
  attribute {
    name = var.key
    type = "S"
  }
}
output "name" { value = aws_dynamodb_table.this.name }
output "arn" { value = aws_dynamodb_table.this.arn }
"""
MAIN = """
variable "stage" {}
variable "is_fixed" {
  type    = bool
  default = false
}
provider "aws" { region = "eu-west-1" }
module "orders" {
  source  = "../../modules/table"
  name    = "${var.stage}-orders"
  billing = var.is_fixed ? "PROVISIONED" : "PAY_PER_REQUEST"
  units   = 7
}
module "many" {
  for_each = { carts = "cartId", users = "userId" }
  source   = "../../modules/table"
  name     = "${var.stage}-${each.key}"
  key      = each.value
}
module "network" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "5.0.0"
}
resource "aws_dynamodb_contributor_insights" "orders" { table_name = module.orders.name }
resource "aws_dynamodb_resource_policy" "carts" {
  resource_arn = module.many["carts"].arn
  policy       = jsonencode({ Version = "2012-10-17" })
}
"""
FILES = {
    "repo/modules/table/main.tf": TABLE,
    "repo/envs/prod/main.tf": MAIN,
    "repo/envs/prod/terraform.tfvars": 'stage = "prod"\n',
    "repo/envs/prod/other.tfvars": 'stage = "other"\n',
}


def test_modules_on_disk_are_followed_and_files_of_variables_are_read():
    imported = import_text(zipped(FILES), "repo.zip")
    tables = {table.name: table for table in imported.design.tables}
    assert list(tables) == ["prod-orders", "prod-carts", "prod-users"]
    assert [table.partition_key[0].name for table in tables.values()] == ["id", "cartId", "userId"]
    assert tables["prod-orders"].settings["contributor_insights"] is True
    assert tables["prod-carts"].settings["resource_policy"] == {"Version": "2012-10-17"}
    assert imported.design.region == "eu-west-1"
    said = {line.path: line.message for line in imported.report}
    assert "terraform-aws-modules/vpc/aws" in said["repo/envs/prod/main.tf: module.network"]
    assert "not read" in said["repo/envs/prod/other.tfvars"]
    assert not [line for line in imported.report if line.level.value == "guessed"]


def test_a_person_gives_values_to_variables():
    given = {"stage": "dev", "is_fixed": "true"}
    imported = import_text(zipped(FILES), "repo.zip", given)
    orders = imported.design.tables[0]
    assert (orders.name, orders.settings["provisioned"]) == ("dev-orders", {"read": 7, "write": 7})
    parameters = {one.name: one for one in imported.parameters}
    assert (parameters["stage"].value, parameters["stage"].is_given) == ("dev", True)
    assert parameters["is_fixed"].choices == ("true", "false")
    alone = import_text(TABLE.encode(), "main.tf", {"name": "x", "billing": "PROVISIONED", "units": "3"})
    assert alone.design.tables[0].settings["provisioned"] == {"read": 3, "write": 3}
    assert {one.name: one.choices for one in alone.parameters}["billing"] == ("PAY_PER_REQUEST", "PROVISIONED")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"nowhere": "1"}, "no parameter 'nowhere'; its parameters: is_fixed, stage"),
        ({"is_fixed": "[1"}, "'[1' is not a Terraform expression of type bool"),
        ({"path.root": "../x"}, "has no Terraform files"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(given, words):
    with pytest.raises(DocumentInvalid) as caught:
        import_text(zipped(FILES), "repo.zip", given)
    assert words in caught.value.message


def test_of_several_folders_a_person_chooses_one():
    files = {**FILES, "repo/envs/dev/main.tf": MAIN, "repo/envs/dev/x.auto.tfvars.json": json.dumps({"stage": "dev"})}
    imported = import_text(zipped(files), "repo.zip")
    assert imported.design.tables[0].name == "dev-orders"
    assert any("repo/envs/prod" in line.message for line in imported.report)
    chosen = import_text(zipped(files), "repo.zip", {"path.root": "repo/envs/prod"})
    assert chosen.design.tables[0].name == "prod-orders"
    (root,) = [one for one in chosen.parameters if one.name == "path.root"]
    assert root.choices == ("repo/envs/dev", "repo/envs/prod")


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"main.tf": MAIN}, "../../modules/table is outside the folder that was given"),
        ({"a/b/main.tf": MAIN}, "has no Terraform files in the folder that was given"),
        ({"main.tf": 'module "x" {\n  source = "git::https://example.com/x.git"\n}\n'}, "nothing is fetched"),
        ({"main.tf": 'module "x" {\n}\n'}, "is not on disk and nothing is fetched"),
    ],
)
def test_a_module_that_is_not_followed_is_said(files, words):
    with pytest.raises(DocumentInvalid) as caught:
        import_text(zipped(files), "x.zip")
    assert words in caught.value.message


def test_modules_that_call_each_other_end():
    loop = 'module "b" {\n  source = "./"\n  count = 3\n}\n'
    with pytest.raises(DocumentInvalid) as caught:
        import_text(zipped({"main.tf": loop}), "x.zip")
    assert "calls of modules" in caught.value.message


def test_an_unknown_variable_of_a_module_goes_the_same_way_everywhere():
    files = {
        "main.tf": 'variable "on" {}\nmodule "t" {\n  source = "./t"\n  name = "abc"\n'
        '  billing = var.on ? "PROVISIONED" : "PAY_PER_REQUEST"\n}\n',
        "t/main.tf": TABLE,
    }
    imported = import_text(zipped(files), "x.zip")
    assert imported.design.tables[0].settings["provisioned"] == {"read": 1, "write": 1}
    assert [line.message for line in imported.report if line.level.value == "guessed"] == [
        "the variable on has no value; assumed true, here and everywhere else"
    ]


def test_the_command_line_follows_modules_in_a_folder_and_takes_parameters(tmp_path, capsys):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "link.tf").symlink_to(tmp_path / "repo/envs/prod/main.tf")
    assert main(["import", str(tmp_path), "--parameter", "stage=test"]) == 0
    out = capsys.readouterr()
    assert [table["name"] for table in json.loads(out.out)["tables"]] == ["test-orders", "test-carts", "test-users"]
    assert f"{tmp_path}/repo/envs/prod/main.tf:" in out.err
    assert main(["import", str(tmp_path), "--parameter", "stage"]) == 2
    assert "NAME=VALUE" in capsys.readouterr().err


STOCK = """
resource "aws_dynamodb_table" "%s" {
  provider     = %s
  name         = "stock"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "%s"
  attribute {
    name = "%s"
    type = "S"
  }
}
"""


def test_a_table_in_two_regions_is_in_a_design_once():
    same = STOCK % ("east", "aws.east", "id", "id") + STOCK % ("west", "aws.west", "id", "id")
    more = 'resource "aws_dynamodb_contributor_insights" "w" { table_name = aws_dynamodb_table.west.name }'
    imported = import_text((same + more).encode(), "main.tf")
    assert [(one.name, one.settings["contributor_insights"]) for one in imported.design.tables] == [("stock", True)]
    assert [one.path for one in imported.report if "the design has it once" in one.message] == [
        "aws_dynamodb_table.west"
    ]
    other = STOCK % ("east", "aws.east", "id", "id") + STOCK % ("west", "aws.west", "sku", "sku")
    imported = import_text(other.encode(), "main.tf")
    assert [one.name for one in imported.design.tables] == ["stock", "stock-west"]
    assert any("named 'stock-west' here" in one.message for one in imported.report)
    twice = STOCK % ("a", "aws.east", "id", "id") + STOCK % ("b", "aws.east", "id", "id")
    assert [one.name for one in import_text(twice.encode(), "main.tf").design.tables] == ["stock", "stock"]


def test_a_module_that_is_called_for_two_providers_gives_its_table_once():
    call = 'module "%s" {\n  source = "./table"\n  name = "orders"\n  providers = { aws = aws.%s }\n}\n'
    files = {"main.tf": call % ("one", "east") + call % ("two", "west"), "table/main.tf": TABLE}
    imported = import_text(zipped(files), "a.zip")
    assert [one.name for one in imported.design.tables] == ["orders"]


def test_a_stream_without_a_view_is_said():
    table = STOCK % ("east", "aws.east", "id", "id")
    imported = import_text(table.replace("hash_key", "stream_enabled = true\n  hash_key").encode(), "main.tf")
    assert [one.message for one in imported.report] == ["a stream without a view is rejected; left out"]
    assert "stream" not in imported.design.tables[0].settings
