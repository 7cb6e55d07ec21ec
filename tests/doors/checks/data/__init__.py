"""Checks of data."""
