"""Data that is kept beside the application's own: counts, sums, unique values, and what no key can compute."""
