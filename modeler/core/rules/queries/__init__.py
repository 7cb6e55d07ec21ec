"""Rules about access patterns that read."""
