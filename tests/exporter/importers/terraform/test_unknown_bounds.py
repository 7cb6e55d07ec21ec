"""Bounds of auto scaling that the files do not give."""

from __future__ import annotations

from exporter.importers import import_text


def test_bounds_that_no_variable_gives_are_left_out_and_said_once():
    text = """
variable "max" { type = number }
resource "aws_dynamodb_table" "a" {
  name           = "orders"
  billing_mode   = "PROVISIONED"
  read_capacity  = 5
  write_capacity = 5
  hash_key       = "id"
  attribute {
    name = "id"
    type = "S"
  }
}
resource "aws_appautoscaling_target" "r" {
  max_capacity       = var.max
  min_capacity       = 5
  resource_id        = "table/${aws_dynamodb_table.a.name}"
  scalable_dimension = "dynamodb:table:ReadCapacityUnits"
  service_namespace  = "dynamodb"
}
resource "aws_appautoscaling_policy" "r" {
  name               = "r"
  policy_type        = "TargetTrackingScaling"
  resource_id        = aws_appautoscaling_target.r.resource_id
  scalable_dimension = aws_appautoscaling_target.r.scalable_dimension
  service_namespace  = "dynamodb"
  target_tracking_scaling_policy_configuration {
    target_value = var.max
  }
}
"""
    imported = import_text(text.encode(), "main.tf")
    assert imported.design.tables[0].settings["auto_scaling"] == {"read": {"min": 5}}
    said = {line.path: line.message for line in imported.report}
    assert said["aws_appautoscaling_target.r.max_capacity"] == "unknown number 'max'; left out"
    policy = "aws_appautoscaling_policy.r.target_tracking_scaling_policy_configuration[0].target_value"
    assert said[policy] == "unknown number 'max'; left out"
    assert not [message for message in said.values() if "in its place" in message or "are unknown" in message]
