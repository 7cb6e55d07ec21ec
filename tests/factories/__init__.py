"""Makers of what tests start from."""
