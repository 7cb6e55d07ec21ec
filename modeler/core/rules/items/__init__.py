"""Rules about items and item collections: values, size, and growth."""
