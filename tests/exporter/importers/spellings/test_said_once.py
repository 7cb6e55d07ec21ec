"""What an import says of values that a file does not give: what is true of the design, and each cause once."""

from __future__ import annotations

from exporter.importers import import_text
from exporter.importers.support.base import Level


def said(text, name):
    imported = import_text(text.encode(), name)
    return imported.design, [(line.level, line.path, line.message) for line in imported.report]


def test_a_placeholder_that_is_not_in_the_design_is_left_out():
    text = """
    module "stock" {
      source = "terraform-aws-modules/dynamodb-table/aws"
      name = "stock"
      hash_key = "sku"
      attributes = [{ name = "sku", type = "S" }]
      local_secondary_indexes = var.more
      ttl_enabled = var.expires
      ttl_attribute_name = var.expiry
    }
    """
    design, lines = said(text, "main.tf")
    assert [one.name for one in design.tables] == ["stock"]
    assert {path.rpartition(".")[2]: message for _, path, message in lines} == {
        "local_secondary_indexes": "var.more is known only at apply; left out",
        "ttl": "the attribute is unknown; left out",
    }
    assert {level for level, _, _ in lines} == {Level.DROPPED}


def test_resources_that_are_left_out_have_no_lines_of_their_values():
    text = """
    resource "aws_dynamodb_table" "jobs" {
      name = "jobs"
      hash_key = "id"
      billing_mode = "PAY_PER_REQUEST"
      attribute {
        name = "id"
        type = "S"
      }
      server_side_encryption {
        enabled = true
        kms_key_arn = aws_kms_key.own.arn
      }
    }
    resource "aws_lambda_event_source_mapping" "queue" {
      event_source_arn = aws_sqs_queue.work.arn
      function_name = aws_lambda_function.worker.arn
    }
    """
    _, lines = said(text, "main.tf")
    assert [path for _, path, _ in lines] == [
        "aws_dynamodb_table.jobs.server_side_encryption[0].kms_key_arn",
        "resources",
    ]


def test_the_name_of_a_table_that_a_function_makes_is_said_once():
    text = """
    import { Entity, Table } from 'dynamodb-toolbox';
    const tableOf = (given: { name: string }) => {
      const { name } = given;
      return new Table({ name, partitionKey: 'pk' });
    };
    const Shelves = tableOf({ name: `${process.env.STAGE}-shelves` });
    const Shelf = new Entity({ name: 'Shelf', table: Shelves, attributes: { id: { partitionKey: true } } });
    """
    design, lines = said(text, "shelves.ts")
    assert [message for _, path, message in lines if path.endswith(".name")] == [
        f"the table's name is known only when the program runs; named {design.tables[0].name!r}"
    ]


def test_names_of_fields_that_another_file_has_are_guesses():
    text = """
    import { Entity, item, string } from 'dynamodb-toolbox';
    import { PARTITION, SORT } from './names';
    export const Coin = new Entity({
      name: 'Coin', table: Coins, schema: item({ [PARTITION]: string().key(), [SORT]: string().key(), face: string() }),
    });
    """
    _, lines = said(text, "coin.ts")
    guesses = [path.rpartition(".")[2] for level, path, message in lines if "is a constant that" in message]
    assert guesses == ["PARTITION", "SORT"]


def test_fields_of_sst_and_keys_are_compared():
    text = """
    new sst.aws.Dynamo('Trips', {
      fields: { pk: 'string', sk: 'string', bykey: 'string' },
      primaryIndex: { hashKey: 'pk', rangeKey: 'sk' },
      globalIndexes: { byKey: { hashKey: 'byKey' } },
    });
    """
    _, lines = said(text, "table.ts")
    assert [(level, message) for level, path, message in lines if ".fields" in path] == [
        (Level.CONVERTED, "a key names 'byKey', which is not one of the fields, and DynamoDB rejects that; read as S"),
        (Level.DROPPED, "no key uses 'bykey', and DynamoDB rejects such a definition; left out"),
    ]


def test_what_a_onetable_model_has_beside_the_design_is_said_once():
    text = """
    import { Table } from 'dynamodb-onetable';
    import { Pattern } from './patterns';
    const schema = {
      format: 'onetable:1.1.0', version: '0.1.0', indexes: { primary: { hash: 'pk', sort: 'sk' } },
      models: { Kite: { pk: { type: String, value: 'kite#${id}' }, sk: { type: String, value: 'kite#' },
                        id: { type: String, required: true, validate: Pattern.id },
                        line: { type: String, default: () => 'hemp' } } },
    };
    """
    _, lines = said(text, "schema.ts")
    assert [(path, message) for _, path, message in lines if path.endswith(("validate", "default"))] == [
        ("line 4.models.Kite.line.default", "a function, which is not run; left out"),
        ("models.Kite.id.validate", "not part of a design; left out"),
    ]
