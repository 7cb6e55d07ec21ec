"""Backups: everything that Postgres stores, in one archive, and back."""
