"""Import of the files of awslabs' DynamoDB MCP server."""
