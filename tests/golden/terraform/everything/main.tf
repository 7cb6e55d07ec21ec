# Everything: Terraform, written by Keysheet.
# Not in this file: design: tables and indexes only; entities, key templates, access patterns, and sample items are not included
# Not in this file: tables.orders.indexes.byParts.provisioned: the index specifies no units; the table's units are used

resource "aws_dynamodb_table" "orders" {
  # Orders of customers.
  name                        = "orders"
  billing_mode                = "PROVISIONED"
  read_capacity               = 10
  write_capacity              = 20
  hash_key                    = "PK"
  range_key                   = "SK"
  table_class                 = "STANDARD_INFREQUENT_ACCESS"
  deletion_protection_enabled = true
  stream_enabled              = true
  stream_view_type            = "NEW_AND_OLD_IMAGES"
  tags = {
    "cost-centre" = "42"
    team          = "orders"
  }

  attribute {
    name = "PK"
    type = "S"
  }

  attribute {
    name = "SK"
    type = "S"
  }

  attribute {
    name = "GSI1PK"
    type = "S"
  }

  attribute {
    name = "GSI1SK"
    type = "S"
  }

  attribute {
    name = "status"
    type = "S"
  }

  attribute {
    name = "month"
    type = "S"
  }

  attribute {
    name = "total"
    type = "N"
  }

  attribute {
    name = "orderRef"
    type = "S"
  }

  global_secondary_index {
    name               = "byStatus"
    projection_type    = "INCLUDE"
    non_key_attributes = ["total", "paid"]
    read_capacity      = 7
    write_capacity     = 8

    key_schema {
      attribute_name = "GSI1PK"
      key_type       = "HASH"
    }

    key_schema {
      attribute_name = "GSI1SK"
      key_type       = "RANGE"
    }
  }

  global_secondary_index {
    name            = "byParts"
    projection_type = "KEYS_ONLY"
    read_capacity   = 10
    write_capacity  = 20

    key_schema {
      attribute_name = "status"
      key_type       = "HASH"
    }

    key_schema {
      attribute_name = "month"
      key_type       = "HASH"
    }

    key_schema {
      attribute_name = "total"
      key_type       = "RANGE"
    }

    key_schema {
      attribute_name = "orderRef"
      key_type       = "RANGE"
    }
  }

  local_secondary_index {
    name            = "byTotal"
    range_key       = "total"
    projection_type = "ALL"
  }

  ttl {
    attribute_name = "expiresAt"
    enabled        = true
  }

  point_in_time_recovery {
    enabled                 = true
    recovery_period_in_days = 14
  }

  server_side_encryption {
    enabled     = true
    kms_key_arn = "arn:aws:kms:eu-west-1:111122223333:key/abcd"
  }

  lifecycle {
    # Auto scaling changes the units of indexes, and Terraform can ignore indexes only as a whole:
    # remove global_secondary_index from ignore_changes while you add or change one.
    ignore_changes  = [read_capacity, write_capacity, global_secondary_index]
    prevent_destroy = true
  }
}

resource "aws_dynamodb_contributor_insights" "orders" {
  table_name = aws_dynamodb_table.orders.name
}

resource "aws_dynamodb_contributor_insights" "orders_by_status" {
  table_name = aws_dynamodb_table.orders.name
  index_name = "byStatus"
}

resource "aws_dynamodb_contributor_insights" "orders_by_parts" {
  table_name = aws_dynamodb_table.orders.name
  index_name = "byParts"
}

resource "aws_dynamodb_table" "sessions" {
  name         = "sessions"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"

  attribute {
    name = "id"
    type = "S"
  }

  attribute {
    name = "user"
    type = "S"
  }

  global_secondary_index {
    name               = "byUser"
    projection_type    = "INCLUDE"
    non_key_attributes = ["seen"]

    key_schema {
      attribute_name = "user"
      key_type       = "HASH"
    }

    on_demand_throughput {
      max_read_request_units = 50
    }
  }

  on_demand_throughput {
    max_read_request_units  = 100
    max_write_request_units = 200
  }

  server_side_encryption {
    enabled = true
  }

  lifecycle {
    prevent_destroy = true
  }
}
