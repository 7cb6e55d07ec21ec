"""Checks of infrastructure."""
