"""Data formats: Keysheet's JSON, NoSQL Workbench, awslabs, CSV, and DynamoDB JSON."""
