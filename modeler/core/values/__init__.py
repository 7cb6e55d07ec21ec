"""Attribute values: their types, sizes, order, and forms in JSON and as typed text."""
