"""Clauses by their grammar: subject, verb group, object and phrases, found by closed classes, forms and positions."""
