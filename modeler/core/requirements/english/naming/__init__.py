"""Attributes of the items that a row is about, where a line names them, and their values."""
