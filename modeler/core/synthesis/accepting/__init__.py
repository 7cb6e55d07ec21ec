"""Whether an alternative holds: its patterns, its heat, and reads of generated items."""
