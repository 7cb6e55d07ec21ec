"""Palette, search, print."""

from django.urls import path

from designer.views import reach

paths = [
    path("places/", reach.design_places, name="design-places"),
    path("begin/", reach.design_begin_here, name="design-begin"),
    path("document/", reach.design_document, name="design-document"),
    path("document/sheet/", reach.design_sheet_document, name="design-sheet-document"),
]
doors = [
    path("search/", reach.search_all, name="search"),
    path("designs/from-text/", reach.design_from_text, name="design-from-text"),
]
