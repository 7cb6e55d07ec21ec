"""Key charts: Markdown tables that give the keys of entities."""
