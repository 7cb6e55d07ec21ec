"""Access patterns: list, matrix, by intent."""

paths: list[object] = []
