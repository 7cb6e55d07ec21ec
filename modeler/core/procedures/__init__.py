"""Procedures that people follow from a list of needs to a launch, as functions of a design."""
