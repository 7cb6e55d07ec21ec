"""Rules about key templates and the keys that they write."""
