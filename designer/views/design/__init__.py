"""Views of one design: its pages, edits, items, comments, and history."""
