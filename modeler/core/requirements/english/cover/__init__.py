"""A second reading: a line whose words all belong to one entity of the design."""
