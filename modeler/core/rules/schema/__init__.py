"""Rules about tables, key schemas, and names."""
