"""Access patterns as people say them: lines of English, what they mean in a design, and a design begun from them."""
