"""What one change does to many parts: previews of replaced texts and changed types."""
