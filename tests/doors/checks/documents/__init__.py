"""Checks of documents."""
