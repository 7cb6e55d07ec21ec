"""Acts of writes that a verb alone does not tell: what changes, what comes into being, what stays a question."""
