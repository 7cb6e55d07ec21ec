"""What comes after the core of a request: conditions of writes, orders by a superlative, states of relative clauses."""
