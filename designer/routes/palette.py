"""Palette, search, print."""

from django.urls import path

from designer.views import palette

paths = [
    path("places/", palette.design_places, name="design-places"),
    path("begin/", palette.design_begin_here, name="design-begin"),
    path("document/", palette.design_document, name="design-document"),
    path("document/sheet/", palette.design_sheet_document, name="design-sheet-document"),
]
doors = [
    path("search/", palette.search_all, name="search"),
    path("designs/from-text/", palette.design_from_text, name="design-from-text"),
]
