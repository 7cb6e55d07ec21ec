"""The tables of the design, each with its indexes."""

INDEXES: dict[str, list[str]] = {
    "orders": ["byStatus", "byParts", "byTotal"],
    "sessions": ["byUser"],
}
