"""The planted faults, by subject."""
