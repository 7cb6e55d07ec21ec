"""Editors of every field, and the JSON."""

from django.urls import path

from designer.views import edits

paths = [
    path("edits/", edits.design_edits, name="design-edits"),
]
