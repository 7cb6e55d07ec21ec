"""Editors of every field, and the JSON."""

paths: list[object] = []
