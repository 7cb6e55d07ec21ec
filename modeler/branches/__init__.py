"""Branches of designs: opening, updating from the main line, reviewing, merging and reverting."""
