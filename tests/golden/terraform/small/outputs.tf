output "app_table_name" {
  description = "Name of the table app"
  value       = aws_dynamodb_table.app.name
}

output "app_table_arn" {
  description = "ARN of the table app"
  value       = aws_dynamodb_table.app.arn
}
