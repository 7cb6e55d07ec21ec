"""Runs as rows: how one begins, and how long its tables stand."""
