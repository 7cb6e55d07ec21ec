"""Sample items made from formats: a function of a design, of how many are wanted, and of a seed."""
