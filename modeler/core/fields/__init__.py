"""The one table of fields of a design document, and what follows from it alone: shapes, references, the JSON Schema."""
