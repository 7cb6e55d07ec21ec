"""What Terraform makes several of, modules of the registry, files in JSON; and what of it would never end."""

from __future__ import annotations

import json

import pytest

from exporter.importers import import_text
from modeler.core.errors import DocumentInvalid
from tests.exporter.importers.terraform.test_terraform_import import HEAD, read, refused, table

SEVERAL = """
variable "gsis" {
  type = list(object({ name = string, hash_key = string, range_key = optional(string),
                       projection = optional(string, "KEYS_ONLY") }))
  default = [
    { name = "byMail", hash_key = "mail" },
    { name = "byTenant", hash_key = "tenant", range_key = "at", projection = "ALL" },
  ]
}
locals {
  tables = { users = { key = "userId", ttl = true }, carts = { key = "cartId", ttl = false } }
  types  = { userId = "S", mail = "S", tenant = "S", at = "N", cartId = "S" }
}
resource "aws_dynamodb_table" "all" {
  for_each     = local.tables
  name         = "app-${each.key}"
  billing_mode = "PROVISIONED"
  hash_key     = each.value.key
  dynamic "attribute" {
    for_each = { for name, type in local.types : name => type if name == each.value.key }
    content {
      name = attribute.key
      type = attribute.value
    }
  }
  dynamic "ttl" {
    for_each = each.value.ttl ? [1] : []
    content {
      attribute_name = "expires"
      enabled        = true
    }
  }
}
resource "aws_dynamodb_table" "main" {
  name         = "main"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "userId"
  dynamic "attribute" {
    for_each = [for name in ["userId", "mail", "tenant", "at"] : { n = name, t = local.types[name] }]
    content {
      name = attribute.value.n
      type = attribute.value["t"]
    }
  }
  dynamic "global_secondary_index" {
    for_each = { for one in var.gsis : one.name => one }
    content {
      name            = global_secondary_index.key
      hash_key        = global_secondary_index.value.hash_key
      range_key       = global_secondary_index.value.range_key
      projection_type = try(global_secondary_index.value.projection, "ALL")
    }
  }
}
resource "aws_appautoscaling_target" "read" {
  for_each           = local.tables
  min_capacity       = 1
  max_capacity       = lookup({ users = 50 }, each.key, 5)
  resource_id        = "table/${aws_dynamodb_table.all[each.key].name}"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  service_namespace  = "dynamodb"
}
resource "aws_dynamodb_contributor_insights" "users" {
  table_name = aws_dynamodb_table.all["users"].name
}
resource "aws_dynamodb_resource_policy" "carts" {
  resource_arn = aws_dynamodb_table.all["carts"].arn
  policy       = jsonencode({ Version = "2012-10-17" })
}
"""


def test_every_instance_of_for_each_is_a_table_of_its_own():
    imported = read(SEVERAL)
    tables = {one.name: one for one in imported.design.tables}
    assert list(tables) == ["app-carts", "app-users", "main"]
    assert [tables[name].partition_key[0].name for name in tables] == ["cartId", "userId", "userId"]
    assert [tables[name].settings.get("ttl_attribute") for name in tables] == [None, "expires", None]
    assert tables["app-users"].settings["auto_scaling"]["read"]["max"] == 50
    assert tables["app-carts"].settings["auto_scaling"]["read"]["max"] == 5
    assert tables["app-users"].settings["contributor_insights"] is True
    assert tables["app-carts"].settings["resource_policy"] == {"Version": "2012-10-17"}


