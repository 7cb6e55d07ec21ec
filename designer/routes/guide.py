"""Building blocks, and the way from requirements to a launch."""

from django.urls import path

from designer.views.design import blocks

paths = [
    path("blocks/", blocks.design_blocks, name="design-blocks"),
    path("blocks/<slug:block>/", blocks.design_block, name="design-block"),
    path("blocks/<slug:block>/preview/", blocks.block_preview, name="block-preview"),
    path("blocks/<slug:block>/grid/", blocks.block_grid, name="block-grid"),
    path("blocks/<slug:block>/insert/", blocks.block_insert, name="block-insert"),
]
