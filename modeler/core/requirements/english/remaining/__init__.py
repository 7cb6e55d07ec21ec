"""Phrases that no other reading understood: each is read only if all of its words are."""
