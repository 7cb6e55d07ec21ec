output "orders_table_name" {
  description = "Name of the table orders"
  value       = aws_dynamodb_table.orders.name
}

output "orders_table_arn" {
  description = "ARN of the table orders"
  value       = aws_dynamodb_table.orders.arn
}

output "orders_stream_arn" {
  description = "ARN of the stream of the table orders"
  value       = aws_dynamodb_table.orders.stream_arn
}

output "sessions_table_name" {
  description = "Name of the table sessions"
  value       = aws_dynamodb_table.sessions.name
}

output "sessions_table_arn" {
  description = "ARN of the table sessions"
  value       = aws_dynamodb_table.sessions.arn
}
