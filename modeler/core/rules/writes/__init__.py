"""Rules about access patterns that write."""
