"""The design as an immutable value: tables, items, access patterns, parts, and usage settings."""
