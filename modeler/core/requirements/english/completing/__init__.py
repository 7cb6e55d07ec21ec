"""What a row's other clauses say in the words of its entity: what comes back, what is set, what is left out."""
