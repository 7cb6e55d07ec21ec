"""A language model that the operator declared: it proposes slots for requirements, and everything works without it."""
