"""Editors of the fields of parts: the control, label and help of each field."""
