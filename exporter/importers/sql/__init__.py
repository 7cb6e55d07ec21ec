"""Import of SQL DDL."""
