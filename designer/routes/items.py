"""Sample items: edited in place, pasted, generated."""

paths: list[object] = []
