"""Constructions in which people say an act, an order, a limit, or what is returned, whatever their words are."""
