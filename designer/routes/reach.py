"""Palette, search, print."""

paths: list[object] = []
