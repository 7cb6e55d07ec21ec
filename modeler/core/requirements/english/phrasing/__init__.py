"""Words around a request, and words that say the same as others."""
