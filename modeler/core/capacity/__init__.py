"""Capacity: units of a call, of an access pattern, of a design. FACTS 3."""
