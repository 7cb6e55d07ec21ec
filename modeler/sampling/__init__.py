"""Sample items from formats: a function of a design, of the number of items, and of a seed."""
