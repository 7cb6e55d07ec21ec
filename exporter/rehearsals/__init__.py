"""Rehearsals of a migration: the package with items and reads, the process that runs it, and the evidence."""
