"""Changes, parts, and places as text for people."""