def test_a_for_expression_makes_the_blocks_of_a_dynamic_one():
    imported = read(SEVERAL)
    main = imported.design.tables[2]
    assert [(index.name, index.key_names, index.projection.type) for index in main.indexes] == [
        ("byMail", ("mail",), "KEYS_ONLY"),
        ("byTenant", ("tenant", "at"), "ALL"),
    ]
    assert [str(key.type) for key in main.indexes[1].keys] == ["S", "N"]
    told = [line for line in imported.report if line.path != "auto scaling"]
    assert not [line for line in told if line.level != "guessed" or "capacity" not in line.message.lower()]


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ('join("-", [for x in ["a", "b"] : upper(x)])', "A-B"),
        ('join("-", [for i, x in ["a", "b"] : "${i}${x}" if x != "a"])', "1b"),
        ('join("-", [for k, v in { z = 1, a = 2 } : "${k}${v}"])', "a2-z1"),
        ('{ for x in ["a", "b"] : x => "${x}${x}" }["b"]', "bb"),
        ('{ for x in ["ab", "cd"] : "k" => x... }.k[1]', "cd"),
        ('join("-", [{ n = "x" }, { n = "y" }][*].n)', "x-y"),
        ('join("-", [for a in ["1"] : join("", [for b in ["2", "3"] : "${a}${b}"])])', "1213"),
        ('try(local.nowhere.at_all, "fallback")', "fallback"),
        ('coalesce(var.bare, "fallback")', "fallback"),
        ("var.sizes[var.env].name", "big"),
    ],
)
def test_loops_give_what_the_files_alone_say(expression, name):
    imported = read(HEAD + table("", expression))
    assert imported.design.tables[0].name == name
    assert imported.report == ()


def test_a_call_of_the_registrys_module_is_the_table_that_it_makes():
    imported = read("""
module "orders" {
  source   = "terraform-aws-modules/dynamodb-table/aws"
  version  = "~> 4.0"
  name     = "orders"
  hash_key = "id"
  billing_mode        = "PROVISIONED"
  read_capacity       = 5
  write_capacity      = 6
  autoscaling_enabled = true
  autoscaling_read    = { max_capacity = 40, target_value = 55 }
  ttl_enabled         = true
  ttl_attribute_name  = "expires"
  attributes = [{ name = "id", type = "S" }, { name = "mail", type = "S" }]
  global_secondary_indexes = [
    { name = "byMail", hash_key = "mail", projection_type = "ALL", read_capacity = 2, write_capacity = 3 },
  ]
}
""")
    (made,) = imported.design.tables
    assert (made.name, made.settings["ttl_attribute"]) == ("orders", "expires")
    assert made.settings["provisioned"] == {"read": 5, "write": 6}
    assert made.settings["auto_scaling"] == {"read": {"min": 5, "max": 40, "target": 55}}
    assert [(index.name, index.key_names) for index in made.indexes] == [("byMail", ("mail",))]
    assert imported.places[made.id] == 2


def test_files_in_json_are_read_with_the_expressions_in_their_texts():
    document = {
        "variable": {"env": {"default": "dev"}},
        "locals": {"names": ["orders", "carts"]},
        "provider": {"aws": [{"region": "eu-west-1"}]},
        "resource": {
            "aws_dynamodb_table": {
                "all": {
                    "for_each": "${toset(local.names)}",
                    "name": "${var.env}-${each.key}-$${x}",
                    "billing_mode": "PAY_PER_REQUEST",
                    "hash_key": "id",
                    "attribute": [{"name": "id", "type": "S"}],
                    "ttl": {"attribute_name": "expires", "enabled": True},
                    "tags": {"owner": '${data.aws_caller_identity.me.arn} "quoted"'},
                }
            }
        },
    }
    imported = import_text(json.dumps(document, indent=1).encode(), "cdk.tf.json")
    assert [one.name for one in imported.design.tables] == ["dev-carts-${x}", "dev-orders-${x}"]
    assert (imported.importer, imported.design.region) == ("terraform", "eu-west-1")
    assert imported.design.tables[0].settings["ttl_attribute"] == "expires"
    assert imported.design.name == "cdk"


@pytest.mark.parametrize(
    ("value", "words"),
    [("${1 +}", "line 5: '1 +' is not a Terraform expression"), ("${" + "(" * 200 + ")" * 200 + "}", "line 5")],
)
def test_an_expression_in_json_that_is_none_is_refused_with_its_line(value, words):
    document = {"resource": {"aws_dynamodb_table": {"t": {"name": value}}}}
    with pytest.raises(DocumentInvalid) as caught:
        import_text(json.dumps(document, indent=1).encode(), "main.tf.json")
    assert words in caught.value.message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # A list of lists of lists: what one level makes, the next one multiplies.
        ("locals {\n a = [" + "1," * 200 + "]\n b = [for x in local.a : [for y in local.a : local.a]]\n}\n"
         + table("tags = { a = length(local.b) }"), "produce more than 2,000,000"),
        ("locals {\n a = [" + "1," * 200 + "]\n b = [for x in local.a : [for y in local.a : 1]]\n}\n"
         + table("tags = { a = length(local.b) }"), "20,000 iterations"),
        ("locals {\n m0 = 1\n" + "".join(f" m{n} = {'[' * 60}local.m{n - 1}{']' * 60}\n" for n in range(1, 24)) + "}\n"
         + table("tags = { a = local.m23 }"), "nested too deep"),
    ],
)  # fmt: skip
def test_loops_that_would_not_end_are_refused_with_a_sentence(text, words):
    assert words in refused(text).message


