"""Planted faults: small whole designs, each with one fault that a reviewer would name, and its near miss."""
