"""Comments, links, who follows whom."""

paths: list[object] = []