def test_what_asks_for_itself_by_a_key_ends():
    text = "locals {\n a = local.a[local.b].y\n b = local.c[local.a]\n c = { for k, v in local.c : k => v }\n}\n"
    own = table("for_each = { for k, v in aws_dynamodb_table.orders : k => v }", "local.a")
    assert len(read(text + own).design.tables) == 1


BESIDE = """
provider "aws" { region = "eu-west-1" }
provider "aws" {
  alias  = "other"
  region = "us-east-1"
}
resource "aws_dynamodb_table" "orders" {
  name     = "orders"
  billing_mode = "PAY_PER_REQUEST"
  hash_key = "PK"
  range_key = "SK"
  stream_enabled = true
  stream_view_type = "NEW_AND_OLD_IMAGES"
  point_in_time_recovery { enabled = true }
  deletion_protection_enabled = true
  attribute {
    name = "PK"
    type = "S"
  }
  attribute {
    name = "SK"
    type = "S"
  }
  global_secondary_index {
    name = "byMail"
    projection_type = "ALL"
    key_schema {
      attribute_name = "SK"
      key_type = "HASH"
    }
    key_schema {
      attribute_name = "PK"
      key_type = "RANGE"
    }
  }
  replica {
    region_name = "eu-central-1"
    kms_key_arn = "arn:aws:kms:eu-central-1:1:key/x"
    point_in_time_recovery = false
  }
  import_table {
    input_format = "CSV"
    s3_bucket_source { bucket = "b" }
  }
}
resource "aws_dynamodb_table_replica" "us" {
  provider = aws.other
  global_table_arn = aws_dynamodb_table.orders.arn
  point_in_time_recovery = true
  deletion_protection_enabled = true
}
resource "aws_dynamodb_tag" "team" {
  resource_arn = aws_dynamodb_table.orders.arn
  key = "team"
  value = "x"
}
resource "aws_dynamodb_table_item" "first" {
  for_each   = toset(["1", "2"])
  table_name = aws_dynamodb_table.orders.name
  hash_key   = aws_dynamodb_table.orders.hash_key
  item       = <<ITEM
{"PK": {"S": "ORDER#${each.key}"}, "SK": {"S": "ORDER#${each.key}"}, "orderId": {"S": "${each.key}"}}
ITEM
}
resource "aws_dynamodb_table_item" "unknown" {
  table_name = aws_dynamodb_table.orders.name
  item       = file("x.json")
}
resource "aws_dynamodb_kinesis_streaming_destination" "k" {
  stream_arn = aws_kinesis_stream.changes.arn
  table_name = aws_dynamodb_table.orders.name
}
resource "aws_lambda_event_source_mapping" "m" {
  event_source_arn  = aws_dynamodb_table.orders.stream_arn
  function_name     = "arn:aws:lambda:eu-west-1:1:function:project-orders"
  starting_position = "LATEST"
}
resource "aws_lambda_event_source_mapping" "queue" {
  event_source_arn  = aws_sqs_queue.q.arn
  function_name     = "x"
}
resource "aws_cloudwatch_metric_alarm" "throttled" {
  alarm_name = "orders-throttled"
  namespace  = "AWS/DynamoDB"
  dimensions = { TableName = aws_dynamodb_table.orders.name }
}
resource "aws_cloudwatch_metric_alarm" "cpu" {
  alarm_name = "cpu"
  namespace  = "AWS/EC2"
}
resource "aws_dynamodb_contributor_insights" "i" {
  table_name = aws_dynamodb_table.orders.name
  index_name = "byMail"
  mode       = "THROTTLED_KEYS"
}
resource "aws_appautoscaling_scheduled_action" "night" {
  service_namespace = "dynamodb"
  resource_id = "table/orders"
}
"""


