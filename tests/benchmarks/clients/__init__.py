"""Programs that a benchmark starts beside itself."""
