"""Access code independent of a language: entities, fields, keys, and access patterns."""
