"""Rules about what two parts of a design say of one thing: two patterns, a pattern and an entity, two entities."""
