"""Rules about traffic per partition key value."""
