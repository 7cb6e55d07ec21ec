"""What importers share: reading files within limits, line numbers, and the import report."""
