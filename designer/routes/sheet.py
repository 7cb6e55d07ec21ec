"""The key sheet and the grid, edits of them, undo."""

from django.urls import path

from designer.views.design import bulk, key_cells, pages, parts, undo

paths = [
    path("", pages.design, name="design"),
    path("open/", pages.design_open, name="design-open"),
    path("map/", pages.design_map, name="design-map"),
    path("fragments/", pages.design_fragments, name="design-fragments"),
    path("grid/", pages.design_grid, name="design-grid"),
    path("cell/", key_cells.cell_facts, name="cell-facts"),
    path("cell/words/", key_cells.cell_words, name="cell-words"),
    path("draft/", key_cells.draft, name="draft"),
    path("parts/add/", parts.part_add, name="part-add"),
    path("parts/duplicate/", parts.part_duplicate, name="part-duplicate"),
    path("parts/remove/", parts.part_remove, name="part-remove"),
    path("templates/replace/", bulk.templates_replace, name="templates-replace"),
    path("attributes/types/", bulk.attribute_types, name="attribute-types"),
    path("undo/", undo.undo, name="undo"),
    path("redo/", undo.redo, name="redo"),
]
