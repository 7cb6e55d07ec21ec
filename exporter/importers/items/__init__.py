"""Import of files that contain only items."""
