# Everything: Terraform, written by Keysheet.
# Not in this file: design: tables and indexes only; entities, key templates, access patterns and sample items have no place
# Not in this file: tables.orders.indexes.byParts.provisioned: the index says no units of its own; the table's are written
# Not in this file: tables.orders.indexes.byParts: partition key status + month, sort key total + orderRef: the AWS provider ~> 5.100 has no multi-attribute keys; the index is left out

resource "aws_dynamodb_table" "orders" {
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
    "team"        = "orders"
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
    name = "total"
    type = "N"
  }

  global_secondary_index {
    name               = "byStatus"
    hash_key           = "GSI1PK"
    range_key          = "GSI1SK"
    projection_type    = "INCLUDE"
    non_key_attributes = ["total", "paid"]
    read_capacity      = 7
    write_capacity     = 8
  }
  # byParts: partition key status + month, sort key total + orderRef: the AWS provider ~> 5.100 has no multi-attribute keys; the index is left out

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
    ignore_changes = [read_capacity, write_capacity, global_secondary_index]
  }
}

resource "aws_dynamodb_contributor_insights" "orders" {
  table_name = aws_dynamodb_table.orders.name
}

resource "aws_appautoscaling_target" "orders_read" {
  service_namespace  = "dynamodb"
  resource_id        = join("/", ["table", aws_dynamodb_table.orders.name])
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  min_capacity       = 10
  max_capacity       = 100
}

resource "aws_appautoscaling_policy" "orders_read" {
  name               = "orders_read-utilization"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.orders_read.service_namespace
  resource_id        = aws_appautoscaling_target.orders_read.resource_id
  scalable_dimension = aws_appautoscaling_target.orders_read.scalable_dimension

  target_tracking_scaling_policy_configuration {
    target_value       = 70
    scale_in_cooldown  = 60
    scale_out_cooldown = 30

    predefined_metric_specification {
      predefined_metric_type = "DynamoDBReadCapacityUtilization"
    }
  }
}

resource "aws_appautoscaling_target" "orders_write" {
  service_namespace  = "dynamodb"
  resource_id        = join("/", ["table", aws_dynamodb_table.orders.name])
  scalable_dimension = "dynamodb:table:WriteCapacityUnits"
  min_capacity       = 20
  max_capacity       = 200
}

resource "aws_appautoscaling_policy" "orders_write" {
  name               = "orders_write-utilization"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.orders_write.service_namespace
  resource_id        = aws_appautoscaling_target.orders_write.resource_id
  scalable_dimension = aws_appautoscaling_target.orders_write.scalable_dimension

  target_tracking_scaling_policy_configuration {
    target_value = 70

    predefined_metric_specification {
      predefined_metric_type = "DynamoDBWriteCapacityUtilization"
    }
  }
}

resource "aws_appautoscaling_target" "orders_bystatus_read" {
  service_namespace  = "dynamodb"
  resource_id        = join("/", ["table", aws_dynamodb_table.orders.name, "index", "byStatus"])
  scalable_dimension = "dynamodb:index:ReadCapacityUnits"
  min_capacity       = 7
  max_capacity       = 70
}

resource "aws_appautoscaling_policy" "orders_bystatus_read" {
  name               = "orders_bystatus_read-utilization"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.orders_bystatus_read.service_namespace
  resource_id        = aws_appautoscaling_target.orders_bystatus_read.resource_id
  scalable_dimension = aws_appautoscaling_target.orders_bystatus_read.scalable_dimension

  target_tracking_scaling_policy_configuration {
    target_value = 60

    predefined_metric_specification {
      predefined_metric_type = "DynamoDBReadCapacityUtilization"
    }
  }
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
    hash_key           = "user"
    projection_type    = "INCLUDE"
    non_key_attributes = ["seen"]

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
}
