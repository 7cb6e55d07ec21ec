"""The tables of the design, each with its indexes."""

INDEXES: dict[str, list[str]] = {
    "app": ["GSI1"],
}
