"""Materialized items: item collections, sizes, and which items an index holds."""
