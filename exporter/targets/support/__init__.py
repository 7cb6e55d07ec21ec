"""What export targets share: literals, regular expressions, and results kept per design."""
