"""Key templates, their formats, and what entities write into index keys."""
