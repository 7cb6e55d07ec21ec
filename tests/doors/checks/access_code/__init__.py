"""Checks of access code."""
