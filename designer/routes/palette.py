"""Palette, search, designs from text, and the design as a PDF."""

from django.urls import path

from designer.views import design_from_text, palette
from designer.views.design import documents

paths = [
    path("places/", palette.design_places, name="design-places"),
    path("document/", documents.design_document, name="design-document"),
    path("document/sheet/", documents.design_sheet_document, name="design-sheet-document"),
]
top_level_paths = [
    path("search/", palette.search, name="search"),
    path("designs/from-text/", design_from_text.design_from_text, name="design-from-text"),
    path("designs/from-text/look/", design_from_text.lines_look, name="lines-look"),
]
