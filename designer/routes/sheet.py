"""The key sheet and the grid, edits of them, undo."""

from django.urls import path

from designer.views import designs, key_cells, parts, sheet

paths = [
    path("", designs.design, name="design"),
    path("fragments/", designs.design_fragments, name="design-fragments"),
    path("grid/", designs.design_grid, name="design-grid"),
    path("cell/", key_cells.cell_facts, name="cell-facts"),
    path("cell/words/", key_cells.cell_words, name="cell-words"),
    path("draft/", key_cells.draft, name="draft"),
    path("parts/add/", parts.part_add, name="part-add"),
    path("parts/remove/", parts.part_drop, name="part-remove"),
    path("undo/", sheet.undo, name="undo"),
    path("redo/", sheet.redo, name="redo"),
]
