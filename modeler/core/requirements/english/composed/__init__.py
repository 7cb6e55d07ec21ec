"""Descriptions read by composition: amounts, things, verbs and clauses, each understood or left visible by itself."""
