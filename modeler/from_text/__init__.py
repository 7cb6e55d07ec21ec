"""Designs, access patterns and requirements from lines of English text."""
