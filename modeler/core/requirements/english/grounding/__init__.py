"""Reads a row with the words of the design: its entities, their attributes, and the entities that link two others."""
