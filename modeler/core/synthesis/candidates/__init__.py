"""Candidate keys for the entities of a design."""