def test_every_resource_of_a_table_is_a_part_of_it_or_said():
    imported = read(BESIDE)
    (orders,) = imported.design.tables
    assert [index.key_names for index in orders.indexes] == [("SK", "PK")]
    assert orders.settings["replicas"] == ["eu-central-1", "us-east-1"]
    assert orders.settings["tags"] == {"team": "x"}
    assert orders.settings["ops"] == {"existing_alarms": ["orders-throttled"]}
    assert orders.settings["stream_consumers"] == [
        {"name": "aws_kinesis_stream.changes", "kind": "kinesis"},
        {"name": "project-orders", "kind": "lambda"},
    ]
    assert sum(1 for _ in imported.design.items()) == 2
    said = {line.path: line.message for line in imported.report if line.level in ("dropped", "note")}
    assert "false in eu-central-1" in said["aws_dynamodb_table.orders.replica[0].point_in_time_recovery"]
    assert "eu-central-1 alone" in said["aws_dynamodb_table.orders.replica[0].kms_key_arn"]
    assert "aws_dynamodb_table_replica.us.point_in_time_recovery" not in said
    assert "known only at apply" in said["aws_dynamodb_table_item.unknown"]
    assert "cannot represent" in said["aws_dynamodb_table.orders.import_table"]
    assert "THROTTLED_KEYS" in said["aws_dynamodb_contributor_insights.i.mode"]
    assert "on for byMail and off for the table" in said["orders.contributor_insights"]
    assert "scheduled" in said["aws_appautoscaling_scheduled_action.night"]
    assert said["resources"].endswith("1 aws_cloudwatch_metric_alarm, 1 aws_lambda_event_source_mapping")


def test_every_input_of_the_registrys_module_is_read_or_said():
    imported = read("""
module "orders" {
  source   = "terraform-aws-modules/dynamodb-table/aws"
  name     = "orders"
  hash_key = "id"
  billing_mode        = "PROVISIONED"
  read_capacity       = 5
  write_capacity      = 6
  autoscaling_enabled = true
  autoscaling_indexes = {
    byMail = { read_max_capacity = 30, read_min_capacity = 3, write_max_capacity = 40, write_min_capacity = 4 }
  }
  autoscaling_defaults = { target_value = 61 }
  attributes = [{ name = "id", type = "S" }, { name = "mail", type = "S" }]
  global_secondary_indexes = [
    { name = "byMail", hash_key = "mail", projection_type = "ALL", read_capacity = 2, write_capacity = 3 },
  ]
  point_in_time_recovery_enabled     = true
  deletion_protection_enabled        = true
  resource_policy = jsonencode({ Version = "2012-10-17" })
  replica_regions = [{ region_name = "us-east-1", kms_key_arn = "arn:aws:kms:x" }]
  import_table    = { input_format = "CSV", bucket = "b" }
  wings           = 2
}
resource "aws_dynamodb_contributor_insights" "i" { table_name = module.orders.dynamodb_table_id }
""")
    (made,) = imported.design.tables
    assert made.indexes[0].capacity.settings["auto_scaling"] == {
        "read": {"min": 3, "max": 30, "target": 61},
        "write": {"min": 4, "max": 40, "target": 61},
    }
    assert made.settings["resource_policy"] == {"Version": "2012-10-17"}
    assert made.settings["contributor_insights"] is True
    assert (made.settings["point_in_time_recovery"], made.settings["deletion_protection"]) == (True, True)
    said = {line.path for line in imported.report if line.level == "dropped"}
    assert {"module.orders.wings", "module.orders.import_table", "module.orders.replica[0].kms_key_arn"} <= said


def test_bounds_without_a_policy_are_reported_and_unknown_ones_are_no_scaling():
    told = [line.message for line in read(SEVERAL).report if line.path == "auto scaling"]
    said = "the file gives bounds for the read units of app-carts, but no target; alone, bounds scale nothing"
    assert told[0] == said
    unknown = SEVERAL.replace("lookup({ users = 50 }, each.key, 5)", "var.most")
    imported = read(unknown.replace("min_capacity       = 1\n", "min_capacity = var.least\n"))
    assert "auto_scaling" not in imported.design.tables[0].settings
    said = {line.path: line.message for line in imported.report}
    unread = [path for path in said if path.endswith(("min_capacity", "max_capacity"))]
    assert unread
    assert all(said[path].startswith("unknown number") for path in unread)
