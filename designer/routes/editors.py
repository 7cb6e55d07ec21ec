"""Editors of every field, and the JSON editor."""

from django.urls import path

from designer.views.design import design_json, edits

paths = [
    path("edits/", edits.design_edits, name="design-edits"),
    path("removals/<str:part>/", edits.part_removal, name="part-removal"),
    path("json/", design_json.design_json, name="design-json"),
    path("json/text/", design_json.json_text, name="json-text"),
    path("json/schema/", design_json.json_schema, name="json-schema"),
    path("json/check/", design_json.json_check, name="json-check"),
    path("json/save/", design_json.json_save, name="json-save"),
]
