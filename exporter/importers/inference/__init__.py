"""Inference of entities, key templates, and index conditions from stored items."""
