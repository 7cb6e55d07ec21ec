"""Editors of the fields of parts: which control a field has, what it is called, and what helps to fill it in."""
